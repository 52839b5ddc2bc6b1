#!/usr/bin/env bash
# The disk image as it is released: signed and notarised where MACOS_SIGN_IDENTITY is set, and said to be neither where it is not.
set -euo pipefail
# shellcheck source=packaging/macos/common.sh
. "$(dirname "$0")/common.sh"

on_macos
have_app
if [ -n "${MACOS_SIGN_IDENTITY:-}" ]; then
    "$here/sign.sh"
else
    printf '%s\n' "MACOS_SIGN_IDENTITY is not set: the app is neither signed nor notarised, and macOS will say so." >&2
fi
# The keychain of sign.sh is gone by now, so the image itself stays unsigned on a build machine; notarisation looks inside.
dmg="$(MACOS_SIGN_IDENTITY='' "$here/dmg.sh" | tail -n 1)"
if [ -n "${MACOS_SIGN_IDENTITY:-}" ]; then
    "$here/notarise.sh" "$dmg"
fi
printf '%s\n' "$dmg"
