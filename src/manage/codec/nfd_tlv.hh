// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// TLV types of the NFD management protocol (NFD wiki Management; ndn-cxx encoding/tlv-nfd). Numbers repeat:
/// what one means depends on the element it stands in.
namespace augustus::manage::nfd_tlv {

inline constexpr std::uint32_t name = 7;

inline constexpr std::uint32_t control_response = 101;
inline constexpr std::uint32_t status_code = 102;
inline constexpr std::uint32_t status_text = 103;

inline constexpr std::uint32_t control_parameters = 104;
inline constexpr std::uint32_t face_id = 105;
inline constexpr std::uint32_t cost = 106;
inline constexpr std::uint32_t strategy = 107;
inline constexpr std::uint32_t flags = 108;
inline constexpr std::uint32_t expiration_period = 109;
inline constexpr std::uint32_t origin = 111;
inline constexpr std::uint32_t mask = 112;
inline constexpr std::uint32_t uri = 114;
inline constexpr std::uint32_t local_uri = 129;
inline constexpr std::uint32_t capacity = 131;
inline constexpr std::uint32_t count = 132;
inline constexpr std::uint32_t face_persistency = 133;
inline constexpr std::uint32_t base_congestion_marking_interval = 135;
inline constexpr std::uint32_t default_congestion_threshold = 136;
inline constexpr std::uint32_t mtu = 137;

// Datasets: the outer element is 128 in each but status/general, which has none.
inline constexpr std::uint32_t dataset_item = 128;
inline constexpr std::uint32_t channel_status = 130;
inline constexpr std::uint32_t next_hop_record = 129;
inline constexpr std::uint32_t route = 129;

inline constexpr std::uint32_t uri_scheme = 131;
inline constexpr std::uint32_t face_scope = 132;
inline constexpr std::uint32_t link_type = 134;
inline constexpr std::uint32_t face_query_filter = 150;
inline constexpr std::uint32_t face_event_notification = 192;
inline constexpr std::uint32_t face_event_kind = 193;

inline constexpr std::uint32_t nfd_version = 128;
inline constexpr std::uint32_t start_timestamp = 129;
inline constexpr std::uint32_t current_timestamp = 130;
inline constexpr std::uint32_t n_name_tree_entries = 131;
inline constexpr std::uint32_t n_fib_entries = 132;
inline constexpr std::uint32_t n_pit_entries = 133;
inline constexpr std::uint32_t n_measurements_entries = 134;
inline constexpr std::uint32_t n_cs_entries = 135;

inline constexpr std::uint32_t n_in_interests = 144;
inline constexpr std::uint32_t n_in_data = 145;
inline constexpr std::uint32_t n_out_interests = 146;
inline constexpr std::uint32_t n_out_data = 147;
inline constexpr std::uint32_t n_in_bytes = 148;
inline constexpr std::uint32_t n_out_bytes = 149;
inline constexpr std::uint32_t n_in_nacks = 151;
inline constexpr std::uint32_t n_out_nacks = 152;
inline constexpr std::uint32_t n_satisfied_interests = 153;
inline constexpr std::uint32_t n_unsatisfied_interests = 154;

inline constexpr std::uint32_t n_hits = 129;
inline constexpr std::uint32_t n_misses = 130;

// This router's own (docs/dispatch.md): in ControlParameters and in its own datasets. Even numbers, which
// others pass over.
inline constexpr std::uint32_t partition = 40960;
inline constexpr std::uint32_t worker = 40962;
inline constexpr std::uint32_t n_packets = 40964;
inline constexpr std::uint32_t n_partitions = 40966;
inline constexpr std::uint32_t busy_per_mille = 40968;
inline constexpr std::uint32_t cpu = 40970;
inline constexpr std::uint32_t thread_kind = 40972;
inline constexpr std::uint32_t log_level = 40974;
inline constexpr std::uint32_t pit_structure = 40976;
// Of cs/tiers (docs/store.md).
inline constexpr std::uint32_t capacity_bytes = 41000;
inline constexpr std::uint32_t n_bytes = 41002;
inline constexpr std::uint32_t n_evicted = 41004;
inline constexpr std::uint32_t n_reads = 41006;
inline constexpr std::uint32_t n_writes = 41008;
inline constexpr std::uint32_t n_busy = 41010;
inline constexpr std::uint32_t n_damaged = 41012;
inline constexpr std::uint32_t verifying = 41014;
inline constexpr std::uint32_t n_verified = 41016;
inline constexpr std::uint32_t n_found_damaged = 41018;
inline constexpr std::uint32_t admission = 41020;
inline constexpr std::uint32_t n_not_admitted = 41022;
// Of status/pools (docs/security.md).
inline constexpr std::uint32_t pool = 41100;
inline constexpr std::uint32_t n_in_use = 41102;
inline constexpr std::uint32_t n_largest_holder = 41104;
inline constexpr std::uint32_t n_refused = 41106;

}  // namespace augustus::manage::nfd_tlv
