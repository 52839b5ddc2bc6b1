"""Files of KV: what is kept over the end of an engine, and what is not believed."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from helpers.engines import FakeEngine, fake_answer, make_sequence

from localllm.core import EngineOptions
from localllm.engine import kv_disk, kv_file, kv_key
from localllm.engine.fake_runner import FakeRunner
from localllm.engine.kv_disk import KvDisk
from localllm.engine.kv_file import DamagedFile
from localllm.engine.kv_folder import CLEARED
from localllm.engine.kv_pool import KvPool
from localllm.engine.kv_store import KvStore
from localllm.engine.scheduler import Chunk

KEY = bytes(range(16))
TOKENS = np.arange(100, dtype=np.int32)
STATE = np.arange(5000).astype(np.uint8)
SLOW_S = 1.0


@pytest.fixture
def open_disk(tmp_path: Path) -> Iterator[Callable[..., KvDisk]]:
    opened: list[KvDisk] = []

    def make(key: bytes = KEY, budget: int = 1 << 30) -> KvDisk:
        opened.append(KvDisk(tmp_path / "kv", key, {"model": "m.gguf"}, budget))
        assert opened[-1]._indexed.wait(60)
        return opened[-1]

    yield make
    for disk in opened:
        disk.close(60)


class Bench:
    """A store on the fake runner that keeps what it computes on a disk."""

    def __init__(self, disk: KvDisk, ram: int = 1 << 24) -> None:
        self.disk = disk
        self.runner = FakeRunner(4000, 4000)
        self.pool = KvPool(4000, 8)
        self.store = KvStore(self.runner, self.pool, ram, disk)

    def use(self, *tokens: int) -> int:
        """Computes a sequence and puts it away; returns how many tokens were there."""
        seq = make_sequence(tokens=list(tokens))
        self.store.bring_in(seq, self.store.find(seq, [], SLOW_S))
        found: int = seq.n_computed
        if n := len(tokens) - found:
            self.runner.run([Chunk(seq, n, False)])
            self.pool.grow(seq.seq_id, n)
            seq.n_computed += n
        self.store.take_out(seq, keep=True)
        self.settle()
        return found

    def settle(self) -> None:
        """Waits until the disk's thread has done what it was asked."""
        done = threading.Event()
        self.disk._jobs.put(done.set)
        assert done.wait(60)
        self.store.saved.sync()
        self.store.check_integrity()

    def end(self) -> None:
        self.disk.close(60)

    @property
    def files(self) -> list[Path]:
        return sorted(self.disk._folder.glob("*.kv"), key=lambda path: path.stat().st_size)


# --- a file ---------------------------------------------------------------------------------------


def test_a_file_says_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.kv"
    size = kv_file.write(path, KEY, TOKENS, 40, STATE)
    header = kv_file.read_header(path, KEY)
    assert (header.start, header.size, header.tokens.tolist()) == (40, 5000, TOKENS.tolist())
    assert size == path.stat().st_size
    assert np.array_equal(kv_file.read(path, KEY, TOKENS, 40), STATE)
    assert os.listdir(tmp_path) == ["a.kv"]


@pytest.mark.skipif(os.name == "nt", reason="no such modes")
def test_a_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    kv_file.write(tmp_path / "a.kv", KEY, TOKENS, 0, STATE)
    assert (tmp_path / "a.kv").stat().st_mode & 0o777 == 0o600


def test_another_key_other_tokens_and_another_start_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.kv"
    kv_file.write(path, KEY, TOKENS, 40, STATE)
    for key, tokens, start in [(bytes(16), TOKENS, 40), (KEY, TOKENS + 1, 40), (KEY, TOKENS, 41)]:
        with pytest.raises(DamagedFile):
            kv_file.read(path, key, tokens, start)


def test_any_flipped_byte_and_any_other_length_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.kv"
    state = STATE[:50]
    kv_file.write(path, KEY, TOKENS[:10], 0, state)
    data = path.read_bytes()
    damaged = [data[:i] + bytes((data[i] ^ 1,)) + data[i + 1 :] for i in range(len(data))]
    damaged += [data[:n] for n in range(len(data))] + [data + b"\0"]
    for wrong in damaged:
        path.write_bytes(wrong)
        with pytest.raises(DamagedFile):
            kv_file.read(path, KEY, TOKENS[:10], 0)


# --- over the end of an engine --------------------------------------------------------------------


@pytest.mark.parametrize("ram", [0, 1 << 24])
def test_what_was_computed_is_there_after_the_end(
    open_disk: Callable[..., KvDisk], ram: int
) -> None:
    first = Bench(open_disk(), ram)
    assert first.use(*range(1200)) == 0
    first.use(*range(1100), 5, 6, 7)
    first.end()
    second = Bench(open_disk(), ram)
    assert second.use(*range(1200), 1) == 1200
    assert second.use(*range(1100), 5, 6, 7, 8) == 1103
    assert second.store.reused.disk >= 1200
    assert second.store.saved.saved_tokens == 2


def test_a_turn_adds_a_file_of_its_own_tokens_alone(open_disk: Callable[..., KvDisk]) -> None:
    bench = Bench(open_disk())
    bench.use(*range(500))
    (first,) = bench.files
    before = first.stat()
    bench.use(*range(530))
    assert len(bench.files) == 2
    assert first.stat().st_mtime_ns == before.st_mtime_ns
    assert bench.files[0].stat().st_size < before.st_size / 3


DAMAGE: dict[str, Callable[[Path], object]] = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"x"),
    "flipped at its end": lambda path: path.write_bytes(path.read_bytes()[:-1] + b"\xff"),
    "another kind": lambda path: path.write_bytes(b"GGUF" * 1000),
}


@pytest.mark.parametrize("while_open", [True, False])
@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_file_is_a_miss_and_is_removed(
    open_disk: Callable[..., KvDisk], kind: str, while_open: bool
) -> None:
    bench = Bench(open_disk(), ram=0)
    bench.use(*range(600))
    last = bench.files[0]
    if while_open:
        DAMAGE[kind](last)
    else:
        bench.end()
        DAMAGE[kind](last)
        bench = Bench(open_disk(), ram=0)
    assert bench.use(*range(601)) == 512
    assert bench.store.saved.damaged == (kind != "gone")
    assert not last.exists()
    assert len(bench.files) == 2
    assert bench.use(*range(602)) == 601


def test_what_nothing_leads_to_is_removed(open_disk: Callable[..., KvDisk]) -> None:
    bench = Bench(open_disk())
    bench.use(*range(600))
    bench.end()
    bench.files[-1].unlink()
    bench = Bench(open_disk())
    assert bench.use(*range(600)) == 0
    bench.end()


def test_halves_of_files_are_swept(open_disk: Callable[..., KvDisk]) -> None:
    disk = open_disk()
    disk.close(60)
    half = disk._folder / "x.123.part"
    half.write_bytes(b"half")
    open_disk()
    assert not half.exists()


def test_another_key_sees_nothing(open_disk: Callable[..., KvDisk]) -> None:
    Bench(open_disk()).use(*range(100))
    assert Bench(open_disk(bytes(16))).use(*range(101)) == 0


def test_a_second_engine_reads_and_leaves_all_as_it_is(open_disk: Callable[..., KvDisk]) -> None:
    first = Bench(open_disk())
    first.use(*range(100))
    second = Bench(open_disk())
    assert (first.disk.writes, second.disk.writes) == (True, False)
    assert second.use(*range(101)) == 100
    assert len(first.files) == 1


def test_a_second_engine_misses_what_the_first_removed(open_disk: Callable[..., KvDisk]) -> None:
    first = Bench(open_disk())
    first.use(*range(100))
    second = Bench(open_disk(), ram=0)
    first.store.saved.clear(files=True)
    first.settle()
    assert second.use(*range(101)) == 0


def test_the_budget_holds_and_the_longest_unused_goes(open_disk: Callable[..., KvDisk]) -> None:
    size = 16 * 101 + 400
    bench = Bench(open_disk(budget=4 * size), ram=0)
    for start in (0, 1000, 2000):
        bench.use(*range(start, start + 100))
    bench.use(*range(100))
    for start in (3000, 4000):
        bench.use(*range(start, start + 100))
    assert bench.store.disk.used <= 4 * size
    assert bench.store.disk.evicted >= 1
    assert bench.use(*range(101)) == 100
    assert bench.use(*range(1000, 1101)) == 0


def test_other_models_make_room_by_last_use(open_disk: Callable[..., KvDisk]) -> None:
    bench = Bench(open_disk(bytes(16)))
    for start in (0, 1000):
        bench.use(*range(start, start + 100))
    bench.end()
    old, new = bench.files
    os.utime(old, (1, 1))
    open_disk(budget=3000)
    assert (old.exists(), new.exists()) == (False, True)


def test_what_is_cleared_from_outside_is_forgotten(open_disk: Callable[..., KvDisk]) -> None:
    bench = Bench(open_disk())
    bench.use(*range(100))
    for path in bench.files:
        path.unlink()
    (bench.disk._folder / CLEARED).touch()
    assert bench.use(*range(101)) == 0
    assert bench.store.ram.used > 0


def test_a_folder_that_cannot_be_used_costs_only_the_disk(tmp_path: Path) -> None:
    (tmp_path / "kv").write_text("a file")
    disk = KvDisk(tmp_path / "kv", KEY, {}, 1 << 30)
    bench = Bench(disk)
    bench.use(*range(100))
    assert bench.use(*range(101)) == 100
    assert bench.store.disk.budget == 0
    disk.close(60)


def test_what_finds_no_room_in_the_queue_is_written_later(
    open_disk: Callable[..., KvDisk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kv_disk, "_QUEUE_BYTES", 10_000)
    bench = Bench(open_disk())
    bench.use(*range(1200))
    for _ in range(10):
        bench.settle()
    assert not bench.store.unwritten
    assert len(bench.files) == 3


def test_engines_one_after_the_other_say_what_they_would_alone(
    open_disk: Callable[..., KvDisk],
) -> None:
    asked = [f"{'system ' * 30}{'question ' * i}" for i in range(4)]
    for _ in range(2):
        disk = open_disk()
        engine = FakeEngine(runner=FakeRunner(1024, 64), ram_budget=3000, disk=disk)
        for i, prompt in enumerate(asked):
            request = engine.ask(f"r{i}", prompt, max_tokens=20)
            engine.finish()
            assert engine.text(f"r{i}") == fake_answer(request)
        disk.close(60)
    assert engine.usage("r3").cached_tokens == engine.usage("r3").prompt_tokens - 1


# --- the key --------------------------------------------------------------------------------------


def test_the_key_is_that_of_the_model_and_of_what_changes_kv(tmp_path: Path) -> None:
    model = tmp_path / "m.gguf"
    model.write_bytes(bytes(3 << 20))
    options = EngineOptions(str(model))

    def key(built: tuple[str, ...] = ("1",), **changes: object) -> bytes:
        values = {name: getattr(options, name) for name in options.__struct_fields__} | changes
        return kv_key.key_of(EngineOptions(**values), built)

    first = key()
    assert key() == key(context=4096, threads=3, ram_cache_bytes=5, disk_cache_dir="x") == first
    others = [key(kv_type="q8_0"), key(flash_attention="off"), key(gpu_layers=0), key(("2",))]
    assert len({first, *others}) == 5
    stat = model.stat()
    with model.open("r+b") as file:
        file.seek((3 << 20) * 200 // 256)  # one of the samples
        file.write(b"x")
    os.utime(model, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert key() != first


def test_all_parts_of_a_split_model_count(tmp_path: Path) -> None:
    path = tmp_path / "m-00001-of-00003.gguf"
    names = [part.name for part in kv_key.parts_of(path)]
    assert names == [f"m-0000{i}-of-00003.gguf" for i in (1, 2, 3)]
