"""Numbers as people read them."""

from __future__ import annotations


def human_bytes(n: int) -> str:
    """`98_362_432` -> "98.4 MB": decimal units, as hubs and file managers show them."""
    size = float(n)
    for unit in ("bytes", "kB", "MB", "GB"):
        if abs(size) < 1000 or (unit != "bytes" and abs(size) < 999.95):
            return f"{int(size)} bytes" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"


def human_count(n: int) -> str:
    """`134_515_008` -> "135M": a number of parameters, to three figures."""
    size = float(n)
    for unit in ("", "K", "M", "B"):
        if size < 999.5:
            return f"{size:.3g}{unit}"
        size /= 1000
    return f"{size:.3g}T"
