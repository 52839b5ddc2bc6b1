"""The quantizations there are: llama.cpp's own mixtures, by the names people know them by.

`QUANT_OPTIONS` of tools/quantize/quantize.cpp, in the order of size. A recipe is not one type for
all: Q4_K_M keeps the tensors that suffer most in Q6_K, and so on (src/llama-quant.cpp).
"""

from __future__ import annotations

import difflib

import msgspec

from localllm.errors import BadRequest
from localllm.models.header.ggml_types import TYPES


class Recipe(msgspec.Struct, frozen=True):
    """`ftype` is enum llama_ftype. `bits` a weight are those of Llama 3 8B, all tensors counted:
    the smaller a model, the larger the share of its embeddings, and they get more. `needs_imatrix`:
    without an importance matrix it is garbage, and refused. COPY has neither type nor bits."""

    name: str
    ftype: int
    bits: float
    description: str
    needs_imatrix: bool = False


RECIPES: tuple[Recipe, ...] = (
    Recipe("COPY", 0, 0.0, "The tensors as they are; joins a model in parts."),
    Recipe("F32", 0, 32.0, "Full precision; of no use but for tests."),
    Recipe("BF16", 32, 16.0, "As most models are published."),
    Recipe("F16", 1, 16.0, "Half precision; as good as the original."),
    Recipe("Q8_0", 7, 8.5, "Next to no loss; twice the size of Q4_K_M."),
    Recipe("Q6_K", 18, 6.56, "Very small loss."),
    Recipe("Q5_1", 9, 6.04, "Older; Q5_K_M is smaller and better."),
    Recipe("Q5_K_M", 17, 5.7, "Small loss; where memory is no worry."),
    Recipe("Q5_K_S", 16, 5.57, "Small loss."),
    Recipe("Q5_0", 8, 5.57, "Older; Q5_K_S is better."),
    Recipe("Q4_1", 3, 5.1, "Older; for rows that are no multiple of 256."),
    Recipe("Q4_K_M", 15, 4.89, "The usual choice: small, and hardly worse to read."),
    Recipe("IQ4_NL", 25, 4.68, "Four bits on a curve; also for rows that are no multiple of 256."),
    Recipe("Q4_K_S", 14, 4.67, "A little smaller than Q4_K_M."),
    Recipe("Q4_0", 2, 4.64, "Older; quick on some processors."),
    Recipe("IQ4_XS", 30, 4.46, "As good as Q4_K_S and smaller; slower on old processors."),
    Recipe("Q3_K_L", 13, 4.3, "Visible loss."),
    Recipe("Q3_K_M", 12, 4.0, "Visible loss."),
    Recipe("IQ3_M", 27, 3.76, "Better than Q3_K_S; an importance matrix helps much."),
    Recipe("IQ3_S", 26, 3.66, "Better than Q3_K_S at its size."),
    Recipe("Q3_K_S", 11, 3.64, "High loss."),
    Recipe("IQ3_XS", 22, 3.5, "High loss.", needs_imatrix=True),
    Recipe("IQ3_XXS", 23, 3.37, "High loss.", needs_imatrix=True),
    Recipe("Q2_K", 10, 3.16, "Very high loss."),
    Recipe("Q2_K_S", 21, 2.97, "Very high loss.", needs_imatrix=True),
    Recipe("IQ2_M", 29, 2.93, "Very high loss.", needs_imatrix=True),
    Recipe("IQ2_S", 28, 2.74, "Very high loss.", needs_imatrix=True),
    Recipe("Q2_0", 41, 2.68, "For models that were trained for two bits."),
    Recipe("IQ2_XS", 20, 2.59, "Extreme; large models only.", needs_imatrix=True),
    Recipe("TQ2_0", 37, 2.52, "For models that were trained with three values (BitNet)."),
    Recipe("IQ2_XXS", 19, 2.38, "Extreme; large models only.", needs_imatrix=True),
    Recipe("TQ1_0", 36, 2.19, "As TQ2_0, smaller and slower."),
    Recipe("IQ1_M", 31, 2.15, "Extreme; very large models only.", needs_imatrix=True),
    Recipe("IQ1_S", 24, 2.0, "Extreme; very large models only.", needs_imatrix=True),
    Recipe("Q1_0", 40, 1.48, "For models that were trained for one bit."),
    Recipe("MXFP4_MOE", 38, 8.5, "Experts in four-bit floats, the rest in Q8_0: for mixtures."),
)
ALIASES = {"Q3_K": "Q3_K_M", "Q4_K": "Q4_K_M", "Q5_K": "Q5_K_M"}

_BY_NAME = {recipe.name: recipe for recipe in RECIPES}
# What ggml can turn rows into (ggml_quantize_chunk), by the names that --tensor takes.
TENSOR_TYPES: dict[str, int] = {
    kind.name.lower(): type_id
    for type_id, kind in TYPES.items()
    if kind.name not in ("Q8_1", "Q8_K", "I8", "I16", "I32", "I64", "F64")
}


def find_recipe(name: str) -> Recipe:
    """By name, whatever its case. BadRequest says which there are, or which is meant."""
    wanted = name.strip().upper()
    recipe = _BY_NAME.get(ALIASES.get(wanted, wanted))
    if recipe is not None:
        return recipe
    near = difflib.get_close_matches(wanted, _BY_NAME, n=2, cutoff=0.6)
    hint = f"did you mean {' or '.join(near)}?" if near else "Q4_K_M is the usual choice"
    raise BadRequest(
        f"There is no quantization {name!r}: {hint} `localllm quantize --list` shows all",
        param="type",
    )


def find_tensor_type(name: str) -> int:
    """The ggml type by name, whatever its case. BadRequest says which there are."""
    type_id = TENSOR_TYPES.get(name.strip().lower())
    if type_id is None:
        raise BadRequest(
            f"There is no type {name!r} for a tensor; there are {', '.join(TENSOR_TYPES)}",
            param="tensor",
        )
    return type_id


def imatrix_missing(tensor: str, type_id: int, recipe: Recipe) -> bool:
    """Whether this tensor in this type is garbage without an importance matrix.

    `tensor_requires_imatrix` of src/llama-quant.cpp, and what ggml itself cannot do without: there
    it ends the process.
    """
    name = TYPES[type_id].name
    if name in ("IQ1_S", "IQ2_XXS", "IQ2_XS"):
        return True
    if tensor in ("token_embd.weight", "per_layer_token_embd.weight", "output.weight"):
        return False
    return name in ("IQ1_M", "IQ2_S", "IQ3_XXS") or (name == "Q2_K" and recipe.name == "Q2_K_S")
