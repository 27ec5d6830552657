# SPDX-License-Identifier: Apache-2.0
"""What is shared, taken by one."""
from __future__ import annotations

import hashlib
import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator

from harness import packets

from ..attack import STRANGER, UNANSWERED, Succeeded, Target, attack, pour
from ..profiles import SMALL_TABLES
from ..witness import LIFETIME_S, PREFIX, with_digest

TEN_DAYS_MS = 10 * 24 * 3600 * 1000
LIFETIME_MS = 2000
CAPACITY = 131              # of a ControlParameters


def digest_interest(name: bytes, lifetime_ms: int, **options) -> bytes:
    return packets.interest_with_name(with_digest(name, os.urandom(32)), lifetime_ms=lifetime_ms, **options)


def hold(target: Target) -> None:
    """The honest go on while everything is taken."""
    time.sleep(target.scale(1, 2))


@attack("digests nobody has, for a popular name, for 10 days", item="7", lingers_s=62)
def name_blocked(target: Target) -> str:
    clients = [target.udp() for _ in range(4)]
    for _ in range(80):
        for client in clients:
            for popular in range(2):
                client.send(digest_interest(packets.name(f"{PREFIX}/popular/{popular}"), TEN_DAYS_MS))
        time.sleep(0.002)
    hold(target)
    return "640 Interests with random implicit digests for 2 names, lifetime 10 days"


def paced(interests: Iterator[bytes]) -> Iterator[bytes]:
    """Slowly enough for a receive buffer of the usual size."""
    for count, packet in enumerate(interests):
        if count % 16 == 15:
            time.sleep(0.002)
        yield packet


def kept_full(target: Target, interests: Iterator[bytes]) -> int:
    """Sends for a while, as quickly as it is taken and then as it becomes free again."""
    end = time.monotonic() + target.scale(2, 4)
    return pour(target.udp(), paced(itertools.takewhile(lambda _: time.monotonic() < end, interests)))


@attack("implicit digests without end", item="8", lingers_s=LIFETIME_MS / 1000 + 1)
def digests(target: Target) -> str:
    names = (packets.name(f"{UNANSWERED}/digests/{number // 30}") for number in itertools.count())
    return f"{kept_full(target, (digest_interest(name, LIFETIME_MS) for name in names)):,} Interests with random implicit digests"


def wanted(name: bytes, lifetime_ms: int) -> bytes:
    return packets.interest_with_name(name, lifetime_ms=lifetime_ms)


def send_from_each(clients: list[packets.Datagrams] | list[packets.Stream], make: Callable[[bytes, int], bytes], name: bytes, lifetime_ms: int) -> None:
    for client, packet in zip(clients, paced(make(name, lifetime_ms) for _ in clients)):
        client.send(packet)


def is_answered(stranger: packets.Stream, name: bytes) -> bool:
    """Whether the Data of this name comes while it is waited for."""
    end = time.monotonic() + LIFETIME_S
    try:
        while time.monotonic() < end:
            packet = packets.network_packet(stranger.receive())
            if packet[:1] == b"\x06" and packets.elements(packet)[0][1].startswith(name):
                return True
    except OSError:
        pass
    return False


@attack("digests nobody has from 70 UDP ports, for names that others wait for", item="7", lingers_s=LIFETIME_MS / 1000 + 2)
def name_blocked_by_many_faces(target: Target) -> str:
    """No Face has more of a name's records than the one that asks. What others wait for the honest producer holds back
    for a moment."""
    clients = [target.udp() for _ in range(70)]
    stranger = target.tcp(STRANGER, timeout_s=LIFETIME_S)
    rounds, lost = target.scale(6, 20), 0
    for _ in range(rounds):
        name = packets.name(f"{PREFIX}/shared/{os.urandom(6).hex()}")
        send_from_each(clients, digest_interest, name, LIFETIME_MS)
        stranger.send(wanted(name, int(LIFETIME_S * 1000)))
        send_from_each(clients, digest_interest, name, LIFETIME_MS)
        lost += not is_answered(stranger, name)
        if lost > 1:
            raise Succeeded("a name that 70 Faces of one address ask for by digests is not had without a digest")
    return f"{rounds} times 140 Interests with random implicit digests for one name from {len(clients)} UDP ports"


@attack("digests nobody has from 128 Unix connections of one user, for a name of which others want a digest", item="7",
        user="nobody", lingers_s=LIFETIME_S + 2)
def digest_pushed_out_by_many_programs(target: Target) -> str:
    """Each Face has as few of the name's records as who asks once. The producer is the adversary's, and slow."""
    registrar = target.management()
    registrar.command("rib", "register", name="/evil")
    producer = registrar.stream
    producer.socket.settimeout(LIFETIME_S)
    name, lifetime_ms = packets.name(f"/evil/shared/{os.urandom(6).hex()}"), int(LIFETIME_S * 1000)
    data = packets.data_with_name(name, b"shared")
    digest = hashlib.sha256(data).digest()
    clients = [target.unix() for _ in range(128)]
    stranger = target.tcp(STRANGER, timeout_s=LIFETIME_S)
    send_from_each(clients, digest_interest, name, lifetime_ms)
    stranger.send(wanted(with_digest(name, digest), lifetime_ms))
    while digest not in producer.receive():
        pass
    for _ in range(2):
        send_from_each(clients, digest_interest, name, lifetime_ms)
    hold(target)
    producer.send(data)
    if not is_answered(stranger, name):
        raise Succeeded("another's only Interest for the name lost its place to one user's 128 Faces")
    return f"3 Interests with random implicit digests for one name from each of {len(clients)} Unix connections"


@attack("1,100 UDP ports that wait for one name", item="8", lingers_s=LIFETIME_MS / 1000 + 2)
def downstreams_of_one_name(target: Target) -> str:
    """Two of others wait, too, one that came before and one that comes after. The producer is the adversary's, and slow."""
    registrar = target.management()
    registrar.command("rib", "register", name="/evil")
    producer = registrar.stream
    producer.socket.settimeout(LIFETIME_S)
    name, last = packets.name(f"/evil/live/{os.urandom(6).hex()}"), packets.name(f"/evil/last/{os.urandom(6).hex()}")
    clients = [target.udp() for _ in range(1100)]
    early, late = (target.tcp(STRANGER, timeout_s=LIFETIME_S) for _ in range(2))
    clients[0].send(wanted(name, 30_000))
    time.sleep(0.05)
    early.send(wanted(name, 30_000))
    time.sleep(0.05)
    for _ in range(2):
        send_from_each(clients, wanted, name, 30_000)
    late.send(wanted(name, 30_000))
    # What comes behind it on the same connection has been seen by the producer when that is pending.
    late.send(wanted(last, 30_000))
    while not packets.elements(packets.network_packet(producer.receive()))[0][1].startswith(last):
        pass
    producer.send(packets.data_with_name(name, b"live"))
    for stranger, when in ((early, "before"), (late, "after")):
        if not is_answered(stranger, name):
            raise Succeeded(f"who asked {when} 1,100 Faces of one address is not among those that get the Data")
    producer.send(packets.data_with_name(last, b"last"))
    return f"2 Interests for one name from each of {len(clients)} UDP ports"


def names_of_all_sizes() -> Iterator[str]:
    """Large ones, and such as fill what these leave."""
    for number in itertools.count():
        yield f"{UNANSWERED}/{'n' * (8000, 2000, 500, 250, 150, 120)[number % 600 // 100]}/{number}"


@attack("long names without end", item="8", lingers_s=LIFETIME_MS / 1000 + 1)
def name_storage(target: Target) -> str:
    sent = kept_full(target, (packets.interest(name, lifetime_ms=LIFETIME_MS) for name in names_of_all_sizes()))
    return f"{sent:,} Interests with names of 120 bytes to 8 KB"


@attack("many Faces that wait for the same names", item="8", lingers_s=LIFETIME_MS / 1000 + 2)
def face_records(target: Target) -> str:
    clients = [target.udp() for _ in range(10)]
    names = 0
    for names in target.for_seconds(2, 4):
        interest = packets.interest(f"{UNANSWERED}/{names}", lifetime_ms=LIFETIME_MS)
        for client in clients:
            client.send(interest[:-8] + os.urandom(4) + interest[-4:])
        if names % 4 == 3:
            time.sleep(0.001)
    return f"{names:,} Interests from each of {len(clients)} Faces"


def have_cached(target: Target, names: list[str], until: float = float("inf")) -> int:
    """Asks for Data of these names, which a producer of the adversary's gives; how many came. What is cached stays."""
    consumer, registrar = target.tcp(), target.management()
    registrar.command("rib", "register", name="/evil")
    stream = registrar.stream

    def answer() -> None:
        try:
            while True:
                name = packets.elements(packets.network_packet(stream.receive()))[0][1]
                stream.send(packets.data_with_name(packets.tlv(*packets.elements(name)[0]), b"x", freshness_ms=600_000))
        except (OSError, IndexError):
            pass

    threading.Thread(target=answer, daemon=True).start()
    received = 0
    try:
        for at in range(0, len(names), 16):
            if time.monotonic() > until:
                break
            window = names[at:at + 16]
            consumer.send(b"".join(packets.interest(name, lifetime_ms=1000) for name in window))
            for _ in window:
                consumer.receive()
                received += 1
    except OSError:
        pass
    return received


@attack("a store full of long names", item="suspected", lingers_s=2)
def store_of_long_names(target: Target) -> str:
    received = have_cached(target, [f"/evil/{'s' * 2000}/{number}" for number in range(target.scale(1500, 9000))])
    hold(target)
    return f"{received:,} Data with names of 2 KB asked for and cached"


@attack("a store that is told to hold more than there are names", item="store", user="nobody", lingers_s=2)
def store_of_all_names(target: Target) -> str:
    """Names of cached Data go when newer Data comes, which none does where no Interest gets a name."""
    manager = target.management()
    before = manager.command("cs", "config").integer(CAPACITY)
    granted = manager.command("cs", "config", capacity=16_000_000).integer(CAPACITY)
    names = target.scale(SMALL_TABLES["names"], 131_072)
    if granted >= names:
        raise Succeeded(f"the store may hold {granted:,} Data, which takes all of {names:,} names")
    # As many again as may stay, so that what was granted is what it keeps.
    wanted = [f"/evil/all/{number}" for number in range(min(names, granted + target.scale(512, 4096)))]
    received = have_cached(target, wanted, time.monotonic() + target.scale(25, 40))
    hold(target)
    manager.command("cs", "config", capacity=before)
    return f"{received:,} Data asked for and cached, capacity {granted:,} of {names:,} names"


@attack("large Data against 64 pending digests", item="9", lingers_s=10)
def digests_of_large_data(target: Target) -> str:
    """The producer is the adversary's: the router has to look at each Data for all who wait."""
    consumer, registrar = target.udp(), target.management()
    registrar.command("rib", "register", name="/evil")
    producer = registrar.stream
    names = [packets.name(f"/evil/large/{number}") for number in range(4)]
    for name in names:
        for _ in range(64):
            consumer.send(digest_interest(name, 8000))
        time.sleep(0.01)
    large = [packets.data_with_name(name, os.urandom(8500)) for name in names]
    start = time.monotonic()
    count = target.scale(2000, 20_000)
    sent = pour(producer, (large[number % 4] for number in range(count)))
    # What it has taken in: it answers what comes behind.
    producer.send(packets.interest("/localhost/nfd/status/general", can_be_prefix=True, must_be_fresh=True))
    producer.socket.settimeout(60)
    while True:
        packet = packets.network_packet(producer.receive())
        if packet[:1] == b"\x06":
            break
    return f"{sent:,} Data of 8.5 KB, taken in within {time.monotonic() - start:.2f} s"
