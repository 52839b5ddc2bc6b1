// Tool calls for models whose chat template knows nothing of tools.
#pragma once

#include "chat.h"

#include <map>
#include <string>

namespace shim {

// Writes earlier calls and their results as text where the template would drop or refuse them.
void write_out_tool_messages(common_chat_templates_inputs & inputs);

// Applies the template with the tools described in the system message. The answer is text, calls
// written as <tool_call>{"name": ..., "arguments": ...}</tool_call>, or with tool_choice "required"
// calls alone; the grammar and the parser are made for that.
common_chat_params apply_with_plain_tools(const common_chat_templates * templates, common_chat_templates_inputs inputs);

}  // namespace shim
