"""What goes through the port, counted: a middleware before all others, and what it knows.

On the loop's thread alone. A response that goes out in pieces costs an addition for each.
"""

from __future__ import annotations

import time
from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from localllm.histograms import WAITS, Counter

_OTHER = "other"  # a path that leads nowhere: a label for each would let clients fill the memory
_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
HUNG_UP = 499  # nginx's number for a client that went away before it had an answer


class Answered(NamedTuple):
    """`route` is a path of this port with its parameters' names, or "other"."""

    route: str
    method: str
    status: int


class Gateway:
    """Counts since the port opened. `seconds` by route, from the request to its answer's end;
    `hang_ups` by route, of clients that did not wait for the end."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self.in_flight = 0
        self.requests: Tally[Answered] = Tally()
        self.hang_ups: Tally[str] = Tally()
        self.seconds: defaultdict[str, Counter] = defaultdict(lambda: Counter(WAITS))
        self.bytes_received = 0
        self.bytes_sent = 0
        self._paths: dict[object, str] = {}
        for route in routes:
            self._paths.setdefault(route.endpoint, route.path.replace(":path", ""))

    def route_of(self, scope: Mapping[str, object]) -> str:
        """Of a request that went through the router, as its first path says."""
        return self._paths.get(scope.get("endpoint"), _OTHER)


class Metering:
    """The middleware. What is inside it sees the same bytes as without it."""

    def __init__(self, app: ASGIApp, *, gateway: Gateway) -> None:
        self._app = app
        self._gateway = gateway

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        passing = _Passing(self._gateway, receive, send)
        self._gateway.in_flight += 1
        try:
            await self._app(scope, passing.receive, passing.send)
        finally:
            self._gateway.in_flight -= 1
            passing.end(scope)


class _Passing:
    """One request on its way through."""

    def __init__(self, gateway: Gateway, receive: Receive, send: Send) -> None:
        self._gateway = gateway
        self._receive = receive
        self._send = send
        self._began = time.perf_counter()
        self._status = HUNG_UP
        self._whole = False

    async def receive(self) -> Message:
        message = await self._receive()
        self._gateway.bytes_received += len(message.get("body", b""))
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
        else:
            self._gateway.bytes_sent += len(message.get("body", b""))
            self._whole = not message.get("more_body", False)
        await self._send(message)

    def end(self, scope: Scope) -> None:
        gateway = self._gateway
        route = gateway.route_of(scope)
        method = scope["method"] if scope["method"] in _METHODS else _OTHER
        gateway.requests[Answered(route, method, self._status)] += 1
        gateway.seconds[route].add(time.perf_counter() - self._began)
        gateway.hang_ups[route] += not self._whole
