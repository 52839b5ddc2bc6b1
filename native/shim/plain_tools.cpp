#include "plain_tools.h"

#include "chat-peg-parser.h"
#include "internal.h"
#include "json-schema-to-grammar.h"

#include <utility>

namespace shim {

namespace {

const char * const CALL_START = "<tool_call>";
const char * const CALL_END   = "</tool_call>";

std::string call_text(const common_chat_tool_call & call) {
    const json name = json::make(call.name);
    return std::string(CALL_START) + "\n{\"name\": " + name.dump() + ", \"arguments\": " +
           (call.arguments.empty() ? "{}" : call.arguments) + "}\n" + CALL_END;
}

std::string joined(const std::string & first, const std::string & second) {
    return first.empty() ? second : first + "\n" + second;
}

std::string description(const json & tools) {
    std::string text = "You can call functions. Their signatures:\n<tools>\n";
    for (const auto & tool : tools) {
        text += tool.dump() + "\n";
    }
    return text +
           "</tools>\nTo call one, write its name and arguments as a JSON object within tool_call tags:\n"
           "<tool_call>\n{\"name\": <function-name>, \"arguments\": <arguments-object>}\n</tool_call>";
}

void describe(const json & tools, std::vector<common_chat_msg> & messages) {
    const bool has_system = !messages.empty() && (messages[0].role == "system" || messages[0].role == "developer");
    if (!has_system) {
        common_chat_msg system;
        system.role = "system";
        messages.insert(messages.begin(), system);
    }
    auto & system = messages[0];
    if (system.content_parts.empty()) {
        system.content += (system.content.empty() ? "" : "\n\n") + description(tools);
    } else {
        system.content_parts.push_back({ "text", description(tools) });
    }
}

// Reasoning as llama.cpp's own parsers of tagged templates read it.
common_peg_parser reasoning(common_chat_peg_builder & p, const common_chat_params & params) {
    if (params.thinking_end_tags.empty()) {
        return p.eps();
    }
    const std::string & end   = params.thinking_end_tags.front();
    const auto          inner = p.reasoning(p.until(end)) + p.optspace(end);
    return p.optional(params.thinking_start_tag.empty() ? inner : p.optspace(params.thinking_start_tag) + inner);
}

common_peg_arena build_parser(const common_chat_params & params, const json & tools, bool required, bool parallel) {
    return build_chat_peg_parser([&](common_chat_peg_builder & p) {
        const auto one   = p.standard_json_tools(CALL_START, CALL_END, tools, false, true) + p.space();
        const auto calls = p.trigger_rule("tool-calls", parallel ? p.one_or_more(one) : one);
        const auto start = p.prefix(params.generation_prompt, params.thinking_start_tag) + reasoning(p, params);
        if (required) {
            return start + p.space() + calls + p.end();
        }
        return start + p.content(p.until(CALL_START)) + p.optional(calls) + p.end();
    });
}

}  // namespace

void write_out_tool_messages(common_chat_templates_inputs & inputs) {
    std::vector<common_chat_msg> plain;
    bool                         after_result = false;
    for (auto & message : inputs.messages) {
        const bool is_result = message.role == "tool";
        for (const auto & call : std::exchange(message.tool_calls, {})) {
            message.content = joined(message.content, call_text(call));
        }
        if (is_result) {
            message.role    = "user";
            message.content = "<tool_response>\n" + message.render_content() + "\n</tool_response>";
            message.content_parts.clear();
        }
        if (is_result && after_result) {  // many templates want user and assistant to alternate
            plain.back().content = joined(plain.back().content, message.content);
        } else {
            plain.push_back(message);
        }
        after_result = is_result;
    }
    inputs.messages = std::move(plain);
}

common_chat_params apply_with_plain_tools(const common_chat_templates * templates, common_chat_templates_inputs inputs) {
    const json tools    = common_chat_tools_to_json_oaicompat(inputs.tools);
    const bool required = inputs.tool_choice == COMMON_CHAT_TOOL_CHOICE_REQUIRED;
    write_out_tool_messages(inputs);
    describe(tools, inputs.messages);
    inputs.tools.clear();
    inputs.tool_choice = COMMON_CHAT_TOOL_CHOICE_NONE;

    auto       params = common_chat_templates_apply(templates, inputs);
    const auto parser = build_parser(params, tools, required, inputs.parallel_tool_calls);
    params.format           = COMMON_CHAT_FORMAT_PEG_NATIVE;
    params.parser           = parser.save();
    params.grammar_lazy     = !required;
    params.grammar          = build_grammar([&](const common_grammar_builder & builder) {
        parser.build_grammar(builder, params.grammar_lazy);
    });
    params.grammar_triggers.clear();
    if (params.grammar_lazy) {
        params.grammar_triggers.push_back({ COMMON_GRAMMAR_TRIGGER_TYPE_WORD, CALL_START });
    }
    params.preserved_tokens.insert(params.preserved_tokens.end(), { CALL_START, CALL_END });
    return params;
}

}  // namespace shim
