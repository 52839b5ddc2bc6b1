"""Long native tasks, each in a process of its own: convert, quantize, calibrate, evaluate.

tasks (what is asked, what comes back) -> worker (process entry) -> one file a task. Runs in the job
process, all but `tasks`, `wire` and the renderers of reports, which the parent reads too and which
therefore load neither numpy nor llama.cpp.
"""
