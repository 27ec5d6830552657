#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets with clang in build/fuzz and runs each for a bounded time, or only those named.
# Usage: tests/fuzz/run.sh [SECONDS-PER-TARGET [TARGET...]]   Exit 1 when one crashes; its input is kept.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-10}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "usage: $0 [SECONDS-PER-TARGET [TARGET...]]" >&2; exit 2; }
shift || true
tests/fuzz/build.sh "$@"
exec python3 tests/fuzz/campaign --built --brief --seconds "$seconds" "$@"
