# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from harness.namespaces import LinkedNamespaces

from .links import kernel_sides


@pytest.fixture
def link() -> str:
    """The kind of link; a test parametrises it."""
    return "udp"


@pytest.fixture
def namespaces(link: str) -> Iterator[LinkedNamespaces]:
    if os.geteuid() != 0:
        pytest.skip("network namespaces need root")
    with LinkedNamespaces(kernel_has=kernel_sides(link)) as linked:
        yield linked
