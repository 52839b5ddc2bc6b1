#include "sampler_params.h"

#include <climits>
#include <cmath>

namespace shim {

namespace {

constexpr double ANY         = 3e38;
constexpr int    MAX_HISTORY = 1 << 20;  // tokens; llama.cpp allocates them at once

void read_numbers(const json & in, common_params_sampling & p) {
    p.temp               = number_or(in, "temp", p.temp, -ANY, ANY);
    p.top_k              = number_or(in, "top_k", p.top_k, INT_MIN, INT_MAX);
    p.top_p              = number_or(in, "top_p", p.top_p, 0, 1);
    p.min_p              = number_or(in, "min_p", p.min_p, 0, 1);
    p.typ_p              = number_or(in, "typ_p", p.typ_p, 0, ANY);
    p.min_keep           = number_or(in, "min_keep", p.min_keep, 0, INT_MAX);
    p.top_n_sigma        = number_or(in, "top_n_sigma", p.top_n_sigma, -ANY, ANY);
    p.xtc_probability    = number_or(in, "xtc_probability", p.xtc_probability, 0, 1);
    p.xtc_threshold      = number_or(in, "xtc_threshold", p.xtc_threshold, 0, 1);
    p.dynatemp_range     = number_or(in, "dynatemp_range", p.dynatemp_range, 0, ANY);
    p.dynatemp_exponent  = number_or(in, "dynatemp_exponent", p.dynatemp_exponent, -ANY, ANY);
    p.penalty_last_n     = number_or(in, "penalty_last_n", p.penalty_last_n, 0, MAX_HISTORY);
    p.penalty_repeat     = number_or(in, "penalty_repeat", p.penalty_repeat, 1e-30, 1e30);
    p.penalty_freq       = number_or(in, "penalty_freq", p.penalty_freq, -ANY, ANY);
    p.penalty_present    = number_or(in, "penalty_present", p.penalty_present, -ANY, ANY);
    p.dry_multiplier     = number_or(in, "dry_multiplier", p.dry_multiplier, -ANY, ANY);
    p.dry_base           = number_or(in, "dry_base", p.dry_base, 0, ANY);
    p.dry_allowed_length = number_or(in, "dry_allowed_length", p.dry_allowed_length, 0, INT_MAX);
    p.dry_penalty_last_n = number_or(in, "dry_penalty_last_n", p.dry_penalty_last_n, 0, MAX_HISTORY);
    p.mirostat           = number_or(in, "mirostat", p.mirostat, 0, 2);
    p.mirostat_tau       = number_or(in, "mirostat_tau", p.mirostat_tau, 0, ANY);
    p.mirostat_eta       = number_or(in, "mirostat_eta", p.mirostat_eta, 0, ANY);
    const double seed    = number_or(in, "seed", -1.0, -1, UINT32_MAX);
    p.seed               = seed < 0 ? LLAMA_DEFAULT_SEED : static_cast<uint32_t>(seed);
}

void read_texts(const json & in, common_params_sampling & p) {
    p.dry_sequence_breakers   = value_or(in, "dry_sequence_breakers", p.dry_sequence_breakers);
    p.generation_prompt       = value_or<std::string>(in, "generation_prompt", "");
    p.grammar_lazy            = value_or(in, "grammar_lazy", false);
    p.reasoning_budget_tokens = number_or(in, "reasoning_budget", -1, -1, INT_MAX);
}

// [token, bias] pairs; `false` for a bias bans the token. Tokens outside the vocabulary are ignored, as
// llama-server does.
std::vector<llama_logit_bias> wished_biases(const json & pairs, int n_vocab) {
    std::vector<llama_logit_bias> biases;
    for (const auto & pair : pairs) {
        if (!pair.is_array() || pair.size() != 2) {
            throw Error("logit_bias must be a list of [token, bias]");
        }
        const double token = pair.at(0).get<double>();
        const bool   ban   = pair.at(1).is_boolean() && !pair.at(1).get<bool>();
        const double bias  = ban ? -INFINITY : pair.at(1).get<double>();
        if (std::isnan(bias) || bias > ANY) {
            throw Error("logit_bias: a bias must be below 3e38");
        }
        if (token >= 0 && token < n_vocab) {
            biases.push_back({ static_cast<llama_token>(token), static_cast<float>(bias) });
        }
    }
    return biases;
}

}  // namespace

void read_sampling(const json & in, common_params_sampling & params) {
    read_numbers(in, params);
    read_texts(in, params);
}

std::vector<llama_logit_bias> read_biases(const json & in, const llama_vocab * vocab) {
    const int n_vocab = llama_vocab_n_tokens(vocab);
    auto      biases  = wished_biases(value_or(in, "logit_bias", json::array()), n_vocab);

    int32_t             n_suppressed = 0;
    const llama_token * suppressed   = llama_vocab_get_suppress_tokens(vocab, &n_suppressed);
    for (int32_t i = 0; i < n_suppressed; i++) {
        biases.push_back({ suppressed[i], -INFINITY });
    }
    const bool ignore_eos = value_or(in, "ignore_eos", false);
    for (llama_token token = 0; ignore_eos && token < n_vocab; token++) {
        if (llama_vocab_is_eog(vocab, token)) {
            biases.push_back({ token, -INFINITY });
        }
    }
    return biases;
}

}  // namespace shim
