"""A loaded model: its weights, its vocabulary and what its file says about itself.

One thread opens and closes it; everything in between only reads and may come from any thread.
"""

from __future__ import annotations

import ctypes
import os
import re
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from localllm import errors
from localllm.llama import lib, load_errors
from localllm.llama.vocab import Vocab

# Decoders that need an encoder's output or another model's (llama_model_has_encoder).
_NOT_ALONE = frozenset({"t5", "eagle3", "dflash"})

_USING_DEVICE = re.compile(r"using device (\S+) \(")


class _Closable(Protocol):
    def close(self) -> None: ...


class Model:
    """Made by `Model.open`. `handle` is the address of the llama_model, for this room only."""

    def __init__(self, native: lib.Native, handle: int, path: Path, gpus: tuple[str, ...]) -> None:
        self._llama = native.llama
        self._dependents: weakref.WeakSet[_Closable] = weakref.WeakSet()
        self._free = weakref.finalize(self, native.llama.llama_model_free, handle)
        self.native = native
        self.handle = handle
        self.path = path
        self.devices = gpus or ("CPU",)
        self.vocab = Vocab(native.llama, native.llama.llama_model_get_vocab(handle))
        self.architecture = self.metadata("general.architecture") or "unknown"
        self.name = self.metadata("general.name") or path.stem

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        gpu_layers: int = -1,
        progress: Callable[[float], bool] | None = None,
        weights: bool = True,
    ) -> Self:
        """Loads a GGUF file (the first part, of a split one).

        `gpu_layers` -1 puts all layers on a GPU, where there is one. `progress` is called with
        0..1 on the calling thread; False stops the load. Without `weights` only the header is read
        and nothing is allocated: what the model would take can be asked, nothing computed. Raises
        ModelNotFound, or of ModelError:
        NotAModel, ModelTruncated, ModelUnsupported, ModelTooLarge, or itself for what is left, a
        stopped load among it.
        """
        native = lib.load()
        path = Path(path)
        load_errors.check_file(path)
        hook = _Progress(progress)
        params = _params(native, gpu_layers, hook, weights)
        with native.log.capture() as captured:
            handle = native.llama.llama_model_load_from_file(os.fsencode(path), params)
        if hook.raised is not None:
            raise hook.raised
        if not handle:
            if hook.stopped:
                raise errors.ModelError(f"Loading {path.name} was stopped.", path=str(path))
            raise load_errors.explain_model(path, captured.errors)
        gpus = _USING_DEVICE.findall("\n".join(captured.lines)) if gpu_layers else []
        return cls(native, handle, path, tuple(gpus))

    def metadata(self, key: str) -> str | None:
        """A value of the GGUF header as llama.cpp prints it; None where absent or an array."""
        function, name = self._llama.llama_model_meta_val_str, key.encode()
        size = function(self.handle, name, None, 0)
        if size < 0:
            return None
        buffer = ctypes.create_string_buffer(size + 1)
        function(self.handle, name, buffer, size + 1)
        return buffer.raw[:size].decode("utf-8", "replace")

    @property
    def description(self) -> str:
        """Architecture, size class and quantization in llama.cpp's words: "llama 135M Q4_1"."""
        buffer = ctypes.create_string_buffer(256)
        self._llama.llama_model_desc(self.handle, buffer, len(buffer))
        return buffer.value.decode("utf-8", "replace")

    @property
    def n_params(self) -> int:
        return int(self._llama.llama_model_n_params(self.handle))

    @property
    def size_bytes(self) -> int:
        """All tensors together."""
        return int(self._llama.llama_model_size(self.handle))

    @property
    def context_train(self) -> int:
        """Tokens of context that the model was trained for."""
        return int(self._llama.llama_model_n_ctx_train(self.handle))

    @property
    def swa_window(self) -> int:
        """Tokens that the sliding-window layers look back; 0 where every layer sees all."""
        return int(self._llama.llama_model_n_swa(self.handle))

    @property
    def is_recurrent(self) -> bool:
        """State instead of cells (Mamba, RWKV): a sequence cannot be cut, only restored."""
        return bool(self._llama.llama_model_is_recurrent(self.handle))

    @property
    def is_hybrid(self) -> bool:
        """Attention and recurrent layers mixed; as limited as a recurrent one."""
        return bool(self._llama.llama_model_is_hybrid(self.handle))

    @property
    def has_decoder(self) -> bool:
        """False for encoders, which embed text and do not generate."""
        return bool(self._llama.llama_model_has_decoder(self.handle))

    def require_generation(self) -> None:
        """Raises ModelUnsupported for a model that predicts no next token by itself."""
        causal = self.metadata(f"{self.architecture}.attention.causal")
        if self.has_decoder and causal != "false" and self.architecture not in _NOT_ALONE:
            return
        raise errors.ModelUnsupported(
            f"{self.name} ({self.architecture}) does not write text by itself: it makes "
            "embeddings, or works beside another model. Choose a model that generates text.",
            architecture=self.architecture,
        )

    @property
    def chat_template(self) -> str | None:
        """The Jinja source in the file, None where it has none."""
        found = self._llama.llama_model_chat_template(self.handle, None)
        return None if found is None else str(found.decode("utf-8", "replace"))

    def own(self, dependent: _Closable) -> None:
        """Has something that points into this model closed before it."""
        self._dependents.add(dependent)

    def close(self) -> None:
        """Frees the weights, after every context and sampler made of them. Twice is fine."""
        for dependent in list(self._dependents):
            dependent.close()
        self._free()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class _Progress:
    """The load's callback: an exception cannot cross C, so it stops the load and waits here."""

    def __init__(self, report: Callable[[float], bool] | None) -> None:
        self.report = report
        self.raised: BaseException | None = None
        self.stopped = False

    def __call__(self, fraction: float, _user_data: object) -> bool:
        assert self.report is not None
        try:
            go_on = self.report(fraction)
        except BaseException as error:
            self.raised = error
            return False
        self.stopped = not go_on
        return go_on


def _params(native: lib.Native, gpu_layers: int, hook: _Progress, weights: bool) -> Any:
    llama = native.llama
    params = llama.llama_model_default_params()
    params.n_gpu_layers = gpu_layers
    if native.backends.gpus is not None:
        params.kept_devices = _device_list(native.backends.gpus)
        params.devices = ctypes.addressof(params.kept_devices)
    if not weights:
        params.no_alloc, params.load_mode = True, llama.LLAMA_LOAD_MODE_NONE
    if hook.report is not None:
        # The structure keeps the callback object alive (ctypes `_objects`) as long as it lives.
        params.progress_callback = llama.llama_progress_callback(hook)
    return params


def _device_list(devices: Sequence[int]) -> Any:
    """A NULL-terminated array of ggml_backend_dev_t."""
    return (ctypes.c_void_p * (len(devices) + 1))(*devices, None)
