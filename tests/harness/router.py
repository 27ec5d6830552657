# SPDX-License-Identifier: Apache-2.0
"""A forwarder under test: one process with its own folder, socket and ports. The forwarder is a parameter: what the
tests need of Augustus they can first show on ndnd, and the experiments compare the two."""
from __future__ import annotations

import abc
import json
import os
import shutil
import socket
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from .management import Management
from .process import PATIENCE_S, Process, ProcessFailed, wait_until

ROOT = Path(__file__).resolve().parents[2]
# The forwarder the tests are about, and the client programs beside it.
AUGUSTUS = Path(os.environ.get("AUGUSTUS_BINARY", ROOT / "build/release/augustus")).resolve()
NDND = Path(os.environ.get("NDND_BINARY", ROOT / "build/clients/ndnd")).resolve()


def free_port(kind: socket.SocketKind) -> int:
    """A port of 127.0.0.1 that nobody has now."""
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class RouterOptions:
    """What a test may choose; each driver writes it in its forwarder's own configuration."""
    cs_capacity: int = 16384  # packets; 0 switches the content store off
    localhop: bool = False    # accept rib commands under /localhop/nfd from faces that are not local
    cpu: int | None = None    # pin the whole process, for measurements
    # Further sections of Augustus' configuration with their keys; a list for an array of tables.
    extra: dict[str, dict | list[dict]] = field(default_factory=dict)


class Router(abc.ABC):
    """Use as a context manager. `folder` takes the configuration, the socket and the log."""
    kind: str

    def __init__(self, folder: Path, options: RouterOptions | None = None, *, namespace: str | None = None) -> None:
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.options = options or RouterOptions()
        self.namespace = namespace
        # A Unix socket's path is limited to some 100 bytes, which a test's folder may exceed.
        self._socket_folder = Path(tempfile.mkdtemp(prefix="ndn-"))
        self.unix_path = self._socket_folder / "nfd.sock"
        # A namespace of its own has all ports free: take the registered ones.
        self.udp_port = 6363 if namespace else free_port(socket.SOCK_DGRAM)
        self.tcp_port = 6363 if namespace else free_port(socket.SOCK_STREAM)
        self.websocket_port = 9696 if namespace else free_port(socket.SOCK_STREAM)
        self._process: Process | None = None
        self._management: Management | None = None

    @abc.abstractmethod
    def _write_configuration(self) -> Path: ...

    @abc.abstractmethod
    def _command(self, configuration: Path) -> list[str | Path]: ...

    def start_process(self) -> Process:
        """Starts it without waiting until it serves."""
        command = self._command(self._write_configuration())
        if self.options.cpu is not None:
            command = ["taskset", "-c", str(self.options.cpu), *command]
        self._process = Process(command, self.folder / "router.log", namespace=self.namespace).start()
        return self._process

    def start(self) -> Router:
        self.start_process()
        try:
            wait_until(self._ready, PATIENCE_S, f"{self.kind} ready")
        except TimeoutError as error:
            self.stop()
            raise ProcessFailed(f"{error}:\n{self.log()}") from None
        return self

    def _ready(self) -> bool:
        if not self._process.running:
            raise ProcessFailed(f"{self.kind} ended with {self._process.exit_status}:\n{self.log()}")
        try:
            management = Management(str(self.unix_path))
        except OSError:
            return False
        try:
            management.dataset("status", "general")
            return True
        except (OSError, AssertionError):
            return False
        finally:
            management.close()

    def stop(self) -> int | None:
        """Ends it with SIGTERM; its exit status, negative for the signal it died of."""
        if self._management is not None:
            self._management.close()
            self._management = None
        status = self._process.stop(PATIENCE_S) if self._process else None
        shutil.rmtree(self._socket_folder, ignore_errors=True)
        return status

    def __enter__(self) -> Router:
        return self.start()

    def __exit__(self, *_exception) -> None:
        self.stop()

    @property
    def process(self) -> Process:
        return self._process

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.running

    def log(self) -> str:
        return self._process.tail(60) if self._process else ""

    @property
    def unix_uri(self) -> str:
        return f"unix://{self.unix_path}"

    @property
    def websocket_url(self) -> str:
        return f"ws://127.0.0.1:{self.websocket_port}/"

    @property
    def client_environment(self) -> dict[str, str]:
        """What a local NDN program needs to find this router."""
        return {"NDN_CLIENT_TRANSPORT": self.unix_uri}

    @property
    def management(self) -> Management:
        if self._management is None:
            self._management = Management(str(self.unix_path))
        return self._management

    def create_face(self, uri: str, **parameters) -> int:
        return self.management.create_face(uri, **parameters)

    def add_route(self, prefix: str, face: int, **parameters) -> None:
        self.management.add_route(prefix, face, **parameters)


class NdndRouter(Router):
    """ndnd's forwarder, `ndnd fw run`."""
    kind = "ndnd"

    def _write_configuration(self) -> Path:
        # YAML is a superset of JSON.
        settings = {
            "core": {"log_level": "INFO"},
            "faces": {
                "udp": {"enabled_unicast": True, "enabled_multicast": False, "port_unicast": self.udp_port},
                "tcp": {"enabled": True, "port_unicast": self.tcp_port},
                "unix": {"enabled": True, "socket_path": str(self.unix_path)},
                "websocket": {"enabled": True, "bind": "127.0.0.1", "port": self.websocket_port},
            },
            "fw": {"threads": 1},
            "mgmt": {"allow_localhop": self.options.localhop},
            "tables": {"content_store": {
                "capacity": max(self.options.cs_capacity, 1),
                "admit": self.options.cs_capacity > 0, "serve": self.options.cs_capacity > 0}},
        }
        configuration = self.folder / "ndnd.yml"
        configuration.write_text(json.dumps(settings, indent=1))
        return configuration

    def _command(self, configuration: Path) -> list[str | Path]:
        return [NDND, "fw", "run", configuration]


class AugustusRouter(Router):
    """The router of this repository."""
    kind = "augustus"

    def _write_configuration(self) -> Path:
        settings: dict[str, dict | list[dict]] = {
            "faces.unix": {"path": str(self.unix_path)},
            "faces.udp": {"port": self.udp_port},
            "faces.tcp": {"port": self.tcp_port},
            "faces.websocket": {"port": self.websocket_port},
            "security": {"localhop_rib": self.options.localhop, "readvertise_nlsr": True},
            "cs": {"capacity": self.options.cs_capacity},
            **self.options.extra,
        }
        configuration = self.folder / "augustus.toml"
        # A JSON value of these kinds is a TOML value too.
        tables = []
        for section, keys in settings.items():
            header = f"[[{section}]]" if isinstance(keys, list) else f"[{section}]"
            for table in keys if isinstance(keys, list) else [keys]:
                tables.append(f"{header}\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items()))
        configuration.write_text("\n".join(tables))
        return configuration

    def _command(self, configuration: Path) -> list[str | Path]:
        return [AUGUSTUS, "run", "--config", configuration]

    def cli(self, *words: str, expected: int | None = 0) -> str:
        """Runs a client subcommand of the same binary against this router; what it prints."""
        result = subprocess.run([str(AUGUSTUS), *words], env={**os.environ, **self.client_environment},
                                timeout=PATIENCE_S, capture_output=True, text=True)
        if expected is not None and result.returncode != expected:
            raise ProcessFailed(f"augustus {' '.join(words)} ended with {result.returncode}: {result.stderr}")
        return result.stdout

    def status(self) -> dict:
        return json.loads(self.cli("status", "--json"))

    def faces(self) -> list[dict]:
        return json.loads(self.cli("face", "list", "--json"))


ROUTERS: dict[str, type[Router]] = {router.kind: router for router in (AugustusRouter, NdndRouter)}


def router_under_test() -> type[Router]:
    """Augustus, or what the environment variable ROUTER names (ndnd: to prove the tests themselves)."""
    return ROUTERS[os.environ.get("ROUTER", "augustus")]
