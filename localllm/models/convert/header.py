"""The part of a GGUF file before the tensors' data, made in memory: so its size is known before.

gguf.GGUFWriter collects the metadata and lays it out; here it writes to memory instead of a file.
"""

from __future__ import annotations

import io
import struct
from pathlib import Path
from typing import Any

import gguf
from gguf.gguf_writer import GGUFValue, WriterState

from localllm.errors import ModelError


class HeaderWriter(gguf.GGUFWriter):
    """Takes metadata by its `add_*` methods and tensors by `add_tensor_info`; then `header`."""

    def __init__(self, arch: str) -> None:
        super().__init__(None, arch)

    def open_output_file(self, path: Path | None = None) -> None:
        memory: Any = io.BytesIO()
        self.fout = [memory]
        self.state = WriterState.EMPTY

    def add_key_value(
        self, key: str, val: Any, vtype: gguf.GGUFValueType, sub_type: Any = None
    ) -> None:
        """A later value takes the place of an earlier one, which families rely on."""
        self.kv_data[0][key] = GGUFValue(value=val, type=vtype, sub_type=sub_type)

    def header(self) -> bytes:
        """All before the first tensor's data, padded. ModelError if a value has no place in it."""
        try:
            self.write_header_to_file()
            self.write_kv_data_to_file()
            self.write_ti_data_to_file()
        except (struct.error, UnicodeEncodeError, TypeError, ValueError, OverflowError) as error:
            raise ModelError(
                f"A value of the model's config has no place in GGUF: {error}"
            ) from error
        assert self.fout is not None
        raw: bytes = self.fout[0].getvalue()  # type: ignore[attr-defined]
        return raw + bytes(self.ggml_pad(len(raw), self.data_alignment) - len(raw))
