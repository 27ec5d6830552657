# SPDX-License-Identifier: Apache-2.0
"""A router with the honest at it, into which adversaries are let one after the other."""
from __future__ import annotations

import contextlib
import multiprocessing
import os
import pwd
import re
import resource
import shutil
import socket
import tempfile
import time
import traceback
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from harness.process import PATIENCE_S
from harness.router import AUGUSTUS

from .attack import UNANSWERED, Attack, Succeeded, Target
from .profiles import make_router
from .witness import IS_SANITISED, Phase, Witness

HOST, HOST_V6 = "10.77.0.1", "fd77::1"
SILENT = "10.77.0.9"            # who takes what goes to UNANSWERED
SHARE_MIN = 0.9                 # of the honest pair's exchanges
ATTACK_SECONDS_MAX = 120
# Figures that may differ by so much from before: the honest go on meanwhile.
SLACK = {"pit": 40, "packet_buffers": 200, "faces": 8, "fib": 0, "strategy_choice": 0, "rib_prefixes": 0, "open_fds": 24}

# Of a sanitised build no more is asked than that an answer comes, see witness.py, and that it settles: what is not given
# back, or only with Faces that have been idle for minutes, is still there after half a minute.
ANSWER_SECONDS_MAX = 12.0 if IS_SANITISED else 1.0
SETTLE_SECONDS_MAX = 30.0 if IS_SANITISED else 1.0


@dataclass
class Row:
    """What came of an attack."""
    attack: str
    item: str
    sent: str = ""
    kept: float = 0.0           # share of the honest pair's exchanges during it
    kept_after: float = 0.0     # and after the adversary had left
    answer_s: float = 0.0       # management's longest answer
    settled_s: float = 0.0      # until everything was as before
    counted: dict[str, int] = field(default_factory=dict)  # what the router dropped meanwhile, by reason
    failures: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)  # promises of time not kept, which a stall of the machine can do, too

    def to_json(self) -> dict:
        return asdict(self)


def better_of_two(play: Callable[[], Row]) -> Row:
    """How the promises of time are measured: the share of exchanges that the honest keep, and how long management takes. A
    machine that stands still for seconds breaks them without the router; a router that gives way to an attack gives way
    to it each time. So if nothing else went wrong the attack is made once more, and what it breaks then is a failure. What
    does not depend on time is a failure at once."""
    row = play()
    if row.slow and not row.failures:
        row = play()
        row.sent += ", for the second time"
    row.failures += row.slow
    return row


def _become(user: str) -> None:
    account = pwd.getpwnam(user)
    os.setgroups([])
    os.setgid(account.pw_gid)
    os.setuid(account.pw_uid)


def _attack(attack: Attack, target: Target, pipe) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        if attack.user and os.geteuid() == 0:
            _become(attack.user)
        pipe.send(("sent", attack.run(target)))
    except Succeeded as success:
        pipe.send(("succeeded", str(success)))
    except Exception:  # noqa: BLE001: whatever it is belongs in the report
        pipe.send(("broke", traceback.format_exc(limit=4)))
    finally:
        pipe.close()
        os._exit(0)  # as a program that is killed: nothing is put in order


class Arena:
    """Use as a context manager; stop() tells how the router ended."""

    def __init__(self, profile: str, folder: Path, full: bool = False) -> None:
        self.profile, self.full = profile, full
        # Others than root must get at the socket and at what the attack is given.
        self._folder = Path(tempfile.mkdtemp(prefix="adversary-"))
        self._folder.chmod(0o777)
        (self._folder / "victim").write_text("not to be written over")
        self.router = make_router(profile, folder, full)
        os.chmod(self.router.unix_path.parent, 0o755)
        self._silent = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._silent.bind((SILENT, 0))
        self._silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._witness: Witness | None = None

    def __enter__(self) -> Arena:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.router.start()
        self._http_port = int(re.search(r"live page on http://127\.0\.0\.1:(\d+)/", self.router.process.output())[1])
        face = self.router.create_face(f"udp4://{SILENT}:{self._silent.getsockname()[1]}")
        self.router.add_route(UNANSWERED, face)
        self._witness = Witness(str(self.router.unix_path), HOST, self.router.tcp_port)
        return self

    def __exit__(self, *_exception) -> None:
        self.stop()

    def stop(self) -> list[str]:
        """Ends everything in order; what was wrong with how the router ended."""
        if self._witness is not None:
            self._witness.stop()
            self._witness = None
        self._silent.close()
        shutil.rmtree(self._folder, ignore_errors=True)
        was_running = self.router.running
        status = self.router.stop()
        found = self._sanitizer_said()
        if was_running and status != 0:
            found.append(f"ended with {status} when it was asked to")
        return found

    def _sanitizer_said(self) -> list[str]:
        if self.router.process is None:
            return []
        said = [line.strip() for line in self.router.process.output().splitlines()
                if "Sanitizer" in line or ": runtime error: " in line]
        return said[:4]

    def target(self) -> Target:
        router = self.router
        return Target(host=HOST, host_v6=HOST_V6, unix_path=str(router.unix_path), tcp_port=router.tcp_port,
                      udp_port=router.udp_port, websocket_port=router.websocket_port, http_port=self._http_port,
                      full=self.full, folder=self._folder,
                      graph_command=[str(AUGUSTUS), "graph", "replace", "--router", router.unix_uri])

    def attack(self, attack: Attack) -> Row:
        return better_of_two(lambda: self._round(attack))

    def _round(self, attack: Attack) -> Row:
        row = Row(attack.name, attack.item)
        before, drops_before = self._settled_figures(), self._drops()
        self._witness.mark()
        outcome, told = self._let_in(attack)
        row.sent = told
        if outcome == "succeeded":
            row.failures.append(f"the attack succeeded: {told}")
        elif outcome == "broke":
            row.failures.append(f"the attack itself broke: {told}")
        self._witness.begin_mark()
        left_at = time.monotonic()
        remaining = self._wait_until_as(before, left_at, attack.lingers_s)
        row.settled_s = time.monotonic() - left_at
        row.counted = dict((self._drops() - drops_before).most_common(4)) if self.router.running else {}
        # The honest get some time after it, however quickly all was settled.
        time.sleep(max(0.0, 0.4 - row.settled_s))
        during = self._witness.end_mark()
        after = self._witness.mark()
        row.kept, row.kept_after, row.answer_s = during.share, after.share, max(during.longest_s, after.longest_s)
        row.failures += self._judge(during, after, remaining)
        row.slow += self._judge_times(during, after)
        return row

    def _let_in(self, attack: Attack) -> tuple[str, str]:
        context = multiprocessing.get_context("fork")
        pipe, other = context.Pipe()
        process = context.Process(target=_attack, args=(attack, self.target(), other), daemon=True)
        process.start()
        other.close()
        try:
            if not pipe.poll(ATTACK_SECONDS_MAX):
                return "broke", f"not over within {ATTACK_SECONDS_MAX} s"
            return pipe.recv()
        except EOFError:
            return "broke", "died"
        finally:
            if process.is_alive():
                process.join(2)
                process.kill()
            process.join(5)
            pipe.close()

    def _metrics(self) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self._http_port}/metrics", timeout=PATIENCE_S) as answer:
            return answer.read().decode()

    def _drops(self) -> Counter[str]:
        try:
            return Counter({reason: int(float(value)) for reason, value in
                            re.findall(r'^augustus_drops_total\{reason="(\w+)"\} (\S+)$', self._metrics(), re.M)})
        except OSError:
            return Counter()

    def _figures(self) -> dict[str, int]:
        text = self._metrics()
        found = {table: int(float(value)) for table, value in
                 re.findall(r'^augustus_table_entries\{table="(\w+)"\} (\S+)$', text, re.M)}
        for name in ("rib_prefixes", "process_open_fds"):
            found[name.removeprefix("process_")] = int(float(re.search(rf"^augustus_{name} (\S+)$", text, re.M)[1]))
        for pool, kind, value in re.findall(r'^augustus_pool_units\{pool="(\w+)",kind="(\w+)"\} (\S+)$', text, re.M):
            found[f"pool {pool}, {kind}"] = int(float(value))
        return {name: value for name, value in found.items() if name in SLACK or name.startswith("pool ")}

    def _settled_figures(self) -> dict[str, int]:
        """Twice, and the larger of each: newcomers come and go."""
        first = self._figures()
        time.sleep(0.1)
        second = self._figures()
        return {name: max(first[name], second.get(name, 0)) for name in first}

    @staticmethod
    def _is_as(before: dict[str, int], now: dict[str, int], name: str) -> bool:
        value = now.get(name, 0)
        if not name.startswith("pool "):
            return value == before[name] if SLACK[name] == 0 else value <= before[name] + SLACK[name]
        pool, _, kind = name.partition(", ")
        return kind != "in_use" or value <= before[name] + max(64, before.get(f"{pool}, capacity", 0) // 50)

    def _wait_until_as(self, before: dict[str, int], since: float, lingers_s: float) -> list[str]:
        """What is still otherwise than before after all the time that it may take."""
        while True:
            try:
                now = self._figures()
            except OSError as error:
                remaining = [f"no figures: {error}"]
            else:
                remaining = [f"{name} {before[name]} before, {now.get(name, 0)} now" for name in before
                             if not self._is_as(before, now, name)]
            if not remaining or time.monotonic() - since > lingers_s + SETTLE_SECONDS_MAX or not self.router.running:
                return remaining
            time.sleep(0.05)

    def _judge(self, during: Phase, after: Phase, remaining: list[str]) -> list[str]:
        found = self._sanitizer_said()
        if not self.router.running:
            return [f"the router ended with {self.router.process.exit_status}", *found]
        for phase, when in ((during, "during the attack"), (after, "after it")):
            if phase.questions == 0:
                found.append(f"nobody asked management {when}")
            if phase.refused:
                found.append(f"management refused {phase.refused[0]} {when}")
        found += [f"not as before: {figure}" for figure in remaining]
        return found

    @staticmethod
    def _judge_times(during: Phase, after: Phase) -> list[str]:
        found = []
        for phase, when in ((during, "during the attack"), (after, "after it")):
            if phase.share < SHARE_MIN:
                found.append(f"the honest pair kept {phase.kept} of {phase.begun} exchanges {when}")
            if phase.longest_s > ANSWER_SECONDS_MAX:
                found.append(f"management took {phase.longest_s:.1f} s {when}")
        return found


def run_alone(attack: Attack, folder: Path, full: bool) -> Row:
    """An attack on a router of its own, with how that ended."""
    arena = Arena(attack.profile, folder, full)
    ended: list[str] = []
    with contextlib.ExitStack() as stack:
        stack.callback(lambda: ended.extend(arena.stop()))
        arena.__enter__()
        row = arena.attack(attack)
    row.failures += [text for text in ended if text not in row.failures]
    return row
