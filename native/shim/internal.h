// What the shim's own files share: error capture, JSON reading, and bounds on untrusted nesting.
#pragma once

#include "localllm_shim.h"

#include "json.h"

#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>

namespace shim {

using json = common_json;

// An error that a caller can act on; its words go to shim_last_error() as they are.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Brackets nested deeper than this are refused before llama.cpp, whose readers recurse, sees them.
constexpr size_t MAX_NESTING = 128;

void   set_error(const char * words) noexcept;
char * copy(const std::string & text);

// Runs body; an exception becomes shim_last_error() and the given failure value.
template <typename Result, typename Body>
Result guarded(Result failure, Body && body) noexcept {
    try {
        return body();
    } catch (const std::exception & error) {
        set_error(error.what());
    } catch (...) {
        set_error("an unknown C++ exception");
    }
    return failure;
}

// Throws where JSON text nests deeper than MAX_NESTING; `what` names it in the error.
void require_shallow(const char * text, const char * what);

// Parses JSON of bounded nesting.
json parse_json(const char * text, const char * what);

// The value of a key, or the default where it is missing or null.
template <typename T>
T value_or(const json & object, const char * key, T otherwise) {
    if (!object.contains(key) || object.at(key).is_null()) {
        return otherwise;
    }
    try {
        return object.at(key).get<T>();
    } catch (const std::exception & error) {
        throw Error(std::string(key) + ": " + error.what());
    }
}

Error out_of_range(const char * key, double low, double high, double value);

// A finite number within [low, high], or the default where it is missing or null.
template <typename T>
T number_or(const json & object, const char * key, T otherwise, double low, double high) {
    const double value = value_or<double>(object, key, static_cast<double>(otherwise));
    if (!(value >= low && value <= high)) {
        throw out_of_range(key, low, high, value);
    }
    return static_cast<T>(value);
}

}  // namespace shim
