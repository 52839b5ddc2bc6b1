// Runs recursive code on a stack of a chosen size.
#pragma once

#include <cstddef>
#include <functional>

namespace shim {

// Bytes that the calling thread's stack can still grow by.
size_t stack_left();

// Calls body on a thread of its own with that much stack and waits for it. What body throws is
// thrown here. Pages are used only as deep as the recursion really goes.
void on_deep_stack(size_t bytes, const std::function<void()> & body);

}  // namespace shim
