// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>

#include "wire/lp_codec.hh"
#include "wire/tlv_header.hh"
#include "wire/tlv_type.hh"

namespace augustus::wire {
namespace {

/// Counts the bytes that LpSink would write.
class SizeSink {
 public:
  void header(std::uint32_t type, std::size_t length) {
    bytes_ += var_number_bytes(type) + var_number_bytes(length);
  }
  void number(std::uint64_t, std::size_t bytes) { bytes_ += bytes; }
  void raw(std::span<const std::uint8_t> bytes) { bytes_ += bytes.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_ = 0;
};

/// Writes to a place that SizeSink found large enough.
class LpSink {
 public:
  explicit LpSink(std::uint8_t* at) : at_(at) {}
  void header(std::uint32_t type, std::size_t length) {
    at_ = store_var_number(store_var_number(at_, type), length);
  }
  void number(std::uint64_t number, std::size_t bytes) { at_ = store_be(at_, number, bytes); }
  void raw(std::span<const std::uint8_t> bytes) {
    std::memcpy(at_, bytes.data(), bytes.size());
    at_ += bytes.size();
  }
  const std::uint8_t* at() const { return at_; }

 private:
  std::uint8_t* at_;
};

template <typename Sink>
void write_number(Sink& sink, std::uint32_t type, std::uint64_t number) {
  sink.header(type, number_bytes(number));
  sink.number(number, number_bytes(number));
}

template <typename Sink>
void write_sequence(Sink& sink, std::uint32_t type, std::uint64_t sequence) {
  sink.header(type, 8);
  sink.number(sequence, 8);
}

/// An element that holds one number element; both types take three bytes.
template <typename Sink>
void write_nested_number(Sink& sink, std::uint32_t type, std::uint32_t inner_type, std::uint64_t number) {
  sink.header(type, var_number_bytes(inner_type) + 1 + number_bytes(number));
  write_number(sink, inner_type, number);
}

bool is_fragmented(const LpHeader& header) {
  return header.frag_count != 1 || header.frag_index != 0;
}

template <typename Sink>
void write_link_fields(Sink& sink, const LpHeader& header) {
  if (header.has_sequence) {
    write_sequence(sink, lp_type::sequence, header.sequence);
  }
  if (is_fragmented(header)) {
    write_number(sink, lp_type::frag_index, header.frag_index);
    write_number(sink, lp_type::frag_count, header.frag_count);
  }
  if (header.pit_token_length > 0) {
    sink.header(lp_type::pit_token, header.pit_token_length);
    sink.raw({header.pit_token.data(), header.pit_token_length});
  }
}

template <typename Sink>
void write_network_fields(Sink& sink, const LpHeader& header) {
  if (header.is_nack && header.nack_reason == NackReason::none) {
    sink.header(lp_type::nack, 0);
  } else if (header.is_nack) {
    write_nested_number(sink, lp_type::nack, lp_type::nack_reason,
                        static_cast<std::uint64_t>(header.nack_reason));
  }
  if (header.incoming_face != face_id_none) {
    write_number(sink, lp_type::incoming_face_id, header.incoming_face);
  }
  if (header.has_next_hop_face) {
    write_number(sink, lp_type::next_hop_face_id, header.next_hop_face);
  }
  if (header.no_cache) {
    write_nested_number(sink, lp_type::cache_policy, lp_type::cache_policy_type, 1);
  }
  if (header.has_congestion_mark) {
    write_number(sink, lp_type::congestion_mark, header.congestion_mark);
  }
}

template <typename Sink>
void write_fields(Sink& sink, const LpHeader& header, std::size_t fragment_bytes) {
  write_link_fields(sink, header);
  write_network_fields(sink, header);
  for (std::size_t i = 0; i < header.ack_count; ++i) {
    write_sequence(sink, lp_type::ack, header.acks[i]);
  }
  if (header.has_tx_sequence) {
    write_sequence(sink, lp_type::tx_sequence, header.tx_sequence);
  }
  if (header.non_discovery) {
    sink.header(lp_type::non_discovery, 0);
  }
  if (!header.prefix_announcement.empty()) {
    sink.header(lp_type::prefix_announcement, header.prefix_announcement.size());
    sink.raw(header.prefix_announcement);
  }
  if (fragment_bytes > 0) {
    sink.header(lp_type::fragment, fragment_bytes);
  }
}

}  // namespace

std::string_view lp_outcome_name(LpOutcome outcome) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(LpOutcome::count)> names{
      "ok",           "truncated",      "trailing_bytes",  "malformed_number", "unknown_packet_type",
      "out_of_order", "unknown_header", "malformed_field", "fragment_index",   "field_not_allowed"};
  const auto index = static_cast<std::size_t>(outcome);
  return index < names.size() ? names[index] : "unknown";
}

std::size_t encode_lp_header(const LpHeader& header, std::size_t fragment_bytes,
                             std::span<std::uint8_t> out) {
  SizeSink fields;
  write_fields(fields, header, fragment_bytes);
  SizeSink outer;
  outer.header(lp_type::lp_packet, fields.bytes() + fragment_bytes);
  const std::size_t total = outer.bytes() + fields.bytes();
  if (total > out.size()) {
    return 0;
  }
  LpSink sink(out.data());
  sink.header(lp_type::lp_packet, fields.bytes() + fragment_bytes);
  write_fields(sink, header, fragment_bytes);
  return total;
}

bool lp_header_needless(const LpHeader& header) {
  return !header.has_sequence && !header.has_tx_sequence && !is_fragmented(header) && !header.is_nack &&
         header.incoming_face == face_id_none && !header.has_next_hop_face && !header.no_cache &&
         !header.has_congestion_mark && !header.non_discovery && header.pit_token_length == 0 &&
         header.prefix_announcement.empty() && header.ack_count == 0;
}

}  // namespace augustus::wire
