# SPDX-License-Identifier: Apache-2.0
"""Strategies with parameters, as NFD names them: by command, by configuration, and out of nfd.conf."""
from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from harness.router import AugustusRouter, ProcessFailed, Router, RouterOptions

ASF = "/localhost/nfd/strategy/asf/v=5/probing-interval~30000/max-timeouts~5"
BEST_ROUTE = ("/localhost/nfd/strategy/best-route/v=5/retx-suppression-initial~20/retx-suppression-max~500"
              "/retx-suppression-multiplier~3")


def chosen(router: Router) -> dict[str, str]:
    return {line["prefix"]: line["strategy"] for line in json.loads(router.cli("strategy", "list", "--json"))}


def test_a_command_sets_them_and_the_list_shows_them(router: Router) -> None:
    assert f"strategy={ASF}" in router.cli("strategy", "set", "/p", ASF)
    router.cli("strategy", "set", "/q", BEST_ROUTE)
    router.cli("strategy", "set", "/r", "/localhost/nfd/strategy/asf")
    assert chosen(router) == {"/": "/localhost/nfd/strategy/best-route/v=5", "/p": ASF, "/q": BEST_ROUTE,
                              "/r": "/localhost/nfd/strategy/asf/v=5"}


@pytest.mark.parametrize("parameters, sentence", [
    ("speed~5", "Error instantiating strategy: Unknown parameter speed"),
    ("probing-interval~10", "Error instantiating strategy: Probing interval must be >= 1000 milliseconds"),
    ("retx-suppression-initial~x", "Error instantiating strategy: retx-suppression-initial value is malformed"),
])
def test_what_the_strategy_does_not_know_is_refused(router: Router, parameters: str, sentence: str) -> None:
    with pytest.raises(ProcessFailed, match=f"404: {sentence}"):
        router.cli("strategy", "set", "/p", f"/localhost/nfd/strategy/asf/v=5/{parameters}")
    assert "/p" not in chosen(router)


def test_parameters_of_prefixes_that_are_gone_make_room(router: Router) -> None:
    # More than the table of parameters holds, one prefix after the other.
    for number in range(300):
        router.management.command("strategy-choice", "set", name="/p",
                                  strategy=f"/localhost/nfd/strategy/asf/v=5/max-timeouts~{number + 10}")
    assert chosen(router)["/p"].endswith("max-timeouts~309")


def test_the_configuration_sets_them(start_router) -> None:
    router = start_router(RouterOptions(extra={"strategies": [{"prefix": "/p", "strategy": ASF}]}))
    assert chosen(router)["/p"] == ASF


def test_the_configuration_is_refused_with_the_reason(tmp_path: Path) -> None:
    router = AugustusRouter(tmp_path / "router", RouterOptions(extra={
        "strategies": [{"prefix": "/p", "strategy": "/localhost/nfd/strategy/asf/v=5/speed~5"}]}))
    process = router.start_process()
    assert process.wait(expected=None) == 2
    assert "Unknown parameter speed" in process.output()
    router.stop()


def test_nfd_conf_brings_them(tmp_path: Path, router: Router) -> None:
    file = tmp_path / "nfd.conf"
    file.write_text(f"tables\n{{\n strategy_choice\n {{\n  /p {ASF}\n }}\n}}\n")
    config = tomllib.loads(router.cli("import", str(file)))
    assert {line["prefix"]: line["strategy"] for line in config["strategies"]} == {"/p": ASF}
