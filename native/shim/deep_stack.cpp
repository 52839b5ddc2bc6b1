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
