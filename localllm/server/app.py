"""The application: routes, and what stands before them.

Metering -> ErrorBoundary -> Guard -> routes; errors that are foreseen are answered where they occur
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route

from localllm.runtime import Runtime
from localllm.server import anthropic, models, numbers, ollama, responses
from localllm.server.answer import Works
from localllm.server.errors import HANDLERS, ErrorBoundary
from localllm.server.gateway import Gateway, Metering
from localllm.server.generate import chat_completions, completions
from localllm.server.guard import Guard
from localllm.server.responses_store import ResponseStore
from localllm.settings import Settings

# Clients are told a base URL with /v1 or without; both work.
_BASES = ("/v1", "")


def create_app(
    runtime: Runtime, settings: Settings, *, warming: asyncio.Future[Any] | None = None
) -> Starlette:
    """The port's ASGI application; `warming` as in serve.py.

    `state.works` are the answers being given (see answer.py), `state.gateway` counts.
    """
    routes = _routes()
    gateway = Gateway(routes)
    app = Starlette(
        routes=routes,
        exception_handlers=HANDLERS,
        middleware=[
            Middleware(Metering, gateway=gateway),
            Middleware(ErrorBoundary),
            Middleware(
                Guard,
                host=settings.host,
                api_key=settings.api_key,
                origins=settings.cors_origins,
            ),
        ],
    )
    works: Works = set()
    app.state.runtime = runtime
    app.state.works = works
    app.state.gateway = gateway
    app.state.warming = warming
    app.state.responses = ResponseStore()
    return app


def _routes() -> list[Route]:
    routes = [
        Route("/", models.page),
        Route("/health", models.health),
        Route("/metrics", numbers.metrics),
        Route("/api/chat", ollama.chat, methods=["POST"]),
        Route("/api/generate", ollama.generate, methods=["POST"]),
        Route("/api/show", ollama.show, methods=["POST"]),
        Route("/api/tags", ollama.tags),
        Route("/api/ps", ollama.ps),
        Route("/api/version", ollama.version),
    ]
    for base in _BASES:
        routes += [
            Route(f"{base}/chat/completions", chat_completions, methods=["POST"]),
            Route(f"{base}/completions", completions, methods=["POST"]),
            Route(f"{base}/responses", responses.create, methods=["POST"]),
            Route(f"{base}/responses/{{id}}", responses.retrieve),
            Route(f"{base}/responses/{{id}}", responses.delete, methods=["DELETE"]),
            Route(f"{base}/messages", anthropic.messages, methods=["POST"]),
            Route(f"{base}/messages/count_tokens", anthropic.count_tokens, methods=["POST"]),
            Route(f"{base}/stats", numbers.stats),
            Route(f"{base}/models", models.list_models),
            Route(f"{base}/models/{{id:path}}", models.get_model),
        ]
    return routes
