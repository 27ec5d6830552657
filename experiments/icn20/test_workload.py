# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from harness.router import AUGUSTUS

from .che import hit_ratio, objects_for_hit_ratio
from .dispatch_hash import dispatch_hash, names_of_partition
from .progress import Progress
from .workload import Workload, domain_to_name, read_domains, synthetic_domains


def test_a_domain_is_turned_round_as_in_the_paper() -> None:
    assert domain_to_name("www.google.com") == "/com/www/google"
    assert domain_to_name("Example.ORG.\n") == "/org/example"
    with pytest.raises(ValueError, match="not a domain"):
        domain_to_name(" . ")


def test_lists_with_and_without_ranks(tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text("# popular\n1,google.com\r\n2,www.example.org\n\nplain.net\n")
    assert read_domains(file) == ["google.com", "www.example.org", "plain.net"]
    file.write_text("google.com\nnot a domain\n")
    with pytest.raises(ValueError, match=":2:"):
        read_domains(file)
    file.write_text("# nothing\n")
    with pytest.raises(ValueError, match="no domains"):
        read_domains(file)


def test_the_synthetic_list_is_what_the_page_says() -> None:
    domains = synthetic_domains(20_000)
    assert len(set(domains)) == 20_000 and domains == synthetic_domains(20_000)
    workload = Workload.make(None, 20_000)
    assert workload.mean_characters == pytest.approx(20, abs=0.7)
    assert workload.describe()["name_characters"] == pytest.approx(76, abs=0.6)
    assert len(workload.single_components()) == 40
    depths = [domain.count(".") + 1 for domain in domains]
    assert {depth: round(depths.count(depth) / len(depths), 2) for depth in (2, 3, 4, 5)} == \
        pytest.approx({2: 0.30, 3: 0.50, 4: 0.16, 5: 0.04}, abs=0.03)


def drawn(words: tuple[str, ...], count: int) -> list[str]:
    done = subprocess.run([AUGUSTUS, "traffic", "names", *words, "--count", str(count), "--seed", "1"], capture_output=True,
                          text=True, check=True)
    return done.stdout.split()


def test_names_have_76_characters_and_popular_domains(tmp_path: Path) -> None:
    workload = Workload.make(None, 2_000)
    names = drawn(workload.distinct(tmp_path), 20_000)
    assert len(set(names)) == len(names)
    assert sum(map(len, names)) / len(names) == pytest.approx(76, abs=1.5)
    below = [sum(name.startswith(f"{domain}/") for name in names) for domain in (workload.domains[0], workload.domains[-1])]
    assert below[0] > 5 * max(1, below[1])


def test_popularity_repeats_names_and_order_does_not(tmp_path: Path) -> None:
    workload = Workload.make(None, 500)
    popular = drawn(workload.popular(tmp_path, 0.84, 10_000), 5_000)
    in_order = drawn(workload.in_order(tmp_path, 10_000), 10_000)
    assert len(set(popular)) < 4_000 and len(set(in_order)) == 10_000
    assert set(popular) <= set(in_order) and set(drawn(workload.at_random(tmp_path, 10_000), 1_000)) <= set(in_order)
    separate = drawn(workload.separate(tmp_path, 0.64, 0.84, 50), 5_000)
    assert 50 < len(set(separate)) < 5_000


@pytest.mark.parametrize("overlap", [0.0, 0.25, 1.0])
def test_consumers_have_the_share_in_common(tmp_path: Path, overlap: float) -> None:
    workload = Workload.make(None, 500)
    first, second = (set(drawn(workload.overlapping(tmp_path, consumer, 4_000, overlap), 4_000)) for consumer in (0, 1))
    assert len(first) == len(second) == 4_000
    assert len(first & second) / 4_000 == pytest.approx(overlap, abs=0.03)


def test_che_finds_the_catalogue() -> None:
    assert hit_ratio(0.64, 1_000, 1_000) == 1.0
    assert hit_ratio(0.84, 100_000, 1_000) > hit_ratio(0.64, 100_000, 1_000)
    for alpha, wanted in ((0.64, 0.1), (0.84, 0.5)):
        objects = objects_for_hit_ratio(alpha, 4_096, wanted)
        assert hit_ratio(alpha, objects, 4_096) == pytest.approx(wanted, abs=0.01)


def test_names_of_one_partition() -> None:
    assert dispatch_hash("/a") == 0x209cc35113a1e90c  # as tests/unit/wire/dispatch_hash_test.cc has it
    workload = Workload.make(None, 100)
    names = names_of_partition(workload, 50)
    assert len(set(names)) == 50 and {dispatch_hash(name) % 16 for name in names} == {0}


def test_progress_tells_of_steps_and_keeps_lines(capsys) -> None:
    with Progress(2) as progress:
        progress.begin("one")
        progress.end()
        progress.line("a result")
    captured = capsys.readouterr()
    assert captured.out == "a result\n" and "0/2" in captured.err and "one" in captured.err
