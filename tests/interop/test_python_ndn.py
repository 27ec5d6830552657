# SPDX-License-Identifier: Apache-2.0
"""python-ndn against the router: both of its application classes, which differ in the form of the commands that
register a prefix (NDNApp: the older one, signature in the name; appv2: a signed Interest of packet format 0.3)."""
from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
from ndn import app as app_v1
from ndn import appv2
from ndn.client_conf import default_face
from ndn.encoding import Name
from ndn.security import DigestSha256Signer, KeychainDigest, sha256_digest_checker
from ndn.transport.nfd_registerer import NfdRegister
from ndn.types import InterestNack, InterestTimeout, ValidResult

from harness.process import PATIENCE_S, Process, run
from harness.router import ROOT, Router

PREFIX = "/interop/python-ndn"
LIFETIME_MS = PATIENCE_S * 1000
NOT_SERVED_MS = 2000  # what nobody answers


async def pass_all(_name, _signature, _context):
    return ValidResult.PASS


def new_app_v1(uri: str) -> app_v1.NDNApp:
    return app_v1.NDNApp(face=default_face(uri), keychain=KeychainDigest())


def new_app_v2(uri: str) -> appv2.NDNApp:
    return appv2.NDNApp(face=default_face(uri), client_conf={"transport": uri}, registerer=NfdRegister())


async def connected(app):
    """Runs the application's main loop in the background; the task, once the face is open."""
    task = asyncio.create_task(app.main_loop())
    async with asyncio.timeout(PATIENCE_S):
        while not app.face.running:
            await asyncio.sleep(0.01)
    return task


async def fetch_v1(uri: str, name: str, lifetime: int = LIFETIME_MS, **options) -> bytes:
    app = new_app_v1(uri)
    task = await connected(app)
    try:
        _, _, content = await app.express_interest(name, lifetime=lifetime, **options)
        return bytes(content)
    finally:
        app.shutdown()
        await task


def transport(router: Router, scheme: str) -> str:
    return {"unix": router.unix_uri, "tcp": f"tcp4://127.0.0.1:{router.tcp_port}",
            "udp": f"udp4://127.0.0.1:{router.udp_port}"}[scheme]


@pytest.mark.interop("python-ndn", "a file of 4 MB from one program to another over Unix (examples/)")
def test_file_between_two_programs(router: Router, tmp_path: Path) -> None:
    original, copy = tmp_path / "original", tmp_path / "copy"
    original.write_bytes(os.urandom(4_000_000))
    with Process([sys.executable, ROOT / "examples/produce_file.py", PREFIX, original], tmp_path / "producer.log",
                 environment=router.client_environment) as producer:
        producer.wait_for_output("serving")
        run([sys.executable, ROOT / "examples/consume_file.py", PREFIX, copy], tmp_path / "consumer.log", seconds=60,
            environment=router.client_environment)
    assert copy.read_bytes() == original.read_bytes()


@pytest.mark.interop("python-ndn", "NDNApp: register (command with the signature in its name), produce, consume, "
                                   "unregister over {scheme}")
@pytest.mark.parametrize("scheme", ["unix", "tcp"])
def test_registration_by_legacy_command(router: Router, scheme: str) -> None:
    async def scenario() -> None:
        producer = new_app_v1(transport(router, scheme))
        task = await connected(producer)

        def answer(name, _parameters, _application_parameters):
            producer.put_data(name, content=b"legacy", freshness_period=1000)

        assert await producer.register(PREFIX, answer)
        assert await fetch_v1(transport(router, scheme), f"{PREFIX}/1", must_be_fresh=True) == b"legacy"
        assert await producer.unregister(PREFIX)
        with pytest.raises((InterestNack, InterestTimeout)):
            await fetch_v1(transport(router, scheme), f"{PREFIX}/2", lifetime=NOT_SERVED_MS, must_be_fresh=True)
        producer.shutdown()
        await task

    asyncio.run(scenario())


@pytest.mark.interop("python-ndn", "appv2: register (signed Interest 0.3), produce, consume, unregister over {scheme}")
@pytest.mark.parametrize("scheme", ["unix", "tcp"])
def test_registration_by_signed_interest(router: Router, scheme: str) -> None:
    async def scenario() -> None:
        producer = new_app_v2(transport(router, scheme))
        task = await connected(producer)

        def answer(name, _application_parameters, reply, _context):
            reply(producer.make_data(name, b"signed", signer=DigestSha256Signer(), freshness_period=1000))

        producer.attach_handler(PREFIX, answer)
        assert await producer.register(PREFIX)

        consumer = new_app_v2(transport(router, scheme))
        consumer_task = await connected(consumer)
        name, content, _ = await consumer.express(f"{PREFIX}/1", pass_all, lifetime=LIFETIME_MS, must_be_fresh=True)
        assert Name.to_str(name) == f"{PREFIX}/1" and bytes(content) == b"signed"

        assert await producer.unregister(PREFIX)
        with pytest.raises((InterestNack, InterestTimeout)):
            await consumer.express(f"{PREFIX}/2", pass_all, lifetime=NOT_SERVED_MS, must_be_fresh=True)
        for app, its_task in ((consumer, consumer_task), (producer, task)):
            app.shutdown()
            await its_task

    asyncio.run(scenario())


@pytest.mark.interop("python-ndn", "consumer over UDP")
def test_consumer_over_udp(router: Router) -> None:
    async def scenario() -> None:
        producer = new_app_v1(router.unix_uri)
        task = await connected(producer)
        assert await producer.register(
            PREFIX, lambda name, _p, _a: producer.put_data(name, content=b"x" * 1000, freshness_period=1000))
        assert await fetch_v1(transport(router, "udp"), f"{PREFIX}/1") == b"x" * 1000
        producer.shutdown()
        await task

    asyncio.run(scenario())


@pytest.mark.interop("python-ndn", "an Interest with parameters and signature, answered with a signed Data")
def test_interest_with_parameters(router: Router) -> None:
    async def scenario() -> None:
        producer, consumer = new_app_v1(router.unix_uri), new_app_v1(router.unix_uri)
        tasks = [await connected(producer), await connected(consumer)]
        assert await producer.register(
            PREFIX, lambda name, _p, parameters: producer.put_data(name, content=bytes(parameters)[::-1]),
            validator=sha256_digest_checker)
        _, _, content = await consumer.express_interest(f"{PREFIX}/call", app_param=b"abc", lifetime=LIFETIME_MS,
                                                        signer=DigestSha256Signer(for_interest=True))
        assert bytes(content) == b"cba"
        for app, task in zip((producer, consumer), tasks):
            app.shutdown()
            await task

    asyncio.run(scenario())


@pytest.mark.interop("python-ndn", "prefix vanishes with the program that registered it")
def test_registration_vanishes_with_its_face(router: Router) -> None:
    async def scenario() -> None:
        producer = new_app_v1(router.unix_uri)
        task = await connected(producer)
        assert await producer.register(PREFIX, lambda name, _p, _a: producer.put_data(name, content=b"here"))
        assert await fetch_v1(router.unix_uri, f"{PREFIX}/1") == b"here"
        producer.shutdown()
        await task
        await asyncio.sleep(0.2)
        with pytest.raises((InterestNack, InterestTimeout)):
            await fetch_v1(router.unix_uri, f"{PREFIX}/2", lifetime=NOT_SERVED_MS)

    asyncio.run(scenario())
