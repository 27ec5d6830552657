# SPDX-License-Identifier: Apache-2.0
"""The honest: a producer, consumers and a management client, in a process of their own that waits for none of them, so that
each feels only what the router does to it. A consumer never asks twice."""
from __future__ import annotations

import errno
import hashlib
import itertools
import multiprocessing
import selectors
import socket
import time
from collections import deque
from dataclasses import dataclass, field

from ndn.app_support.nfd_mgmt import make_command_v2
from ndn.encoding import InterestParam, Name, make_interest
from ndn.security import DigestSha256Signer

from harness import packets, process
from harness.management import Management, Response
from harness.router import AUGUSTUS

IS_SANITISED = AUGUSTUS.exists() and b"__asan_init" in AUGUSTUS.read_bytes()
PREFIX = "/honest"
ADDRESS = "10.77.0.3"           # of the consumers on other machines
# A sanitised build is ten to twenty times slower, and shares two CPUs with the honest, the adversary and other tests.
LIFETIME_S = 12.0 if IS_SANITISED else 4.0  # an exchange that takes longer is lost
PATIENCE_S = 20.0 if IS_SANITISED else 10.0  # a question to management that takes longer counts as so long
EXCHANGE_INTERVAL_S = 0.025     # each time another kind of consumer
NEWCOMER_INTERVAL_S = 0.2
QUESTION_INTERVAL_S = 0.2
SHARED_WAIT_S = 0.05            # the producer's, before it answers for a name that two ask for
LONG_COMPONENT = "l" * 200      # names of more than 104 bytes are kept in another place
DATASETS = ("status/general", "faces/channels", "fib/list", "rib/list", "cs/info", "strategy-choice/list")


@dataclass
class Phase:
    """What was begun between two marks, and how it ended."""
    begun: int = 0
    kept: int = 0
    ended: int = 0
    questions: int = 0
    answered: int = 0
    longest_s: float = 0.0      # of management's answers
    refused: list[str] = field(default_factory=list)  # commands that were answered with an error

    @property
    def share(self) -> float:
        return self.kept / self.begun if self.begun else 0.0


class Connection:
    """A stream that is never waited for."""

    def __init__(self, family: int, address, source=None) -> None:
        self._address = address
        connection = socket.socket(family)
        connection.setblocking(False)
        if source:
            connection.bind(source)
        self.stream = packets.Stream(connection, 0)
        self._out = b""
        self._connected = False
        self.broken = False

    def send(self, packet: bytes) -> None:
        if len(self._out) < 1 << 20:
            self._out += packet
        self.flush()

    def flush(self) -> None:
        try:
            if not self._connected:
                problem = self.stream.socket.connect_ex(self._address)
                if problem in (errno.EAGAIN, errno.EINPROGRESS, errno.EALREADY):
                    return
                if problem not in (0, errno.EISCONN):
                    self.broken = True
                    return
                self._connected = True
            if self._out:
                self._out = self._out[self.stream.socket.send(self._out):]
        except BlockingIOError:
            pass
        except OSError:
            self.broken = True

    def receive(self) -> bytes | None:
        """The next network packet; None: nothing there now."""
        if self.broken or not self._connected:
            return None
        try:
            return packets.network_packet(self.stream.receive())
        except (BlockingIOError, TimeoutError):
            return None
        except OSError:
            self.broken = True
            return None

    def close(self) -> None:
        self.stream.close()


@dataclass
class Pending:
    """An exchange, or a question to management, on its way."""
    phase: Phase
    since: float
    connection: Connection
    name: bytes                 # the Name TLV of the Data; of a question: a beginning of it
    own_connection: bool        # closed when it ends


def content_of(name: bytes) -> bytes:
    return packets.data_with_name(name, b"served " * 10)


class Loop:
    def __init__(self, unix_path: str, host: str, tcp_port: int, pipe) -> None:
        self._unix_path, self._host, self._tcp_port, self._pipe = unix_path, host, tcp_port, pipe
        self._producer = Management(unix_path)
        self._producer.command("rib", "register", name=PREFIX)
        self._producer.stream.socket.setblocking(False)
        self._producer_out = b""
        self._later: deque[tuple[float, bytes]] = deque()  # when, and the Data
        self._producer_gone = False
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._producer.stream.socket, selectors.EVENT_READ)
        self._selector.register(pipe, selectors.EVENT_READ)
        self._consumers = [self._connect(True), self._connect(False)]
        self._asker = self._connect(True)
        self._pending: deque[Pending] = deque()
        self._questions: list[Pending] = []
        self._phase = Phase()
        self._closing: list[Phase] = []
        self._numbers = itertools.count()
        self._question_numbers = itertools.count()

    def _connect(self, is_local: bool) -> Connection:
        connection = Connection(socket.AF_UNIX, self._unix_path) if is_local else \
            Connection(socket.AF_INET, (self._host, self._tcp_port), (ADDRESS, 0))
        connection.flush()
        self._selector.register(connection.stream.socket, selectors.EVENT_READ)
        return connection

    def _drop(self, connection: Connection) -> None:
        self._selector.unregister(connection.stream.socket)
        connection.close()

    def run(self) -> None:
        now = time.monotonic()
        exchange_at = newcomer_at = question_at = now
        while True:
            wait = max(0.0, min(exchange_at, newcomer_at, question_at) - time.monotonic())
            ready = self._selector.select(min(wait, 0.02))
            if any(key.fileobj is self._pipe for key, _ in ready) and not self._take_order():
                return
            self._produce()
            now = time.monotonic()
            while exchange_at <= now:
                self._begin_exchange(now)
                exchange_at += EXCHANGE_INTERVAL_S
            while newcomer_at <= now:
                self._begin_exchange(now, is_newcomer=True)
                newcomer_at += NEWCOMER_INTERVAL_S
            if question_at <= now:
                # The next one waits for this one, as a program's does.
                if not self._questions:
                    self._ask(now)
                question_at = now + QUESTION_INTERVAL_S
            self._consume(now)
            self._answers(now)
            self._report()

    def _take_order(self) -> bool:
        if self._pipe.recv() == "stop":
            return False
        # However short a phase is, something was asked in it.
        now = time.monotonic()
        if self._phase.begun == 0:
            self._begin_exchange(now)
        if self._phase.questions == 0:
            self._ask(now)
        self._closing.append(self._phase)
        self._phase = Phase()
        return True

    def _report(self) -> None:
        while self._closing and self._closing[0].ended == self._closing[0].begun and \
                self._closing[0].questions == self._closing[0].answered:
            self._pipe.send(self._closing.pop(0))

    def _produce(self) -> None:
        """Answers what the consumers here ask for; what others ask for below the prefix it does not have."""
        if self._producer_gone:
            return
        try:
            while True:
                kind, value = packets.elements(packets.network_packet(self._producer.stream.receive()))[0]
                if kind != packets.INTEREST:
                    continue
                components = packets.elements(packets.elements(value)[0][1])
                if components and components[-1][0] == packets.IMPLICIT_DIGEST:
                    components.pop()
                if len(components) >= 3:
                    own = packets.tlv(packets.NAME, b"".join(packets.tlv(*component) for component in components))
                    if components[1][1] == b"shared":
                        self._later.append((time.monotonic() + SHARED_WAIT_S, content_of(own)))
                    else:
                        self._producer_out += content_of(own)
        except (BlockingIOError, TimeoutError):
            pass
        except (OSError, IndexError):
            self._lose_producer()
        while self._later and self._later[0][0] <= time.monotonic():
            self._producer_out += self._later.popleft()[1]
        try:
            if self._producer_out:
                self._producer_out = self._producer_out[self._producer.stream.socket.send(self._producer_out):]
        except BlockingIOError:
            pass
        except OSError:
            self._lose_producer()

    def _lose_producer(self) -> None:
        if not self._producer_gone:
            self._producer_gone = True
            self._selector.unregister(self._producer.stream.socket)

    def _begin_exchange(self, now: float, is_newcomer: bool = False) -> None:
        number = next(self._numbers)
        is_local, what = number % 2 == 0, number // 2 % 10
        kind = "plain" if is_newcomer or what >= 8 else ("popular", "popular", "long", "long", "digest", "digest", "shared", "shared")[what]
        asking = [self._connect(is_local) if is_newcomer else self._consumers[0 if is_local else 1]]
        digest = b""
        if kind == "popular":
            # Asked for again and again, and never from a cache.
            name = packets.name(f"{PREFIX}/popular/{what}")
        elif kind == "long":
            name = packets.name(f"{PREFIX}/long/{LONG_COMPONENT}/{number}")
        else:
            name = packets.name(f"{PREFIX}/{kind}/{number}")
        if kind == "digest":
            digest = hashlib.sha256(content_of(name)).digest()
        if kind == "shared":
            asking = self._consumers
        for connection in asking:
            self._phase.begun += 1
            self._pending.append(Pending(self._phase, now, connection, name, is_newcomer))
            connection.send(packets.interest_with_name(with_digest(name, digest), must_be_fresh=kind == "popular",
                                                       lifetime_ms=int(LIFETIME_S * 1000)))

    def _end(self, pending: Pending, kept: bool) -> None:
        pending.phase.ended += 1
        pending.phase.kept += kept
        if pending.own_connection:
            self._drop(pending.connection)

    def _consume(self, now: float) -> None:
        arrived: dict[int, set[bytes]] = {}
        for connection in {id(pending.connection): pending.connection for pending in self._pending}.values():
            connection.flush()
            while (packet := connection.receive()) is not None:
                if packet[:1] == b"\x06":
                    value = packets.elements(packet)[0][1]
                    arrived.setdefault(id(connection), set()).add(packets.tlv(*packets.elements(value)[0]))
        left: deque[Pending] = deque()
        for pending in self._pending:
            if pending.name in arrived.get(id(pending.connection), ()):
                self._end(pending, True)
            elif pending.connection.broken or now - pending.since > LIFETIME_S:
                self._end(pending, False)
            else:
                left.append(pending)
        self._pending = left
        # A consumer whose connection was taken from it comes back.
        for at, consumer in enumerate(self._consumers):
            if consumer.broken:
                self._drop(consumer)
                self._consumers[at] = self._connect(at == 0)

    def _ask(self, now: float) -> None:
        """In turn a command over the connection that stays, and a dataset over a new one."""
        number = next(self._question_numbers)
        if number % 2 == 0:
            if self._asker.broken:
                self._drop(self._asker)
                self._asker = self._connect(True)
            command = make_command_v2("rib", "register", None, name=Name.from_str("/managed"))
            made, name = make_interest(command, InterestParam(lifetime=int(PATIENCE_S * 1000), nonce=time.time_ns() & 0xFFFFFFFF),
                                       b"", signer=DigestSha256Signer(for_interest=True), need_final_name=True)
            connection, interest = self._asker, bytes(made)
            wanted = bytes(Name.to_bytes(name))
        else:
            uri = f"/localhost/nfd/{DATASETS[number // 2 % len(DATASETS)]}"
            interest = packets.interest(uri, can_be_prefix=True, must_be_fresh=True, lifetime_ms=int(PATIENCE_S * 1000))
            connection, wanted = self._connect(True), packets.name(uri)
        self._phase.questions += 1
        self._questions.append(Pending(self._phase, now, connection, wanted, number % 2 == 1))
        connection.send(interest)

    def _answers(self, now: float) -> None:
        for question in list(self._questions):
            connection = question.connection
            connection.flush()
            answered = False
            while (packet := connection.receive()) is not None:
                answered = answered or self._is_answer(question, packet)
            if not answered and connection.broken and not question.own_connection:
                self._drop(connection)
                self._asker = question.connection = self._connect(True)
            if answered or now - question.since > PATIENCE_S or (connection.broken and question.own_connection):
                taken = now - question.since if answered else PATIENCE_S
                question.phase.longest_s = max(question.phase.longest_s, taken)
                question.phase.answered += 1
                if question.own_connection:
                    self._drop(connection)
                self._questions.remove(question)

    @staticmethod
    def _is_answer(question: Pending, packet: bytes) -> bool:
        if packet[:1] != b"\x06":
            return False
        fields = packets.elements(packets.elements(packet)[0][1])
        # A dataset's Data has a version and a segment more than was asked for.
        beginning = packets.elements(question.name)[0][1]
        if not fields[0][1].startswith(beginning):
            return False
        if not question.own_connection:
            response = Response.decode(dict(fields)[0x15])
            if response.code != 200:
                question.phase.refused.append(f"{response.code} {response.text}")
        return True


def with_digest(name: bytes, digest: bytes) -> bytes:
    if not digest:
        return name
    return packets.tlv(packets.NAME, packets.elements(name)[0][1] + packets.tlv(packets.IMPLICIT_DIGEST, digest))


def _run(unix_path: str, host: str, tcp_port: int, pipe) -> None:
    try:
        loop = Loop(unix_path, host, tcp_port, pipe)
        pipe.send("ready")
        loop.run()
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        pass


class Witness:
    """The process of the honest. mark() ends a phase and begins the next."""

    def __init__(self, unix_path: str, host: str, tcp_port: int) -> None:
        context = multiprocessing.get_context("fork")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_run, args=(unix_path, host, tcp_port, other), daemon=True)
        self._process.start()
        other.close()
        if not self._pipe.poll(process.PATIENCE_S) or self._pipe.recv() != "ready":
            raise AssertionError("the honest pair could not begin")

    def mark(self) -> Phase:
        """Ends the phase; what happened in it, when all that was begun in it has ended."""
        self.begin_mark()
        return self.end_mark()

    def begin_mark(self) -> None:
        self._pipe.send("mark")

    def end_mark(self) -> Phase:
        if not self._pipe.poll(PATIENCE_S + LIFETIME_S + process.PATIENCE_S):
            raise AssertionError("the honest pair's process stands still")
        return self._pipe.recv()

    def stop(self) -> None:
        try:
            self._pipe.send("stop")
        except OSError:
            pass
        self._process.join(5)
        if self._process.is_alive():
            self._process.kill()
