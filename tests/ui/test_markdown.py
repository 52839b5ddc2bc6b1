"""Markdown to blocks: what each becomes, and that a stream ends as the whole would."""

from __future__ import annotations

import random

import pytest
from localllm_ui.markdown.block import Block
from localllm_ui.markdown.code import ROW_LINES
from localllm_ui.markdown.inline import untex
from localllm_ui.markdown.parse import parse_blocks
from localllm_ui.markdown.stream import MarkdownStream

WHOLE = """# Title

Words with *weight*, `code`, $x^2$ and https://example.org in it.

1. one
2. two
   - inner
   - other

> quoted **words**

```python
def f(x):
    return x
```

| a | b |
|---|--:|
| 1 | 2 |

\\[ y = 1 \\]

$$
z
$$

---

last
"""


def kinds(text: str) -> list[str]:
    return [block.kind for block in parse_blocks(text)]


def only(text: str) -> Block:
    (block,) = parse_blocks(text)
    return block


def test_every_kind_of_block_is_told_apart() -> None:
    assert kinds(WHOLE) == [
        *("heading", "paragraph", "item", "item", "item", "item", "paragraph", "code", "table"),
        *("math", "math", "rule", "paragraph"),
    ]


def test_a_list_item_has_its_marker_and_depth() -> None:
    items = [block for block in parse_blocks(WHOLE) if block.kind == "item"]
    assert [(item.marker, item.indent) for item in items] == [
        ("1.", 1),
        ("2.", 1),
        ("◦", 2),
        ("◦", 2),
    ]


def test_an_ordered_list_goes_on_counting_from_where_it_starts() -> None:
    assert [block.marker for block in parse_blocks("7. a\n8. b")] == ["7.", "8."]


def test_a_task_has_a_box() -> None:
    assert [block.marker for block in parse_blocks("- [ ] open\n- [x] done")] == ["☐", "☑"]


def test_a_second_paragraph_of_an_item_has_no_marker() -> None:
    assert [block.marker for block in parse_blocks("- one\n\n  more")] == ["•", ""]


def test_quoted_words_know_their_depth() -> None:
    assert only("> > deep").quote == 2


def test_raw_html_is_shown_and_never_interpreted() -> None:
    assert "<script>" not in only("a <script>b").html
    assert only("<script>alert(1)</script>").kind == "code"


@pytest.mark.parametrize("target", ["javascript:alert(1)", "file:///etc/passwd"])
def test_only_web_and_mail_links_can_be_followed(target: str) -> None:
    assert "href" not in only(f"[x]({target})").html


def test_an_image_is_a_link_so_that_nothing_is_fetched() -> None:
    html = only("![a cat](https://example.org/cat.png)").html
    assert "<img" not in html
    assert 'href="https://example.org/cat.png"' in html


@pytest.mark.parametrize("text", ["$a_1$", "\\(a_1\\)"])
def test_inline_formulas_are_kept_as_latex(text: str) -> None:
    html = only(text).html
    assert untex(html.removeprefix("<tex>").removesuffix("</tex>")) == "a_1"


def test_prices_are_no_formula() -> None:
    assert "<tex>" not in only("It costs $5 or $6.").html


def test_a_table_has_its_cells_and_alignment() -> None:
    table = only("| a | b |\n|---|--:|\n| 1 | **2** |")
    assert table.rows == (("a", "b"), ("1", "<b>2</b>"))
    assert table.aligns == ("", "right")


def test_code_is_highlighted_by_its_language() -> None:
    assert '<span class="ck">def</span>' in only("```python\ndef f(): pass\n```").html


def test_code_of_an_unknown_language_is_escaped_text() -> None:
    assert only("```nonsense\na < b\n```").html == "a &lt; b"


def test_long_code_is_split_into_rows_that_copy_as_a_whole() -> None:
    code = "\n".join(f"line {n}" for n in range(3 * ROW_LINES))
    rows = parse_blocks(f"```text\n{code}\n```")
    assert [(row.first, row.last) for row in rows] == [(True, False), (False, False), (False, True)]
    assert "\n".join(row.text for row in rows) == code
    assert rows[0].whole.rstrip("\n") == code


def test_a_string_that_began_in_the_row_before_stays_a_string() -> None:
    code = "x = '''\n" + "words\n" * (ROW_LINES + 5) + "'''"
    rows = parse_blocks(f"```python\n{code}\n```")
    assert rows[1].html.startswith('<span class="cs">')


@pytest.mark.parametrize("seed", range(8))
def test_a_stream_ends_with_the_blocks_of_the_whole(seed: int) -> None:
    rng, at, stream = random.Random(seed), 0, MarkdownStream()
    while at < len(WHOLE):
        step = rng.randint(1, 30)
        stream.append(WHOLE[at : at + step])
        stream.update()
        at += step
    assert stream.blocks == parse_blocks(WHOLE)


def test_an_update_touches_only_the_last_block() -> None:
    stream = MarkdownStream("# Title\n\nfirst\n\nsecond")
    stream.update()
    before = list(stream.blocks)
    stream.append(" grows")
    assert stream.update() == len(before) - 1
    assert all(new is old for new, old in zip(stream.blocks, before[:-1], strict=False))


def test_a_long_list_is_not_parsed_from_its_begin_again() -> None:
    stream = MarkdownStream("".join(f"- item {n} with some words\n" for n in range(200)))
    stream.update()
    stream.append("- one more\n")
    stream.update()
    assert stream.blocks[0].html == "item 0 with some words"
    assert len(stream.blocks) == 201
    assert stream._tail_at > 1000
