// Work on independent rows, spread over threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace shim {

// Calls work(i) once for each i below n. work must not throw. Where the system gives no thread
// the calling one does it alone.
template <typename Work>
void for_rows(int64_t n, int32_t threads, const Work & work) {
    std::atomic<int64_t> next{ 0 };
    const auto           run = [&] {
        for (int64_t i = next++; i < n; i = next++) {
            work(i);
        }
    };
    std::vector<std::thread> helpers;
    try {
        for (int64_t i = 1; i < std::min<int64_t>(threads, n); i++) {
            helpers.emplace_back(run);
        }
    } catch (const std::exception &) {
    }
    run();
    for (auto & helper : helpers) {
        helper.join();
    }
}

}  // namespace shim
