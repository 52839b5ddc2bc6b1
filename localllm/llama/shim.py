"""The C ABI of native/shim/localllm_shim.h, declared for ctypes.

One table holds every prototype. A `char *` that the caller must free is declared `c_void_p`: ctypes
turns `c_char_p` results into bytes and loses the address. Calls release the GIL.
"""

from __future__ import annotations

import ctypes
import re
import sys
from ctypes import POINTER, c_bool, c_char_p, c_int32, c_int64, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any

from localllm import errors

ABI_VERSION = 3

_int32_p = _array_p = c_void_p  # numpy hands over plain addresses

_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "shim_last_error": (c_char_p, []),
    "shim_free": (None, [c_void_p]),
    "shim_build_info": (c_void_p, []),
    "shim_templates_init": (c_void_p, [c_void_p, c_char_p, c_char_p, c_char_p]),
    "shim_templates_free": (None, [c_void_p]),
    "shim_templates_info": (c_void_p, [c_void_p]),
    "shim_templates_apply": (c_void_p, [c_void_p, c_char_p]),
    "shim_parser_init": (c_void_p, [c_char_p, c_bool, c_char_p]),
    "shim_parser_free": (None, [c_void_p]),
    "shim_parser_parse": (c_void_p, [c_void_p, c_char_p, c_bool]),
    "shim_json_schema_to_grammar": (c_void_p, [c_char_p]),
    "shim_grammar_check": (c_void_p, [c_char_p]),
    "shim_sampler_init": (c_void_p, [c_void_p, c_char_p]),
    "shim_sampler_free": (None, [c_void_p]),
    "shim_sampler_seed": (c_uint32, [c_void_p]),
    "shim_sampler_accept_prompt": (c_int32, [c_void_p, _int32_p, c_int32]),
    "shim_sample": (c_int32, [c_void_p, POINTER(c_void_p), _int32_p, c_int32, _int32_p]),
    "shim_memory_breakdown": (c_void_p, [c_void_p]),
    "shim_imatrix_new": (c_void_p, [c_bool]),
    "shim_imatrix_free": (None, [c_void_p]),
    "shim_imatrix_callback": (c_bool, [c_void_p, c_bool, c_void_p]),
    "shim_imatrix_size": (c_int32, [c_void_p]),
    "shim_imatrix_entry": (c_int32, [c_void_p, c_int32, c_void_p]),
    "shim_score_rows": (c_int32, [_array_p, _int32_p, c_int32, c_int32, c_int32, _array_p]),
    "shim_compare_rows": (
        c_int32,
        [_array_p, _array_p, _int32_p, c_int32, c_int32, c_int32, c_bool, _array_p],
    ),
    "shim_compare_tensors": (
        c_int32,
        [c_int32, c_void_p, c_uint64, c_int32, c_void_p, c_uint64, c_int64, c_int32, c_void_p],
    ),
    "shim_abort_new": (c_void_p, []),
    "shim_abort_free": (None, [c_void_p]),
    "shim_abort_set": (None, [c_void_p, c_bool]),
    "shim_abort_callback": (c_bool, [c_void_p]),
}


# What llama.cpp wraps around the words that matter: its own stages, and a template's source.
_STAGES = re.compile(
    r"Unable to generate parser for this template\. Automatic parser generation failed: "
    r"|JSON schema conversion failed:\s*"
)
_TEMPLATE_TRACE = re.compile(
    r"\s*-+\s*While executing .*?\^\s+Error: (?:Jinja Exception: )?", re.DOTALL
)


class ShimError(Exception):
    """A shim function failed; the message is its own sentence. Callers turn it into `errors`."""

    def __init__(self, words: str) -> None:
        super().__init__(_TEMPLATE_TRACE.sub("", _STAGES.sub("", words)).strip())


class Shim:
    """The loaded shim. `lib` has every function under its C name, with prototypes."""

    def __init__(self, path: Path) -> None:
        """Loads it. Raises EngineError where it is missing, NativeMismatch for another ABI."""
        try:
            self.lib = ctypes.CDLL(str(path))
        except OSError as error:
            raise errors.EngineError(
                f"The native library {path.name} cannot be loaded from {path.parent}: {error}. "
                "Install localllm again, or point LOCALLLM_NATIVE_DIR at a complete native build.",
                path=str(path),
            ) from error
        check_abi(int(self.lib.shim_abi_version()))
        for name, (result, arguments) in _PROTOTYPES.items():
            function = getattr(self.lib, name)
            function.restype = result
            function.argtypes = arguments

    def last_error(self) -> str:
        """What went wrong in this thread's last failing call."""
        return (self.lib.shim_last_error() or b"").decode("utf-8", "replace")

    def take(self, address: int | None) -> bytes:
        """The text that a function returned, copied and given back; raises ShimError for NULL."""
        if not address:
            raise ShimError(self.last_error())
        try:
            return ctypes.string_at(address)
        finally:
            self.lib.shim_free(address)

    def handle(self, address: int | None) -> int:
        """An object that a function returned; raises ShimError for NULL."""
        if not address:
            raise ShimError(self.last_error())
        return address


def check_abi(found: int) -> None:
    """Raises NativeMismatch unless the library speaks the ABI these prototypes are written for."""
    if found != ABI_VERSION:
        raise errors.NativeMismatch(
            f"The native libraries speak version {found} of the shim's ABI, but this localllm "
            f"needs version {ABI_VERSION}: they come from different releases. Install localllm "
            "and localllm-native together, or build native/ again.",
            found=found,
            expected=ABI_VERSION,
        )


def library_name(base: str) -> str:
    """The file name of a shared library on this platform: `llama` -> libllama.so."""
    if sys.platform == "win32":
        return f"{base}.dll"
    return f"lib{base}.dylib" if sys.platform == "darwin" else f"lib{base}.so"


def c_text(text: str) -> bytes:
    """UTF-8 for a `const char *`: NUL, which would end it early, becomes U+FFFD, and a lone
    surrogate, which has no UTF-8, a question mark."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace")
