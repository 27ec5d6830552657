# SPDX-License-Identifier: Apache-2.0
"""`augustus bench` at small scale: every exchange completes, with the right bytes; every lookup finds its route."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.process import run
from harness.router import ROOT


@pytest.mark.parametrize("build", ["release", "debug"])
@pytest.mark.parametrize("options", [
    ["--cs-entries", "2048"],
    ["--cs-entries", "8192", "--cs-hit-ratio", "1"],
    ["--cs-entries", "8192", "--cs-hit-ratio", "0.5"],
    ["--cs-entries", "0", "--outstanding", "1"],
    ["--name-bytes", "300", "--components", "12", "--payload", "1400", "--burst", "7",
     "--cs-entries", "1000"],
    ["--cs-entries", "2048", "--route-changes", "200000"],
    ["--cs-entries", "2048", "--pending-prefixes", "1000"],
    ["--cs-entries", "2048", "--workers", "2"],
    *(["--cs-entries", "8192", "--cs-hit-ratio", "0.5", "--pit-structure", structure] for structure in ("lht", "dht", "dhtp")),
    ["--header", "compact", "--route-changes", "200000"],
    ["--header", "compact-2016", "--cs-hit-ratio", "0.5"],
    ["--header", "compact-2016", "--name-bytes", "60", "--components", "7", "--payload", "1400", "--workers", "2"],
], ids=" ".join)
def test_exchanges_complete(build: str, options: list[str], tmp_path: Path) -> None:
    printed = run([ROOT / "build" / build / "augustus", "bench", "exchange", "--json", "--names", "30000", "--fib-prefixes",
                   "500", "--seconds", "0.1", "--exchanges", "1000", *options], tmp_path / "bench.log", seconds=100)
    report = json.loads(printed)
    assert report["exchanges"] > 0 and report["compared"] > 0
    assert (report["lost"], report["duplicated"], report["altered"]) == (0, 0, 0)
    assert report["buffers_lost"] == 0
    assert report["dropped"] == {}
    assert (report["route_changes_per_s"] > 0) == ("--route-changes" in options)
    assert (report["from_store"] > 0) == ("--cs-hit-ratio" in options)


@pytest.mark.parametrize("options", [
    ["--header", "compact", "--pending-prefixes", "1"],
    ["--pending-prefixes", "1000", "--pit-capacity", "1024", "--outstanding", "64"],
    ["--workers", "2", "--route-changes", "1000"],
    ["--pit-structure", "cbf"],
    ["--pit-structure", "enpt"],
], ids=" ".join)
def test_exchanges_that_make_no_sense_are_refused(options: list[str], tmp_path: Path) -> None:
    run([ROOT / "build/release/augustus", "bench", "exchange", *options], tmp_path / "bench.log", expected=2)


@pytest.mark.parametrize("build, exchanges", [("release", 5_000_000), ("debug", 100_000)])
def test_no_buffer_is_lost_in_many_exchanges(build: str, exchanges: int, tmp_path: Path) -> None:
    printed = run([ROOT / "build" / build / "augustus", "bench", "exchange", "--json", "--fib-prefixes", "500",
                   "--names", "100000", "--cs-hit-ratio", "0.2", "--seconds", "0.2", "--exchanges", str(exchanges)],
                  tmp_path / "bench.log", seconds=200)
    report = json.loads(printed)
    assert report["completed"] >= report["exchanges"] >= exchanges
    assert (report["lost"], report["buffers_lost"]) == (0, 0)


def bench_with_lines(report: object, tmp_path: Path, expected: int = 0) -> str:
    (tmp_path / "lines.json").write_text(json.dumps(report))
    return run([ROOT / "build/release/augustus", "bench", "exchange", "--json", "--names", "30000", "--fib-prefixes", "500",
                "--cs-entries", "2048", "--seconds", "0.1", "--runs", "1", "--lines-from", tmp_path / "lines.json"],
               tmp_path / "bench.log", seconds=100, expected=expected)


def test_counted_lines_are_priced(tmp_path: Path) -> None:
    counted = {"lines_by_structure": {"near": {"lines": 4, "footprint": 4096},
                                      "far": {"lines": 2, "footprint": 64 << 20}}}
    report = json.loads(bench_with_lines(counted, tmp_path))
    near, far = (report["lines_by_structure"][what]["line_ns"] for what in ("near", "far"))
    assert near > 0 and far > 0
    assert report["lines_per_exchange"] == 6
    assert report["limit_ns"] == pytest.approx(4 * near + 2 * far)


def test_a_report_without_lines_is_refused(tmp_path: Path) -> None:
    bench_with_lines({"exchanges": 1}, tmp_path, expected=2)


@pytest.mark.parametrize("build", ["release", "debug"])
@pytest.mark.parametrize("options", [
    ["--buckets-log2", "10"],
    ["--buckets-log2", "10", "--prefixes", "30000", "--burst", "7"],
    ["--buckets-log2", "12", "--depths", "1,2,3,4,5,6,7,8", "--absent-lengths", "20", "--name-components", "30"],
    ["--buckets-log2", "12", "--prefix-bytes", "300", "--depths", "2,20", "--lookups", "4000"],
    ["--buckets-log2", "13", "--update-rate", "100000", "--next-hop-sets", "1000"],
], ids=" ".join)
def test_prefixes_are_found(build: str, options: list[str], tmp_path: Path) -> None:
    printed = run([ROOT / "build" / build / "augustus", "bench", "fib", "--json", "--seconds", "0.1", "--runs", "2",
                   *options], tmp_path / "bench.log", seconds=100)
    report = json.loads(printed)
    assert (report["refused"], report["wrong"]) == (0, 0)
    assert report["lookups_per_s"] > 0 and report["inserts_per_s"] > 0
    sizes = report["bytes_per_prefix"]
    assert sizes["total"] == pytest.approx(sizes["index"] + sizes["names"])
    assert report["bytes"]["total"] == pytest.approx(sizes["total"] * report["prefixes"])
    # The paper's load overflows one bucket in a thousand; 30 prefixes a bucket overflow all.
    assert (report["overflow_share"] > 0.9) == ("30000" in options)
    assert report["lines_per_lookup"] >= 2
    assert ("beside_updates" in report) == ("--update-rate" in options)


def bench_store(build: str, tmp_path: Path, *options: str) -> dict:
    """Small, and with every Data compared."""
    printed = run([ROOT / "build" / build / "augustus", "bench", "store", "--json", "--seconds", "0.2", "--runs", "1",
                   "--l1-bytes", "8388608", *options], tmp_path / "bench.log", seconds=400)
    report = json.loads(printed)
    assert report["delivered"] > 0
    assert (report["lost"], report["altered"]) == (0, 0)
    return report


@pytest.mark.parametrize("build", ["release", "debug"])
def test_the_store_serves_from_memory(build: str, tmp_path: Path) -> None:
    report = bench_store(build, tmp_path, "--workload", "l1-hit")
    assert report["hit_ratio"] == report["l1_hit_ratio"] == 1
    assert report["direct"]["lookup_ns"] > 0
    assert report["direct"]["insert_10_ns"] > 0


@pytest.mark.parametrize("build", ["release", "debug"])
def test_the_store_takes_new_data(build: str, tmp_path: Path) -> None:
    # More than any disk takes within the run: what comes round again would be a hit.
    report = bench_store(build, tmp_path, "--workload", "insert", "--no-direct", "--ssd", str(tmp_path / "ssd"),
                         "--catalogue-bytes", str(2 << 30))
    assert report["hit_ratio"] == 0
    assert report["from_producer"] == report["delivered"]
    assert report["writes"] > 0
    assert not (tmp_path / "ssd").exists()


@pytest.mark.parametrize("build", ["release", "debug"])
@pytest.mark.parametrize("batch", ["1", "8", "16"])
def test_the_store_serves_from_the_disk(build: str, batch: str, tmp_path: Path) -> None:
    report = bench_store(build, tmp_path, "--ssd", str(tmp_path / "ssd"), "--batch", batch, "--depth", "8")
    assert report["l2_hits"] > 0 and report["reads"] > 0
    # What the disk was too busy for comes from the producer.
    assert report["hit_ratio"] > 0.5
    assert report["half_load"]["count"] > 0
    assert report["exchange"]["beside_per_s"]["median"] > 0
    assert report["store"]["l2"]["damaged"] == report["store"]["l2"]["write_errors"] == 0
    # 28 bytes an extent, and what extents of several short batches take in so small a store.
    assert 28 <= report["index_bytes_per_segment"] * int(batch) <= 40


def test_memory_takes_what_its_policy_admits(tmp_path: Path) -> None:
    options = ["--workload", "unif", "--object-segments", "64", "--requests", "5000", "--catalogue-bytes", str(32 << 20)]
    policies = {"all": ["everything"], "twice": ["k-lru"], "none": ["probability", "--admission-percent", "0"]}
    reports = {}
    for name, policy in policies.items():
        (tmp_path / name).mkdir()
        reports[name] = bench_store("release", tmp_path / name, *options, "--admission", *policy)
    memory = {name: report["store"]["l1"] for name, report in reports.items()}
    assert memory["all"]["not_admitted"] == 0 < memory["twice"]["not_admitted"]
    assert 0 < reports["all"]["hit_ratio"] < 1 and 0 < reports["twice"]["hit_ratio"] < 1
    assert reports["none"]["hit_ratio"] == memory["none"]["packets"] == 0


@pytest.mark.parametrize("threads", [0, 1])
def test_the_disk_may_have_a_thread(threads: int, tmp_path: Path) -> None:
    report = bench_store("release", tmp_path, "--ssd", str(tmp_path / "ssd"), "--depth", "8", "--io-threads",
                         str(threads), "--no-exchange", "--no-fio")
    assert report["options"]["io_threads"] == threads
    assert report["l2_hits"] > 0 and report["hit_ratio"] > 0.5


@pytest.mark.parametrize("workload", ["seq", "unif", "real"])
def test_the_store_and_the_papers_workloads(workload: str, tmp_path: Path) -> None:
    report = bench_store("release", tmp_path, "--workload", workload, "--ssd", str(tmp_path / "ssd"),
                         "--object-segments", "64", "--requests", "5000")
    assert report["delivered"] >= 5000
    assert 0 < report["l1_hit_ratio"] <= report["hit_ratio"]


@pytest.mark.parametrize("workload", ["seq", "unif", "real"])
def test_the_papers_workloads_from_memory_alone(workload: str, tmp_path: Path) -> None:
    report = bench_store("release", tmp_path, "--workload", workload, "--object-segments", "16")
    assert report["hit_ratio"] == report["l1_hit_ratio"] == 1
    assert report["from_producer"] == 0 and "l2" not in report["store"]


@pytest.mark.parametrize("workload", ["seq", "unif", "real"])
@pytest.mark.parametrize("structure", ["name-table", "skip-list", "skip-list in a file"])
def test_a_store_of_one_layer_finds_all_that_it_holds(structure: str, workload: str, tmp_path: Path) -> None:
    file = ["--file", str(tmp_path / "store")] if structure.endswith("file") else []
    printed = run([ROOT / "build/release/augustus", "bench", "lookup", "--json", "--structure", structure.split()[0], *file,
                   "--workload", workload, "--catalogue-bytes", "2000000", "--object-segments", "16", "--seconds", "0.05",
                   "--runs", "2"], tmp_path / "bench.log", seconds=60)
    report = json.loads(printed)
    assert report["missing"] == 0 and report["segments"] == 15 * 16
    assert report["lookup_ns"]["median"] > 0
    assert not (tmp_path / "store").exists()


def test_only_a_skip_list_stands_in_a_file(tmp_path: Path) -> None:
    run([ROOT / "build/release/augustus", "bench", "lookup", "--file", str(tmp_path / "store")], tmp_path / "bench.log",
        seconds=20, expected=2)


@pytest.mark.parametrize("workload, within", [("seq", 0.001), ("unif", 0.02), ("real", 0.03)])
def test_the_papers_serial_service_agrees_with_its_equations(workload: str, within: float, tmp_path: Path) -> None:
    report = bench_store("release", tmp_path, "--workload", workload, "--emulated", "64", "--engine", "serial",
                         "--replacement", "fifo", "--object-segments", "40", "--requests", "20000", "--batch", "10")
    assert report["hit_ratio"] == 1
    assert report["l1_hit_ratio"] == pytest.approx(report["model_l1_hit_ratio"], abs=within)


@pytest.mark.parametrize("options", [["--devices", "2"], ["--memory", "dynamic"],
                                     ["--engine", "serial", "--delay", "sleep"]], ids=" ".join)
def test_the_store_serves_from_emulated_disks(options: list[str], tmp_path: Path) -> None:
    report = bench_store("release", tmp_path, "--emulated", "8", *options)
    assert report["hit_ratio"] > 0.9 and report["l2_hits"] > 0
    # By itself it is no faster than it should be, wherever its content comes from.
    assert all(0 < gbps <= 8.01 for gbps in report["device"].values())
    assert "fio" not in report


def test_bench_store_wants_a_file_for_the_disk(tmp_path: Path) -> None:
    run([ROOT / "build/release/augustus", "bench", "store", "--workload", "l2-hit"], tmp_path / "bench.log", seconds=20,
        expected=2)


def test_bench_fib_refuses_what_does_not_go_together(tmp_path: Path) -> None:
    for options in (["--depths", "12"], ["--depths", "4", "--name-components", "3"], ["--absent-lengths", "32"]):
        run([ROOT / "build/release/augustus", "bench", "fib", *options], tmp_path / "bench.log", seconds=20, expected=2)


NAME_TABLES = ["name-table", "name-table-lht", "name-table-dht", "name-table-dhtp"]
STRUCTURES = ["lht", "dht", "dhtp", "cbf", "enpt-lht", "enpt", *NAME_TABLES]


@pytest.mark.parametrize("build", ["release", "debug"])
@pytest.mark.parametrize("options", [
    [],
    ["--load", "0.8"],
    ["--load", "1", "--burst", "1"],
    ["--name-bytes", "70", "--components", "15", "--operations", "5000"],
], ids=" ".join)
def test_pending_names_are_found(build: str, options: list[str], tmp_path: Path) -> None:
    printed = run([ROOT / "build" / build / "augustus", "bench", "pit", "--json", "--entries", "3000", "--packets", "20000",
                   "--runs", "2", *options], tmp_path / "bench.log", seconds=100)
    rows = {row["structure"]: row for row in json.loads(printed)["structures"]}
    assert list(rows) == STRUCTURES
    for name, row in rows.items():
        met = row["outcomes"]
        assert row["packets_per_s"] > 0 and row["memory_bytes"] > 0
        assert (met["data"] == 0) == ("1" in options)
        assert met["refused"] <= 0.02 * met["interests"]
        if name == "cbf":
            assert met["mistaken"] < 0.002 * met["interests"]
        else:
            assert met["mistaken"] == 0 and met["unmatched"] <= met["refused"]
        assert ("operation_ns" in row) == ("--operations" in options)
        assert ("accesses" in row) == (name not in NAME_TABLES)


def test_placements_keep_what_the_paper_says(tmp_path: Path) -> None:
    printed = run([ROOT / "build/release/augustus", "bench", "pit-placement", "--json", "--names", "500", "--cards", "1,10,100"],
                  tmp_path / "bench.log", seconds=100)
    rows = {(row["placement"], row["table"]): row for row in json.loads(printed)["placements"]}
    kept = {key: (row["aggregation"], row["loop_detection"], row["multipath"]) for key, row in rows.items()}
    assert kept == {("input-only", "dhtp"): (False, False, True), ("input-only", "cbf"): (False, False, True),
                    ("output-only", "dhtp"): (False, False, False), ("input-output", "dhtp"): (False, False, True),
                    ("third-party", "dhtp"): (True, True, True)}
    assert [cost["lookups_per_packet"] for cost in rows["input-only", "dhtp"]["costs"]] == pytest.approx([1, 5.5, 50.5])


def test_bench_pit_refuses_what_does_not_go_together(tmp_path: Path) -> None:
    for options in (["--components", "16", "--name-bytes", "90"], ["--name-bytes", "8"], ["--load", "0.4"], ["--structure", "tree"]):
        run([ROOT / "build/release/augustus", "bench", "pit", *options], tmp_path / "bench.log", seconds=20, expected=2)
