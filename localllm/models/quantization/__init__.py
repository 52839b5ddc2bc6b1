"""The types there are, and importance matrices."""
