"""Whatever goes wrong is one error object with the right status, and the port goes on."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from helpers.fake_runtime import FakeRuntime, steps

from localllm import errors
from localllm.server.incoming import MAX_BODY_BYTES

CHAT = "/v1/chat/completions"
MESSAGES = {"messages": [{"role": "user", "content": "Hi"}]}


def error_of(answer: httpx.Response) -> dict[str, Any]:
    assert answer.headers["content-type"] == "application/json"
    ((name, error),) = answer.json().items()
    assert name == "error"
    assert error.keys() == {"message", "type", "code", "param"}
    assert error["message"]
    return error


@pytest.mark.parametrize("path", [CHAT, "/v1/completions"])
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"text"',
        b"{'messages': []}",
        b'{"messages": NaN}',
        b'{"messages": []} trailing',
        b"\xff\xfe\x00",
        b'{"model": "\xff"}',
        b'{"model": "\\ud800"}',
        b'{"x": 1e999}',
        b'{"messages":' + b"[" * 100_000,
        b'{"tools":' + b'{"a":' * 100_000,
        b"\x1f\x8b\x08\x00",
        b"a=1&b=2",
    ],
    ids=range(16),
)
async def test_a_malformed_body_is_a_400(
    client: httpx.AsyncClient, runtime: FakeRuntime, path: str, body: bytes
) -> None:
    answer = await client.post(path, content=body)
    assert answer.status_code == 400
    assert error_of(answer)["type"] == "invalid_request_error"
    assert not runtime.requests
    assert (await client.post(CHAT, json=MESSAGES)).status_code == 200


async def test_invalid_json_is_said_to_be_that(client: httpx.AsyncClient) -> None:
    error = error_of(await client.post(CHAT, content=b'{"messages": [}'))
    assert error["code"] == "invalid_json"
    assert "not valid JSON" in error["message"]


async def test_a_body_that_is_too_large_is_refused_before_it_is_read(
    client: httpx.AsyncClient,
) -> None:
    headers = {"content-length": str(MAX_BODY_BYTES + 1)}
    answer = await client.post(CHAT, content=b"{}", headers=headers)
    assert answer.status_code == 413
    assert "33,554,433" in error_of(answer)["message"]


async def test_a_body_that_grows_too_large_is_refused(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localllm.server.incoming.MAX_BODY_BYTES", 100)

    async def pieces() -> Any:
        for _ in range(20):
            yield b" " * 10

    answer = await client.post(CHAT, content=pieces())
    assert (answer.status_code, error_of(answer)["code"]) == (413, "request_too_large")


async def test_a_compressed_body_is_refused_in_words(client: httpx.AsyncClient) -> None:
    answer = await client.post(CHAT, content=b"x", headers={"content-encoding": "gzip"})
    assert answer.status_code == 415
    assert "gzip" in error_of(answer)["message"]


async def test_an_unknown_path_is_a_404(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v2/everything")
    assert (answer.status_code, error_of(answer)["code"]) == (404, "not_found")


async def test_a_wrong_method_is_a_405_that_names_the_right_one(client: httpx.AsyncClient) -> None:
    answer = await client.get(CHAT)
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert "takes POST, not GET" in error_of(answer)["message"]


@pytest.mark.parametrize("stream", [False, True])
async def test_an_unknown_model_is_a_404_that_says_what_there_is(
    client: httpx.AsyncClient, stream: bool
) -> None:
    answer = await client.post(CHAT, json={**MESSAGES, "model": "gpt-9", "stream": stream})
    error = error_of(answer)
    assert (answer.status_code, error["code"]) == (404, "model_not_found")
    assert "tiny" in error["message"]


FAILURES = [
    (errors.BadRequest("No.", param="stop"), 400, "invalid_request_error", "invalid_request"),
    (errors.ContextExceeded("9000 > 8192"), 400, "invalid_request_error",
     "context_length_exceeded"),
    (errors.UnsupportedFeature("No."), 400, "invalid_request_error", "unsupported_feature"),
    (errors.ModelTooLarge("No."), 422, "invalid_request_error", "model_too_large"),
    (errors.Cancelled("No."), 499, "cancelled_error", "cancelled"),
    (errors.QueueFull("No."), 503, "server_error", "queue_full"),
    (errors.EngineError("No."), 500, "server_error", "engine_error"),
    (errors.EngineDied("No."), 502, "server_error", "engine_died"),
    (errors.DiskFull("No."), 507, "server_error", "disk_full"),
]  # fmt: skip


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(("failure", "status", "kind", "code"), FAILURES)
async def test_a_failure_before_the_first_token_has_its_status(
    client: httpx.AsyncClient,
    runtime: FakeRuntime,
    stream: bool,
    failure: Exception,
    status: int,
    kind: str,
    code: str,
) -> None:
    runtime.script = steps(failure)
    answer = await client.post(CHAT, json={**MESSAGES, "stream": stream})
    error = error_of(answer)
    assert (answer.status_code, error["type"], error["code"]) == (status, kind, code)
    assert error["message"] == str(failure)


async def test_a_full_queue_says_when_to_come_back(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.script = steps(errors.QueueFull("256 wait already", retry_after=7.4))
    answer = await client.post(CHAT, json=MESSAGES)
    assert answer.headers["retry-after"] == "7"


@pytest.mark.expects_error_log
@pytest.mark.parametrize("stream", [False, True])
async def test_a_bug_is_a_500_without_its_inside(
    client: httpx.AsyncClient,
    runtime: FakeRuntime,
    stream: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    runtime.script = steps(ZeroDivisionError("secret path /home/me"))
    answer = await client.post(CHAT, json={**MESSAGES, "stream": stream})
    assert answer.status_code == 500
    assert "secret" not in answer.text
    (record,) = [record for record in caplog.records if record.name.startswith("localllm")]
    assert record.exc_info is not None


@pytest.mark.expects_error_log
async def test_a_bug_in_an_endpoint_is_a_500(
    client: httpx.AsyncClient, runtime: FakeRuntime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "models", lambda: 1 / 0)
    answer = await client.get("/v1/models")
    assert (answer.status_code, error_of(answer)["code"]) == (500, "internal_error")
