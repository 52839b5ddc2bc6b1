#!/usr/bin/env bash
# dist/localllm.app, for Apple silicon with Metal.
#
#   packaging/macos/build.sh            after `uv sync --locked --all-extras --group bundle`
#
# One architecture: PySide6 has a wheel for both, but numpy, tokenizers, msgspec and hf-xet have one for each, and PyInstaller
# makes a universal app of universal files alone. Macs with an Intel processor have no Metal that llama.cpp gains from.
#
#   LOCALLLM_NATIVE_PRESET   default: metal, which has the processor's code too
#   LOCALLLM_APP             where the app is to be; default: dist/localllm.app
set -euo pipefail
# shellcheck source=packaging/macos/common.sh
. "$(dirname "$0")/common.sh"

on_macos
[ "$(uname -m)" = arm64 ] || fail "this builds for Apple silicon, on it; here is $(uname -m)" 2
export LOCALLLM_NATIVE_PRESET="${LOCALLLM_NATIVE_PRESET:-metal}"

cd "$root"
python=.venv/bin/python
[ -x "$python" ] || fail "there is no .venv: run \`uv sync --locked --all-extras --group bundle\` first"
"$python" packaging/icons.py build/icons
"$python" packaging/licences.py collect build/licences
"$python" -m PyInstaller --noconfirm --distpath dist --workpath build/pyinstaller packaging/localllm.spec \
    -- --licences build/licences
[ "$app" = "$root/dist/localllm.app" ] || ditto "$root/dist/localllm.app" "$app"
have_app
plutil -lint "$app/Contents/Info.plist"
lipo -archs "$app/Contents/MacOS/localllm" | grep -qx arm64 || fail "the executable is not for arm64 alone"
printf '%s\n' "$app"
