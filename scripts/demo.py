#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Starts the router with its default configuration and moves a file through it between the two programs of
examples/, each a process of its own. `./run` calls this after the build."""
from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from harness.process import Process, ProcessFailed, run, wait_until  # noqa: E402

FILE_BYTES = 4 << 20
PREFIX = "/augustus/demo/file"


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def addresses(router: Process) -> list[str]:
    """Where the router says that it listens: the URIs in its output."""
    return list(dict.fromkeys(re.findall(r"\b(?:unix|udp4|udp6|tcp4|tcp6|ws)://[^\s\"',)]+", router.output())))


def wait_for_router(router: Process) -> str:
    """The URI of the router's Unix socket, once it accepts connections."""
    def ready() -> bool:
        if not router.running:
            raise ProcessFailed(f"the router ended with {router.exit_status}:\n{router.tail()}")
        return any(uri.startswith("unix://") for uri in addresses(router))

    wait_until(ready, 30, "the router's Unix socket")
    return next(uri for uri in addresses(router) if uri.startswith("unix://"))


def transfer(transport: str, folder: Path) -> tuple[float, str, bool]:
    """Moves a file of random bytes; the seconds it took, its SHA-256, and whether the copy is the same."""
    original, copy = folder / "original", folder / "copy"
    original.write_bytes(os.urandom(FILE_BYTES))
    copy.unlink(missing_ok=True)
    environment = {"NDN_CLIENT_TRANSPORT": transport}
    producer_command = [sys.executable, ROOT / "examples/produce_file.py", PREFIX, original]
    with Process(producer_command, folder / "producer.log", environment=environment) as producer:
        producer.wait_for_output("serving", 20)
        start = time.monotonic()
        run([sys.executable, ROOT / "examples/consume_file.py", PREFIX, copy], folder / "consumer.log", seconds=60,
            environment=environment)
        elapsed = time.monotonic() - start
    return elapsed, sha256(original), copy.exists() and sha256(original) == sha256(copy)


def interrupted(*_signal) -> None:
    raise KeyboardInterrupt


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--once", action="store_true", help="stop after the transfer; status 0 if the file is intact")
    parser.add_argument("--config", metavar="FILE", help="run the router with this configuration, not the default")
    parser.add_argument("router", nargs="*", default=[str(ROOT / "build/release/augustus"), "run"],
                        help="another command that starts a forwarder in the foreground")
    options = parser.parse_args()
    command = options.router + (["--config", options.config] if options.config else [])

    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, interrupted)
    folder = Path(tempfile.mkdtemp(prefix="augustus-run-"))
    intact = False
    try:
        with Process(command, folder / "router.log") as router:
            transport = wait_for_router(router)
            elapsed, digest, intact = transfer(transport, folder)
            if not intact:
                print(f"The file did not arrive intact. The logs are in {folder}.", file=sys.stderr)
                return 1
            print(f"A file of {FILE_BYTES >> 20} MiB crossed the router from examples/produce_file.py to "
                  f"examples/consume_file.py,\ntwo python-ndn programs, in {elapsed:.1f} s, intact: SHA-256 {digest}.")
            if options.once:
                return 0
            print("\nThe router listens on:")
            for uri in addresses(router):
                print(f"  {uri}")
            print("NDN programs on this machine find it with:\n"
                  f"  export NDN_CLIENT_TRANSPORT={transport}\n"
                  f"Its log is {folder}/router.log. Ctrl-C stops it.", flush=True)
            while router.running:
                time.sleep(0.2)
            print(f"The router ended with {router.exit_status}:\n{router.tail()}", file=sys.stderr)
            return 1
    except (ProcessFailed, TimeoutError, subprocess.SubprocessError) as error:
        print(f"{error}\nThe logs are in {folder}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0 if intact else 130
    finally:
        if intact:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
