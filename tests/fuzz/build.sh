#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets with clang in build/fuzz, all or those named. Usage: tests/fuzz/build.sh [TARGET...]
set -euo pipefail
cd "$(dirname "$0")/../.."

build=build/fuzz
if [[ ! -f $build/build.ninja ]]; then
  mkdir -p "$build"
  cache=$(command -v ccache || true)
  CC="${CC:-$cache clang}" CXX="${CXX:-$cache clang++}" meson setup "$build" --buildtype=debugoptimized -Dfuzz=true -Dtests=false \
    -Db_sanitize=address,undefined -Db_lundef=false --unity=on --unity-size=8 >"$build/setup.log" 2>&1 ||
    { cat "$build/setup.log" >&2; exit 1; }
fi
if [[ $# -gt 0 ]]; then
  ninja -C "$build" "${@/#/tests/fuzz/fuzz_}" | tail -n 1
else
  ninja -C "$build" fuzzers | tail -n 1
fi
