# SPDX-License-Identifier: Apache-2.0
"""What the paper measured, as far as it says so in figures or words, to stand beside what is measured here."""
from __future__ import annotations

CITATION = "Drescher, DeHart, Parwatikar, Crowley: Analyzing the performance of ICN forwarders on the wire, ICN 2020"
CONDITIONS = ("Paper: bare metal, Intel Xeon E5520 at 2.27 GHz (2009), 1 Gbps Ethernet between three machines, Linux 5.0, NFD "
              "0.6.6 and Metis e59f9c7, load from programs of the authors. Here: processes on one machine, joined by veth "
              "pairs. The figures are of other times and other machines: compare shapes and ratios, not heights.")

# section, case, forwarder: thousand a second. Only what tables or sentences say; points of figures are not read off.
FIGURES: dict[tuple[str, str], dict[str, str]] = {
    ("figure1", "5"): {"NFD": "25.5 (table 2)", "Metis": "29"},
    ("figure1", "5000"): {"NFD": "17", "Metis": "29"},
    ("table1", "5"): {"NFD": "12.05", "Metis": "15.37"},
    ("table1", "5000"): {"NFD": "12.04", "Metis": "15.21"},
    ("table2", "off"): {"NFD": "25.49", "Metis": "28.82"},
    ("table2", "on"): {"NFD": "22.33", "Metis": "27.97"},
    ("figure2", "hit"): {"NFD": "16.5", "Metis": "nearly 30"},
    ("figure2", "miss"): {"Metis": "about 1.5 times NFD"},
    ("figure2", "store"): {"Metis": "about 1.5 times NFD"},
    ("table3-interests", "40 one way"): {"NFD": "24.88", "Metis": "28.82"},
    ("table3-interests", "1000 one way"): {"NFD": "25", "Metis": "26.98"},
    ("table3-interests", "1000000 one way"): {"NFD": "prohibitively slow", "Metis": "crashes"},
    ("table3-exchange", "40 exchange"): {"NFD": "12.36", "Metis": "15.36"},
    ("table3-exchange", "1000 exchange"): {"NFD": "12.31", "Metis": "15.09"},
    ("table3-exchange", "1000000 exchange"): {"NFD": "prohibitively slow", "Metis": "crashes"},
    ("figure3", "2x1"): {"NFD": "its worst drop", "Metis": "its worst drop"},
    ("figure4", "0.64 on"): {"NFD": "less than off", "Metis": "more than off"},
    ("figure4", "0.84 on"): {"NFD": "less than off", "Metis": "more than off"},
}
FORWARDERS = ("NFD", "Metis")


def quoted(section: str, case: str, forwarder: str) -> str:
    return FIGURES.get((section, case), {}).get(forwarder, "")


def has_figures(section: str) -> bool:
    return any(key == section for key, _case in FIGURES)
