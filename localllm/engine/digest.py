"""What a step means for the requests: tokens to text, text to events, and who has ended.

Every request ends with exactly one Done or Failed. A sequence that has ended still holds its cells
until the engine takes it from `leaving`, so that its reader need not wait for them to be saved.
Belongs to the loop thread.
"""

from __future__ import annotations

import logging

import msgspec

from localllm import core
from localllm.core import FinishReason, SamplingParams, TokenLogprob
from localllm.engine.intake import Prepared
from localllm.engine.language import Language
from localllm.engine.output import Output
from localllm.engine.runner import Logprobs, StepResult
from localllm.engine.scheduler import Chunk, Scheduler
from localllm.engine.sequence import RequestState, Sequence
from localllm.engine.stats import Meter, Phase
from localllm.errors import BadRequest, EngineError, LocalLLMError, QueueFull

log = logging.getLogger(__name__)

# Prefill progress is told at most this often for each request.
_PROGRESS_S = 0.1

# When to ask again, for a request that waited too long.
_RETRY_AFTER_S = 30


class Digest:
    """`context` is the most tokens a sequence can have. `requests` are those that have not ended,
    by id; `events` is what they have to say since the engine last took it; `leaving` are ended
    sequences that still have cells."""

    def __init__(
        self, language: Language, scheduler: Scheduler, meter: Meter, context: int
    ) -> None:
        self.requests: dict[str, RequestState] = {}
        self.events: list[core.Event] = []
        self.leaving: list[Sequence] = []
        self.n_ended = 0
        self._language = language
        self._scheduler = scheduler
        self._meter = meter
        self._context = context
        self._serial = 0
        self._queue_changed = False

    # --- beginning and waiting ------------------------------------------------------------------

    def begin(self, prepared: Prepared) -> None:
        """A request starts to wait."""
        request = prepared.request
        state = RequestState(request, prepared.arrived, prepared.preserved)
        state.dropped = prepared.dropped
        self.requests[request.id] = state
        most = request.sampling.max_tokens
        limit = self._context
        if most is not None and most >= 0:
            limit = min(limit, len(prepared.tokens) + most)
        self._serial += 1
        for index, (sampler, parser) in enumerate(
            zip(prepared.samplers, prepared.parsers, strict=True)
        ):
            output = Output(request.id, index, prepared.stops, request.sampling.stop, parser)
            seq = Sequence(state, index, self._serial, prepared.tokens[:], limit, sampler, output)
            state.sequences.append(seq)
            self._scheduler.add(seq)
        self._queue_changed = True

    def admitted(self, seq: Sequence, now: float) -> None:
        """A sequence got its cells, for the first time or again."""
        state = seq.state
        if state.started_at is not None:
            return
        state.started_at = now
        state.cached = seq.n_computed
        self._queue_changed = True
        self._meter.count_begun(now - state.arrived, seq.n_prompt, seq.n_computed)
        self._progress(seq, now)

    def tell_positions(self) -> None:
        """Says to every waiting request where it stands, if that is news."""
        if not self._queue_changed:
            return
        self._queue_changed = False
        position = 0
        for seq in self._scheduler.queue:
            state = seq.state
            if state.started_at is not None or seq.index:
                continue
            if state.position != position:
                state.position = position
                self.events.append(core.Queued(state.request.id, position))
            position += 1

    def refuse_stale(self, now: float, timeout: float) -> None:
        """Ends whoever has waited for more than `timeout` seconds without having started."""
        for state in list(self.requests.values()):
            if now - state.arrived <= timeout:
                return  # so have all that came later
            if state.started_at is None:
                self.fail(state, _waited_too_long(now - state.arrived, timeout))

    # --- a step -------------------------------------------------------------------------------

    def update(self, chunks: list[Chunk], result: StepResult, now: float) -> int:
        """The chunks were computed. Returns how many tokens were generated."""
        place = n_tokens = 0
        for chunk in chunks:
            seq = chunk.seq
            seq.n_computed += chunk.n
            if chunk.last:
                n = chunk.n_picked(result.tokens, place)
                n_tokens += self._take(chunk, result, range(place, place + n), now)
                place += n
            elif seq.index == 0 and now - seq.state.progress_at >= _PROGRESS_S:
                self._progress(seq, now)
        return n_tokens

    def _take(self, chunk: Chunk, result: StepResult, places: range, now: float) -> int:
        """What was picked after a chunk: its draft, as far as that came true, and one token more.
        Returns how many were wanted."""
        seq, n_accepted, n_tokens = chunk.seq, len(places) - 1, 0
        seq.n_computed += n_accepted
        if chunk.draft:
            self._count_draft(seq, len(chunk.draft), n_accepted)
        for at in places:
            if seq.finished is not None:
                break  # by the token before, or another choice took the request with it
            token = result.tokens[at]
            if token < 0:
                words = result.errors.get(at, "")
                self.fail(seq.state, _sampling_error(words, seq.state.request.sampling))
            else:
                logprobs, more = result.logprobs.get(at), at < places.stop - 1
                n_tokens += self._guarded_accept(seq, token, logprobs, now, more)
        # What was computed beyond the end is in the cells, so it stays with the tokens.
        if (beyond := seq.n_computed - len(seq.tokens)) > 0:
            seq.tokens.extend(chunk.draft[n_accepted - beyond : n_accepted])
        return n_tokens

    def _count_draft(self, seq: Sequence, n_drafted: int, n_accepted: int) -> None:
        seq.state.drafted += n_drafted
        seq.state.accepted += n_accepted
        self._meter.count_draft(n_drafted, n_accepted)

    def _guarded_accept(
        self, seq: Sequence, token: int, logprobs: Logprobs | None, now: float, more: bool
    ) -> bool:
        try:
            return self._accept(seq, token, logprobs, now, more)
        except Exception as error:
            log.exception("request %s failed over its output", seq.state.request.id)
            self.fail(seq.state, EngineError(f"The answer could not be processed: {error!r}"))
            return False

    def _accept(
        self, seq: Sequence, token: int, logprobs: Logprobs | None, now: float, more: bool
    ) -> bool:
        """One more token of a sequence; False where none was wanted. What it makes visible is told
        once `more` of the same step do not follow."""
        state, output = seq.state, seq.output
        self._time(seq, now)
        if len(seq.tokens) >= seq.limit:  # max_tokens 0: the prompt is all
            self._finish(seq, FinishReason.LENGTH, now)
            return False
        seq.n_generated += 1
        logprob = None if logprobs is None else self._logprob(token, logprobs)
        if self._language.is_eog(token):
            output.push_end(logprob)
            self._finish(seq, FinishReason.STOP, now)
            return True
        seq.tokens.append(token)
        output.push(self._language.piece(token, special=token in state.preserved), logprob)
        if output.stopped:
            self._finish(seq, FinishReason.STOP, now)
        elif len(seq.tokens) >= seq.limit:
            self._finish(seq, FinishReason.LENGTH, now)
        elif not more and (delta := output.take()):
            if state.request.timings:
                delta = msgspec.structs.replace(delta, usage=_usage(state))
            self.events.append(delta)
        return True

    def _time(self, seq: Sequence, now: float) -> None:
        """Notes when a token came; what one step brings a choice counts as one gap."""
        state = seq.state
        if state.first_token_at is None:
            state.first_token_at = now
            self._meter.ttft.add(now - state.arrived)
        state.last_token_at = now
        if not seq.n_generated:
            seq.first_token_at = now
        elif now > seq.last_token_at:
            self._meter.itl.add(now - seq.last_token_at)
        seq.last_token_at = now

    def _logprob(self, token: int, logprobs: Logprobs) -> TokenLogprob:
        logprob, likeliest = logprobs
        piece = self._language.piece
        data = piece(token)
        top = tuple((_text(piece(other)), value, piece(other)) for other, value in likeliest)
        return TokenLogprob(_text(data), logprob, data, top)

    def _progress(self, seq: Sequence, now: float) -> None:
        state = seq.state
        state.progress_at = now
        done = min(seq.n_computed, seq.n_prompt)
        self.events.append(core.Prefill(state.request.id, done, seq.n_prompt, state.cached or 0))

    # --- the end --------------------------------------------------------------------------------

    def _finish(self, seq: Sequence, reason: FinishReason, now: float) -> None:
        delta, finished = seq.output.finish(reason)
        if delta is not None:
            self.events.append(delta)
        self._end_sequence(seq, finished)
        state = seq.state
        state.n_done += 1
        if state.n_done == len(state.sequences):
            self._end(state, core.Done(state.request.id, _usage(state)), reason)
            self._meter.count_request(now - state.arrived)

    def abort(self, request_id: str) -> bool:
        """Its asker is gone. False, and nothing happens, for one that is unknown or has ended."""
        state = self.requests.get(request_id)
        if state is None:
            return False
        self._meter.aborts[_phase(state)] += 1
        for seq in state.sequences:
            if seq.finished is None:
                ended = core.Finished(request_id, seq.index, FinishReason.ABORTED)
                self._end_sequence(seq, ended)
        self._end(state, core.Done(request_id, _usage(state)), FinishReason.ABORTED)
        return True

    def fail(self, state: RequestState, error: LocalLLMError) -> None:
        """Ends a request with an error. Nothing happens for one that has ended."""
        request_id = state.request.id
        if self.requests.get(request_id) is not state:
            return
        for seq in state.sequences:
            if seq.finished is None:
                self._leave(seq, FinishReason.ABORTED)
        self._meter.failures[error.code] += 1
        failed = core.Failed(request_id, error.code, error.message, error.detail)
        self._end(state, failed, "failed")

    def _end_sequence(self, seq: Sequence, finished: core.Finished) -> None:
        self.events.append(finished)
        self._leave(seq, finished.reason)

    def _leave(self, seq: Sequence, reason: FinishReason) -> None:
        seq.finished = reason
        self._measure(seq)
        self._scheduler.remove(seq)
        if seq.seq_id >= 0:
            self.leaving.append(seq)

    def _measure(self, seq: Sequence) -> None:
        meter = self._meter
        meter.longest_sequence = max(meter.longest_sequence, len(seq.tokens))
        if seq.n_generated > 1:
            took = seq.last_token_at - seq.first_token_at
            meter.tpot.add(took / (seq.n_generated - 1))

    def _end(self, state: RequestState, last: core.Done | core.Failed, reason: str) -> None:
        """`reason` is the last choice's, or "failed"."""
        self.n_ended += 1
        self._meter.count_end(reason, _usage(state))
        del self.requests[state.request.id]
        state.sequences.clear()  # they refer to it too: samplers are large, and free by this
        self._queue_changed = True
        self.events.append(last)


def _usage(state: RequestState) -> core.Usage:
    started, first, last = state.started_at, state.first_token_at, state.last_token_at
    return core.Usage(
        prompt_tokens=state.sequences[0].n_prompt,
        dropped_messages=state.dropped,
        cached_tokens=state.cached or 0,
        completion_tokens=sum(seq.n_generated for seq in state.sequences),
        reasoning_tokens=sum(seq.output.reasoning_tokens for seq in state.sequences),
        drafted_tokens=state.drafted,
        accepted_tokens=state.accepted,
        queued_s=0.0 if started is None else started - state.arrived,
        prefill_s=0.0 if started is None or first is None else first - started,
        decode_s=0.0 if first is None or last is None else last - first,
    )


def _phase(state: RequestState) -> Phase:
    """What a request is doing."""
    if state.started_at is None:
        return "queued"
    return "prefill" if state.first_token_at is None else "decode"


def _waited_too_long(seconds: float, timeout: float) -> QueueFull:
    return QueueFull(
        f"This request has waited for {seconds:.0f} s without its turn having come, and none waits "
        f"for more than {timeout:.0f} s (see --queue-timeout). Try again later.",
        retry_after=_RETRY_AFTER_S,
        waited=round(seconds, 1),
    )


def _sampling_error(words: str, asked: SamplingParams) -> LocalLLMError:
    """Where nothing may come next the schema or grammar asks for what cannot be: the asker's."""
    why = f"No next token could be picked: {words or 'no reason was given'}."
    if "grammar" not in words or not (asked.json_schema or asked.grammar):
        return EngineError(why)
    what = "json_schema" if asked.json_schema else "grammar"
    return BadRequest(f"{why} What {what} asks for cannot be.", param=what)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
