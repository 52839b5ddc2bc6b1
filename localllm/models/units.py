"""Numbers as people read them."""

from __future__ import annotations


def human_bytes(n: int) -> str:
    """`98_362_432` -> "98.4 MB": decimal units, as hubs and file managers show them."""
    if n < 1000:
        return f"{n} bytes"
    size = n / 1000
    for unit in ("kB", "MB", "GB"):
        if size < 999.95:
            return f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"


def exact_bytes(n: int) -> str:
    """`98_362_432` -> "98,362,432 bytes (98.4 MB)": where a single byte may matter."""
    return f"{n:,} bytes" + (f" ({human_bytes(n)})" if n >= 1000 else "")


def counted(n: int, one: str) -> str:
    """`1, "chunk"` -> "1 chunk"; `1_234, "chunk"` -> "1,234 chunks"."""
    return f"{n:,} {one}" if n == 1 else f"{n:,} {one}s"


def human_count(n: int) -> str:
    """`134_515_008` -> "135M": a number of parameters, to three figures."""
    size = float(n)
    for unit in ("", "K", "M", "B"):
        if size < 999.5:
            return f"{size:.3g}{unit}"
        size /= 1000
    return f"{size:.3g}T"
