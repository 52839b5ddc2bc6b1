/* The C ABI over llama.cpp's common library: what Python cannot reach through libllama alone.
 *
 * Contract, for every function:
 *   - No C++ exception leaves it. Failure is NULL, a negative number or false, and shim_last_error()
 *     then holds one sentence (UTF-8, thread-local, valid until the thread's next failing call).
 *   - A returned char * is UTF-8 allocated here; the caller gives it back to shim_free().
 *   - JSON goes in and out as UTF-8 text. Unknown keys are ignored, missing ones take the default.
 *   - Templates and parsers may be used from several threads at once (they are read only);
 *     a sampler belongs to one thread at a time.
 */
#ifndef LOCALLLM_SHIM_H
#define LOCALLLM_SHIM_H

#include "llama.h"

#include <stdbool.h>
#include <stdint.h>

#if defined(_WIN32)
#  ifdef LOCALLLM_SHIM_BUILD
#    define SHIM_API __declspec(dllexport)
#  else
#    define SHIM_API __declspec(dllimport)
#  endif
#else
#  define SHIM_API __attribute__((visibility("default")))
#endif

/* Raised with every change of this header; Python refuses any other. */
#define SHIM_ABI_VERSION 3

#ifdef __cplusplus
extern "C" {
#endif

SHIM_API int32_t      shim_abi_version(void);
SHIM_API const char * shim_last_error(void);
SHIM_API void         shim_free(char * text);

/* {"abi", "llama_version", "ggml_version", "ggml_commit", "source_sha256", "preset", "compiler",
 *  "structs": {"llama_model_params": bytes, "llama_context_params", "llama_batch",
 *  "llama_model_quantize_params", "llama_token_data", "llama_logit_bias", ...}} */
SHIM_API char * shim_build_info(void);

/* --- chat templates ------------------------------------------------------------------------ */

typedef struct shim_templates shim_templates;

/* model may be NULL when template_override is given; override, bos and eos may be NULL with a model. */
SHIM_API shim_templates * shim_templates_init(const struct llama_model * model,
                                              const char * template_override,
                                              const char * bos, const char * eos);
SHIM_API void             shim_templates_free(shim_templates * templates);

/* {"source": text, "supports_thinking": bool, "caps": {name: bool}} */
SHIM_API char * shim_templates_info(const shim_templates * templates);

/* inputs: {"messages": [OpenAI chat messages], "tools": [OpenAI tools], "tool_choice":
 *   "auto"|"none"|"required", "parallel_tool_calls": bool, "json_schema": object|null,
 *   "grammar": text|null, "enable_thinking": bool, "reasoning_format": "none"|"auto"|"deepseek",
 *   "chat_template_kwargs": {name: any JSON}, "add_generation_prompt": bool (true),
 *   "continue_final_message": bool}
 * Defaults are llama-server's: enable_thinking where the template supports it, parallel_tool_calls
 * likewise, reasoning_format "deepseek". Tools work with every template: where it has no place for
 * them they are described in the system message, and calls are written as <tool_call>{...}</tool_call>.
 * returns: {"prompt": text, "format": name, "grammar": GBNF or "", "grammar_lazy": bool,
 *   "grammar_type": "none"|"user"|"output_format"|"tool_calls",
 *   "grammar_triggers": [{"type": int, "value": text, "token": int}], "preserved_tokens": [text],
 *   "stops": [text], "generation_prompt": text, "supports_thinking": bool,
 *   "thinking_start": text, "thinking_ends": [text], "parser": opaque text,
 *   "is_continuation": bool} */
SHIM_API char * shim_templates_apply(const shim_templates * templates, const char * inputs);

/* --- parsing what the model wrote ------------------------------------------------------------ */

typedef struct shim_parser shim_parser;

/* applied: what shim_templates_apply returned, whole. reasoning_format as above. */
SHIM_API shim_parser * shim_parser_init(const char * applied, bool parse_tool_calls,
                                        const char * reasoning_format);
SHIM_API void          shim_parser_free(shim_parser * parser);

/* text is all that was generated so far. {"content", "reasoning_content",
 * "tool_calls": [{"id", "name", "arguments"}]}; with partial, what is certain up to now. */
SHIM_API char * shim_parser_parse(const shim_parser * parser, const char * text, bool partial);

/* --- grammar ----------------------------------------------------------------------------------- */

SHIM_API char * shim_json_schema_to_grammar(const char * schema);

/* NULL where it parses; else words to free. vocab may be NULL. */
SHIM_API char * shim_grammar_check(const char * gbnf);

/* --- sampling ------------------------------------------------------------------------------------ */

typedef struct shim_sampler shim_sampler;

/* params: the fields of llama.cpp's common_params_sampling by their own names ("temp", "top_k",
 *   "top_p", "min_p", "typ_p", "top_n_sigma", "xtc_probability", "xtc_threshold", "penalty_last_n",
 *   "penalty_repeat", "penalty_freq", "penalty_present", "dry_multiplier", "dry_base",
 *   "dry_allowed_length", "dry_penalty_last_n", "dry_sequence_breakers", "mirostat",
 *   "mirostat_tau", "mirostat_eta", "seed", "ignore_eos", "logit_bias": [[token, bias]]), and from
 *   shim_templates_apply: "grammar", "grammar_lazy", "grammar_type", "grammar_triggers",
 *   "generation_prompt", "thinking_start", "thinking_ends" (a lazy grammar rests while the model
 *   thinks). A bias of false bans the token. "reasoning_budget": tokens of thought
 *   before its end is forced, with "reasoning_budget_message" put before that (-1: no limit).
 * Numbers out of their range, and a grammar that does not parse or whose use could not be bounded,
 * are failures. */
SHIM_API shim_sampler * shim_sampler_init(const struct llama_model * model, const char * params);
SHIM_API void           shim_sampler_free(shim_sampler * sampler);
SHIM_API uint32_t       shim_sampler_seed(const shim_sampler * sampler);

/* Feeds tokens the sampler has not chosen (the prompt) to penalties and DRY, not to the grammar. */
SHIM_API int32_t shim_sampler_accept_prompt(shim_sampler * sampler, const llama_token * tokens, int32_t n);

/* For each of n rows: samples from the logits at idx[i] of the last decode and accepts the token.
 * tokens[i] is the token, or -1 where it failed: the first failing row's words are in
 * shim_last_error(). A failing row leaves the others untouched; its sampler may fail from then on.
 * Returns the number of failures. */
SHIM_API int32_t shim_sample(struct llama_context * ctx, shim_sampler * const * samplers,
                             const int32_t * idx, int32_t n, llama_token * tokens);

/* --- memory ----------------------------------------------------------------------------------------- */

/* [{"buffer": name of the buffer type, "device": name ("" for the CPU's), "host": bool, "model", "context",
 *   "compute": bytes}], one for each buffer type that holds something. Of a model loaded with no_alloc:
 * what it would take. */
SHIM_API char * shim_memory_breakdown(const struct llama_context * ctx);

/* --- importance matrix --------------------------------------------------------------------------------- */

typedef struct shim_imatrix shim_imatrix;

/* with_output collects for output.weight too. */
SHIM_API shim_imatrix * shim_imatrix_new(bool with_output);
SHIM_API void           shim_imatrix_free(shim_imatrix * collector);

/* A ggml_backend_sched_eval_callback: set it as cb_eval with the collector as its data. After a failure
 * it ends every graph early; the logits are worth nothing then. */
SHIM_API bool shim_imatrix_callback(struct ggml_tensor * node, bool ask, void * collector);

/* Valid until the next decode. n_counts is 1, or the number of experts. */
typedef struct shim_imatrix_sums {
    const char *    name;
    const float *   values; /* sums of squares, columns * matrices */
    int64_t         n_values;
    const int64_t * counts; /* rows */
    int64_t         n_counts;
} shim_imatrix_sums;

/* The number of tensors seen so far, or -1 where collecting failed. Between two decodes. */
SHIM_API int32_t shim_imatrix_size(const shim_imatrix * collector);
/* The i-th by name. 0, or -1 where there is none. */
SHIM_API int32_t shim_imatrix_entry(const shim_imatrix * collector, int32_t i, shim_imatrix_sums * entry);

/* --- scoring ------------------------------------------------------------------------------------------- */

/* Rows of n_vocab logits against the token that came after each: nll[i] = -ln softmax(row i)[tokens[i]].
 * 0, or -1 for a token outside the vocabulary. A row with a NaN gives NaN. */
SHIM_API int32_t shim_score_rows(const float * logits, const llama_token * tokens, int32_t n_rows,
                                 int32_t n_vocab, int32_t threads, double * nll);

typedef struct shim_divergence {
    double nll;
    double base_nll;
    double kld;    /* sum of p_base (ln p_base - ln p) over the vocabulary */
    double p_diff; /* of the token that came: p - p_base */
    double same_top;
} shim_divergence;

/* The same for rows of a model and of the base that it is measured against. Unless exact, the base's
 * are rounded to 16 bits first, as in the file that llama-perplexity compares with. */
SHIM_API int32_t shim_compare_rows(const float * logits, const float * base, const llama_token * tokens,
                                   int32_t n_rows, int32_t n_vocab, int32_t threads, bool exact,
                                   shim_divergence * rows);

typedef struct shim_difference {
    double squares;       /* sum of a^2 */
    double base_squares;  /* sum of b^2 */
    double products;      /* sum of a b */
    double error_squares; /* sum of (a - b)^2 */
    double largest_error; /* max |a - b| */
} shim_difference;

/* Two forms of one tensor, as numbers. Types are ggml's; the lengths must be those of n_elements.
 * 0, or -1 where a type holds no numbers or a length is wrong. */
SHIM_API int32_t shim_compare_tensors(int32_t type, const void * data, uint64_t n_bytes, int32_t base_type,
                                      const void * base_data, uint64_t n_base_bytes, int64_t n_elements,
                                      int32_t threads, shim_difference * difference);

/* --- abort ------------------------------------------------------------------------------------------ */

typedef struct shim_abort shim_abort;

SHIM_API shim_abort * shim_abort_new(void);
SHIM_API void         shim_abort_free(shim_abort * flag);
SHIM_API void         shim_abort_set(shim_abort * flag, bool abort); /* from any thread */
/* A ggml_abort_callback: pass it with the flag as its data to llama_set_abort_callback. */
SHIM_API bool         shim_abort_callback(void * flag);

#ifdef __cplusplus
}
#endif

#endif
