"""Markdown to blocks: what the thread shows, one delegate a block. Knows no Qt.

    text -> stream.MarkdownStream -> parse.parse_blocks -> inline.html_of, code.highlighted -> Block

Blocks are bounded: a long code block becomes several rows, a list one row an item, so that no
delegate is ever much taller than the window.
"""
