// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::wire {

/// TLV types of the NDN packet format 0.3.
namespace tlv_type {
inline constexpr std::uint32_t interest = 0x05;
inline constexpr std::uint32_t data = 0x06;
inline constexpr std::uint32_t name = 0x07;

inline constexpr std::uint32_t can_be_prefix = 0x21;
inline constexpr std::uint32_t must_be_fresh = 0x12;
inline constexpr std::uint32_t forwarding_hint = 0x1e;
inline constexpr std::uint32_t nonce = 0x0a;
inline constexpr std::uint32_t interest_lifetime = 0x0c;
inline constexpr std::uint32_t hop_limit = 0x22;
inline constexpr std::uint32_t application_parameters = 0x24;
inline constexpr std::uint32_t interest_signature_info = 0x2c;
inline constexpr std::uint32_t interest_signature_value = 0x2e;

inline constexpr std::uint32_t meta_info = 0x14;
inline constexpr std::uint32_t content = 0x15;
inline constexpr std::uint32_t signature_info = 0x16;
inline constexpr std::uint32_t signature_value = 0x17;
inline constexpr std::uint32_t content_type = 0x18;
inline constexpr std::uint32_t freshness_period = 0x19;
inline constexpr std::uint32_t final_block_id = 0x1a;
inline constexpr std::uint32_t signature_type = 0x1b;
inline constexpr std::uint32_t key_locator = 0x1c;
inline constexpr std::uint32_t signature_nonce = 0x26;
inline constexpr std::uint32_t signature_time = 0x28;
inline constexpr std::uint32_t signature_sequence = 0x2a;
}  // namespace tlv_type

/// TLV types of NDNLPv2.
namespace lp_type {
inline constexpr std::uint32_t lp_packet = 100;
inline constexpr std::uint32_t fragment = 80;
inline constexpr std::uint32_t sequence = 81;
inline constexpr std::uint32_t frag_index = 82;
inline constexpr std::uint32_t frag_count = 83;
inline constexpr std::uint32_t pit_token = 98;
inline constexpr std::uint32_t nack = 800;
inline constexpr std::uint32_t nack_reason = 801;
inline constexpr std::uint32_t incoming_face_id = 812;
inline constexpr std::uint32_t next_hop_face_id = 816;
inline constexpr std::uint32_t cache_policy = 820;
inline constexpr std::uint32_t cache_policy_type = 821;
inline constexpr std::uint32_t congestion_mark = 832;
inline constexpr std::uint32_t ack = 836;
inline constexpr std::uint32_t tx_sequence = 840;
inline constexpr std::uint32_t non_discovery = 844;
inline constexpr std::uint32_t prefix_announcement = 848;
}  // namespace lp_type

/// An element of such a type aborts decoding when it is not recognised or out of order; others are ignored
/// (NDN packet specification 0.3, TLV evolvability).
constexpr bool is_critical(std::uint32_t type) {
  return type <= 31 || (type & 1) != 0;
}

}  // namespace augustus::wire
