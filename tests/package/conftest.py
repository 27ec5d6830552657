# SPDX-License-Identifier: Apache-2.0
"""The package under test, built once, and unpacked."""
from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from harness.router import AUGUSTUS, ROOT


@pytest.fixture(scope="session")
def package(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    done = subprocess.run(["scripts/package", "--binary", AUGUSTUS, "--output", folder], cwd=ROOT, capture_output=True,
                          text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.splitlines()[-1])


@pytest.fixture(scope="session")
def unpacked(package: Path, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    subprocess.run(["dpkg-deb", "--raw-extract", package, folder], check=True, timeout=120)
    return folder
