// Reading GBNF into rules that llama.cpp's matcher can follow in bounded time, stack and memory.
#pragma once

#include "internal.h"

#include "llama-grammar.h"

#include <string>

namespace shim {

// The parsed rules; symbol_ids holds "root". Throws Error with words where the text does not parse,
// a rule is missing, or following the rules would not end or would end the process. vocab may be
// null; then tokens can only be written by their number.
llama_grammar_parser read_rules(const llama_vocab * vocab, const std::string & gbnf);

}  // namespace shim
