"""Engine processes: started, spoken to, watched, restarted, and kept within memory.

supervisor (which models are loaded) -> host (one model's engine over its restarts) -> process (one
engine, its handshake and requests) -> pipe (frames in, frames out, exit). Beside them: budget,
launch, mailbox, deaths.

Everything here belongs to one asyncio loop and is called from its thread alone. Nothing here
loads llama.cpp.
"""
