"""What a model takes in memory before it is loaded, and whether that fits."""
