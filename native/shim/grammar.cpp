#include "grammar.h"

#include "grammar_rules.h"
#include "json-schema-to-grammar.h"

#include <algorithm>
#include <cmath>

namespace shim {

namespace {

// Alternatives followed at once; grammars that tell them apart only late can double them with
// every character.
constexpr size_t MAX_STACKS = 2'048;

bool takes_tokens(const llama_grammar_stack & stack) {
    return !stack.empty() &&
           (stack.back()->type == LLAMA_GRETYPE_TOKEN || stack.back()->type == LLAMA_GRETYPE_TOKEN_NOT);
}

void require_few(size_t stacks) {
    if (stacks > MAX_STACKS) {
        throw Error("the grammar is too ambiguous: more than " + std::to_string(MAX_STACKS) +
                    " alternatives have to be followed at once");
    }
}

// The pattern as llama.cpp reads it for each kind of trigger.
std::string pattern_of(const common_grammar_trigger & trigger) {
    if (trigger.type != COMMON_GRAMMAR_TRIGGER_TYPE_PATTERN_FULL) {
        return trigger.value;
    }
    const std::string & value = trigger.value;
    if (value.empty()) {
        return "^$";
    }
    return (value.front() == '^' ? "" : "^") + value + (value.back() == '$' ? "" : "$");
}

}  // namespace

void Grammar::Free::operator()(llama_grammar * grammar) const {
    llama_grammar_free_impl(grammar);
}

Grammar::Grammar(const llama_vocab * vocab, const std::string & gbnf,
                 const std::vector<common_grammar_trigger> & triggers)
    : vocab_(vocab), waiting_(!triggers.empty()) {
    const llama_grammar_parser parser = read_rules(vocab, gbnf);
    auto                       rules  = parser.c_rules();
    grammar_.reset(llama_grammar_init_impl(vocab, rules.data(), rules.size(), parser.symbol_ids.at("root")));
    if (!grammar_) {
        throw Error("the grammar has left recursion");
    }
    require_few(grammar_->stacks.size());
    for (const auto & trigger : triggers) {
        if (trigger.type == COMMON_GRAMMAR_TRIGGER_TYPE_TOKEN) {
            trigger_tokens_.push_back(trigger.token);
        } else if (trigger.type == COMMON_GRAMMAR_TRIGGER_TYPE_WORD) {
            triggers_.push_back({ trigger.value, nullptr });
        } else {
            const std::string pattern = pattern_of(trigger);
            triggers_.push_back({ "", std::make_unique<llama_grammar_trigger_pattern>(
                                          llama_grammar_trigger_pattern{ pattern, std::regex(pattern) }) });
        }
    }
}

Grammar::~Grammar() = default;

bool Grammar::allows(llama_token token) const {
    llama_token_data       candidate = { token, 1.0f, 0.0f };
    llama_token_data_array alone     = { &candidate, 1, -1, false };
    mask(&alone);
    return candidate.logit != -INFINITY;
}

void Grammar::mask(llama_token_data_array * candidates) const {
    if (waiting_) {
        return;
    }
    if (grammar_->stacks.empty()) {  // llama.cpp would abort
        throw Error("the grammar was left by an earlier token");
    }
    llama_grammar_apply_impl(*grammar_, candidates);
}

void Grammar::accept(llama_token token) {
    if (waiting_) {
        watch(token);
    } else if (!llama_vocab_is_eog(vocab_, token)) {
        feed(token, common_token_to_piece(vocab_, token, true));
    } else if (!may_end()) {
        throw Error("the output ended before the grammar did");
    }
}

bool Grammar::may_end() const {
    const auto & stacks = grammar_->stacks;
    return std::any_of(stacks.begin(), stacks.end(), [](const auto & stack) { return stack.empty(); });
}

void Grammar::feed(llama_token token, const std::string & piece) {
    const auto & stacks = grammar_->stacks;
    if (std::any_of(stacks.begin(), stacks.end(), takes_tokens)) {
        llama_grammar_accept_token(*grammar_, token, piece);
        require_few(stacks.size());
    } else {
        for (const char byte : piece) {
            feed_byte(static_cast<unsigned char>(byte));
        }
    }
    if (stacks.empty()) {
        throw Error("the grammar does not allow: " + piece);
    }
}

// Assembles characters as llama.cpp does; a token may end within one.
void Grammar::feed_byte(unsigned char byte) {
    auto & partial = grammar_->partial_utf8;
    if (partial.n_remain > 0) {
        const bool continues = (byte >> 6) == 2;
        partial              = continues ? llama_partial_utf8{ (partial.value << 6) | (byte & 0x3Fu), partial.n_remain - 1 } :
                                           llama_partial_utf8{ 0, -1 };
    } else if (byte < 0x80) {
        partial = { byte, 0 };
    } else {
        const int length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 0;
        partial          = { byte & (0x7Fu >> length), length - 1 };
    }
    if (partial.n_remain == 0) {
        feed_character(partial.value);
    }
}

// One stack at a time, so that their number is seen while it grows and not when memory is gone.
void Grammar::feed_character(uint32_t code_point) {
    llama_grammar_stacks before, after;
    before.swap(grammar_->stacks);
    for (auto & stack : before) {
        grammar_->stacks.assign(1, std::move(stack));
        llama_grammar_accept(grammar_.get(), code_point);
        for (auto & next : grammar_->stacks) {
            if (std::find(after.begin(), after.end(), next) == after.end()) {
                after.push_back(std::move(next));
            }
        }
        require_few(after.size());
    }
    grammar_->stacks = std::move(after);
}

// While a trigger is awaited: remembers what was generated, and from where a trigger was met on
// gives it to the grammar.
void Grammar::watch(llama_token token) {
    const std::string piece = common_token_to_piece(vocab_, token, true);
    if (std::find(trigger_tokens_.begin(), trigger_tokens_.end(), token) != trigger_tokens_.end()) {
        waiting_ = false;
        feed(token, piece);
        return;
    }
    const size_t fresh = seen_.size();
    seen_ += piece;
    pieces_.push_back({ token, fresh, seen_.size() });
    const size_t start = trigger_position(fresh);
    if (start == std::string::npos) {
        return;
    }
    waiting_ = false;
    for (const auto & part : pieces_) {
        if (part.end > start) {
            const size_t begin = std::max(part.begin, start);
            feed(part.token, seen_.substr(begin, part.end - begin));
        }
    }
    seen_.clear();
    pieces_.clear();
}

// Words are searched only where text is new; patterns, which few templates use, everywhere.
size_t Grammar::trigger_position(size_t fresh) const {
    for (const auto & trigger : triggers_) {
        const size_t overlap  = std::min(fresh, trigger.word.size());
        const size_t position = trigger.pattern ? trigger.pattern->find(seen_) : seen_.find(trigger.word, fresh - overlap);
        if (position != std::string::npos) {
            return position;
        }
    }
    return std::string::npos;
}

}  // namespace shim

using shim::json;

char * shim_json_schema_to_grammar(const char * schema) {
    return shim::guarded<char *>(nullptr, [&] {
        json parsed = shim::parse_json(schema, "the JSON schema");
        if (parsed.is_object() && parsed.empty()) {
            parsed["type"] = "object";  // as llama-server: any object
        }
        return shim::copy(json_schema_to_grammar(parsed));
    });
}

char * shim_grammar_check(const char * gbnf) {
    try {
        shim::Grammar(nullptr, gbnf, {});
        return nullptr;
    } catch (const std::exception & error) {
        return shim::guarded<char *>(nullptr, [&] { return shim::copy(error.what()); });
    }
}
