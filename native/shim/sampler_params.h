// What a sampler is told in JSON, with bounds on what llama.cpp would take at its word.
#pragma once

#include "internal.h"

#include "common.h"

#include <vector>

namespace shim {

// The fields of llama.cpp's sampling parameters that are there; the others stay as they are.
// Throws Error for a value that is out of range.
void read_sampling(const json & in, common_params_sampling & params);

// logit_bias, with the tokens that the model suppresses and, for ignore_eos, all that end.
std::vector<llama_logit_bias> read_biases(const json & in, const llama_vocab * vocab);

}  // namespace shim
