"""localllm: a desktop chat app, an OpenAI-compatible port and a command line for local LLMs."""

__version__ = "0.1.0"
