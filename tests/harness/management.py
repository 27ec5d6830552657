# SPDX-License-Identifier: Apache-2.0
"""The NFD management protocol from outside, with python-ndn's encoders and a plain socket: for any forwarder."""
from __future__ import annotations

import time
from dataclasses import dataclass

from ndn.app_support.nfd_mgmt import make_command_v2
from ndn.encoding import Component, InterestParam, MetaInfo, Name, make_interest, parse_data, parse_tl_num
from ndn.security import DigestSha256Signer

from . import packets
from .process import PATIENCE_S


class CommandFailed(AssertionError):
    """A management command was answered with a code other than the expected ones, or not at all."""


CONTROL_RESPONSE, STATUS_CODE, STATUS_TEXT, CONTROL_PARAMETERS, FACE_ID = 101, 102, 103, 104, 105


@dataclass
class Response:
    """A ControlResponse. Its body is taken in any order of fields: forwarders differ there, and only some clients
    mind."""
    code: int
    text: str
    body: dict[int, bytes]

    @staticmethod
    def decode(content: bytes) -> Response:
        (kind, value), = packets.elements(content)
        if kind != CONTROL_RESPONSE:
            raise CommandFailed(f"not a ControlResponse: {content[:40].hex()}")
        fields = dict(packets.elements(value))
        return Response(int.from_bytes(fields[STATUS_CODE], "big"), fields.get(STATUS_TEXT, b"").decode(),
                        dict(packets.elements(fields.get(CONTROL_PARAMETERS, b""))))

    def integer(self, kind: int) -> int:
        return int.from_bytes(self.body[kind], "big")


class Management:
    """Commands and datasets over one stream connection to a forwarder, each answered within `patience_s`."""

    def __init__(self, unix_path: str, patience_s: float = PATIENCE_S) -> None:
        self.stream = packets.connect_unix(unix_path, patience_s)
        self._patience_s = patience_s
        self._last_timestamp = 0

    def close(self) -> None:
        self.stream.close()

    def _parameters(self) -> InterestParam:
        """An answer that comes late is an answer: the Interest lives as long as it is waited for."""
        return InterestParam(lifetime=int(self._patience_s * 1000), nonce=time.time_ns() & 0xFFFFFFFF)

    def _exchange(self, interest: bytes, wanted: Name) -> tuple[list, MetaInfo, bytes]:
        """Sends an Interest and returns name, meta information and content of the Data that answers."""
        self.stream.send(interest)
        deadline = time.monotonic() + self._patience_s
        while time.monotonic() < deadline:
            packet = packets.network_packet(self.stream.receive())
            if packet and parse_tl_num(packet)[0] == packets.DATA:
                name, meta, content, _ = parse_data(packet, with_tl=True)
                if Name.is_prefix(wanted, name):
                    return name, meta, bytes(content or b"")
        raise CommandFailed(f"no answer to {Name.to_str(wanted)}")

    def command(self, module: str, verb: str, expected: tuple[int, ...] = (200,), **parameters) -> Response:
        """Sends a command as a signed Interest; a status code that is not expected raises CommandFailed."""
        # A key's timestamps must rise from command to command.
        while int(time.time() * 1000) <= self._last_timestamp:
            time.sleep(0.001)
        self._last_timestamp = int(time.time() * 1000)
        if "name" in parameters:
            parameters["name"] = Name.normalize(parameters["name"])
        name = make_command_v2(module, verb, None, **parameters)
        interest, final_name = make_interest(name, self._parameters(), b"", need_final_name=True,
                                             signer=DigestSha256Signer(for_interest=True))
        content = self._exchange(bytes(interest), Name.normalize(final_name))[2]
        response = Response.decode(content)
        if response.code not in expected:
            raise CommandFailed(f"{module}/{verb} {parameters}: {response.code} {response.text}")
        return response

    def dataset(self, module: str, verb: str) -> bytes:
        """All segments of a status dataset, joined."""
        prefix = Name.normalize(f"/localhost/nfd/{module}/{verb}")
        first = packets.interest(f"/localhost/nfd/{module}/{verb}", can_be_prefix=True, must_be_fresh=True,
                                 lifetime_ms=int(self._patience_s * 1000))
        name, meta, content = self._exchange(first, prefix)
        segment = 0
        while meta.final_block_id is not None and bytes(meta.final_block_id) != bytes(name[-1]):
            segment += 1
            next_name = name[:-1] + [Component.from_segment(segment)]
            interest = make_interest(next_name, self._parameters())
            name, meta, piece = self._exchange(bytes(interest), next_name)
            content += piece
        return content

    def create_face(self, uri: str, **parameters) -> int:
        """The identifier of a new face, or of the one that has this URI already."""
        return self.command("faces", "create", (200, 409), uri=uri.encode(), **parameters).integer(FACE_ID)

    def add_route(self, prefix: str, face: int, **parameters) -> None:
        self.command("rib", "register", name=prefix, face_id=face, **parameters)
