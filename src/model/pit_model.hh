// SPDX-License-Identifier: Apache-2.0
#pragma once

// The PIT study's model: Varvello, Perino, Linguaglossa, On the design and implementation of a wire-speed
// Pending Interest Table, 2013. Sections are the paper's. What it leaves out was worked out from its tables:
// those constants say so.

namespace augustus::model::pit {

struct PacketSizes {
  double interest_bytes = 80;
  double data_bytes = 1500;
};

struct PacketRates {
  double interests, data;  ///< a second
  double packets() const { return interests + data; }
};

/// Packets on a full wire of which a share of `load` are Interests, 0.5 (flow balance) to 1 (III-A).
PacketRates packet_rates(double bits_per_second, double load, PacketSizes sizes = {});

/// Entries at a rate of Interests that each stay for `seconds` (III-A): 0.08 s in flow balance, the
/// Interests' lifetime when nobody answers.
double entries(double interests_per_second, double seconds);
inline constexpr double round_trip_seconds = 0.08;

/// Bytes for `entries` names (III-C).
double lht_bytes(double entries, double name_bytes);
/// The variant with pointers to names. Table I has three slots for each entry, which the text only calls
/// over-dimensioned.
double dht_bytes(double entries, double name_bytes);
inline constexpr double dht_slots_an_entry = 3;
double cbf_bytes(double entries, double hashes = 8, double counter_bits = 5, double false_positives = 0.001);

/// Accesses to memory for one operation (III-C).
double lht_accesses(double load_factor);
/// Table II's 8.5 million a second are 2.14 accesses to DRAM.
inline constexpr double lht_load_factor_of_table2 = 0.28;
/// The longest chain with as many buckets as entries: log n / log log n, in base 2 as table II has it.
double lht_accesses_worst(double entries);
double dht_accesses(double sub_tables = 2);
/// Both sub-tables at once, then the entry.
inline constexpr double dhtp_accesses = 2;
/// Each counter read and written.
double cbf_accesses(double hashes = 8);

/// Seconds of an ENPT operation: an access a component, two to the tuple table's memory.
double enpt_seconds(double components, double trie_access_s, double tuple_access_s);
inline constexpr double enpt_components_max = 15;
/// Table II's average is that of names with as many components.
inline constexpr double enpt_components_of_table2 = 2.6;

/// Access times of the paper's memories, seconds, and their sizes, bytes (IV-A).
inline constexpr double on_chip_sram_s = 1e-9, sram_s = 4e-9, rldram_s = 15e-9, dram_s = 55e-9;
inline constexpr double on_chip_sram_bytes = 4.25e6, sram_bytes = 25e6, rldram_bytes = 250e6;

/// The highest load of a wire whose packets a PIT of this many operations a second keeps up with, in steps of
/// `step` from 0.5; below 0.5 when it does not keep up with flow balance. Allows for `tolerance` of the rate,
/// as the paper's reading of its figures does.
double load_sustained(double operations_per_second, double bits_per_second, double step = 0.05,
                      double tolerance = 0.03, PacketSizes sizes = {});

/// Operations a second of one line card's PIT, of `cards` that each take in these rates (IV-A, figure 1(c)).
double input_only_rate(const PacketRates& rates, double cards);
double input_output_rate(const PacketRates& rates);
/// Output-only and third party.
double single_lookup_rate(const PacketRates& rates);
/// Line cards that a PIT of this many operations a second supports in input-only placement, a real number.
double input_only_cards(double operations_per_second, const PacketRates& rates);

}  // namespace augustus::model::pit
