#!/usr/bin/env bash
# What action.yml runs: lint with annotations and a SARIF file, then the comparison with the lock file.
# The worst exit code of the two is its own.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
cd "${TURNKIT_WORKSPACE:-.}"

turnkit() {
  if [ -n "${TURNKIT_COMMAND:-}" ]; then "$TURNKIT_COMMAND" catalog "$@"
  else npx --yes bun@1.4.5 "$here/src/main.ts" catalog "$@"; fi
}

# One word per argument: the input is split at blanks, and nothing in it is expanded.
read -r -a more <<<"${TURNKIT_ARGUMENTS:-}"
worst=0
worse() { if [ "$1" -gt "$worst" ]; then worst=$1; fi; }

if [ "${TURNKIT_LINT:-true}" = true ]; then
  sarif=${TURNKIT_SARIF:-turnkit.sarif}
  turnkit lint --fail-on "${TURNKIT_FAIL_ON:-error}" --format github "${more[@]}" || worse $?
  if [ "$worst" -eq 0 ] || [ "$worst" -eq 3 ]; then
    turnkit lint --quiet --format sarif "${more[@]}" >"$sarif" || [ $? -eq 3 ]
    [ -z "${GITHUB_OUTPUT:-}" ] || echo "sarif=$sarif" >>"$GITHUB_OUTPUT"
  fi
fi

check=${TURNKIT_CHECK:-auto}
if [ "$check" = true ] || { [ "$check" = auto ] && [ -f turnkit.lock.json ]; }; then
  turnkit check --format github "${more[@]}" || worse $?
fi
exit "$worst"
