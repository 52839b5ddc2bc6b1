from __future__ import annotations

import os
import struct
import threading

import msgspec
import pytest

from localllm import core, frames
from localllm.errors import EngineError
from localllm.frames import FrameDecoder, FrameReader, FrameWriter, encode_frame


def delta(text: str) -> core.Events:
    return core.Events((core.Delta("r1", content=text),))


@pytest.fixture
def pipe() -> tuple[int, int]:
    return os.pipe()


def test_a_frame_is_the_length_in_little_endian_and_msgpack() -> None:
    frame = encode_frame(core.Shutdown())
    assert frame == struct.pack("<I", len(frame) - 4) + frame[4:]
    assert msgspec.msgpack.decode(frame[4:]) == {"type": "shutdown"}


def test_messages_survive_being_cut_anywhere() -> None:
    messages = [delta("één"), core.Loading(0.5), delta("x" * 300)]
    stream = b"".join(map(encode_frame, messages))
    for cut in range(len(stream)):
        decoder: FrameDecoder[core.Reply] = FrameDecoder(core.Reply)
        assert decoder.feed(stream[:cut]) + decoder.feed(stream[cut:]) == messages
        decoder.finish()


def test_every_command_comes_through_as_it_was() -> None:
    sampling = core.SamplingParams(logit_bias={5: -1.5}, stop=("a",), seed=3)
    chat = core.ChatPrompt((core.Message("user", "hi"),), tools=(core.Tool("f"),))
    commands: list[core.Command] = [
        core.Load(core.EngineOptions("m.gguf")),
        core.Submit(core.Request("r", chat, sampling, n=2, priority=core.Priority.BACKGROUND)),
        core.Abort("r"),
        core.CountTokens("c", core.TokenPrompt((1, 2))),
        core.GetStats("s"),
        core.Shutdown(),
    ]
    decoder: FrameDecoder[core.Command] = FrameDecoder(core.Command)
    assert decoder.feed(b"".join(map(encode_frame, commands))) == commands


def test_a_stream_that_ends_inside_a_frame_is_an_error() -> None:
    decoder: FrameDecoder[core.Reply] = FrameDecoder(core.Reply)
    decoder.feed(encode_frame(core.Loading(0.5))[:-1])
    with pytest.raises(EngineError, match="middle of a frame"):
        decoder.finish()


def test_a_length_over_the_limit_is_an_error_before_its_bytes_come() -> None:
    decoder: FrameDecoder[core.Reply] = FrameDecoder(core.Reply)
    with pytest.raises(EngineError, match=str(frames.MAX_FRAME_BYTES)):
        decoder.feed(struct.pack("<I", frames.MAX_FRAME_BYTES + 1))


def test_bytes_that_are_no_message_are_an_error() -> None:
    decoder: FrameDecoder[core.Reply] = FrameDecoder(core.Reply)
    with pytest.raises(EngineError, match="no message"):
        decoder.feed(struct.pack("<I", 3) + b"\xc1\xff\x00")


def test_a_message_of_another_union_is_an_error() -> None:
    decoder: FrameDecoder[core.Reply] = FrameDecoder(core.Reply)
    with pytest.raises(EngineError, match="no message"):
        decoder.feed(encode_frame(core.Abort("r")))


def test_a_message_over_the_limit_is_refused_and_nothing_sent(
    pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, write = pipe
    monkeypatch.setattr(frames, "MAX_FRAME_BYTES", 100)
    writer = FrameWriter(write)
    with pytest.raises(EngineError, match="limit"):
        writer.write(delta("x" * 200))
    writer.write(delta("small"))
    reader: FrameReader[core.Reply] = FrameReader(read, core.Reply)
    assert reader.read() == delta("small")


def test_the_reader_says_none_at_the_end(pipe: tuple[int, int]) -> None:
    read, write = pipe
    FrameWriter(write).write(core.Loading(1.0))
    os.close(write)
    reader: FrameReader[core.Reply] = FrameReader(read, core.Reply)
    assert reader.read() == core.Loading(1.0)
    assert reader.read() is None


def test_the_writer_says_when_the_other_side_is_gone(pipe: tuple[int, int]) -> None:
    read, write = pipe
    os.close(read)
    with pytest.raises(OSError, match="pipe"):
        FrameWriter(write).write(core.Loading(1.0))


def test_frames_of_several_threads_do_not_cut_each_other(pipe: tuple[int, int]) -> None:
    read, write = pipe
    writer = FrameWriter(write)
    sizes = [1, 5_000, 200_000]

    def send(size: int) -> None:
        for _ in range(20):
            writer.write(delta(str(size % 7) * size))

    threads = [threading.Thread(target=send, args=(size,)) for size in sizes]
    for thread in threads:
        thread.start()
    reader: FrameReader[core.Reply] = FrameReader(read, core.Reply)
    seen = [reader.read() for _ in range(20 * len(sizes))]
    for thread in threads:
        thread.join()
    assert sorted(map(repr, seen)) == sorted(
        repr(delta(str(size % 7) * size)) for size in sizes for _ in range(20)
    )
