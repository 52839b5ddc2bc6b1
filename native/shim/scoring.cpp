// What a model's logits say of the tokens that came, and how far they are from another model's.
//
// The formulas are those of llama.cpp's tools/perplexity/perplexity.cpp; sums are in double.
#include "internal.h"

#include "rows.h"

#include <algorithm>
#include <cmath>

using shim::Error;

namespace {

struct Peak {
    float   logit = 0.0f;
    int32_t index = 0;
};

// The highest logit, the first of equals.
Peak peak_of(const float * logits, int32_t n) {
    float highest = logits[0];
    for (int32_t i = 1; i < n; i++) {
        highest = std::max(highest, logits[i]);
    }
    int32_t index = 0;
    while (index + 1 < n && !(logits[index] == highest)) {
        index++;
    }
    return { highest, index };
}

double log_sum_exp(const float * logits, int32_t n, float peak) {
    double sum = 0.0;
    for (int32_t i = 0; i < n; i++) {
        sum += expf(logits[i] - peak);
    }
    return std::log(sum);
}

double negative_log_likelihood(const float * logits, int32_t n, llama_token token) {
    const float peak = peak_of(logits, n).logit;
    return -(logits[token] - peak - log_sum_exp(logits, n, peak));
}

// The sum over all tokens of p_base (ln p_base - ln p), in one pass:
//   = sum e_base (base - logit) / sum e_base - (ln sum e^base - ln sum e^logit)
shim_divergence exact_divergence(const float * logits, const float * base, int32_t n, llama_token token) {
    const Peak peak = peak_of(logits, n), base_peak = peak_of(base, n);
    double     sum = 0.0, base_sum = 0.0, weighted = 0.0;
    for (int32_t i = 0; i < n; i++) {
        sum += expf(logits[i] - peak.logit);
        const float weight = expf(base[i] - base_peak.logit);
        if (!(weight <= 0.0f)) {  // 0 * infinity where both models exclude a token; NaN is to be seen
            base_sum += weight;
            weighted += weight * (static_cast<double>(base[i]) - logits[i]);
        }
    }
    const double norm = peak.logit + std::log(sum), base_norm = base_peak.logit + std::log(base_sum);
    const double nll = norm - logits[token], base_nll = base_norm - base[token];
    return { nll, base_nll, weighted / base_sum - base_norm + norm, std::exp(-nll) - std::exp(-base_nll),
             peak.index == base_peak.index ? 1.0 : 0.0 };
}

// A row of the base as llama-perplexity keeps it in its file: ln p in 65,536 steps, down to 16 below
// the highest.
class StoredRow {
public:
    StoredRow(const float * logits, int32_t n) : logits_(logits) {
        const float peak = peak_of(logits, n).logit;
        low_ = peak;
        for (int32_t i = 0; i < n; i++) {
            low_ = std::min(low_, logits[i]);
        }
        low_               = std::max(low_, peak - 16);
        const float norm   = static_cast<float>(log_sum_exp(logits, n, peak));
        low_log_p_         = low_ - peak - norm;
        step_              = (peak - low_) / 65535.0f;
        steps_of_a_logit_  = step_ > 0 ? 1 / step_ : 0;
    }

    float log_p(int32_t i) const {
        const float steps = logits_[i] > low_ ? steps_of_a_logit_ * (logits_[i] - low_) : 0;
        return step_ * nearest(steps) + low_log_p_;
    }

private:
    // Rounds as adding 1.5 * 2^23 does; plain arithmetic, so that the compiler can do several at once.
    static float nearest(float value) {
        constexpr float shift = 12582912.0f;
        return (value + shift) - shift;
    }

    const float * logits_;
    float         low_ = 0, low_log_p_ = 0, step_ = 0, steps_of_a_logit_ = 0;
};

// As llama-perplexity with a file of the base's logits, also in what is float and what is double.
shim_divergence stored_divergence(const float * logits, const float * base, int32_t n, llama_token token) {
    const StoredRow stored(base, n);
    const Peak      peak = peak_of(logits, n);
    const float     norm = peak.logit + static_cast<float>(log_sum_exp(logits, n, peak.logit));
    double          kld  = 0.0;
    Peak            base_peak = { stored.log_p(0), 0 };
    for (int32_t i = 0; i < n; i++) {
        const float log_p = stored.log_p(i);
        if (log_p > base_peak.logit) {
            base_peak = { log_p, i };
        }
        if (log_p > -16.0f) {
            kld += expf(log_p) * (log_p - logits[i] + norm);
        }
    }
    const float nll = norm - logits[token], base_nll = -stored.log_p(token);
    return { nll, base_nll, kld, expf(-nll) - expf(-base_nll), peak.index == base_peak.index ? 1.0 : 0.0 };
}

void require_tokens(const llama_token * tokens, int32_t n_rows, int32_t n_vocab) {
    for (int32_t i = 0; i < n_rows; i++) {
        if (tokens[i] < 0 || tokens[i] >= n_vocab) {
            throw Error("token " + std::to_string(tokens[i]) + " is outside the vocabulary of " + std::to_string(n_vocab));
        }
    }
}

}  // namespace

int32_t shim_score_rows(const float * logits, const llama_token * tokens, int32_t n_rows, int32_t n_vocab,
                        int32_t threads, double * nll) {
    return shim::guarded<int32_t>(-1, [&] {
        require_tokens(tokens, n_rows, n_vocab);
        shim::for_rows(n_rows, threads, [&](int64_t i) {
            nll[i] = negative_log_likelihood(logits + i * n_vocab, n_vocab, tokens[i]);
        });
        return 0;
    });
}

int32_t shim_compare_rows(const float * logits, const float * base, const llama_token * tokens, int32_t n_rows,
                          int32_t n_vocab, int32_t threads, bool exact, shim_divergence * rows) {
    return shim::guarded<int32_t>(-1, [&] {
        require_tokens(tokens, n_rows, n_vocab);
        const auto divergence = exact ? exact_divergence : stored_divergence;
        shim::for_rows(n_rows, threads, [&](int64_t i) {
            rows[i] = divergence(logits + i * n_vocab, base + i * n_vocab, n_vocab, tokens[i]);
        });
        return 0;
    });
}
