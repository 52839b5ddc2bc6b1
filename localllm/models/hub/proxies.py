"""The proxy of the settings, for all that leaves this computer.

Every library and every tool started from here (HTTP clients, the package installer) goes by the
environment; so that is where the setting is put, for this process alone.
"""

from __future__ import annotations

import os

_VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")


def use(proxy: str) -> None:
    """From here on; NO_PROXY keeps its say. "" leaves the environment as it is."""
    if not proxy:
        return
    for name in _VARIABLES:
        os.environ[name] = proxy
        os.environ[name.lower()] = proxy  # which goes first where both are set
