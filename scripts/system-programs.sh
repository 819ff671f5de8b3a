#!/usr/bin/env bash
# What the tests use beside Node and npm: browser, pseudo-terminals, shells, a second user's rights, and what makes
# real pictures, films, documents and notebooks. Root on Debian (a container, CI) gets what is missing; elsewhere it is
# named, and its tests fail.
set -euo pipefail

programs=(
  bash:bash git:git python3:python3 dash:dash zsh:zsh fish:fish busybox:busybox tmux:tmux chromium:chromium script:bsdutils
  setpriv:util-linux tar:tar curl:curl ps:procps
  /usr/bin/convert:imagemagick ffmpeg:ffmpeg gs:ghostscript qpdf:qpdf jupyter-trust:jupyter-nbformat
)

missing=()
for program in "${programs[@]}"; do
  command -v "${program%%:*}" >/dev/null || missing+=("${program##*:}")
done
[ "${#missing[@]}" -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  echo "installing ${missing[*]}"
  apt-get update -qq >/dev/null && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null && exit 0
fi
echo "warning: not installed, their tests will fail: ${missing[*]}" >&2
