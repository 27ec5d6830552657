# SPDX-License-Identifier: Apache-2.0
"""Importing this enlists every attack, in the order of the table."""
from . import commands, connections, floods, fragments, pools, store, streams, watching, web  # noqa: F401
