// Sampling as llama.cpp's common_sampler does it, with the grammar held apart so that what would
// abort the process there becomes the failure of one row here.
//
//   candidates -> reasoning budget -> chain (penalties ... dist) -> the grammar allows it? -> token
//                                                                 -> else again, masked first
#include "grammar.h"
#include "internal.h"
#include "sampler_params.h"

#include "llama-cpp.h"
#include "reasoning-budget.h"
#include "sampling.h"

#include <algorithm>
#include <cctype>
#include <climits>
#include <cmath>
#include <memory>

using shim::Error;
using shim::json;

struct shim_sampler {
    const llama_vocab *            vocab;
    common_params_sampling         params;
    common_sampler_ptr             chain;
    std::unique_ptr<shim::Grammar> grammar;
    llama_sampler_ptr              reasoning;
    std::vector<llama_logit_bias>  biases;
    std::vector<llama_token_data>  candidates;
    std::string                    failure;  // set once its state is lost; every later row fails with it
};

namespace {

common_grammar_trigger read_trigger(const json & in, const llama_vocab * vocab) {
    common_grammar_trigger trigger;
    const int              type = shim::number_or(in, "type", -1, 0, COMMON_GRAMMAR_TRIGGER_TYPE_PATTERN_FULL);
    trigger.type                = static_cast<common_grammar_trigger_type>(type);
    trigger.value               = shim::value_or<std::string>(in, "value", "");
    trigger.token               = shim::value_or(in, "token", LLAMA_TOKEN_NULL);
    if (trigger.type == COMMON_GRAMMAR_TRIGGER_TYPE_WORD) {
        const auto tokens = common_tokenize(vocab, trigger.value, false, true);
        if (tokens.size() == 1) {
            trigger.type  = COMMON_GRAMMAR_TRIGGER_TYPE_TOKEN;
            trigger.token = tokens[0];
        }
    }
    return trigger;
}

// What the template has put at the end of the prompt, as tokens. Some tokenizers add a space
// before a first special token; it is no part of the text.
std::vector<llama_token> prefill_tokens(const llama_vocab * vocab, const std::string & text) {
    auto tokens = common_tokenize(vocab, text, false, true);
    if (!tokens.empty()) {
        const std::string piece = common_token_to_piece(vocab, tokens[0], true);
        if (!piece.empty() && std::isspace(static_cast<unsigned char>(piece[0])) &&
            !std::isspace(static_cast<unsigned char>(text[0]))) {
            tokens.erase(tokens.begin());
        }
    }
    return tokens;
}

std::unique_ptr<shim::Grammar> read_grammar(const json & in, const shim_sampler & sampler) {
    const auto text = shim::value_or<std::string>(in, "grammar", "");
    if (text.empty()) {
        return nullptr;
    }
    std::vector<common_grammar_trigger> triggers;
    if (sampler.params.grammar_lazy) {
        const json listed = shim::value_or(in, "grammar_triggers", json::array());
        for (const auto & trigger : listed) {
            triggers.push_back(read_trigger(trigger, sampler.vocab));
        }
        if (triggers.empty()) {
            throw Error("a lazy grammar needs triggers");
        }
    }
    auto       grammar = std::make_unique<shim::Grammar>(sampler.vocab, text, triggers);
    const auto type    = shim::value_or<std::string>(in, "grammar_type", "user");
    if (!sampler.params.grammar_lazy && (type == "output_format" || type == "tool_calls")) {
        for (const llama_token token : prefill_tokens(sampler.vocab, sampler.params.generation_prompt)) {
            grammar->accept(token);
        }
    }
    return grammar;
}

// Needed for a budget, and to keep a lazy grammar still while the model thinks.
llama_sampler_ptr read_reasoning(const json & in, const shim_sampler & sampler) {
    const auto & p     = sampler.params;
    const auto   start = common_tokenize(sampler.vocab, shim::value_or<std::string>(in, "thinking_start", ""), false, true);
    std::vector<llama_tokens> ends;
    for (const auto & end : shim::value_or(in, "thinking_ends", std::vector<std::string>())) {
        if (!end.empty()) {
            ends.push_back(common_tokenize(sampler.vocab, end, false, true));
        }
    }
    if (start.empty() || ends.empty() || !(p.grammar_lazy || p.reasoning_budget_tokens >= 0)) {
        return nullptr;
    }
    const auto message = shim::value_or<std::string>(in, "reasoning_budget_message", "");
    auto       forced  = common_tokenize(sampler.vocab, message, false, true);
    forced.insert(forced.end(), ends.front().begin(), ends.front().end());
    const int32_t     budget = p.reasoning_budget_tokens < 0 ? INT_MAX : p.reasoning_budget_tokens;
    llama_sampler_ptr reasoning(common_reasoning_budget_init(sampler.vocab, { start }, ends, forced, budget));
    for (const llama_token token : prefill_tokens(sampler.vocab, p.generation_prompt)) {
        llama_sampler_accept(reasoning.get(), token);
    }
    return reasoning;
}

std::unique_ptr<shim_sampler> build(const llama_model * model, const json & in) {
    auto sampler     = std::make_unique<shim_sampler>();
    sampler->vocab   = llama_model_get_vocab(model);
    auto & p         = sampler->params;
    p.no_perf        = true;
    shim::read_sampling(in, p);
    sampler->biases    = shim::read_biases(in, sampler->vocab);
    sampler->grammar   = read_grammar(in, *sampler);
    sampler->reasoning = read_reasoning(in, *sampler);

    auto plain = p;  // grammar, budget and biases are ours; the chain has the rest
    plain.generation_prompt.clear();
    plain.grammar_lazy = false;
    sampler->chain.reset(common_sampler_init(model, plain));
    if (!sampler->chain) {
        throw Error("the sampler could not be made");
    }
    return sampler;
}

void require_choice(const llama_token_data_array & candidates, const char * otherwise) {
    bool possible = false;
    for (size_t i = 0; i < candidates.size; i++) {
        const float logit = candidates.data[i].logit;
        if (std::isnan(logit)) {
            throw Error("the model returned logits that are not numbers");
        }
        possible = possible || logit > -INFINITY;
    }
    if (!possible) {
        throw Error(otherwise);
    }
}

llama_token_data_array candidates_of(shim_sampler & sampler, const float * logits) {
    auto & candidates = sampler.candidates;
    candidates.resize(llama_vocab_n_tokens(sampler.vocab));
    for (size_t i = 0; i < candidates.size(); i++) {
        candidates[i] = { static_cast<llama_token>(i), logits[i], 0.0f };
    }
    for (const auto & bias : sampler.biases) {
        candidates[bias.token].logit += bias.bias;
    }
    llama_token_data_array all = { candidates.data(), candidates.size(), -1, false };
    require_choice(all, "logit_bias leaves no token to choose");
    if (sampler.reasoning) {
        llama_sampler_apply(sampler.reasoning.get(), &all);
    }
    return all;
}

llama_token choose(shim_sampler & sampler, llama_token_data_array & candidates) {
    llama_sampler_apply(common_sampler_get(sampler.chain.get()), &candidates);
    const int64_t selected = candidates.selected;
    if (selected < 0 || selected >= static_cast<int64_t>(candidates.size) ||
        !(candidates.data[selected].logit > -INFINITY)) {
        throw Error("the sampling parameters leave no token to choose");
    }
    return candidates.data[selected].id;
}

// A lazy grammar rests while the model thinks.
bool grammar_applies(const shim_sampler & sampler) {
    if (!sampler.grammar) {
        return false;
    }
    if (!sampler.reasoning || !sampler.params.grammar_lazy) {
        return true;
    }
    const auto state = common_reasoning_budget_get_state(sampler.reasoning.get());
    return state == REASONING_BUDGET_IDLE || state == REASONING_BUDGET_DONE;
}

llama_token sample(shim_sampler & sampler, const float * logits) {
    auto              candidates = candidates_of(sampler, logits);
    const llama_token free       = choose(sampler, candidates);
    if (!grammar_applies(sampler) || sampler.grammar->allows(free)) {
        return free;
    }
    candidates = candidates_of(sampler, logits);
    sampler.grammar->mask(&candidates);
    require_choice(candidates, "the grammar allows no token here");
    return choose(sampler, candidates);
}

void accept(shim_sampler & sampler, llama_token token) {
    const bool applied = grammar_applies(sampler);
    if (sampler.reasoning) {
        llama_sampler_accept(sampler.reasoning.get(), token);
        const auto * end = common_reasoning_budget_get_end_match(sampler.reasoning.get());
        if (sampler.grammar && !applied && end != nullptr && grammar_applies(sampler)) {
            for (const llama_token end_token : *end) {  // the end of thinking may hold a trigger
                sampler.grammar->accept(end_token);
            }
        }
    }
    if (applied) {
        sampler.grammar->accept(token);
    }
    common_sampler_accept(sampler.chain.get(), token, /* is_generated= */ true);
}

llama_token sample_row(llama_context * ctx, shim_sampler & sampler, int32_t idx) {
    if (!sampler.failure.empty()) {
        throw Error(sampler.failure);
    }
    const float * logits = llama_get_logits_ith(ctx, idx);
    if (logits == nullptr) {
        throw Error("the last decode gave no logits at index " + std::to_string(idx));
    }
    const llama_token token = sample(sampler, logits);
    try {
        accept(sampler, token);
    } catch (const std::exception & error) {
        sampler.failure = error.what();
        throw;
    }
    return token;
}

}  // namespace

shim_sampler * shim_sampler_init(const llama_model * model, const char * params) {
    return shim::guarded<shim_sampler *>(nullptr, [&] {
        return build(model, shim::parse_json(params, "the sampling parameters")).release();
    });
}

void shim_sampler_free(shim_sampler * sampler) {
    delete sampler;
}

uint32_t shim_sampler_seed(const shim_sampler * sampler) {
    return common_sampler_get_seed(sampler->chain.get());
}

int32_t shim_sampler_accept_prompt(shim_sampler * sampler, const llama_token * tokens, int32_t n) {
    return shim::guarded<int32_t>(-1, [&] {
        const auto &  p       = sampler->params;
        const int32_t history = std::max({ p.penalty_last_n, p.dry_penalty_last_n, p.n_prev });
        for (int32_t i = std::max(0, n - history); i < n; i++) {  // older tokens weigh on nothing
            common_sampler_accept(sampler->chain.get(), tokens[i], /* is_generated= */ false);
        }
        return 0;
    });
}

int32_t shim_sample(llama_context * ctx, shim_sampler * const * samplers, const int32_t * idx, int32_t n,
                    llama_token * tokens) {
    int32_t     failures = 0;
    std::string first;
    for (int32_t i = 0; i < n; i++) {
        tokens[i] = shim::guarded<llama_token>(-1, [&] { return sample_row(ctx, *samplers[i], idx[i]); });
        if (tokens[i] < 0 && failures++ == 0) {
            first = shim_last_error();
        }
    }
    if (failures > 0) {
        shim::set_error(first.c_str());
    }
    return failures;
}
