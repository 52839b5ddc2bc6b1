"""Other programs' export files, in the shape that they write them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

PNG = b"\x89PNG\r\n\x1a\n not really a picture"


def write(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def write_zip(path: Path, members: dict[str, Any]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in members.items():
            archive.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    return path


# --- ChatGPT ---------------------------------------------------------------------------------


def gpt_message(
    role: str,
    *parts: Any,
    kind: str = "text",
    content: dict[str, Any] | None = None,
    recipient: str = "all",
    name: str | None = None,
    **metadata: Any,
) -> dict[str, Any]:
    return {
        "id": "message-id",
        "author": {"role": role, "name": name, "metadata": {}},
        "create_time": 1704067200.123,
        "update_time": None,
        "content": content or {"content_type": kind, "parts": list(parts)},
        "status": "finished_successfully",
        "end_turn": True,
        "weight": 1.0,
        "metadata": metadata,
        "recipient": recipient,
        "channel": None,
    }


def gpt_conversation(
    tree: dict[str, tuple[str | None, dict[str, Any] | None]],
    current: str | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """`tree` is {node id: (parent, message)}; the root node that every export has is added."""
    mapping: dict[str, dict[str, Any]] = {
        "root": {"id": "root", "message": None, "parent": None, "children": []}
    }
    for key, (parent, message) in tree.items():
        mapping[key] = {
            "id": key,
            "message": message,
            "parent": parent or "root",
            "children": [],
        }
    for key, node in mapping.items():
        if node["parent"] in mapping:
            mapping[node["parent"]]["children"].append(key)
    return {
        "title": "A talk",
        "create_time": 1704067200.5,
        "update_time": 1704153600.25,
        "mapping": mapping,
        "moderation_results": [],
        "current_node": current or list(mapping)[-1],
        "plugin_ids": None,
        "conversation_id": "c0ffee00-0000-4000-8000-000000000001",
        "conversation_template_id": None,
        "gizmo_id": None,
        "is_archived": False,
        "is_starred": None,
        "safe_urls": [],
        "default_model_slug": "gpt-4o",
        "id": "c0ffee00-0000-4000-8000-000000000001",
        **fields,
    }


def gpt_simple(**fields: Any) -> dict[str, Any]:
    return gpt_conversation(
        {
            "q": (None, gpt_message("user", "How do I boil an egg?")),
            "a": (
                "q",
                gpt_message(
                    "assistant",
                    "Seven minutes.",
                    model_slug="gpt-4o",
                    finish_details={"type": "stop", "stop_tokens": [200002]},
                ),
            ),
        },
        **fields,
    )


# --- LM Studio -------------------------------------------------------------------------------


def lms_text(text: str, **fields: Any) -> dict[str, Any]:
    return {"type": "text", "text": text, "fromDraftModel": False, "isStructural": False, **fields}


def lms_user(*texts: str, selected: int = 0) -> dict[str, Any]:
    return {
        "versions": [
            {
                "type": "singleStep",
                "role": "user",
                "content": [{"type": "text", "text": text}],
                "preprocessed": {"role": "user", "content": [{"type": "text", "text": text}]},
            }
            for text in texts
        ],
        "currentlySelected": selected,
    }


def lms_block(*parts: dict[str, Any], thinking: bool = False, **fields: Any) -> dict[str, Any]:
    block: dict[str, Any] = {
        "type": "contentBlock",
        "stepIdentifier": "1736789915678-0.8812937640",
        "content": list(parts),
        "defaultShouldIncludeInContext": not thinking,
        "shouldIncludeInContext": not thinking,
        **fields,
    }
    if thinking:
        block["style"] = {"type": "thinking", "ended": True, "title": "Thought for 2.50 seconds"}
        block["prefix"], block["suffix"] = "<think>", "</think>"
    return block


def lms_gen_info(stop: str = "eosFound") -> dict[str, Any]:
    return {
        "indexedModelIdentifier": "lmstudio-community/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf",
        "identifier": "qwen3-4b",
        "loadModelConfig": {"fields": []},
        "predictionConfig": {"fields": []},
        "stats": {
            "stopReason": stop,
            "tokensPerSecond": 20.0,
            "numGpuLayers": -1,
            "timeToFirstTokenSec": 0.25,
            "totalTimeSec": 1.5,
            "promptTokensCount": 11,
            "predictedTokensCount": 30,
            "totalTokensCount": 41,
        },
    }


def lms_version(*steps: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "multiStep",
        "role": "assistant",
        "senderInfo": {"senderName": "qwen3-4b"},
        "steps": [
            *steps,
            {"type": "debugInfoBlock", "stepIdentifier": "1-0.5", "debugInfo": "Conversation..."},
        ],
    }


def lms_assistant(*versions: dict[str, Any], selected: int = 0) -> dict[str, Any]:
    return {"versions": list(versions), "currentlySelected": selected}


def lms_answer(text: str) -> dict[str, Any]:
    return lms_version(lms_block(lms_text(text), genInfo=lms_gen_info()))


def lms_conversation(*messages: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {
        "name": "Eggs",
        "pinned": False,
        "createdAt": 1736789912980,
        "preset": "",
        "tokenCount": 41,
        "userLastMessagedAt": 1736789913000,
        "assistantLastMessagedAt": 1736789920000,
        "systemPrompt": "",
        "messages": list(messages),
        "usePerChatPredictionConfig": True,
        "perChatPredictionConfig": {"fields": []},
        "clientInput": "",
        "clientInputFiles": [],
        "userFilesSizeBytes": 0,
        "lastUsedModel": {
            "identifier": "qwen3-4b",
            "indexedModelIdentifier": "lmstudio-community/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf",
            "instanceLoadTimeConfig": {"fields": []},
            "instanceOperationTimeConfig": {"fields": []},
        },
        "notes": [],
        "plugins": [],
        "pluginConfigs": {},
        "disabledPluginTools": [],
        "looseFiles": [],
        **fields,
    }


def lms_simple(**fields: Any) -> dict[str, Any]:
    return lms_conversation(
        lms_user("How do I boil an egg?"), lms_assistant(lms_answer("Seven minutes.")), **fields
    )


# --- Open WebUI ------------------------------------------------------------------------------


def owui_message(
    key: str, parent: str | None, role: str, content: Any, **fields: Any
) -> dict[str, Any]:
    message = {
        "id": key,
        "parentId": parent,
        "childrenIds": [],
        "role": role,
        "content": content,
        "timestamp": 1745071894,
    }
    if role == "assistant":
        message |= {"model": "llama3.2:latest", "modelName": "Llama 3.2", "modelIdx": 0}
        message |= {"userContext": None, "lastSentence": "", "done": True}
    else:
        message["models"] = ["llama3.2:latest"]
    return message | fields


def owui_chat(*messages: dict[str, Any], current: str = "", **fields: Any) -> dict[str, Any]:
    by_id = {message["id"]: message for message in messages}
    for message in messages:
        if message["parentId"] in by_id:
            by_id[message["parentId"]]["childrenIds"].append(message["id"])
    return {
        "id": "9b758cbb-86f2-4322-a8b3-d98543a08e29",
        "user_id": "1bdd1c7e-065f-47f0-b7e0-0745dd038e8d",
        "title": "Egg boiling",
        "chat": {
            "id": "",
            "title": "Egg boiling",
            "models": ["llama3.2:latest"],
            "params": {
                "system": "You are a cook.",
                "temperature": 1.05,
                "num_keep": None,
                "max_tokens": 64,
                "stop": "END",
            },
            "history": {
                "messages": by_id,
                "currentId": current or (messages[-1]["id"] if messages else None),
            },
            "messages": list(messages),
            "tags": [],
            "timestamp": 1745071894535,
            "files": [],
        },
        "updated_at": 1745071903,
        "created_at": 1745071894,
        "share_id": None,
        "archived": False,
        "pinned": False,
        "meta": {"tags": ["cooking"]},
        "folder_id": None,
        **fields,
    }


def owui_simple(**fields: Any) -> dict[str, Any]:
    return owui_chat(
        owui_message("q", None, "user", "How do I boil an egg?"),
        owui_message("a", "q", "assistant", "Seven minutes."),
        **fields,
    )
