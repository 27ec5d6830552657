# SPDX-License-Identifier: Apache-2.0
"""Every command from everywhere, as the table of docs/security.md has it: who may give it, and who is refused."""
from __future__ import annotations

import contextlib
import ctypes
import os
import re
import time
from collections.abc import Iterator

import pytest
from ndn.app_support.nfd_mgmt import make_command_v2
from ndn.encoding import Component, InterestParam, Name, make_interest, parse_data
from ndn.security import DigestSha256Signer

from harness import packets
from harness.management import Response
from harness.namespaces import LinkedNamespaces
from harness.process import PATIENCE_S
from harness.router import ROOT, Router, RouterOptions
from harness.websocket import WebSocket

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="other users and network namespaces need root")

LISTED = "http://localhost:8080"
FOREIGN = "https://evil.example"
NOBODY = 65534
CLONE_NEWNET = 0x40000000


def table() -> list[tuple[list[str], dict[str, str]]]:
    """Rows of the table: commands, and what each kind of peer may do with them."""
    text = (ROOT / "docs/security.md").read_text()
    lines = [line for line in text.split("## Who may do what")[1].split("\n## ")[0].splitlines() if line.startswith("|")]
    kinds = [cell.strip() for cell in lines[0].strip("|").split("|")]
    rows = []
    for line in lines[2:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        rows.append((re.findall(r"`([^`]+)`", cells[0]), dict(zip(kinds[1:-1], cells[1:-1]))))
    return rows


ROWS = table()
COMMANDS = [command for commands, _ in ROWS for command in commands]
READ = {command for commands, may in ROWS for command in commands if may["runs it"] == "reads"}


def allowed(kind: str) -> dict[str, str]:
    return {command: may[kind] for commands, may in ROWS for command in commands}


@contextlib.contextmanager
def inside(namespace: str) -> Iterator[None]:
    """This thread in a network namespace: sockets made there stay there."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/thread-self/ns/net") as home, open(f"/run/netns/{namespace}") as there:
        assert libc.setns(there.fileno(), CLONE_NEWNET) == 0
        try:
            yield
        finally:
            assert libc.setns(home.fileno(), CLONE_NEWNET) == 0


@contextlib.contextmanager
def as_user(user: int) -> Iterator[None]:
    """Sockets that connect meanwhile are this user's."""
    os.setegid(user)
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


class Peer:
    """Somebody who gives commands."""

    def __init__(self, stream, prefix: str = "localhost") -> None:
        self.stream = stream
        self.prefix = prefix

    def command(self, command: str, **parameters) -> bytes:
        module, verb = command.split("/")
        name = make_command_v2(module, verb, None, **parameters)
        name = [Component.from_str(self.prefix), *name[1:]]
        interest = make_interest(name, InterestParam(lifetime=PATIENCE_S * 1000, nonce=time.time_ns() & 0xFFFFFFFF), b"",
                                 signer=DigestSha256Signer(for_interest=True))
        return bytes(interest)

    def reading(self, dataset: str) -> bytes:
        return packets.interest(f"/{self.prefix}/nfd/{dataset}", can_be_prefix=True, must_be_fresh=True,
                                lifetime_ms=PATIENCE_S * 1000)

    def ask(self, questions: dict[str, bytes], seconds: float) -> dict[str, Response | None]:
        """The answers by command, None for content that is no response; what is not answered in time is left out."""
        for question in questions.values():
            self.stream.send(question)
        answers: dict[str, Response | None] = {}
        deadline = time.monotonic() + seconds
        self.stream.socket.settimeout(0.2)
        while len(answers) < len(questions) and time.monotonic() < deadline:
            with contextlib.suppress(TimeoutError):
                packet = packets.network_packet(self.stream.receive())
                if packet and packet[0] == packets.DATA:
                    name, _, content, _ = parse_data(packet, with_tl=True)
                    command = "/".join(bytes(Component.get_value(part)).decode() for part in name[2:4])
                    content = bytes(content or b"")
                    answers[command] = Response.decode(content) if content[:1] == b"\x65" else None
        return answers

    def code(self, command: str, **parameters) -> int:
        """The code that the command is answered with; 0: no answer."""
        answer = self.ask({command: self.command(command, **parameters)}, PATIENCE_S).get(command)
        return answer.code if answer else 0


@pytest.fixture(scope="module")
def namespaces() -> Iterator[LinkedNamespaces]:
    with LinkedNamespaces() as linked:
        yield linked


@pytest.fixture
def served(start_router, namespaces: LinkedNamespaces) -> Router:
    router = start_router(RouterOptions(localhop=True, extra={
        "faces.websocket": {"port": 9696, "local_origins": [LISTED]}, "security": {"localhop_rib": True, "operators_group":
                                                                                   "games"}}), namespace=namespaces.left)
    router.unix_path.parent.chmod(0o755)
    return router


def websocket(router: Router, namespaces: LinkedNamespaces, origin: str = "") -> WebSocket:
    with inside(namespaces.left):
        return WebSocket("127.0.0.1", router.websocket_port, path="/", origin=origin)


def connect(kind: str, router: Router, namespaces: LinkedNamespaces) -> list[Peer]:
    """Peers of a kind."""
    unix = lambda: packets.connect_unix(str(router.unix_path))
    if kind == "runs it":
        return [Peer(unix())]
    if kind == "local user":
        with as_user(NOBODY):
            return [Peer(unix())]
    if kind == "loopback":
        with inside(namespaces.left):
            return [Peer(packets.connect_tcp("127.0.0.1", router.tcp_port))]
    if kind == "WebSocket":
        return [Peer(websocket(router, namespaces)), Peer(websocket(router, namespaces, LISTED))]
    if kind == "other page":
        return [Peer(websocket(router, namespaces, FOREIGN)), Peer(websocket(router, namespaces, "null"))]
    assert kind == "other machine"
    with inside(namespaces.left):
        own = packets.connect_udp("127.0.0.1", router.udp_port)
    with inside(namespaces.right):
        return [Peer(own), Peer(packets.connect_tcp(namespaces.left_address, router.tcp_port)),
                Peer(packets.connect_udp(namespaces.left_address, router.udp_port))]


def questions_of(peer: Peer, may: dict[str, str], number: int) -> dict[str, bytes]:
    """Commands without the parameters that they would need are judged all the same, and then refused as incomplete."""
    questions = {}
    for command in may:
        names = {"name": f"/who/{number}"} if command.split("/")[0] in ("rib", "fib") else {}
        questions[command] = peer.reading(command) if command in READ else peer.command(command, **names)
    return questions


@pytest.mark.parametrize("kind", ["runs it", "local user", "loopback", "WebSocket"])
def test_programs_of_this_machine(served: Router, namespaces: LinkedNamespaces, kind: str) -> None:
    may = {command: answer for command, answer in allowed(kind).items() if command != "rib/announce"}
    for number, peer in enumerate(connect(kind, served, namespaces)):
        answers = peer.ask(questions_of(peer, may, number), PATIENCE_S)
        for command, expected in may.items():
            assert command in answers, (kind, command)
            answer = answers[command]
            if expected == "reads":
                assert answer is None or answer.code < 400, (kind, command, answer)
            else:
                assert (answer.code != 403) == (expected == "yes"), (kind, command, answer)
    assert served.management.command("status", "none", expected=(501,))


@pytest.mark.parametrize("kind", ["other page", "other machine"])
def test_who_is_not_of_this_machine(served: Router, namespaces: LinkedNamespaces, kind: str) -> None:
    may = allowed(kind)
    assert set(may.values()) <= {"no", "own"}
    for number, peer in enumerate(connect(kind, served, namespaces)):
        assert peer.ask(questions_of(peer, may, number), 1) == {}, "below /localhost they are not heard"
        peer.prefix = "localhop"
        refused = {command: question for command, question in questions_of(peer, may, number).items() if may[command] == "no"}
        assert peer.ask(refused, 1) == {}
        prefix = f"/own/{kind.split()[1]}/{number}"
        assert peer.code("rib/register", name=prefix) == 200
        assert peer.code("rib/register", name=prefix, face_id=1) == 403
        assert peer.code("rib/register", name=f"{prefix}/static", origin=255) == 403
        served.management.command("rib", "register", name=f"{prefix}/ours", face_id=max_face(served))
        assert peer.code("rib/unregister", name=f"{prefix}/ours", face_id=max_face(served)) == 403
        assert peer.code("rib/unregister", name=prefix) == 200


def max_face(router: Router) -> int:
    """The Face that came last, besides that of the command that asks: the peer's."""
    return max(face["face_id"] for face in router.faces() if not face["local_uri"].startswith("unix:"))


def test_the_routers_own_prefixes_are_out_of_reach(served: Router, namespaces: LinkedNamespaces) -> None:
    for kind in ("runs it", "local user", "loopback", "WebSocket"):
        for peer in connect(kind, served, namespaces):
            for prefix in ("/localhost/nfd", "/localhost/nfd/rib", "/localhop/nfd"):
                for command in ("rib/register", "rib/unregister", "fib/add-nexthop", "fib/remove-nexthop"):
                    assert peer.code(command, name=prefix, face_id=1) == 403, (kind, command, prefix)
    for peer in connect("other machine", served, namespaces):
        peer.prefix = "localhop"
        for command in ("rib/register", "rib/unregister"):
            assert peer.code(command, name="/localhost/nfd", face_id=1) == 403
    assert served.status(), "management is reached as before"


def test_members_of_the_group_run_it(served: Router) -> None:
    import grp
    os.setgroups([grp.getgrnam("games").gr_gid])
    try:
        with as_user(NOBODY):
            member = Peer(packets.connect_unix(str(served.unix_path)))
    finally:
        os.setgroups([])
    assert member.code("augustus-router/log-level", name="/rib/info") == 200
    with as_user(NOBODY):
        other = Peer(packets.connect_unix(str(served.unix_path)))
    assert other.code("augustus-router/log-level", name="/rib/debug") == 403


def test_the_table_has_every_command() -> None:
    """What the modules serve, by their source."""
    served: set[str] = set()
    for file in (ROOT / "src/manage").glob("*_module.cc"):
        text = file.read_text()
        constant = re.search(r'string_view module = "([^"]+)"', text)
        for module, verb in re.findall(r'add_(?:command|long_command|raw_command|dataset|long_dataset)\(\s*("[^"]+"|module),\s*"([^"]+)"', text):
            served.add((constant[1] if module == "module" else module.strip('"')) + "/" + verb)
    served |= {f"augustus-{watch}/{verb}" for watch in ("trace", "capture") for verb in ("start", "stop")}
    assert served - {"faces/query"} == set(COMMANDS)
