from __future__ import annotations

import asyncio

import pytest
from supervisor.scripted import ask

from localllm import core
from localllm.supervisor.mailbox import Mailbox


def delta(text: str = "x") -> core.Delta:
    return core.Delta("r", content=text)


async def test_one_wakeup_for_all_that_arrived() -> None:
    mailbox = Mailbox(ask(), lambda: None)
    waiting = asyncio.create_task(mailbox.wait())
    await asyncio.sleep(0)
    for text in "abc":
        mailbox.put(delta(text))
    await waiting
    assert [event.content for event in mailbox.events] == ["a", "b", "c"]
    assert mailbox.last is mailbox.events[-1]


async def test_what_is_there_is_not_waited_for() -> None:
    mailbox = Mailbox(ask(), lambda: None)
    mailbox.put(delta())
    await mailbox.wait()


async def test_a_cancelled_reader_may_be_followed_by_another() -> None:
    mailbox = Mailbox(ask(), lambda: None)
    first = asyncio.create_task(mailbox.wait())
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    second = asyncio.create_task(mailbox.wait())
    await asyncio.sleep(0)
    mailbox.put(delta())
    await second


async def test_two_readers_at_once_are_a_bug() -> None:
    mailbox = Mailbox(ask(), lambda: None)
    first = asyncio.create_task(mailbox.wait())
    await asyncio.sleep(0)
    with pytest.raises(RuntimeError, match="two tasks"):
        await mailbox.wait()
    mailbox.close()
    await first


async def test_the_end_is_told_once_whoever_comes_first() -> None:
    ends: list[bool] = []
    mailbox = Mailbox(ask(), lambda: ends.append(True))
    mailbox.end()
    mailbox.close()
    mailbox.end()
    assert ends == [True]
