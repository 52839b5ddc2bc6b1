"""Model files: what they are, where they lie, how they get here. Knows no engine and no HTTP face.

    header/         what a GGUF says, here or afar; the card, what it can do, whether it is whole
    memory/         what it takes when loaded, and whether that fits
    hub/            names, search, choices of a repository, plans to fetch, the token
    fetch/          carries plans out: connections, what is there already, the queue
    quantization/   recipes and importance matrices
    convert/        a folder of safetensors to GGUF, a file a family
    store           what is installed; finding, scan, watching, removal, naming beside it; peers and
                    ollama know what other programs keep here
    temporary       files that are still being written, of everybody who writes models

Everything here may be called from any thread; nothing keeps a file open.
"""
