"""The only ctypes room: llama.cpp and our shim, thin and typed. Lives in child processes alone."""
