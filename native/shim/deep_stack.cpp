#include "deep_stack.h"

#include "internal.h"

#include <exception>

#if defined(_WIN32)
#    include <windows.h>
#else
#    include <pthread.h>
#endif

namespace shim {

namespace {

struct Job {
    const std::function<void()> & body;
    std::exception_ptr            failure;

    void run() noexcept {
        try {
            body();
        } catch (...) {
            failure = std::current_exception();
        }
    }
};

#if defined(_WIN32)

const char * stack_floor() {
    ULONG_PTR low, high;
    GetCurrentThreadStackLimits(&low, &high);
    return reinterpret_cast<const char *>(low);
}

DWORD WINAPI run_job(void * job) {
    static_cast<Job *>(job)->run();
    return 0;
}

bool run_on_thread(size_t bytes, Job & job) {
    const HANDLE thread = CreateThread(nullptr, bytes, run_job, &job, STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
    if (thread == nullptr) {
        return false;
    }
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    return true;
}

#else

const char * stack_floor() {
#    if defined(__APPLE__)
    const pthread_t self = pthread_self();
    return static_cast<const char *>(pthread_get_stackaddr_np(self)) - pthread_get_stacksize_np(self);
#    else
    pthread_attr_t attributes;
    void *         low  = nullptr;
    size_t         size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &low, &size);
        pthread_attr_destroy(&attributes);
    }
    return static_cast<const char *>(low);
#    endif
}

void * run_job(void * job) {
    static_cast<Job *>(job)->run();
    return nullptr;
}

bool run_on_thread(size_t bytes, Job & job) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_t  thread;
    const bool started = pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                         pthread_create(&thread, &attributes, run_job, &job) == 0;
    pthread_attr_destroy(&attributes);
    return started && pthread_join(thread, nullptr) == 0;
}

#endif

}  // namespace

size_t stack_left() {
    static thread_local const char * const floor = stack_floor();
    const char                             here  = 0;
    return floor != nullptr && &here > floor ? &here - floor : 0;
}

void on_deep_stack(size_t bytes, const std::function<void()> & body) {
    Job job{ body, nullptr };
    if (!run_on_thread(bytes, job)) {
        throw Error("no memory for a stack of " + std::to_string(bytes >> 20) + " MiB");
    }
    if (job.failure) {
        std::rethrow_exception(job.failure);
    }
}

}  // namespace shim
