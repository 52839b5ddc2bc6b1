// What a context takes, by llama.cpp's own count.
#include "internal.h"

#include "ggml-backend.h"
#include "llama-ext.h"

using shim::json;

namespace {

json describe(ggml_backend_buffer_type_t type, const llama_memory_breakdown_data & bytes) {
    ggml_backend_dev_t device = ggml_backend_buft_get_device(type);
    return {
        { "buffer",  ggml_backend_buft_name(type) },
        { "device",  device ? ggml_backend_dev_name(device) : "" },
        { "host",    ggml_backend_buft_is_host(type) },
        { "model",   bytes.model },
        { "context", bytes.context },
        { "compute", bytes.compute },
    };
}

}  // namespace

char * shim_memory_breakdown(const llama_context * ctx) {
    return shim::guarded<char *>(nullptr, [&] {
        json found = json::array();
        for (const auto & [type, bytes] : llama_get_memory_breakdown(ctx)) {
            if (bytes.total() > 0) {
                found.push_back(describe(type, bytes));
            }
        }
        return shim::copy(found.dump_safe());
    });
}
