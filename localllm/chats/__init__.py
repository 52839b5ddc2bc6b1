"""Saved chats: one SQLite file, one writer. `store.py` says how it is used, docs/chats.md more."""
