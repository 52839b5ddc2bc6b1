"""The thread: every message of the path as rows, the one that is being written among them.

    messages | user 1 | answer 2                          | user 3 | answer 4 (live) ...
    rows     | bubble | thinking, blocks ..., foot        | bubble | waiting | blocks, foot

Only what changed is told to the view. Old messages of a long chat are parsed a few at a time, so
that opening it shows its end at once.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
)

from localllm_ui.markdown.block import Block
from localllm_ui.markdown.parse import parse_blocks
from localllm_ui.viewmodels import rows
from localllm_ui.viewmodels.richtext import RichText

if TYPE_CHECKING:
    from localllm.chats.types import StoredMessage
    from localllm_ui.theme import Theme
    from localllm_ui.viewmodels.live import LiveAnswer
    from localllm_ui.viewmodels.rows import Row

_AT_ONCE = 12  # messages parsed before the chat is first shown
_BATCH = 4  # and then in each turn of the event loop: a few milliseconds


class Role(IntEnum):
    KIND = Qt.ItemDataRole.UserRole
    HTML = KIND + 1
    TEXT = KIND + 2
    LEVEL = KIND + 3
    INDENT = KIND + 4
    QUOTE = KIND + 5
    MARKER = KIND + 6
    LANGUAGE = KIND + 7
    FIRST = KIND + 8
    LAST = KIND + 9
    WHOLE = KIND + 10
    CELLS = KIND + 11
    ALIGNS = KIND + 12
    SOURCE = KIND + 13
    IMAGE_SIZE = KIND + 14
    INFO = KIND + 15
    QUIET = KIND + 16
    LEADS = KIND + 17  # another kind of row is above


_NAMES = {
    role: QByteArray(role.name.lower().replace("image_size", "imageSize").encode()) for role in Role
}
_NO_BLOCK = Block("rule")
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class ThreadModel(QAbstractListModel):
    """`sent`: the person's own message came in, so the view goes to the end. `show(row)`: there."""

    sent = Signal()
    show = Signal(int)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rich = RichText(theme)
        self._rows: list[Row] = []
        self._messages: list[StoredMessage] = []
        self._unparsed = 0  # of `_messages`, from the front
        self._live: LiveAnswer | None = None
        self._parsed: dict[int, tuple[str, list[Block]]] = {}  # content and blocks, by message
        self._open_thoughts: set[int] = set()
        self._more = QTimer(self, interval=0)
        self._more.timeout.connect(self._parse_more)
        theme.changed.connect(self._restyle)

    # --- what the session tells

    def set_path(self, messages: list[StoredMessage], live: LiveAnswer | None = None) -> None:
        """Shows these messages; the answer that `live` writes is the last of them."""
        if self._live is not None and live is None:
            # What was drawn from the stream need not be parsed as a whole once more.
            self._parsed[self._live.message_id] = (self._live.text, self._live.blocks)
        same = 0
        for old, new in zip(self._messages, messages, strict=False):
            if old != new or (live is not None and new.id == live.message_id):
                break
            same += 1
        if self._live is not None and same and same == len(self._messages):
            same -= 1  # it was drawn from the stream
        if self._unparsed >= same or same == 0:
            self._reset(messages, live)
        else:
            self._replace_from(same, messages, live)

    def refresh_live(self) -> None:
        """Draws what the live answer has become."""
        if self._live is not None and self._messages:
            self._splice(self._start_of(len(self._messages) - 1), self._live.rows())

    def toggle_thoughts(self, message_id: int) -> None:
        self._open_thoughts ^= {message_id}
        if self._live is not None and self._live.message_id == message_id:
            self._live.open_thoughts = message_id in self._open_thoughts
            self.refresh_live()
            return
        for at in range(self._unparsed, len(self._messages)):
            if self._messages[at].id == message_id:
                start = self._start_of(at)
                end = start + sum(row.message_id == message_id for row in self._rows)
                self._splice(start, self._rows_of(at), end)

    def reveal(self, message_id: int) -> None:
        while self._unparsed and not any(row.message_id == message_id for row in self._rows):
            self._parse_more()
        found = (i for i, row in enumerate(self._rows) if row.message_id == message_id)
        if (row := next(found, None)) is not None:
            self.show.emit(row)

    # --- rows

    def _reset(self, messages: list[StoredMessage], live: LiveAnswer | None) -> None:
        self.beginResetModel()
        self._messages, self._live = messages, live
        self._unparsed = max(0, len(messages) - _AT_ONCE)
        self._rows = [
            row for at in range(self._unparsed, len(messages)) for row in self._rows_of(at)
        ]
        self.endResetModel()
        if self._unparsed:
            self._more.start()

    def _replace_from(
        self, at: int, messages: list[StoredMessage], live: LiveAnswer | None
    ) -> None:
        start = self._start_of(at)
        self._messages, self._live = messages, live
        # The message before is no longer the last one.
        if at and (before := self._start_of(at - 1)) < start:
            start, at = before, at - 1
        self._splice(start, [row for i in range(at, len(messages)) for row in self._rows_of(i)])

    def _parse_more(self) -> None:
        start = max(0, self._unparsed - _BATCH)
        fresh = [row for at in range(start, self._unparsed) for row in self._rows_of(at)]
        self._unparsed = start
        if fresh:
            self.beginInsertRows(QModelIndex(), 0, len(fresh) - 1)
            self._rows[:0] = fresh
            self.endInsertRows()
        if start == 0:
            self._more.stop()

    def _start_of(self, at: int) -> int:
        """The first row of message `at`."""
        if at >= len(self._messages):
            return len(self._rows)
        wanted = self._messages[at].id
        return next(
            (i for i, row in enumerate(self._rows) if row.message_id == wanted), len(self._rows)
        )

    def _rows_of(self, at: int) -> list[Row]:
        message = self._messages[at]
        if self._live is not None and message.id == self._live.message_id:
            return self._live.rows()
        if message.role == "user":
            return [rows.user_row(message)]
        return self._answer_rows(message, is_last=at == len(self._messages) - 1)

    def _answer_rows(self, message: StoredMessage, *, is_last: bool) -> list[Row]:
        made: list[Row] = []
        if message.reasoning:
            opened = message.id in self._open_thoughts
            seconds = message.reasoning_seconds
            made.append(rows.thinking_row(message.id, seconds, open=opened, active=False))
            if opened:
                made += rows.block_rows(message.id, parse_blocks(message.reasoning), quiet=True)
        made += rows.block_rows(message.id, self._blocks_of(message))
        made += rows.tool_rows(message.id, message.tool_calls)
        return [*made, rows.foot_row(message, is_last=is_last)]

    def _blocks_of(self, message: StoredMessage) -> list[Block]:
        """Parsed once: a message is drawn again whenever the path changes around it."""
        content, blocks = self._parsed.get(message.id, ("", []))
        if content != message.content:
            blocks = parse_blocks(message.content)
            self._parsed[message.id] = (message.content, blocks)
        return blocks

    def _splice(self, start: int, fresh: list[Row], end: int | None = None) -> None:
        """Puts `fresh` in place of the rows from `start`, telling the view the least.

        A row may change what it says but not its kind: the view would keep the old delegate.
        """
        stale = self._rows[start:end]
        both = next(
            (
                i
                for i, (old, new) in enumerate(zip(stale, fresh, strict=False))
                if old.kind != new.kind
            ),
            min(len(stale), len(fresh)),
        )
        changed = [i for i in range(both) if stale[i] is not fresh[i] and stale[i] != fresh[i]]
        self._rows[start : start + both] = fresh[:both]
        for run in _runs(changed):
            self.dataChanged.emit(self.index(start + run.start), self.index(start + run.stop - 1))
        at, gone, come = start + both, stale[both:], fresh[both:]
        if gone:
            self.beginRemoveRows(QModelIndex(), at, at + len(gone) - 1)
            del self._rows[at : at + len(gone)]
            self.endRemoveRows()
        if come:
            self.beginInsertRows(QModelIndex(), at, at + len(come) - 1)
            self._rows[at:at] = come
            self.endInsertRows()

    def _restyle(self) -> None:
        self._rich = RichText(self._theme)
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    # --- what the view asks

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def roleNames(self) -> dict[int, QByteArray]:
        return {int(role): name for role, name in _NAMES.items()}

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._rows[index.row()]
        block = row.block or _NO_BLOCK
        match role:
            case Role.KIND:
                return row.kind
            case Role.INFO:
                return row.info
            case Role.QUIET:
                return row.quiet
            case Role.LEADS:
                return index.row() == 0 or self._rows[index.row() - 1].kind != row.kind
            case Role.HTML:
                return self._html(block)
            case Role.TEXT:
                return row.text or block.text
            case Role.CELLS:
                return [self._rich.cell(cell) for cells in block.rows for cell in cells]
            case Role.ALIGNS:
                return list(block.aligns)
            case Role.SOURCE:
                return self._rich.display(block.text)[0]
            case Role.IMAGE_SIZE:
                return QSize(*self._rich.display(block.text)[1:])
        name = Role(role).name.lower() if role in _NAMES else ""
        return getattr(block, name, None)

    def _html(self, block: Block) -> str:
        return self._rich.code(block.html) if block.kind == "code" else self._rich.text(block.html)


def _runs(numbers: list[int]) -> list[range]:
    """[1, 2, 3, 7] -> [range(1, 4), range(7, 8)]."""
    found: list[range] = []
    for number in numbers:
        if found and found[-1].stop == number:
            found[-1] = range(found[-1].start, number + 1)
        else:
            found.append(range(number, number + 1))
    return found
