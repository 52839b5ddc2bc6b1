#!/usr/bin/env bash
# dist/localllm-VERSION-macos-arm64.dmg: the app beside a link to /Applications, compressed. Signed where an identity is named.
#
#   MACOS_SIGN_IDENTITY   optional; without it the image is not signed
set -euo pipefail
# shellcheck source=packaging/macos/common.sh
. "$(dirname "$0")/common.sh"

on_macos
have_app
version="$(python3 "$root/packaging/stamp.py" version)"
dmg="$root/dist/localllm-$version-macos-arm64.dmg"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

ditto "$app" "$folder/localllm.app"
ln -s /Applications "$folder/Applications"
rm -f "$dmg"
hdiutil create -volname localllm -srcfolder "$folder" -fs HFS+ -format ULFO -ov "$dmg"
if [ -n "${MACOS_SIGN_IDENTITY:-}" ]; then
    codesign --force --timestamp --sign "$MACOS_SIGN_IDENTITY" "$dmg"
fi
hdiutil verify "$dmg"
printf '%s\n' "$dmg"
