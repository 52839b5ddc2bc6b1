"""Qt's properties with types that a checker understands: what is read is what the getter gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast, overload

from PySide6.QtCore import Property, Signal

T = TypeVar("T")


class Value(Generic[T]):
    """A property of a QObject, as its instances have it. Only for types: Qt's own is returned."""

    @overload
    def __get__(self, instance: None, owner: type) -> Value[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object, owner: type) -> Any: ...

    def __set__(self, instance: object, value: T) -> None: ...


def prop(
    kind: type | str, *, notify: Signal | None = None, constant: bool = False
) -> Callable[[Callable[[Any], T]], Value[T]]:
    """As `@Property(kind, ...)`, for a getter. `kind` is a type or the name of one of C++'s."""
    made = Property(cast(type, kind), notify=notify, constant=constant)
    return cast(Callable[[Callable[[Any], T]], Value[T]], made)


def settable(
    kind: type, get: Callable[[Any], T], put: Callable[[Any, T], None], *, notify: Signal
) -> Value[T]:
    """As `Property(kind, get, put, ...)`."""
    return cast(Value[T], Property(kind, get, put, notify=notify))
