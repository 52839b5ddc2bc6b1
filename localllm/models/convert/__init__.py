"""A folder as the model hub keeps it (config, safetensors, tokenizer) becomes a GGUF file.

    folder -> Checkpoint   which files there are, what their headers say; refusals
    Checkpoint -> Architecture   names, shapes and hyperparameters of one family
    Architecture -> Plan   every output tensor with its type, the header, the exact size
    Plan -> file           a chunk of rows at a time, under a temporary name

Without torch and without the model's own code. The reference is llama.cpp's converter
(`convert_hf_to_gguf.py` and `conversion/` of the pinned source): tensors bit for bit, the same
metadata. docs/adr/0011-convert.md says how that is held.
"""
