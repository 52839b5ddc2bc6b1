"""What `localllm chat` is made of.

    chat.py (the verb) -> oneshot | interactive -> answer (one request) -> view (what is drawn)
                                    |-> session (the conversation), commands, editor (the keys)

All of it runs on the runtime's loop, on the main thread.
"""
