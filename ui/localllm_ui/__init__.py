"""The desktop app: one face of `localllm.runtime`, and the only room that imports PySide6."""
