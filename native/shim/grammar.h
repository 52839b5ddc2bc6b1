// A GBNF grammar that reports instead of aborting, and whose cost is bounded.
//
// llama.cpp's own grammar sampler ends the process on a token it does not admit and runs without
// bound on some grammars. This one uses its rules and matcher, and checks before each step.
#pragma once

#include "common.h"
#include "internal.h"

#include <memory>
#include <string>
#include <vector>

struct llama_grammar;
struct llama_grammar_trigger_pattern;

namespace shim {

class Grammar {
  public:
    // Without triggers the grammar holds from the first token; with them, from where one is met.
    // Throws Error where the text is no usable grammar. With a null vocab it can only be checked.
    Grammar(const llama_vocab * vocab, const std::string & gbnf,
            const std::vector<common_grammar_trigger> & triggers);
    ~Grammar();

    // Whether the token may come next. Any may while a trigger is awaited.
    bool allows(llama_token token) const;

    // Sets the logits of all that may not come next to -inf.
    void mask(llama_token_data_array * candidates) const;

    // Advances by a token. Throws Error where it is not allowed; the grammar is of no use then.
    void accept(llama_token token);

  private:
    struct Free {
        void operator()(llama_grammar * grammar) const;
    };

    struct Trigger {
        std::string                                    word;
        std::unique_ptr<llama_grammar_trigger_pattern> pattern;  // instead of the word
    };

    struct Piece {
        llama_token token;
        size_t      begin, end;  // bytes in seen_
    };

    bool   may_end() const;
    void   feed(llama_token token, const std::string & piece);
    void   feed_byte(unsigned char byte);
    void   feed_character(uint32_t code_point);
    void   watch(llama_token token);
    size_t trigger_position(size_t fresh) const;

    const llama_vocab *                  vocab_;
    std::unique_ptr<llama_grammar, Free> grammar_;

    bool                     waiting_;
    std::vector<llama_token> trigger_tokens_;
    std::vector<Trigger>     triggers_;
    std::string              seen_;
    std::vector<Piece>       pieces_;
};

}  // namespace shim
