"""Bytes from afar to the disk: plans, connections, the queue of downloads."""
