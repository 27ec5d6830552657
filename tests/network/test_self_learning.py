# SPDX-License-Identifier: Apache-2.0
"""The self-learning strategy: Data that comes back with a prefix announcement makes a route, which Interests follow
until the upstream says that it has none."""
from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor

import pytest
from ndn.encoding import Component, MetaInfo, Name, make_data, parse_data
from ndn.security import DigestSha256Signer

from harness import packets
from harness.bystander import Bystander
from harness.management import Management
from harness.process import PATIENCE_S, wait_until
from harness.router import Router

LP_NACK, NON_DISCOVERY, PREFIX_ANNOUNCEMENT = 800, 844, 848
ORIGIN_ANNOUNCEMENT = 129
STRATEGY = "/localhost/nfd/strategy/self-learning"


def announcement(prefix: str, expires_ms: int = 60_000) -> bytes:
    name = Name.normalize(prefix) + [Component.from_str("32=PA"), Component.from_version(1), Component.from_segment(0)]
    content = packets.tlv(109, packets.integer(expires_ms))
    return bytes(make_data(name, MetaInfo(content_type=5), content, signer=DigestSha256Signer()))


class Upstream:
    """A neighbour with a Face of its own: sees the Interests that the router sends it, and asks it."""

    def __init__(self, router: Router) -> None:
        udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.bind(("127.0.0.1", 0))
        self.face = router.create_face(f"udp4://127.0.0.1:{udp.getsockname()[1]}")
        udp.connect(("127.0.0.1", router.udp_port))
        self._datagrams = packets.Datagrams(udp)

    def next_interest(self) -> tuple[bytes, dict[int, bytes]]:
        """The next Interest and its link headers."""
        packet = self._datagrams.receive()
        (kind, value), = packets.elements(packet)
        headers = dict(packets.elements(value)) if kind == packets.LP_PACKET else {}
        interest = packets.network_packet(packet)
        assert interest[0] == packets.INTEREST
        return interest, headers

    def expect(self, name: str) -> tuple[bytes, dict[int, bytes]]:
        interest, headers = self.next_interest()
        assert packets.name(name) in interest
        return interest, headers

    def answer(self, name: str, announced: bytes) -> None:
        self._datagrams.send(packets.lp(packets.data(name), packets.tlv(PREFIX_ANNOUNCEMENT, announced)))

    def ask(self, name: str, headers: bytes = b"") -> tuple[bytes, dict[int, bytes]]:
        """Sends an Interest; the Data that comes and its link headers."""
        self._datagrams.send(packets.lp(packets.interest(name), headers))
        packet = self._datagrams.receive()
        (kind, value), = packets.elements(packet)
        return packets.network_packet(packet), dict(packets.elements(value)) if kind == packets.LP_PACKET else {}

    def refuse(self, interest: bytes) -> None:
        self._datagrams.send(packets.lp(interest, packets.tlv(LP_NACK, packets.tlv(801, packets.integer(150)))))


def learned_routes(router: Router) -> list[tuple[bytes, int]]:
    """Prefix and Face of each route that an announcement made."""
    found = []
    for _, entry in packets.elements(router.management.dataset("rib", "list")):
        fields = packets.elements(entry)
        for route in (dict(packets.elements(value)) for kind, value in fields if kind == 129):
            if int.from_bytes(route[111], "big") == ORIGIN_ANNOUNCEMENT:
                found.append((packets.tlv(*fields[0]), int.from_bytes(route[105], "big")))
    return found


@pytest.fixture
def consumer(router: Router):
    router.management.command("strategy-choice", "set", name="/net", strategy=Name.from_str(STRATEGY))
    stream = packets.connect_unix(str(router.unix_path))
    yield stream
    stream.close()


def test_a_route_is_learned_followed_and_withdrawn(router: Router, consumer: packets.Stream) -> None:
    teacher, other = Upstream(router), Upstream(router)

    consumer.send(packets.interest("/net/a/1"))
    other.expect("/net/a/1")
    _, headers = teacher.expect("/net/a/1")
    assert NON_DISCOVERY not in headers
    teacher.answer("/net/a/1", announcement("/net/a"))
    assert packets.network_packet(consumer.receive()) == packets.data("/net/a/1")
    wait_until(lambda: learned_routes(router) == [(packets.name("/net/a"), teacher.face)], PATIENCE_S, "a route")

    consumer.send(packets.interest("/net/a/2"))
    interest, headers = teacher.expect("/net/a/2")
    assert NON_DISCOVERY in headers
    # A discovery that goes everywhere: the other upstream sees it next, so it did not see /net/a/2.
    consumer.send(packets.interest("/net/b/1"))
    other.expect("/net/b/1")
    teacher.expect("/net/b/1")

    teacher.refuse(interest)
    wait_until(lambda: not learned_routes(router), PATIENCE_S, "the route's end")
    consumer.send(packets.interest("/net/a/3"))
    teacher.expect("/net/a/3")
    other.expect("/net/a/3")


def test_an_announcement_that_does_not_verify_makes_no_route(router: Router, consumer: packets.Stream) -> None:
    upstream = Upstream(router)
    forged = bytearray(announcement("/net/a"))
    forged[-1] ^= 1
    for number, announced in enumerate((bytes(forged), announcement("/elsewhere"), announcement("/localhost"))):
        consumer.send(packets.interest(f"/net/a/{number}"))
        upstream.expect(f"/net/a/{number}")
        upstream.answer(f"/net/a/{number}", announced)
        assert packets.network_packet(consumer.receive()) == packets.data(f"/net/a/{number}")
    wait_until(lambda: drops(router).get("announcement_refused") == 3, PATIENCE_S, "three refusals")
    assert not learned_routes(router)


def test_a_neighbour_that_looks_for_a_route_is_told_of_one(router: Router, consumer: packets.Stream) -> None:
    producer = Management(str(router.unix_path))
    producer.command("rib", "register", name="/net/p")
    neighbour = Upstream(router)

    def serve() -> None:
        for name in ("/net/p/1", "/net/p/2"):
            interest = packets.network_packet(producer.stream.receive())
            assert packets.name(name) in interest
            producer.stream.send(packets.data(name))

    with ThreadPoolExecutor() as pool:
        served = pool.submit(serve)
        data, headers = neighbour.ask("/net/p/1")
        assert data == packets.data("/net/p/1")
        name, meta, content, _ = parse_data(headers[PREFIX_ANNOUNCEMENT])
        assert Name.to_str(name).startswith("/net/p/32=PA/v=") and meta.content_type == 5
        assert bytes(content)[0] == 109  # ExpirationPeriod

        data, headers = neighbour.ask("/net/p/2", packets.tlv(NON_DISCOVERY))
        assert data == packets.data("/net/p/2") and PREFIX_ANNOUNCEMENT not in headers
        served.result(PATIENCE_S)
    producer.close()


def test_a_route_is_learned_from_the_next_router(start_router) -> None:
    near, far = start_router(), start_router()
    for router in (near, far):
        router.management.command("strategy-choice", "set", name="/net", strategy=Name.from_str(STRATEGY))
    far.create_face(f"udp4://127.0.0.1:{near.udp_port}")
    face = near.create_face(f"udp4://127.0.0.1:{far.udp_port}")
    with Bystander(str(far.unix_path), prefix="/net/p"):
        client = packets.connect_unix(str(near.unix_path))
        client.send(packets.interest("/net/p/1"))
        packets.network_packet(client.receive())
        wait_until(lambda: learned_routes(near) == [(packets.name("/net/p"), face)], PATIENCE_S, "a route")
        client.close()


def drops(router: Router) -> dict[str, int]:
    """status/drops: a reason and a count each."""
    found = {}
    for _, item in packets.elements(router.management.dataset("status", "drops")):
        (_, reason), (_, count) = packets.elements(item)
        found[reason.decode()] = int.from_bytes(count, "big")
    return found
