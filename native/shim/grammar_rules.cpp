#include "grammar_rules.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace shim {

namespace {

constexpr size_t MAX_RULES   = 200'000;
constexpr size_t MAX_GROUPS  = 256;     // parentheses within parentheses: the reader recurses
constexpr size_t MAX_DESCENT = 4'000;   // rules entered before the first character: llama.cpp recurses
constexpr size_t MAX_STARTS  = 50'000;  // ways to begin one rule: llama.cpp walks each of them
constexpr size_t MAX_COPIED  = 4'000'000;  // characters written out for repetitions
constexpr size_t UNBOUNDED   = 1'000'000'000;
constexpr size_t MAX_QUOTE   = 120;     // bytes of the grammar quoted in an error

// A look over the text before llama.cpp reads it, for what its reader would not survive.
class Outline {
  public:
    explicit Outline(const std::string & gbnf) : text_(gbnf) {
        while (at_ < text_.size()) {
            step();
        }
    }

  private:
    void step() {
        const char c = text_[at_++];
        if (c == '"' || c == '[') {
            const size_t begin = at_;
            skip_past(c == '"' ? '"' : ']');
            item_ = at_ - begin;
        } else if (c == '#') {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (c == '(') {
            if (++groups_ > MAX_GROUPS) {
                throw Error("the grammar nests more than " + std::to_string(MAX_GROUPS) + " groups");
            }
        } else if (c == '{') {
            repetition();
        } else if (c != ' ' && c != '\t') {
            groups_ -= c == ')' && groups_ > 0;
            item_ = 1;
        }
    }

    void skip_past(char closing) {
        while (at_ < text_.size() && text_[at_] != closing) {
            at_ += text_[at_] == '\\' ? 2 : 1;
        }
        at_ = std::min(at_ + 1, text_.size());
    }

    void skip_blanks() {
        at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    }

    size_t number(size_t otherwise) {
        skip_blanks();
        const size_t begin = at_;
        size_t       value = 0;
        for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; at_++) {
            value = std::min<size_t>(value * 10 + (text_[at_] - '0'), UNBOUNDED);
        }
        const bool written = at_ > begin;
        skip_blanks();
        return written ? value : otherwise;
    }

    // Backwards bounds make the reader count through all of 64 bits; a long literal is copied for
    // every repetition.
    void repetition() {
        const size_t least = number(0);
        size_t       most  = least;
        if (at_ < text_.size() && text_[at_] == ',') {
            at_++;
            most = number(UNBOUNDED);
        }
        if (most < least) {
            throw Error("the grammar repeats something at least " + std::to_string(least) + " but at most " +
                        std::to_string(most) + " times");
        }
        copied_ += item_ * std::max(least, most < UNBOUNDED ? most : 1);
        if (copied_ > MAX_COPIED) {
            throw Error("the grammar repeats something too often");
        }
    }

    const std::string & text_;
    size_t              at_ = 0, groups_ = 0, item_ = 1, copied_ = 0;
};

const char * skip_space(const char * text) {
    while (*text == ' ' || *text == '\t' || *text == '\r' || *text == '\n' || *text == '#') {
        if (*text == '#') {
            while (*text && *text != '\n') {
                text++;
            }
        } else {
            text++;
        }
    }
    return text;
}

std::string name_of(const llama_grammar_parser & parser, uint32_t rule) {
    for (const auto & [name, id] : parser.symbol_ids) {
        if (id == rule) {
            return name;
        }
    }
    return std::to_string(rule);
}

bool ends(const llama_grammar_element & element) {
    return element.type == LLAMA_GRETYPE_END || element.type == LLAMA_GRETYPE_ALT;
}

// How rules begin: which other rules may be entered before any character is read.
//
// llama.cpp looks for left recursion too, but overlooks it behind rules that are empty only
// through others (root ::= a root "x", a ::= b, b ::= "z"?) and then grows its stacks for ever.
class Beginnings {
  public:
    explicit Beginnings(const llama_grammar_parser & parser) : parser_(parser), rules_(parser.rules) {
        find_empty();
        find_edges();
    }

    void require_bounded() {
        nodes_.resize(rules_.size());
        for (uint32_t rule = 0; rule < rules_.size(); rule++) {
            if (nodes_[rule].index == 0) {
                visit(rule);
            }
        }
        for (uint32_t rule = 0; rule < rules_.size(); rule++) {
            for (const auto & edge : edges_[rule]) {
                if (!edge.last && nodes_[rule].component == nodes_[edge.to].component) {
                    throw Error("the grammar's rule " + name_of(parser_, edge.to) +
                                " is left-recursive: it can begin with itself");
                }
            }
        }
    }

  private:
    // `last`: nothing follows the reference, so that a circle through it adds nothing to a stack.
    struct Edge {
        uint32_t to;
        bool     last;
    };

    struct Node {
        uint32_t index = 0, low = 0, component = 0;
        size_t   descent = 1, starts = 1;
    };

    bool may_be_empty(const llama_grammar_rule & rule) const {
        bool empty = true;
        for (const auto & element : rule) {
            if (ends(element)) {
                if (empty) {
                    return true;
                }
                empty = true;
            } else {
                empty = empty && element.type == LLAMA_GRETYPE_RULE_REF && empty_[element.value];
            }
        }
        return false;
    }

    void find_empty() {
        empty_.assign(rules_.size(), false);
        std::vector<std::vector<uint32_t>> users(rules_.size());
        std::vector<uint32_t>              todo;
        for (uint32_t rule = 0; rule < rules_.size(); rule++) {
            todo.push_back(rule);
            for (const auto & element : rules_[rule]) {
                if (element.type == LLAMA_GRETYPE_RULE_REF) {
                    users[element.value].push_back(rule);
                }
            }
        }
        while (!todo.empty()) {
            const uint32_t rule = todo.back();
            todo.pop_back();
            if (!empty_[rule] && may_be_empty(rules_[rule])) {
                empty_[rule] = true;
                todo.insert(todo.end(), users[rule].begin(), users[rule].end());
            }
        }
    }

    void find_edges() {
        edges_.resize(rules_.size());
        for (uint32_t rule = 0; rule < rules_.size(); rule++) {
            bool at_start = true;
            for (size_t i = 0; i < rules_[rule].size(); i++) {
                const auto & element = rules_[rule][i];
                if (ends(element)) {
                    at_start = true;
                } else if (at_start && element.type == LLAMA_GRETYPE_RULE_REF) {
                    edges_[rule].push_back({ element.value, ends(rules_[rule][i + 1]) });
                    at_start = empty_[element.value];
                } else {
                    at_start = false;
                }
            }
        }
    }

    // Tarjan's strongly connected components, without recursion; and, children first, the longest
    // descent and the number of starts.
    void visit(uint32_t first) {
        struct Frame {
            uint32_t rule;
            size_t   next;
        };
        std::vector<Frame> path;
        const auto         enter = [&](uint32_t rule) {
            nodes_[rule].index = nodes_[rule].low = ++n_indexed_;
            open_.push_back(rule);
            path.push_back({ rule, 0 });
        };
        enter(first);
        while (!path.empty()) {
            const uint32_t rule = path.back().rule;
            if (path.back().next < edges_[rule].size()) {
                const uint32_t to = edges_[rule][path.back().next++].to;
                if (nodes_[to].index == 0) {
                    enter(to);
                } else if (nodes_[to].component == 0) {
                    nodes_[rule].low = std::min(nodes_[rule].low, nodes_[to].index);
                }
                continue;
            }
            path.pop_back();
            leave(rule);
            if (!path.empty()) {
                Node & parent = nodes_[path.back().rule];
                parent.low    = std::min(parent.low, nodes_[rule].low);
            }
        }
    }

    void leave(uint32_t rule) {
        Node & node = nodes_[rule];
        for (const auto & edge : edges_[rule]) {
            if (nodes_[edge.to].component != 0) {
                node.descent = std::max(node.descent, nodes_[edge.to].descent + 1);
                node.starts  = std::min(node.starts + nodes_[edge.to].starts, MAX_STARTS + 1);
            }
        }
        if (node.descent > MAX_DESCENT || node.starts > MAX_STARTS) {
            throw Error("the grammar is too complex: rule " + name_of(parser_, rule) +
                        " can begin in too many ways or through too many other rules");
        }
        if (node.low != node.index) {
            return;
        }
        n_components_++;
        uint32_t member;
        do {
            member = open_.back();
            open_.pop_back();
            nodes_[member].component = n_components_;
        } while (member != rule);
    }

    const llama_grammar_parser &   parser_;
    const llama_grammar_rules &    rules_;
    std::vector<bool>              empty_;
    std::vector<std::vector<Edge>> edges_;
    std::vector<Node>              nodes_;
    std::vector<uint32_t>          open_;
    uint32_t                       n_indexed_    = 0;
    uint32_t                       n_components_ = 0;
};

void require_defined(const llama_grammar_parser & parser) {
    if (parser.symbol_ids.count("root") == 0) {
        throw Error("the grammar has no rule named root");
    }
    const auto defined = [&](uint32_t rule) { return rule < parser.rules.size() && !parser.rules[rule].empty(); };
    for (const auto & [name, rule] : parser.symbol_ids) {
        if (!defined(rule)) {
            throw Error("the grammar uses a rule that it does not define: " + name);
        }
    }
}

}  // namespace

llama_grammar_parser read_rules(const llama_vocab * vocab, const std::string & gbnf) {
    Outline{ gbnf };
    llama_grammar_parser parser(vocab);
    try {
        const char * rest = skip_space(gbnf.c_str());
        while (*rest) {
            rest = parser.parse_rule(rest);
            if (parser.symbol_ids.size() > MAX_RULES) {
                throw Error("more than " + std::to_string(MAX_RULES) + " rules");
            }
        }
    } catch (const std::exception & error) {
        const std::string words = error.what();
        throw Error("the grammar does not parse: " +
                    (words.size() > MAX_QUOTE ? words.substr(0, MAX_QUOTE) + "..." : words));
    }
    require_defined(parser);
    Beginnings(parser).require_bounded();
    return parser;
}

}  // namespace shim
