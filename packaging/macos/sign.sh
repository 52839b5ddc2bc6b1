#!/usr/bin/env bash
# Signs dist/localllm.app for the hardened runtime, from the inside out.
#
#   MACOS_SIGN_IDENTITY   "Developer ID Application: NAME (TEAM)", as `security find-identity -v -p codesigning` shows it
#
# On a build machine without that key, import it first, with
#   MACOS_CERTIFICATE_P12        the certificate and its key, base64
#   MACOS_CERTIFICATE_PASSWORD   what that file is locked with
# into a keychain of its own, which is deleted at the end.
set -euo pipefail
# shellcheck source=packaging/macos/common.sh
. "$(dirname "$0")/common.sh"

need MACOS_SIGN_IDENTITY "the Developer ID to sign with ('Developer ID Application: NAME (TEAM)')"
if [ -n "${MACOS_CERTIFICATE_P12:-}" ]; then
    need MACOS_CERTIFICATE_PASSWORD "the password of the certificate in MACOS_CERTIFICATE_P12"
fi
on_macos
have_app

import_certificate() {
    folder="$(mktemp -d)"
    keychain="$folder/signing.keychain-db"
    before="$(security list-keychains -d user | tr -d '"' | xargs)"
    trap 'security delete-keychain "$keychain" || true; security list-keychains -d user -s $before; rm -rf "$folder"' EXIT
    secret="$(uuidgen)"
    security create-keychain -p "$secret" "$keychain"
    security set-keychain-settings -lut 3600 "$keychain"
    security unlock-keychain -p "$secret" "$keychain"
    printf '%s' "$MACOS_CERTIFICATE_P12" | base64 --decode >"$folder/certificate.p12"
    security import "$folder/certificate.p12" -k "$keychain" -P "$MACOS_CERTIFICATE_PASSWORD" -T /usr/bin/codesign
    rm "$folder/certificate.p12"
    security set-key-partition-list -S apple-tool:,apple: -s -k "$secret" "$keychain" >/dev/null
    # shellcheck disable=SC2086 # a list of paths, as the tool gave it
    security list-keychains -d user -s "$keychain" $before
}

# sign FILE [OPTION...]
sign() {
    codesign --force --timestamp --options runtime --sign "$MACOS_SIGN_IDENTITY" "${@:2}" "$1"
}

if [ -n "${MACOS_CERTIFICATE_P12:-}" ]; then
    import_certificate
fi

# Libraries and modules first: a signature covers those of what lies inside. Links are signed where they point.
find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' \) -print0 |
    while IFS= read -r -d '' file; do sign "$file"; done
find "$app/Contents" -type d -name '*.framework' -prune -print0 |
    while IFS= read -r -d '' framework; do sign "$framework"; done
find "$app/Contents/MacOS" -type f -perm -u+x -print0 |
    while IFS= read -r -d '' file; do sign "$file" --entitlements "$here/entitlements.plist"; done
sign "$app" --entitlements "$here/entitlements.plist"
codesign --verify --deep --strict --verbose=2 "$app"
