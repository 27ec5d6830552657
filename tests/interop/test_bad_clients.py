# SPDX-License-Identifier: Apache-2.0
"""Clients that misbehave. Whatever they send, the router stays alive, counts it under a name that says why, and serves
a well-behaved pair of clients beside them; at the end of each test it must end cleanly, which the sanitizers of the
debug build make a check for leaks and stray accesses."""
from __future__ import annotations

import os
import random
import resource
import socket
import time
from collections.abc import Callable, Iterator

import pytest
from ndn.app_support.nfd_mgmt import make_command, make_command_v2
from ndn.encoding import Component, InterestParam, Name, make_interest
from ndn.security import DigestSha256Signer, HmacSha256Signer

from harness import packets
from harness.bystander import Bystander
from harness.management import CommandFailed, Management, Response
from harness.process import PATIENCE_S, wait_until
from harness.router import AugustusRouter, Router

UNKNOWN_CRITICAL = packets.tlv(0x1F, b"?")


@pytest.fixture
def bystander(router: Router) -> Iterator[Bystander]:
    with Bystander(str(router.unix_path)) as pair:
        pair.exchange()
        yield pair


def total_drops(router: Router) -> int:
    return sum(router.status()["drops"].values())


SENT_TOGETHER = 80  # short datagrams: a receive buffer of the usual size keeps them while the router reads none


def send_datagrams(router: Router, datagrams: list[bytes]) -> None:
    """Sends from one socket, slowly enough for a receive buffer of the usual size."""
    client = packets.connect_udp("127.0.0.1", router.udp_port)
    for count, datagram in enumerate(datagrams):
        client.send(datagram)
        if count % 50 == 49:
            time.sleep(0.01)
    client.close()


def send_streams(router: Router, streams: list[bytes]) -> None:
    """Sends each over a connection of its own, which the router may close when it cannot go on."""
    for stream in streams:
        client = packets.connect_unix(str(router.unix_path))
        try:
            client.send(stream)
        except ConnectionError:
            pass
        client.close()


def send_to_be_dropped(router: Router, datagrams: list[bytes], together: int = SENT_TOGETHER) -> None:
    """Every one of these packets shows in a counter with a name (ndnd has none to look at). So few are sent at a time that
    the kernel, which does not tell, drops none of them."""
    if not isinstance(router, AugustusRouter):
        send_datagrams(router, datagrams)
        return
    before = total_drops(router)
    for sent in range(0, len(datagrams), together):
        some = datagrams[sent:sent + together]
        send_datagrams(router, some)
        expected = before + sent + len(some)
        wait_until(lambda: total_drops(router) >= expected, PATIENCE_S, f"{expected} drops counted, {before} before")


VALID_INTEREST = packets.interest("/bad/client/of/this/test", can_be_prefix=True, must_be_fresh=True, lifetime_ms=100,
                                  hop_limit=9)
VALID_DATA = packets.data("/bad/client/data", b"content" * 20, freshness_ms=1000)


def truncated() -> list[bytes]:
    """Every proper beginning of an Interest, of a Data and of a link packet, as a datagram of its own."""
    whole = [VALID_INTEREST, VALID_DATA, packets.lp(VALID_INTEREST, packets.tlv(0x62, b"token"))]
    return [packet[:end] for packet in whole for end in range(1, len(packet))]


def wrong_inner_length() -> list[bytes]:
    """Packets whose outer length is right and an inner one reaches past the end."""
    return [packets.tlv(kind, packets.number(packets.NAME) + packets.number(length) + b"\x08\x01a")
            for kind in (packets.INTEREST, packets.DATA) for length in (4, 252, 65535, 2**31, 2**32 - 1, 2**63)]


def wrong_order() -> list[bytes]:
    """Interests with elements that the format forbids where they are, or that are critical and unknown."""
    name, nonce = packets.name("/bad/order"), packets.tlv(0x0A, b"abcd")
    return [packets.tlv(packets.INTEREST, value) for value in (
        nonce + name,                               # something before the Name
        name + nonce + packets.tlv(0x21),           # CanBePrefix after the Nonce
        name + UNKNOWN_CRITICAL + nonce,
        name + packets.tlv(0x0A, b"abc"),           # a Nonce of 3 bytes
        name + nonce + packets.tlv(0x0C, b"abc"),   # not a NonNegativeInteger
        name + nonce + packets.tlv(0x22, b""),      # HopLimit without a value
        packets.tlv(packets.NAME),                  # empty Name
        packets.tlv(packets.NAME, packets.tlv(0)),  # component type 0
        packets.tlv(packets.NAME, packets.tlv(0x10000, b"a")),
        packets.tlv(packets.NAME, packets.tlv(packets.IMPLICIT_DIGEST, b"short")),
        packets.tlv(0x07FF, b""),
    )]


def nested() -> list[bytes]:
    """Link packets within link packets, and elements within elements, to the size limit."""
    lp = elements = VALID_INTEREST
    while len(packets.lp(lp)) <= packets.PACKET_BYTES_MAX:
        lp = packets.lp(lp)
    while len(packets.tlv(packets.INTEREST, elements)) <= packets.PACKET_BYTES_MAX:
        elements = packets.tlv(packets.INTEREST, elements)
    names = packets.tlv(packets.NAME, packets.tlv(8, b"") * 4000)
    return [lp, elements, packets.lp(packets.lp(VALID_INTEREST)), packets.tlv(packets.INTEREST, names * 1)[:8800]]


def link_headers() -> list[bytes]:
    """Link packets that NDNLPv2 wants dropped."""
    number = packets.integer
    return [packets.lp(VALID_INTEREST, header) for header in (
        packets.tlv(799, b"critical"),
        packets.tlv(801, b"critical"),
        packets.tlv(0x51, b"short"),                                     # Sequence not of 8 bytes
        packets.tlv(0x52, number(3)) + packets.tlv(0x53, number(2)),     # FragIndex >= FragCount
        packets.tlv(0x53, number(100_000)),                              # too many fragments
        packets.tlv(0x62, b""),                                          # PitToken of 0 and of 33 bytes
        packets.tlv(0x62, b"t" * 33),
        packets.tlv(820, packets.tlv(821, number(1))),                   # CachePolicy on an Interest
    )] + [
        packets.lp(VALID_DATA, packets.tlv(816, number(1))),             # NextHopFaceId on Data
        packets.lp(VALID_DATA, packets.tlv(800, packets.tlv(801, number(50)))),   # Nack on Data
        packets.lp(VALID_DATA, packets.tlv(844)),                        # NonDiscovery on Data
    ]


@pytest.mark.parametrize("make", [truncated, wrong_inner_length, wrong_order, nested, link_headers],
                         ids=lambda make: make.__name__)
def test_malformed_packets(router: Router, bystander: Bystander, make: Callable[[], list[bytes]]) -> None:
    bad = make()
    send_to_be_dropped(router, bad)
    bystander.exchange()
    send_streams(router, bad)
    bystander.exchange()


def test_random_packets(router: Router, bystander: Bystander) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    draw = random.Random(seed)

    def mutated() -> bytes:
        packet = bytearray(draw.choice((VALID_INTEREST, VALID_DATA, packets.lp(VALID_DATA), packets.lp(VALID_INTEREST))))
        for _ in range(draw.randrange(1, 6)):
            packet[draw.randrange(len(packet))] = draw.randrange(256)
        return bytes(packet)

    noise = [draw.randbytes(draw.randrange(1, 1400)) for _ in range(1000)]
    typed = [packets.tlv(draw.choice((5, 6, 0x64)), draw.randbytes(draw.randrange(1, 200))) for _ in range(1000)]
    send_datagrams(router, noise + typed + [mutated() for _ in range(3000)])
    bystander.exchange()
    send_streams(router, noise[:100] + typed[:100] + [mutated() for _ in range(300)])
    bystander.exchange()


def test_oversized_packets(router: Router, bystander: Bystander) -> None:
    sizes = (packets.PACKET_BYTES_MAX + 1, 9000, 20_000, 65_000)
    oversized = [packets.data_of_size("/bad/oversized", size) for size in sizes]
    send_to_be_dropped(router, oversized, together=1)
    bystander.exchange()
    # On a stream, what follows the length cannot be found again: the connection may end, and only that.
    send_streams(router, oversized + [b"\x06\xff" + b"\xff" * 8 + b"x" * 100_000, b"\xff" * 100_000])
    bystander.exchange()


@pytest.mark.parametrize("kind", ["unix", "tcp"])
def test_clients_that_connect_and_stall(router: Router, bystander: Bystander, kind: str) -> None:
    def connect() -> packets.Stream:
        return packets.connect_unix(str(router.unix_path)) if kind == "unix" else \
            packets.connect_tcp("127.0.0.1", router.tcp_port)

    silent = [connect() for _ in range(100)]
    mid_packet = [connect() for _ in range(100)]
    for end, client in enumerate(mid_packet):
        client.send(VALID_INTEREST[:1 + end % (len(VALID_INTEREST) - 1)])
    bystander.exchange()
    for client in mid_packet:
        client.close()  # dies in the middle of a packet
    bystander.exchange()
    # The rest of a packet that comes late is as good as one that comes at once.
    late = connect()
    packet = packets.interest("/bystander/late", lifetime_ms=PATIENCE_S * 1000)
    for byte in packet:
        late.send(bytes([byte]))
        time.sleep(0.002)
    assert packets.network_packet(late.receive())[0] == packets.DATA
    for client in silent:
        client.close()
    late.close()


def test_client_that_resets_its_connection(router: Router, bystander: Bystander) -> None:
    for _ in range(50):
        client = packets.connect_tcp("127.0.0.1", router.tcp_port)
        client.send(VALID_INTEREST * 3)
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.close()
    bystander.exchange()


def test_client_that_never_reads(router: Router, bystander: Bystander) -> None:
    """It asks for far more than a socket holds; the router must neither wait for it nor keep it all."""
    greedy = packets.connect_unix(str(router.unix_path))
    greedy.socket.setblocking(False)
    sent = 0
    deadline = time.monotonic() + 3
    while sent < 20_000 and time.monotonic() < deadline:
        try:
            greedy.socket.send(packets.interest(f"/bystander/greedy/{sent}", lifetime_ms=1000))
            sent += 1
        except BlockingIOError:
            time.sleep(0.01)
    bystander.exchange()
    greedy.close()
    bystander.exchange()


def flood(client: packets.Stream | packets.Datagrams, numbers: range, lifetime_ms: int) -> None:
    """Interests under a name for each number, until the router takes no more."""
    for number in numbers:
        try:
            client.send(packets.interest(f"/flood/{number}", lifetime_ms=lifetime_ms))
        except TimeoutError:
            return


@pytest.mark.parametrize("kind", ["udp", "unix"])
def test_flood_of_interests(router: Router, bystander: Bystander, kind: str) -> None:
    """Interests that nobody answers, under ever new names: beyond the flooder's share of the PIT they are refused and
    counted, and everybody else is served all the while."""
    router.management.command("rib", "register", name="/flood")
    before = total_drops(router) if isinstance(router, AugustusRouter) else 0
    client = packets.connect_udp("127.0.0.1", router.udp_port) if kind == "udp" else \
        packets.connect_unix(str(router.unix_path))
    client.socket.settimeout(0.5)
    if not isinstance(router, AugustusRouter):
        flood(client, range(150_000), lifetime_ms=8_000)
        # ndnd makes everybody wait until the flood has run out of time.
        bystander.exchange(30)
        client.close()
        return
    # The kernel drops what the router, slow under the sanitizers, does not read in time: on until the share is full.
    deadline = time.monotonic() + 60
    count = 0
    while total_drops(router) == before and time.monotonic() < deadline:
        flood(client, range(count, count + 20_000), lifetime_ms=60_000)
        count += 20_000
    bystander.exchange()
    client.close()
    assert total_drops(router) > before


def test_ten_thousand_faces_come_and_go(router: Router, bystander: Bystander) -> None:
    """On-demand faces over Unix and UDP; what one of them leaks shows when the debug build ends."""
    for count in range(5000):
        client = packets.connect_unix(str(router.unix_path))
        client.send(packets.interest(f"/bystander/face/{count}", lifetime_ms=100))
        client.close()
        if count % 500 == 499:
            bystander.exchange()
    for count in range(5000):
        client = packets.connect_udp("127.0.0.1", router.udp_port)
        client.send(packets.interest(f"/bystander/face/u{count}", lifetime_ms=100))
        client.close()
        if count % 500 == 499:
            bystander.exchange()
    if isinstance(router, AugustusRouter):
        # Those over Unix sockets go; UDP ones go when they have been idle for long.
        def unix_faces() -> int:
            return sum(face["uri"].startswith(("fd://", "unix://")) for face in router.faces())

        wait_until(lambda: unix_faces() < 20, PATIENCE_S, "the Faces over Unix sockets to go", interval=0.5)


def test_more_connections_than_descriptors(router: Router, bystander: Bystander) -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    clients = []
    try:
        for _ in range(min(soft - 100, 1500)):
            clients.append(packets.connect_unix(str(router.unix_path), timeout_s=1))
    except OSError:
        pass  # refused, which is the router's right
    bystander.exchange()
    for client in clients:
        client.close()
    bystander.exchange()


# Commands that must not be obeyed.

def signed(name, signer=None) -> bytes:
    interest, _ = make_interest(name, InterestParam(lifetime=PATIENCE_S * 1000, nonce=random.randrange(1, 2**32)), b"",
                                signer=signer or DigestSha256Signer(for_interest=True), need_final_name=True)
    return bytes(interest)


def register_command(prefix: str) -> list:
    return make_command_v2("rib", "register", None, name=Name.normalize(prefix))


@pytest.fixture
def client(router: Router) -> Iterator[packets.Stream]:
    """A connection that stays open during the test: routes made over it stay as long."""
    connection = packets.connect_unix(str(router.unix_path), timeout_s=1)
    yield connection
    connection.close()


def answer_to(client: packets.Stream, interest: bytes) -> int | None:
    """The status code that a command is answered with; None: silence or a Nack."""
    client.send(interest)
    try:
        kind, value = packets.elements(packets.network_packet(client.receive()))[0]
    except TimeoutError:
        return None
    return Response.decode(dict(packets.elements(value))[0x15]).code if kind == packets.DATA else None


def is_registered(router: Router, prefix: str) -> bool:
    return packets.name(prefix) in router.management.dataset("rib", "list")


@pytest.fixture
def refused(router: Router, bystander: Bystander, client: packets.Stream) -> Callable[[bytes, str], None]:
    """Checks that a command to register a prefix is not obeyed, whatever the answer is."""
    def check(interest: bytes, prefix: str) -> None:
        assert not is_registered(router, prefix)
        answer_to(client, interest)
        assert not is_registered(router, prefix)
        bystander.exchange()

    if not isinstance(router, AugustusRouter):
        pytest.skip("ndnd does not check the signatures of local commands")
    return check


def test_command_with_forged_signature(router: Router, refused) -> None:
    interest = bytearray(signed(register_command("/forged")))
    interest[-1] ^= 1
    refused(bytes(interest), "/forged")


def test_command_without_signature(refused) -> None:
    interest = make_interest(register_command("/unsigned"), InterestParam(lifetime=2000, nonce=7))
    refused(bytes(interest), "/unsigned")


def test_command_with_tampered_parameters(refused) -> None:
    refused(signed(register_command("/tampered")).replace(b"tampered", b"TAMPERED"), "/TAMPERED")


def test_command_with_unknown_hmac_key(bystander: Bystander, client: packets.Stream) -> None:
    """Nobody authorized this key by name; the answer depends on who is authorized, the router's health does not."""
    answer_to(client, signed(register_command("/hmac"), HmacSha256Signer("/unknown/key", b"secret")))
    bystander.exchange()


def signed_command(prefix: str) -> bytes:
    return signed(register_command(prefix))


def legacy_command(prefix: str) -> bytes:
    name = make_command("rib", "register", None, name=Name.normalize(prefix))
    return bytes(make_interest(name, InterestParam(lifetime=PATIENCE_S * 1000, nonce=8)))


@pytest.mark.parametrize("make", [signed_command, legacy_command], ids=lambda make: make.__name__)
def test_replayed_command(router: Router, refused, make: Callable[[str], bytes]) -> None:
    """A command that was obeyed once, after it was undone: given again it does nothing."""
    first = packets.connect_unix(str(router.unix_path))
    interest = make("/replayed")
    assert answer_to(first, interest) == 200
    assert is_registered(router, "/replayed")
    first.close()  # the route goes with its face
    wait_until(lambda: not is_registered(router, "/replayed"), PATIENCE_S, "route gone with its face")
    refused(interest, "/replayed")


def test_stale_command(refused, monkeypatch) -> None:
    hour_ago = int(time.time() * 1000) - 3_600_000
    monkeypatch.setattr("ndn.security.signer.sha256_digest_signer.timestamp", lambda: hour_ago)
    refused(signed(register_command("/stale")), "/stale")


def test_garbage_as_parameters(bystander: Bystander, client: packets.Stream) -> None:
    for garbage in (b"", b"\x68", os.urandom(40), packets.tlv(104, os.urandom(20)), packets.tlv(104, b"\x07\x7f/")):
        prefix = Name.from_str("/localhost/nfd/rib/register")
        assert answer_to(client, signed(prefix + [Component.from_bytes(garbage)])) != 200
    bystander.exchange()


def test_commands_from_afar_are_refused(router: Router, bystander: Bystander) -> None:
    """/localhost stays within the machine: over UDP no command is obeyed or answered."""
    client = packets.connect_udp("127.0.0.1", router.udp_port, timeout_s=1)
    client.send(signed(register_command("/far")))
    if isinstance(router, AugustusRouter):
        with pytest.raises(TimeoutError):
            assert not packets.network_packet(client.receive())
    client.close()
    bystander.exchange()


def test_command_to_unknown_module(router: Router, bystander: Bystander) -> None:
    management = Management(str(router.unix_path), patience_s=5)  # which may pass without an answer
    with pytest.raises((CommandFailed, TimeoutError)):
        management.command("no-such-module", "verb")
    management.close()
    bystander.exchange()
