// What the model wrote, split into content, reasoning and tool calls.
#include "deep_stack.h"
#include "internal.h"

#include "chat.h"

#include <algorithm>
#include <memory>

using shim::Error;
using shim::json;

struct shim_parser {
    common_chat_parser_params params;
    common_chat_msg           prefilled;        // what a continued message already held; not part of the answer
    bool                      recurses = false;  // into nested brackets, and then as deep as the model nests them
};

namespace {

constexpr size_t MAX_BRACKETS  = 32 * 1024;
constexpr size_t BRACKET_STACK = 12 * 1024;  // bytes; about 3 KiB a level were measured
constexpr size_t OTHER_STACK   = 512 * 1024;

common_chat_format format_named(const std::string & name) {
    for (int format = 0; format < COMMON_CHAT_FORMAT_COUNT; format++) {
        if (name == common_chat_format_name(static_cast<common_chat_format>(format))) {
            return static_cast<common_chat_format>(format);
        }
    }
    throw Error("unknown chat format: " + name);
}

std::unique_ptr<shim_parser> build(const json & applied, bool parse_tool_calls, const char * reasoning_format) {
    auto   parser                    = std::make_unique<shim_parser>();
    auto & params                    = parser->params;
    params.format                    = format_named(shim::value_or<std::string>(applied, "format", "Content-only"));
    params.generation_prompt         = shim::value_or<std::string>(applied, "generation_prompt", "");
    params.parse_tool_calls          = parse_tool_calls;
    params.is_continuation           = shim::value_or(applied, "is_continuation", false);
    params.reasoning_format          = common_reasoning_format_from_name(reasoning_format ? reasoning_format : "deepseek");
    const std::string definition     = shim::value_or<std::string>(applied, "parser", "");
    if (!definition.empty()) {
        params.parser.load(definition);
        parser->recurses = !json::parse(definition).at("rules").empty();
    }
    if (params.is_continuation) {
        parser->prefilled = common_chat_parse("", /* is_partial= */ true, params);
    }
    return parser;
}

// As deep as its brackets nest, the parser recurses; how many there are bounds that without parsing.
common_chat_msg parse(const shim_parser & parser, const std::string & text, bool partial) {
    const size_t brackets =
        parser.recurses ? std::count_if(text.begin(), text.end(), [](char c) { return c == '[' || c == '{'; }) : 0;
    const size_t needed = OTHER_STACK + brackets * BRACKET_STACK;
    if (brackets == 0 || needed <= shim::stack_left()) {
        return common_chat_parse(text, partial, parser.params);
    }
    if (brackets > MAX_BRACKETS) {
        throw Error("the output has more than " + std::to_string(MAX_BRACKETS) + " brackets, too many for tool calls");
    }
    common_chat_msg message;
    shim::on_deep_stack(needed, [&] { message = common_chat_parse(text, partial, parser.params); });
    return message;
}

std::string after(const std::string & prefix, const std::string & text) {
    return text.compare(0, prefix.size(), prefix) == 0 ? text.substr(prefix.size()) : text;
}

json message_json(const common_chat_msg & message, const common_chat_msg & prefilled) {
    json calls = json::array();
    for (const auto & call : message.tool_calls) {
        calls.push_back({
            { "id",        call.id },
            { "name",      call.name },
            { "arguments", call.arguments },
        });
    }
    return {
        { "content",           after(prefilled.render_content(), message.render_content()) },
        { "reasoning_content", after(prefilled.reasoning_content, message.reasoning_content) },
        { "tool_calls",        calls },
    };
}

}  // namespace

shim_parser * shim_parser_init(const char * applied, bool parse_tool_calls, const char * reasoning_format) {
    return shim::guarded<shim_parser *>(nullptr, [&] {
        return build(shim::parse_json(applied, "the applied template"), parse_tool_calls, reasoning_format).release();
    });
}

void shim_parser_free(shim_parser * parser) {
    delete parser;
}

char * shim_parser_parse(const shim_parser * parser, const char * text, bool partial) {
    return shim::guarded<char *>(nullptr, [&] {
        return shim::copy(message_json(parse(*parser, text, partial), parser->prefilled).dump_safe());
    });
}
