# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from harness.namespaces import LinkedNamespaces


@pytest.fixture
def namespaces() -> Iterator[LinkedNamespaces]:
    if os.geteuid() != 0:
        pytest.skip("network namespaces need root")
    with LinkedNamespaces() as linked:
        yield linked
