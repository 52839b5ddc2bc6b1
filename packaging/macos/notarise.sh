#!/usr/bin/env bash
# Has Apple look at the signed disk image, waits, and staples the ticket to it, so that it opens without a connection.
#
#   packaging/macos/notarise.sh IMAGE.dmg
#
# With a key of App Store Connect (for build machines):
#   NOTARY_KEY_P8      the key, base64
#   NOTARY_KEY_ID      its id, ten letters
#   NOTARY_ISSUER_ID   the id of the team's issuer
# or with a profile that `xcrun notarytool store-credentials` made (for one's own Mac):
#   NOTARY_PROFILE     its name
set -euo pipefail
# shellcheck source=packaging/macos/common.sh
. "$(dirname "$0")/common.sh"

[ $# -eq 1 ] || fail "which image? notarise.sh IMAGE.dmg" 2
if [ -z "${NOTARY_PROFILE:-}" ]; then
    need NOTARY_KEY_P8 "the key of App Store Connect, base64 (or name a profile in NOTARY_PROFILE)"
    need NOTARY_KEY_ID "the id of the key in NOTARY_KEY_P8"
    need NOTARY_ISSUER_ID "the id of the issuer of the key in NOTARY_KEY_P8"
fi
on_macos
[ -f "$1" ] || fail "there is no file $1: packaging/macos/dmg.sh makes it"

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
if [ -n "${NOTARY_PROFILE:-}" ]; then
    account=(--keychain-profile "$NOTARY_PROFILE")
else
    (umask 077 && printf '%s' "$NOTARY_KEY_P8" | base64 --decode >"$folder/key.p8")
    account=(--key "$folder/key.p8" --key-id "$NOTARY_KEY_ID" --issuer "$NOTARY_ISSUER_ID")
fi

# Its exit code is 0 for what was refused too: the status says it.
xcrun notarytool submit "$1" "${account[@]}" --wait --timeout 30m --output-format json | tee "$folder/said.json"
said() { plutil -extract "$1" raw -o - "$folder/said.json"; }
if [ "$(said status)" != Accepted ]; then
    xcrun notarytool log "$(said id)" "${account[@]}" >&2 || true
    fail "Apple did not accept $1 ($(said status)); its log is above"
fi
xcrun stapler staple "$1"
xcrun stapler validate "$1"
