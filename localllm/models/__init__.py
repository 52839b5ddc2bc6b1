"""Model files: what they are, where they lie, how they get here. Knows no engine and no HTTP face.

gguf (header reader) -> card (what it says) -> store (what is installed) ; check, download, starter
beside them; peers and ollama know what other programs keep here. Everything here may be called
from any thread; nothing keeps a file open.
"""
