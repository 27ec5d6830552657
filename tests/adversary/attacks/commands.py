# SPDX-License-Identifier: Apache-2.0
"""Commands that nobody of that kind may give, and too many of those that he may."""
from __future__ import annotations

import contextlib
import os
import select
import socket
import subprocess
import time

from ndn.encoding import Name

from harness import packets
from harness.graph_router import figure3_with
from harness.management import CommandFailed, Response

from ..attack import STRANGER, Succeeded, Target, attack
from ..stranger import is_served
from ..witness import PREFIX
from .streams import signed_command

MANAGEMENT_FACE = 1
PERSISTENT = 0


def answer_to(stream: packets.Stream, interest: bytes) -> int | None:
    """The code that a command is answered with; None: silence or a Nack."""
    stream.send(interest)
    try:
        packet = packets.network_packet(stream.receive())
    except (OSError, ValueError):
        return None
    if packet[:1] != b"\x06":
        return None
    return Response.decode(dict(packets.elements(packets.elements(packet)[0][1]))[0x15]).code


def is_managed(target: Target) -> bool:
    with contextlib.suppress(OSError, AssertionError):
        target.management().dataset("status", "general")
        return True
    return False


def judge(target: Target, codes: dict[str, int | None]) -> str:
    obeyed = [what for what, code in codes.items() if code == 200]
    if not is_managed(target):
        raise Succeeded(f"management is gone after {', '.join(obeyed)}")
    if not is_served(target.tcp(STRANGER, timeout_s=3)):
        raise Succeeded(f"the honest producer's route is gone after {', '.join(obeyed)}")
    return f"{len(codes)} commands, none of effect"


@attack("routes of others and of the router removed from afar", item="2")
def takeover_from_afar(target: Target) -> str:
    client = target.tcp(timeout_s=1)
    codes: dict[str, int | None] = {}
    for name in ("/localhost/nfd", "/localhost", "/localhop/nfd", "/localhop"):
        codes[f"unregister {name}"] = answer_to(client, signed_command(
            "rib", "unregister", scope="localhop", name=Name.from_str(name), face_id=MANAGEMENT_FACE, origin=255))
        for origin in (0, 255):
            codes[f"unregister {name} of origin {origin}"] = answer_to(client, signed_command(
                "rib", "unregister", scope="localhop", name=Name.from_str(name), face_id=MANAGEMENT_FACE, origin=origin))
        codes[f"register {name}/faces"] = answer_to(client, signed_command(
            "rib", "register", scope="localhop", name=Name.from_str(f"{name}/faces")))
    for face in range(256, 266):
        codes[f"unregister {PREFIX} of Face {face}"] = answer_to(client, signed_command(
            "rib", "unregister", scope="localhop", name=Name.from_str(PREFIX), face_id=face))
    code = answer_to(client, signed_command("rib", "register", scope="localhop", name=Name.from_str("/elsewhere"), face_id=256))
    text = judge(target, codes)
    if code == 200:
        rib = target.management().dataset("rib", "list")
        entry = rib[rib.find(packets.name("/elsewhere")):][:60]
        if packets.tlv(105, packets.integer(256)) in entry:
            raise Succeeded("a route was made to another's Face")
    return text


@attack("the router's own routes removed by a local program", item="2", user="nobody")
def takeover_by_a_local_program(target: Target) -> str:
    client = target.unix(timeout_s=1)
    codes: dict[str, int | None] = {}
    for name in ("/localhost/nfd", "/localhop/nfd"):
        prefix = Name.from_str(name)
        for origin in (0, 255):
            codes[f"rib/unregister {name} of origin {origin}"] = answer_to(client, signed_command(
                "rib", "unregister", name=prefix, face_id=MANAGEMENT_FACE, origin=origin))
        codes[f"fib/remove-nexthop {name}"] = answer_to(client, signed_command(
            "fib", "remove-nexthop", name=prefix, face_id=MANAGEMENT_FACE))
        for module in ("rib", "faces", "status"):
            below = prefix + Name.from_str(f"/{module}")
            codes[f"fib/add-nexthop {name}/{module}"] = answer_to(client, signed_command("fib", "add-nexthop", name=below, cost=0))
            codes[f"rib/register {name}/{module}"] = answer_to(client, signed_command("rib", "register", name=below, cost=0))
    return judge(target, codes)


@attack("a graph that writes where it should not", profile="graph", item="3", user="nobody")
def graph_writes_a_file(target: Target) -> str:
    return write_by_graphs(target)


@attack("a graph of the router's own user that writes outside the folder", profile="graph", item="3")
def graph_of_the_routers_user_writes_a_file(target: Target) -> str:
    return write_by_graphs(target)


def write_by_graphs(target: Target) -> str:
    """The file is of whoever runs the router, which here is root as well."""
    victim = target.folder / "victim"
    fifo, link, graph = (target.folder / name for name in ("fifo", "link", "evil.click"))
    os.mkfifo(fifo)
    link.symlink_to(victim)
    before = victim.read_bytes()
    for path in (victim, link, fifo):
        graph.write_text(figure3_with(arrives=f"FromFace -> ToPcap({path}) -> in"))
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run([*target.graph_command, str(graph)], timeout=6, capture_output=True)
        if victim.read_bytes() != before:
            raise Succeeded(f"the router wrote over {path.name}")
        if not is_managed(target):
            raise Succeeded(f"management stands still at {path.name}")
    return "graph replace with ToPcap to another's file, a link to it, a FIFO"


@attack("one prefix with ever other Origins", item="12")
def many_origins(target: Target) -> str:
    manager = target.management()
    accepted = tried = 0
    for origin, _ in zip(range(target.scale(2500, 20_000)), target.for_seconds(30, 45)):
        tried += 1
        accepted += manager.command("rib", "register", expected=tuple(range(200, 600)), name="/origins", origin=origin).code == 200
    if accepted == tried:
        raise Succeeded(f"all of {tried:,} routes of one prefix were taken")
    return f"{tried:,} Origins, of which {accepted:,} were taken"


@attack("prefixes without end from afar", item="rib")
def many_prefixes(target: Target) -> str:
    client = target.tcp(timeout_s=0.5)
    sent = accepted = 0
    for number in target.for_seconds(2, 6):
        code = answer_to(client, signed_command("rib", "register", scope="localhop", name=Name.from_str(f"/many/{number}/{'x' * 500}")))
        accepted += code == 200
        sent += 1
    return f"{sent:,} prefixes registered over /localhop, {accepted:,} taken"


@attack("strategies and routes that change all the time", item="churn")
def command_churn(target: Target) -> str:
    manager = target.management()
    strategies = [f"/localhost/nfd/strategy/{name}" for name in ("multicast", "best-route", "asf", "random", "round-robin")]
    done = 0
    try:
        for number in target.for_seconds(3, 6):
            manager.command("strategy-choice", "set", name=PREFIX, strategy=Name.from_str(strategies[number % 5]))
            manager.command("rib", "register", name=f"{PREFIX}/churn/{number % 7}", cost=number % 3)
            manager.command("rib", "register", name=f"/churn/{number}", cost=number % 3)
            manager.command("rib", "unregister", expected=(200, 404), name=f"{PREFIX}/churn/{(number + 3) % 7}")
            if number % 3 == 0:
                manager.command("rib", "unregister", name=f"/churn/{number}")
            done += 5
    finally:
        for number in range(7):
            manager.command("rib", "unregister", expected=(200, 404), name=f"{PREFIX}/churn/{number}")
        manager.command("strategy-choice", "unset", name=PREFIX)
    return f"{done:,} commands to routes and strategies of the honest pair's prefix"


@attack("datasets asked for at full speed", item="datasets", lingers_s=2)
def dataset_requests(target: Target) -> str:
    verbs = ("faces/list", "rib/list", "fib/list", "status/general", "cs/info", "strategy-choice/list", "faces/channels")
    clients = [target.unix() for _ in range(8)]
    sent = answers = 0
    for _ in target.for_seconds(2.5, 6):
        for client in clients:
            readable, writable, _ = select.select([client.socket], [client.socket], [], 0)
            if readable:
                answers += len(client.socket.recv(1 << 16))
            if writable:
                interests = b"".join(packets.interest(f"/localhost/nfd/{verb}", can_be_prefix=True, must_be_fresh=True,
                                                      lifetime_ms=1000) for verb in verbs)
                client.socket.settimeout(0.2)
                with contextlib.suppress(TimeoutError):
                    client.send(interests)
                    sent += len(verbs)
    return f"{sent:,} requests by 8 programs, {answers >> 10:,} KB of answers"


@attack("Faces made by command without end", profile="few-faces", item="faces", user="nobody")
def faces_by_command(target: Target) -> str:
    manager = target.management()
    made = []
    for number in range(target.scale(300, 600)):
        response = manager.command("faces", "create", expected=tuple(range(200, 600)), uri=f"udp4://10.77.0.8:{10000 + number}".encode())
        if response.code == 200:
            made.append(response.integer(105))
    time.sleep(0.5)
    # They are the operator's, whoever he lets make them, and may take all that is not kept for local programs.
    served = is_served(target.unix(timeout_s=3))
    for face in made:
        with contextlib.suppress(CommandFailed, OSError):
            manager.command("faces", "destroy", face_id=face)
    if not served:
        raise Succeeded(f"{len(made)} Faces made by one local program, none left for other local ones")
    return f"{len(made)} Faces made, then destroyed"


@attack("connections of a local program that it makes persistent", profile="few-faces", item="faces", user="nobody")
def persistent_connections(target: Target) -> str:
    """A Face that stays is the operator's; what is kept for local programs is not his."""
    opened, kept = [], 0
    for _ in zip(range(300), target.for_seconds(20, 15)):
        with contextlib.suppress(OSError):
            opened.append(packets.Stream(socket.create_connection(("127.0.0.1", target.tcp_port), 2), 0.5))
            kept += answer_to(opened[-1], signed_command("faces", "update", face_persistency=PERSISTENT)) == 200
    served = is_served(target.unix(timeout_s=3))
    for connection in opened:
        connection.close()
    if not served:
        raise Succeeded(f"{kept} Faces made persistent by one local program, none left for other local ones")
    return f"{len(opened)} TCP connections, of which {kept} were made persistent"


@attack("commands that are not signed, replayed, spoilt", item="commands")
def bad_commands(target: Target) -> str:
    client = target.unix(timeout_s=0.3)
    good = signed_command("rib", "register", name=Name.from_str("/once"))
    sent = 0
    for number in target.for_seconds(1.5, 4):
        spoilt = bytearray(good)
        spoilt[number % len(good)] ^= 1 << number % 8
        try:
            client.send(bytes(spoilt) + good)
            sent += 2
            if number % 16 == 15:
                client.close()
                client = target.unix(timeout_s=0.3)
        except OSError:
            client = target.unix(timeout_s=0.3)
    return f"{sent:,} commands"
