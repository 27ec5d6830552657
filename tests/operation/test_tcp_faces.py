# SPDX-License-Identifier: Apache-2.0
"""TCP Faces that the router connects: what a command is answered, and what comes back by itself."""
from __future__ import annotations

import socket
import threading
import time

import pytest

from harness import packets
from harness.management import FACE_ID, Management
from harness.process import PATIENCE_S, wait_until
from harness.router import Router, RouterOptions, free_port


def listen(port: int = 0, backlog: int = 8) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(backlog)
    listener.settimeout(PATIENCE_S)
    return listener


def uri_of(listener: socket.socket) -> str:
    return f"tcp4://127.0.0.1:{listener.getsockname()[1]}"


def create(router: Router, uri: str, **parameters):
    """faces/create over a connection of its own: others do not wait for it."""
    management = Management(str(router.unix_path))
    try:
        return management.command("faces", "create", tuple(range(200, 600)), uri=uri.encode(), **parameters)
    finally:
        management.close()


def face_to(router: Router, uri: str) -> dict | None:
    return next((face for face in router.faces() if face["uri"] == uri), None)


def test_create_is_answered_when_the_face_is_up(router: Router) -> None:
    with listen() as listener:
        response = create(router, uri_of(listener))
        assert response.code == 200
        assert face_to(router, uri_of(listener))["face_id"] == response.integer(FACE_ID)
        assert create(router, uri_of(listener)).code == 409


@pytest.mark.parametrize("persistency", [0, 2])
def test_create_to_where_nobody_listens_is_answered_504(router: Router, persistency: int) -> None:
    uri = f"tcp4://127.0.0.1:{free_port(socket.SOCK_STREAM)}"
    response = create(router, uri, face_persistency=persistency)
    assert (response.code, response.text) == (504, "Connection failed: Connection refused")
    assert face_to(router, uri) is None


def test_create_to_an_unreachable_network_is_answered_504(router: Router) -> None:
    # Where TCP cannot go.
    response = create(router, "tcp4://255.255.255.255:6363")
    assert (response.code, response.text) == (504, "Connection failed: Network is unreachable")


def test_others_are_answered_while_one_waits_for_its_connection(router: Router) -> None:
    with listen(backlog=0) as listener:
        # Fills the queue of connections: the next one's first packets are dropped, as on a lossy way.
        filler = [socket.create_connection(listener.getsockname(), 10)]
        answers: list[int] = []
        threads = [threading.Thread(target=lambda: answers.append(create(router, uri_of(listener)).code))
                   for _ in range(2)]
        for thread in threads:
            thread.start()
        wait_until(lambda: face_to(router, uri_of(listener)) is not None, PATIENCE_S, "the attempt")
        assert router.management.dataset("status", "general")
        assert not answers, "the connection does not stand yet"
        listener.accept()[0].close()
        for thread in threads:
            thread.join(PATIENCE_S)
        assert sorted(answers) == [200, 409]
        for connection in filler:
            connection.close()


def arrives(client: packets.Stream, far: packets.Stream, name: str) -> bool:
    client.send(packets.interest(name))
    try:
        return packets.network_packet(far.receive())[0] == packets.INTEREST
    except TimeoutError:
        return False  # the router has not noticed yet that it is connected


@pytest.mark.parametrize("section", [{"routes": [{"prefix": "/far"}]},
                                     {"faces.create": [{}], "routes": [{"prefix": "/far"}]}],
                         ids=["a Face for a route", "a Face of its own"])
def test_a_configured_route_comes_back_with_the_far_side(start_router, section: dict) -> None:
    port = free_port(socket.SOCK_STREAM)
    uri = f"tcp4://127.0.0.1:{port}"
    extra = {kind: [{**table, "face" if kind == "routes" else "remote": uri} for table in tables]
             for kind, tables in section.items()}
    router = start_router(RouterOptions(extra=extra))
    client = packets.connect_unix(str(router.unix_path))
    for number in range(2):
        with listen(port) as listener:
            connection, _ = listener.accept()
            far = packets.Stream(connection, 0.5)
            wait_until(lambda: arrives(client, far, f"/far/{number}/{time.monotonic_ns()}"), PATIENCE_S, "an Interest")
            far.close()
    client.close()
