# shellcheck shell=bash
# What the scripts beside this one share; sourced by them.

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
app="${LOCALLLM_APP:-$root/dist/localllm.app}"

fail() {
    printf '%s: %s\n' "$(basename "$0")" "$1" >&2
    exit "${2:-1}"
}

# need NAME WHAT: ends with 2 where the variable is empty, saying what it is for.
need() {
    [ -n "${!1:-}" ] || fail "the variable $1 is not set: $2" 2
}

on_macos() {
    [ "$(uname -s)" = Darwin ] || fail "this runs on macOS alone; here is $(uname -s)" 2
}

have_app() {
    [ -d "$app/Contents/MacOS" ] || fail "there is no app at $app: packaging/macos/build.sh makes it"
}
