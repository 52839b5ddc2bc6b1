// How far a quantized tensor is from another form of the same weights.
#include "internal.h"

#include "rows.h"

#include "ggml.h"

#include <algorithm>
#include <cmath>

using shim::Error;

namespace {

// Elements that are widened at a time: whole blocks of every type, and small enough for the cache.
constexpr int64_t PIECE = 16384;

struct Form {
    const ggml_type_traits * traits;
    const char *             data;

    void widen(int64_t first, int64_t n, float * to) const {
        const char * from = data + first / traits->blck_size * traits->type_size;
        if (traits->to_float == nullptr) {  // F32
            std::copy_n(reinterpret_cast<const float *>(from), n, to);
        } else {
            traits->to_float(from, to, n);
        }
    }
};

Form form_of(int32_t type, const void * data, uint64_t n_bytes, int64_t n) {
    if (type < 0 || type >= GGML_TYPE_COUNT) {
        throw Error("there is no tensor type " + std::to_string(type));
    }
    const auto *      traits = ggml_get_type_traits(static_cast<ggml_type>(type));
    const std::string name   = traits->type_name ? traits->type_name : std::to_string(type);
    if (traits->blck_size < 1 || PIECE % traits->blck_size != 0 || (traits->to_float == nullptr && type != GGML_TYPE_F32)) {
        throw Error("tensors of type " + name + " cannot be read as numbers");
    }
    const bool whole = n % traits->blck_size == 0;
    if (!whole || n_bytes != static_cast<uint64_t>(n / traits->blck_size) * traits->type_size) {
        throw Error(std::to_string(n) + " elements of type " + name + " are not " + std::to_string(n_bytes) + " bytes");
    }
    return { traits, static_cast<const char *>(data) };
}

shim_difference compare(const Form & form, const Form & base, int64_t first, int64_t n) {
    std::vector<float> a(n), b(n);
    form.widen(first, n, a.data());
    base.widen(first, n, b.data());
    shim_difference sums = {};
    for (int64_t i = 0; i < n; i++) {
        const double x = a[i], y = b[i];
        sums.squares += x * x;
        sums.base_squares += y * y;
        sums.products += x * y;
        sums.error_squares += (x - y) * (x - y);
        sums.largest_error = std::max(sums.largest_error, std::fabs(x - y));
    }
    return sums;
}

}  // namespace

int32_t shim_compare_tensors(int32_t type, const void * data, uint64_t n_bytes, int32_t base_type,
                             const void * base_data, uint64_t n_base_bytes, int64_t n_elements, int32_t threads,
                             shim_difference * difference) {
    return shim::guarded<int32_t>(-1, [&] {
        const Form                   form = form_of(type, data, n_bytes, n_elements);
        const Form                   base = form_of(base_type, base_data, n_base_bytes, n_elements);
        std::vector<shim_difference> pieces((n_elements + PIECE - 1) / PIECE);
        shim::for_rows(static_cast<int64_t>(pieces.size()), threads, [&](int64_t i) {
            pieces[i] = compare(form, base, i * PIECE, std::min(PIECE, n_elements - i * PIECE));
        });
        *difference = {};
        for (const auto & piece : pieces) {
            difference->squares += piece.squares;
            difference->base_squares += piece.base_squares;
            difference->products += piece.products;
            difference->error_squares += piece.error_squares;
            difference->largest_error = std::max(difference->largest_error, piece.largest_error);
        }
        return 0;
    });
}
