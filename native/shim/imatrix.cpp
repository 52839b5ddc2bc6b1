// The importance matrix: for each weight, the sum of squares of what it is multiplied with.
//
// The rules of what counts, and the order of the sums, are those of llama.cpp's
// tools/imatrix/imatrix.cpp, so that both give the same numbers.
#include "internal.h"

#include "ggml-backend.h"

#include <cmath>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <vector>

using shim::Error;

namespace {

// Fewer rows than these are no prompt; the peer leaves them out of dense products.
constexpr int64_t MIN_ROWS = 16;

struct Sums {
    std::vector<float>   values;  // one for each column of each matrix
    std::vector<int64_t> counts;  // rows: one number, or one for each expert
};

// "CUDA0#blk.0.attn_k.weight#0", a copy on a device, is blk.0.attn_k.weight.
std::string weight_name(const ggml_tensor * weight) {
    const char * begin = std::strchr(weight->name, '#');
    if (begin == nullptr) {
        return weight->name;
    }
    begin++;
    const char * end = std::strchr(begin, '#');
    return end ? std::string(begin, end) : std::string(begin);
}

bool is_block_weight(const std::string & name) {
    return name.compare(0, 4, "blk.") == 0;
}

void require_finite(const float * values, int64_t n, const std::string & name) {
    for (int64_t i = 0; i < n; i++) {
        if (!std::isfinite(values[i])) {
            throw Error("the input of " + name + " holds values that are not numbers");
        }
    }
}

void add_squares(const float * x, int64_t n, float * sums) {
    for (int64_t i = 0; i < n; i++) {
        sums[i] += x[i] * x[i];
    }
}

}  // namespace

struct shim_imatrix {
    bool                        with_output = false;
    std::map<std::string, Sums> sums;
    std::string                 failure;
    std::vector<char>           input_copy, ids_copy;

    bool wants(const ggml_tensor * node) const;
    void collect(const ggml_tensor * node);

private:
    const char * input(const ggml_tensor * tensor);
    Sums &       sums_of(const std::string & name, int64_t columns, int64_t matrices, int64_t n_counts);
    void         collect_dense(const ggml_tensor * weight, const ggml_tensor * in);
    void         collect_experts(const ggml_tensor * weight, const ggml_tensor * in, const ggml_tensor * ids);
};

bool shim_imatrix::wants(const ggml_tensor * node) const {
    if (node->op != GGML_OP_MUL_MAT_ID && node->op != GGML_OP_MUL_MAT) {
        return false;
    }
    const ggml_tensor * in = node->src[1];
    if (in->type != GGML_TYPE_F32 || in->nb[0] != sizeof(float)) {
        return false;
    }
    if (node->op == GGML_OP_MUL_MAT_ID) {
        return true;
    }
    const std::string name = weight_name(node->src[0]);
    return in->ne[1] >= MIN_ROWS && (is_block_weight(name) || (with_output && name == "output.weight"));
}

void shim_imatrix::collect(const ggml_tensor * node) {
    if (node->op == GGML_OP_MUL_MAT_ID) {
        collect_experts(node->src[0], node->src[1], node->src[2]);
    } else {
        collect_dense(node->src[0], node->src[1]);
    }
}

// The data in this process's memory: fetched from the device where it is not there.
const char * shim_imatrix::input(const ggml_tensor * tensor) {
    if (ggml_backend_buffer_is_host(tensor->buffer)) {
        return static_cast<const char *>(tensor->data);
    }
    input_copy.resize(ggml_nbytes(tensor));
    ggml_backend_tensor_get(tensor, input_copy.data(), 0, input_copy.size());
    return input_copy.data();
}

Sums & shim_imatrix::sums_of(const std::string & name, int64_t columns, int64_t matrices, int64_t n_counts) {
    Sums & found = sums[name];
    if (found.values.empty()) {
        found.values.resize(columns * matrices, 0.0f);
        found.counts.resize(n_counts, 0);
    } else if (static_cast<int64_t>(found.values.size()) != columns * matrices) {
        throw Error(name + " is used with two shapes");
    }
    return found;
}

void shim_imatrix::collect_dense(const ggml_tensor * weight, const ggml_tensor * in) {
    const std::string name     = weight_name(weight);
    const char *      data     = input(in);
    const int64_t     columns  = in->ne[0];
    const int64_t     matrices = weight->ne[2] * weight->ne[3];
    Sums &            found    = sums_of(name, columns, matrices, 1);
    for (int64_t i3 = 0; i3 < in->ne[3]; i3++) {
        for (int64_t i2 = 0; i2 < in->ne[2]; i2++) {
            const int64_t matrix = (i3 % weight->ne[3]) * weight->ne[2] + (i2 % weight->ne[2]);
            float *       target = found.values.data() + matrix * columns;
            for (int64_t row = 0; row < in->ne[1]; row++) {
                const char * x = data + row * in->nb[1] + i2 * in->nb[2] + i3 * in->nb[3];
                add_squares(reinterpret_cast<const float *>(x), columns, target);
            }
        }
    }
    require_finite(found.values.data(), found.values.size(), name);
    for (int64_t & count : found.counts) {  // several where experts use the same tensor
        count += ggml_nrows(in) / matrices;
    }
}

// in [columns, experts used or 1, tokens], ids [experts used, tokens]
void shim_imatrix::collect_experts(const ggml_tensor * weight, const ggml_tensor * in, const ggml_tensor * ids) {
    const std::string name    = weight_name(weight);
    const int64_t     columns = in->ne[0];
    const int64_t     experts = weight->ne[2];
    if (in->ne[3] != 1 || ids->ne[1] != in->ne[2]) {
        throw Error(name + " has an input of a shape that an importance matrix cannot hold");
    }
    const char * data = input(in);
    ids_copy.resize(ggml_nbytes(ids));
    ggml_backend_tensor_get(ids, ids_copy.data(), 0, ids_copy.size());

    Sums & found = sums_of(name, columns, experts, experts);
    if (static_cast<int64_t>(found.counts.size()) != experts) {
        found.counts.resize(experts, found.counts.front());
    }
    std::vector<bool> touched(experts, false);
    for (int64_t used = 0; used < ids->ne[0]; used++) {
        for (int64_t token = 0; token < in->ne[2]; token++) {
            int32_t expert = -1;
            std::memcpy(&expert, ids_copy.data() + token * ids->nb[1] + used * ids->nb[0], sizeof(expert));
            if (expert < 0 || expert >= experts) {
                throw Error(name + ": expert " + std::to_string(expert) + " of " + std::to_string(experts));
            }
            const char * x = data + (used % in->ne[1]) * in->nb[1] + token * in->nb[2];
            add_squares(reinterpret_cast<const float *>(x), columns, found.values.data() + expert * columns);
            found.counts[expert]++;
            touched[expert] = true;
        }
    }
    for (int64_t expert = 0; expert < experts; expert++) {
        if (touched[expert]) {
            require_finite(found.values.data() + expert * columns, columns, name);
        }
    }
}

shim_imatrix * shim_imatrix_new(bool with_output) {
    return shim::guarded<shim_imatrix *>(nullptr, [&] {
        auto collector         = std::make_unique<shim_imatrix>();
        collector->with_output = with_output;
        return collector.release();
    });
}

void shim_imatrix_free(shim_imatrix * collector) {
    delete collector;
}

bool shim_imatrix_callback(ggml_tensor * node, bool ask, void * user_data) {
    auto & collector = *static_cast<shim_imatrix *>(user_data);
    if (!collector.failure.empty()) {
        return false;
    }
    const bool done = shim::guarded<bool>(false, [&] {
        if (ask) {
            return collector.wants(node);
        }
        collector.collect(node);
        return true;
    });
    if (!ask && !done) {
        shim::guarded<bool>(false, [&] { return !(collector.failure = shim_last_error()).empty(); });
    }
    return done;
}

int32_t shim_imatrix_size(const shim_imatrix * collector) {
    if (!collector->failure.empty()) {
        shim::set_error(collector->failure.c_str());
        return -1;
    }
    return static_cast<int32_t>(collector->sums.size());
}

int32_t shim_imatrix_entry(const shim_imatrix * collector, int32_t i, shim_imatrix_sums * entry) {
    return shim::guarded<int32_t>(-1, [&] {
        if (i < 0 || static_cast<size_t>(i) >= collector->sums.size()) {
            throw Error("entry " + std::to_string(i) + " of " + std::to_string(collector->sums.size()));
        }
        const auto & [name, sums] = *std::next(collector->sums.begin(), i);
        *entry = { name.c_str(), sums.values.data(), static_cast<int64_t>(sums.values.size()),
                   sums.counts.data(), static_cast<int64_t>(sums.counts.size()) };
        return 0;
    });
}
