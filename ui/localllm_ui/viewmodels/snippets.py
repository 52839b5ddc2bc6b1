"""What to paste into an editor or a program so that it finds the port."""

from __future__ import annotations

_KEY = "YOUR-KEY"


def for_url(url: str, locked: bool) -> list[dict[str, str]]:
    """Title, language and text of each. `locked`: clients need a key."""
    key = _KEY if locked else "none"
    header = f' \\\n  -H "Authorization: Bearer {_KEY}"' if locked else ""
    return [
        {
            "title": "curl",
            "text": f"curl {url}/v1/chat/completions{header} \\\n"
            '  -H "Content-Type: application/json" \\\n'
            '  -d \'{"messages": [{"role": "user", "content": "Hello"}]}\'',
        },
        {
            "title": "Python",
            "text": "from openai import OpenAI\n\n"
            f'client = OpenAI(base_url="{url}/v1", api_key="{key}")\n'
            "answer = client.chat.completions.create(\n"
            '    model="default", messages=[{"role": "user", "content": "Hello"}]\n'
            ")\nprint(answer.choices[0].message.content)",
        },
        {
            "title": "Zed",
            "text": '"language_models": {\n  "openai_compatible": {\n    "localllm": {\n'
            f'      "api_url": "{url}/v1",\n'
            '      "available_models": [{"name": "default", "max_tokens": 8192}]\n    }\n  }\n}',
        },
        {
            "title": "Continue",
            "text": "models:\n  - name: localllm\n    provider: openai\n    model: default\n"
            f"    apiBase: {url}/v1\n    apiKey: {key}",
        },
        {
            "title": "Aider",
            "text": f"export OPENAI_API_BASE={url}/v1\nexport OPENAI_API_KEY={key}\n"
            "aider --model openai/default",
        },
    ]
