#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets with clang in build/fuzz and runs each for a bounded time, or only those named.
# Usage: tests/fuzz/run.sh [SECONDS-PER-TARGET [TARGET...]]   Exit 1 when one crashes; its input is kept.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-10}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "usage: $0 [SECONDS-PER-TARGET [TARGET...]]" >&2; exit 2; }
shift || true
build=build/fuzz

if [[ ! -f $build/build.ninja ]]; then
  mkdir -p "$build"
  CC=clang CXX=clang++ meson setup "$build" --buildtype=debugoptimized -Dfuzz=true -Dtests=false \
    -Db_sanitize=address,undefined -Db_lundef=false >"$build/setup.log" 2>&1 ||
    { cat "$build/setup.log" >&2; exit 1; }
fi
ninja -C "$build" fuzzers | tail -n 1

if [[ $# -gt 0 ]]; then
  targets=("$@")
else
  targets=()
  for source in tests/fuzz/*_fuzz.cc; do
    targets+=("$(basename "$source" _fuzz.cc)")
  done
fi

failed=0
for target in "${targets[@]}"; do
  work=$build/corpus/$target
  crashes=$build/crashes/$target
  mkdir -p "$work" "$crashes"
  log=$build/$target.log
  # The first directory takes what is found; the seeds in the source tree are only read.
  if UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 "$build/tests/fuzz/fuzz_$target" \
    "$work" "tests/fuzz/corpus/$target" -max_total_time="$seconds" -max_len=9000 -timeout=5 \
    -artifact_prefix="$crashes/" -print_final_stats=1 >"$log" 2>&1; then
    echo "$target: ok, $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s"
  else
    echo "$target: FAILED, input under $crashes, log $log" >&2
    tail -n 40 "$log" >&2
    failed=1
  fi
done
exit $failed
