// Error capture, build information and the abort flag.
#include "internal.h"

#include "ggml.h"
#include "log.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sstream>

namespace shim {

namespace {

thread_local std::string last_error;

// The library speaks through return values. Left alone, the common library's logger would start a
// thread and write to stdout, which may be a pipe that carries messages.
const bool logger_is_quiet = [] {
    common_log_set_verbosity_thold(-1);
    return true;
}();

size_t deepest_nesting(const char * text) {
    size_t depth = 0, deepest = 0;
    bool   quoted = false;
    for (const char * c = text; *c; c++) {
        if (quoted) {
            if (*c == '\\' && c[1]) {
                c++;
            } else if (*c == '"') {
                quoted = false;
            }
        } else if (*c == '"') {
            quoted = true;
        } else if (*c == '[' || *c == '{') {
            deepest = std::max(deepest, ++depth);
        } else if ((*c == ']' || *c == '}') && depth > 0) {
            depth--;
        }
    }
    return deepest;
}

}  // namespace

void set_error(const char * words) noexcept {
    try {
        last_error = words;
        std::replace(last_error.begin(), last_error.end(), '\n', ' ');
    } catch (...) {
        last_error.clear();
    }
}

char * copy(const std::string & text) {
    auto * memory = static_cast<char *>(std::malloc(text.size() + 1));
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    std::memcpy(memory, text.c_str(), text.size() + 1);
    return memory;
}

void require_shallow(const char * text, const char * what) {
    if (deepest_nesting(text) > MAX_NESTING) {
        throw Error(std::string(what) + " is nested more than " + std::to_string(MAX_NESTING) + " levels deep");
    }
}

Error out_of_range(const char * key, double low, double high, double value) {
    std::ostringstream words;
    words << key << " must be a number from " << low << " to " << high << ", not " << value;
    return Error(words.str());
}

json parse_json(const char * text, const char * what) {
    if (text == nullptr) {
        throw Error(std::string(what) + " is missing");
    }
    require_shallow(text, what);
    try {
        return json::parse(text);
    } catch (const std::exception & error) {
        throw Error(std::string(what) + " is not valid JSON: " + error.what());
    }
}

}  // namespace shim

using shim::json;

int32_t shim_abi_version(void) {
    return SHIM_ABI_VERSION;
}

const char * shim_last_error(void) {
    return shim::last_error.c_str();
}

void shim_free(char * text) {
    std::free(text);
}

char * shim_build_info(void) {
    return shim::guarded<char *>(nullptr, [] {
        const json structs = {
            { "llama_batch",                 sizeof(llama_batch) },
            { "llama_chat_message",          sizeof(llama_chat_message) },
            { "llama_context_params",        sizeof(llama_context_params) },
            { "llama_logit_bias",            sizeof(llama_logit_bias) },
            { "llama_model_kv_override",     sizeof(llama_model_kv_override) },
            { "llama_model_params",          sizeof(llama_model_params) },
            { "llama_model_quantize_params", sizeof(llama_model_quantize_params) },
            { "llama_perf_context_data",     sizeof(llama_perf_context_data) },
            { "llama_perf_sampler_data",     sizeof(llama_perf_sampler_data) },
            { "llama_sampler_chain_params",  sizeof(llama_sampler_chain_params) },
            { "llama_token_data",            sizeof(llama_token_data) },
            { "llama_token_data_array",      sizeof(llama_token_data_array) },
        };
        const json info = {
            { "abi",           SHIM_ABI_VERSION },
            { "llama_version", llama_version() },
            { "ggml_version",  ggml_version() },
            { "ggml_commit",   ggml_commit() },
            { "source_sha256", LOCALLLM_SOURCE_SHA256 },
            { "preset",        LOCALLLM_PRESET },
            { "compiler",      LOCALLLM_COMPILER },
            { "structs",       structs },
        };
        return shim::copy(info.dump_safe());
    });
}

struct shim_abort {
    std::atomic<bool> raised{ false };
};

shim_abort * shim_abort_new(void) {
    return shim::guarded<shim_abort *>(nullptr, [] { return new shim_abort; });
}

void shim_abort_free(shim_abort * flag) {
    delete flag;
}

void shim_abort_set(shim_abort * flag, bool abort) {
    flag->raised.store(abort, std::memory_order_relaxed);
}

bool shim_abort_callback(void * flag) {
    return static_cast<const shim_abort *>(flag)->raised.load(std::memory_order_relaxed);
}
