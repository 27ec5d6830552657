# SPDX-License-Identifier: Apache-2.0
"""The names (section 3.1 of the paper): domains turned round into hierarchical names, and behind each a component that
stands for the content and makes names 76 characters long on average."""
from __future__ import annotations

import functools
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

NAME_CHARACTERS = 76
DOMAIN_CHARACTERS = 20   # of the paper's list, as names, on average
PADDING = NAME_CHARACTERS - DOMAIN_CHARACTERS - 1  # of the content's component; the slash before it is a character too
ALPHA = 0.64             # RFC 7945, section 3.1, web
ALPHA_SENSITIVITY = 0.84
TOP_LEVEL = 40           # of the synthetic list, as the paper's 40 single-component prefixes

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True)
class Shape:
    """Of a synthetic list. Depth and label length are drawn independently; the means (2.94 labels; 7.5 characters below the
    top level) make names of 20 characters on average."""
    depths: dict[int, float] = field(default_factory=lambda: {2: 0.30, 3: 0.50, 4: 0.16, 5: 0.04})
    label_least: int = 2
    label_mean: float = 7.5
    label_most: int = 30


def domain_to_name(domain: str) -> str:
    """`www.google.com` to `/com/www/google`, as the paper has it: the top-level domain, then the rest as it stands."""
    labels = [label for label in domain.strip().lower().rstrip(".").split(".") if label]
    if not labels:
        raise ValueError(f"not a domain: {domain!r}")
    return "/" + "/".join([labels[-1], *labels[:-1]])


def read_domains(file: Path) -> list[str]:
    """A list of domains, one a line, the most popular first; lines `RANK,DOMAIN` as Umbrella and Tranco have them serve as
    well. Empty lines and those beginning with # are skipped."""
    domains = []
    for number, line in enumerate(file.read_text().splitlines(), 1):
        text = line.strip().rpartition(",")[2].strip()
        if not text or text.startswith("#"):
            continue
        if any(character.isspace() or not (character.isalnum() or character in "-_.") for character in text):
            raise ValueError(f"{file}:{number}: expected a domain such as www.example.com, not {text!r}")
        domains.append(text)
    if not domains:
        raise ValueError(f"{file}: has no domains")
    return domains


def top_level_labels(count: int = TOP_LEVEL) -> list[str]:
    """com, net, org and others, all of 2 or 3 letters, so that a handful of prefixes span the list."""
    known = ["com", "net", "org", "io", "de", "uk", "ru", "jp", "fr", "it", "br", "cn", "nl", "pl", "au", "ca", "in", "es",
             "eu", "ch", "se", "us", "info", "kr", "at", "cz", "be", "dk", "mx", "tr", "fi", "no", "ir", "gr", "hu", "ro",
             "ua", "tv", "me", "co"]
    return known[:count]


def synthetic_domains(count: int, seed: int = 1, shape: Shape = Shape()) -> list[str]:
    """A list of distinct domains in a drawn order of popularity; the same for the same seed."""
    draw = random.Random(seed)
    top = top_level_labels()
    # A top-level domain is as frequent as one over its place, as on the Internet, about.
    weights = [1 / (place + 1) for place in range(len(top))]
    depths, shares = list(shape.depths), list(shape.depths.values())
    seen: dict[str, None] = {}
    while len(seen) < count:
        missing = count - len(seen)
        for depth, end in zip(draw.choices(depths, shares, k=missing), draw.choices(top, weights, k=missing)):
            labels = ["".join(draw.choices(LETTERS, k=_label_length(draw, shape))) for _ in range(depth - 1)]
            seen[".".join([*labels, end])] = None
    return list(seen)


def _label_length(draw: random.Random, shape: Shape) -> int:
    """Geometric from the least length on, cut off at the longest."""
    spread = shape.label_mean - shape.label_least
    length = shape.label_least
    while length < shape.label_most and draw.random() < spread / (spread + 1):
        length += 1
    return length


def single_component_prefixes(names: Iterable[str]) -> list[str]:
    """The paper's default route in 40 pieces: the first components of all names."""
    return sorted({"/" + name.split("/", 2)[1] for name in names})


@dataclass
class Workload:
    """Domains as names, the most popular first, and how contents lie below them."""
    domains: list[str]
    source: str           # where the list is from, for the results
    seed: int = 1

    @staticmethod
    def make(domain_file: Path | None, count: int, seed: int = 1) -> Workload:
        if domain_file is not None:
            return Workload([domain_to_name(one) for one in read_domains(domain_file)[:count]], str(domain_file.name), seed)
        return Workload([domain_to_name(one) for one in synthetic_domains(count, seed)], "synthetic", seed)

    @functools.cached_property
    def mean_characters(self) -> float:
        return sum(map(len, self.domains)) / len(self.domains)

    def single_components(self) -> list[str]:
        return single_component_prefixes(self.domains)

    @property
    def padding(self) -> int:
        """Of the content's component, so that names are 76 characters on average."""
        return max(8, round(NAME_CHARACTERS - 1 - self.mean_characters))

    def describe(self) -> dict:
        depths = [name.count("/") for name in self.domains]
        return {"source": self.source, "domains": len(self.domains), "domain_characters": round(self.mean_characters, 2),
                "components": round(sum(depths) / len(depths) + 1, 2), "padding": self.padding,
                "name_characters": round(self.mean_characters + 1 + self.padding, 2), "seed": self.seed}

    def write_domains(self, folder: Path) -> Path:
        return _write(folder / "domains.txt", self.domains)

    def distinct(self, folder: Path, alpha: float = ALPHA) -> tuple[str, ...]:
        """Domains by Zipf, and a content that was never asked for before: every Interest has to be forwarded."""
        return ("--prefix-file", str(self.write_domains(folder)), "--prefix-order", "zipf", "--prefix-alpha", str(alpha),
                "--names", "sequential", "--objects", str(1 << 40), "--object-bytes", str(self.padding))

    def popular(self, folder: Path, alpha: float, objects: int) -> tuple[str, ...]:
        """Whole names by one Zipf distribution, as the paper samples its padded names."""
        return ("--prefix-file", str(self.write_domains(folder)), "--names", "zipf", "--alpha", str(alpha), "--objects",
                str(objects), "--object-bytes", str(self.padding))

    def in_order(self, folder: Path, objects: int) -> tuple[str, ...]:
        """The same names one after the other, from the most popular on."""
        return ("--prefix-file", str(self.write_domains(folder)), "--names", "sequential", "--first", "0", "--objects",
                str(objects), "--object-bytes", str(self.padding))

    def at_random(self, folder: Path, objects: int) -> tuple[str, ...]:
        return ("--prefix-file", str(self.write_domains(folder)), "--names", "random", "--objects", str(objects),
                "--object-bytes", str(self.padding))

    def overlapping(self, folder: Path, consumer: int, objects: int, overlap: float) -> tuple[str, ...]:
        """So many names in order, of which the share `overlap` is asked for by every consumer."""
        file = _write(folder / f"names-{consumer}-{objects}-{overlap}.txt", self.contents(objects, overlap, consumer))
        return ("--name-file", str(file), "--names", "sequential")

    def separate(self, folder: Path, domain_alpha: float, content_alpha: float, contents: int) -> tuple[str, ...]:
        """Domains by one distribution and, below each, contents by another."""
        return ("--prefix-file", str(self.write_domains(folder)), "--prefix-order", "zipf", "--prefix-alpha", str(domain_alpha),
                "--names", "zipf", "--alpha", str(content_alpha), "--objects", str(contents), "--object-bytes",
                str(self.padding))

    def contents(self, count: int, overlap: float = 1.0, seed: int | None = None) -> list[str]:
        """So many names of contents, below the domains in turn. Of them the share `overlap` is the same for every seed;
        the others belong to one seed alone: what two consumers, or two runs, have in common."""
        if not 0 <= overlap <= 1:
            raise ValueError(f"an overlap is a share from 0 to 1, not {overlap}")
        common = random.Random(self.seed)
        names = []
        for place in range(count):
            shared = common.random() < overlap
            owner = "s" if shared else f"o{self.seed if seed is None else seed}"
            content = f"{owner}-{place:x}-".rjust(self.padding, "x")[:self.padding]
            names.append(f"{self.domains[place % len(self.domains)]}/{content}")
        return names


def _write(file: Path, lines: Sequence[str]) -> Path:
    if not file.exists():
        file.write_text("\n".join(lines) + "\n")
    return file
