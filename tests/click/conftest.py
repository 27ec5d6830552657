# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from harness.router import ROOT


@pytest.fixture(scope="session")
def package() -> Path:
    """The folder of the package, built now; skips where FastClick is not installed."""
    done = subprocess.run([ROOT / "click/build"], capture_output=True, text=True, timeout=1500)
    if done.returncode == 77:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.splitlines()[-1]).parent


@pytest.fixture(scope="session")
def click() -> Path | str:
    prefix = os.environ.get("CLICK_PREFIX")
    return Path(prefix) / "bin/click" if prefix else "click"
