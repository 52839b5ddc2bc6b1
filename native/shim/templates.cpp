// Chat templates: OpenAI messages in, prompt, stops, grammar and parser out.
#include "internal.h"

#include "chat.h"
#include "json-schema-to-grammar.h"
#include "plain_tools.h"

#include <map>
#include <memory>

using shim::Error;
using shim::json;

struct shim_templates {
    common_chat_templates_ptr   all;
    std::map<std::string, bool> caps;
    bool                        supports_thinking = false;

    bool can(const char * capability) const {
        const auto found = caps.find(capability);
        return found != caps.end() && found->second;
    }
};

namespace {

// common_chat_templates_init slices the exception it rethrows and so loses its words: ask again.
std::string why_it_fails(const llama_model * model, const std::string & source) {
    const char * from_model = model ? llama_model_chat_template(model, nullptr) : nullptr;
    try {
        common_chat_template probe(source.empty() && from_model ? from_model : source, "", "");
    } catch (const std::exception & error) {
        return error.what();
    }
    return "the reason is unknown";
}

std::unique_ptr<shim_templates> load(const llama_model * model, const std::string & source,
                                     const std::string & bos, const std::string & eos) {
    if (model == nullptr && source.empty()) {
        throw Error("neither a model nor a chat template was given");
    }
    auto loaded = std::make_unique<shim_templates>();
    try {
        loaded->all = common_chat_templates_init(model, source, bos, eos);
    } catch (const std::exception &) {
        throw Error("the chat template cannot be read: " + why_it_fails(model, source));
    }
    loaded->caps = common_chat_templates_get_caps(loaded->all.get());
    try {
        loaded->supports_thinking = common_chat_templates_support_enable_thinking(loaded->all.get());
    } catch (const std::exception &) {
        loaded->supports_thinking = false;  // a template that refuses the probe may serve real chats
    }
    return loaded;
}

// Templates may parse a call's arguments and walk them recursively.
void bound_arguments(const json & messages) {
    for (const auto & message : messages) {
        if (!message.contains("tool_calls") || !message.at("tool_calls").is_array()) {
            continue;
        }
        for (const auto & call : message.at("tool_calls")) {
            if (!call.contains("function") || !call.at("function").contains("arguments")) {
                continue;
            }
            const auto & arguments = call.at("function").at("arguments");
            if (arguments.is_string()) {
                shim::require_shallow(arguments.get<std::string>().c_str(), "a tool call's arguments");
            }
        }
    }
}

// As llama-server: a schema without content means any object.
std::string schema_text(const json & in) {
    if (!in.contains("json_schema") || in.at("json_schema").is_null()) {
        return "";
    }
    const json & schema = in.at("json_schema");
    return schema.is_object() && schema.empty() ? R"({"type": "object"})" : schema.dump();
}

void read_messages(const json & in, common_chat_templates_inputs & inputs) {
    if (!in.contains("messages") || !in.at("messages").is_array()) {
        throw Error("messages must be a list");
    }
    bound_arguments(in.at("messages"));
    inputs.messages              = common_chat_msgs_parse_oaicompat(in.at("messages"));
    inputs.add_generation_prompt = shim::value_or(in, "add_generation_prompt", true);
    if (!shim::value_or(in, "continue_final_message", false)) {
        return;
    }
    if (inputs.messages.empty() || inputs.messages.back().role != "assistant") {
        throw Error("only an assistant message can be continued");
    }
    if (!inputs.messages.back().tool_calls.empty()) {
        throw Error("an assistant message with tool calls cannot be continued");
    }
    inputs.continue_final_message = COMMON_CHAT_CONTINUATION_AUTO;
    inputs.add_generation_prompt  = false;
}

void read_constraints(const json & in, const shim_templates & templates, common_chat_templates_inputs & inputs) {
    inputs.tools               = common_chat_tools_parse_oaicompat(in.value("tools", json()));
    inputs.tool_choice         = common_chat_tool_choice_parse_oaicompat(
        shim::value_or<std::string>(in, "tool_choice", "auto"));
    inputs.json_schema         = schema_text(in);
    inputs.grammar             = shim::value_or<std::string>(in, "grammar", "");
    inputs.parallel_tool_calls = shim::value_or(in, "parallel_tool_calls", templates.can("supports_parallel_tool_calls"));
    if (!inputs.grammar.empty() && !inputs.json_schema.empty()) {
        throw Error("json_schema and grammar exclude each other");
    }
    if (!inputs.grammar.empty() && !inputs.tools.empty() && inputs.tool_choice != COMMON_CHAT_TOOL_CHOICE_NONE) {
        throw Error("a grammar and tools exclude each other");
    }
}

void read_thinking(const json & in, const shim_templates & templates, common_chat_templates_inputs & inputs) {
    inputs.reasoning_format = common_reasoning_format_from_name(
        shim::value_or<std::string>(in, "reasoning_format", "deepseek"));
    inputs.enable_thinking = shim::value_or(in, "enable_thinking", templates.supports_thinking);
    if (!in.contains("chat_template_kwargs") || in.at("chat_template_kwargs").is_null()) {
        return;
    }
    for (const auto & [name, value] : in.at("chat_template_kwargs").items()) {
        inputs.chat_template_kwargs[name] = value.dump();
        if (name == "enable_thinking") {
            if (!value.is_boolean()) {
                throw Error("chat_template_kwargs: enable_thinking must be true or false");
            }
            inputs.enable_thinking = value.get<bool>();
        }
    }
}

common_chat_templates_inputs read_inputs(const json & in, const shim_templates & templates) {
    common_chat_templates_inputs inputs;
    read_messages(in, inputs);
    read_constraints(in, templates, inputs);
    read_thinking(in, templates, inputs);
    return inputs;
}

// A template knows nothing of a user's grammar, and some ignore a schema: neither is dropped here.
std::string grammar_type(const common_chat_templates_inputs & inputs, common_chat_params & params) {
    if (!params.grammar.empty()) {
        return inputs.json_schema.empty() ? "tool_calls" : "output_format";
    }
    if (!inputs.json_schema.empty()) {
        params.grammar = json_schema_to_grammar(json::parse(inputs.json_schema));
    } else {
        params.grammar = inputs.grammar;
    }
    params.grammar_lazy = false;
    return params.grammar.empty() ? "none" : "user";
}

// Where the template takes no part in tool calls, or has no form of them that could be enforced, the
// tools are put into words.
common_chat_params apply(const shim_templates & templates, common_chat_templates_inputs & inputs) {
    const bool   native    = templates.can("supports_tools") || templates.can("supports_tool_calls");
    const bool   use_tools = !inputs.tools.empty() && inputs.tool_choice != COMMON_CHAT_TOOL_CHOICE_NONE &&
                             inputs.json_schema.empty();
    const auto * all       = templates.all.get();
    if (use_tools && !native) {
        return shim::apply_with_plain_tools(all, inputs);
    }
    if (!native) {
        shim::write_out_tool_messages(inputs);
    }
    auto params = common_chat_templates_apply(all, inputs);
    if (use_tools && inputs.tool_choice == COMMON_CHAT_TOOL_CHOICE_REQUIRED && params.grammar.empty()) {
        return shim::apply_with_plain_tools(all, inputs);
    }
    return params;
}

json triggers_json(const std::vector<common_grammar_trigger> & triggers) {
    json list = json::array();
    for (const auto & trigger : triggers) {
        list.push_back({
            { "type",  static_cast<int>(trigger.type) },
            { "value", trigger.value },
            { "token", trigger.token },
        });
    }
    return list;
}

json applied_json(const common_chat_templates_inputs & inputs, common_chat_params params) {
    const std::string type = grammar_type(inputs, params);
    return {
        { "prompt",            params.prompt },
        { "format",            common_chat_format_name(params.format) },
        { "grammar",           params.grammar },
        { "grammar_lazy",      params.grammar_lazy },
        { "grammar_type",      type },
        { "grammar_triggers",  triggers_json(params.grammar_triggers) },
        { "preserved_tokens",  params.preserved_tokens },
        { "stops",             params.additional_stops },
        { "generation_prompt", params.generation_prompt },
        { "supports_thinking", params.supports_thinking },
        { "thinking_start",    params.thinking_start_tag },
        { "thinking_ends",     params.thinking_end_tags },
        { "parser",            params.parser },
        { "is_continuation",   inputs.continue_final_message != COMMON_CHAT_CONTINUATION_NONE },
    };
}

}  // namespace

shim_templates * shim_templates_init(const llama_model * model, const char * template_override, const char * bos,
                                     const char * eos) {
    return shim::guarded<shim_templates *>(nullptr, [&] {
        return load(model, template_override ? template_override : "", bos ? bos : "", eos ? eos : "").release();
    });
}

void shim_templates_free(shim_templates * templates) {
    delete templates;
}

char * shim_templates_info(const shim_templates * templates) {
    return shim::guarded<char *>(nullptr, [&] {
        const json info = {
            { "source",            common_chat_templates_source(templates->all.get()) },
            { "supports_thinking", templates->supports_thinking },
            { "caps",              templates->caps },
        };
        return shim::copy(info.dump_safe());
    });
}

char * shim_templates_apply(const shim_templates * templates, const char * inputs) {
    return shim::guarded<char *>(nullptr, [&] {
        auto read   = read_inputs(shim::parse_json(inputs, "the template's input"), *templates);
        auto params = apply(*templates, read);
        return shim::copy(applied_json(read, std::move(params)).dump_safe());
    });
}
