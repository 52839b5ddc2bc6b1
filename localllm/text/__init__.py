"""Characters: bytes of tokens to whole text, and stop strings in it. Pure Python, no model."""
