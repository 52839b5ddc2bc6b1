"""What a GGUF file says: its header, here or afar, and what that means (the card)."""
