// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "unit/wire/generate.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/lp_codec.hh"

namespace augustus::wire {

/// Numbers of all four lengths.
inline rc::Gen<std::uint64_t> numbers() {
  return rc::gen::mapcat(rc::gen::inRange(0, 65), [](int bits) {
    return rc::gen::map(rc::gen::arbitrary<std::uint64_t>(),
                        [bits](std::uint64_t number) { return bits == 0 ? 0 : number >> (64 - bits); });
  });
}

template <typename Generator>
auto maybe(Generator generator) -> std::optional<std::decay_t<decltype(*generator)>> {
  if (*rc::gen::arbitrary<bool>()) {
    return *generator;
  }
  return std::nullopt;
}

/// Any Interest that encode() can write, its nonce set.
inline rc::Gen<Interest> arbitrary_interest() {
  return rc::gen::exec([] {
    Interest interest;
    interest.name = *arbitrary_name(1, 6);
    interest.can_be_prefix = *rc::gen::arbitrary<bool>();
    interest.must_be_fresh = *rc::gen::arbitrary<bool>();
    const auto hints = *rc::gen::inRange(0, 3);
    for (int i = 0; i < hints; ++i) {
      interest.forwarding_hint.push_back(*arbitrary_name(0, 3));
    }
    interest.nonce = *rc::gen::arbitrary<std::uint32_t>();
    interest.lifetime_ms = maybe(numbers());
    interest.hop_limit = maybe(rc::gen::arbitrary<std::uint8_t>());
    interest.parameters = maybe(bytes_up_to(300));
    if (interest.parameters) {
      interest.signature_info = maybe(bytes_up_to(20));
    }
    if (interest.signature_info) {
      interest.signature_value = maybe(bytes_up_to(80));
    }
    return interest;
  });
}

/// Any Data that encode() can write, signed by digest or by something else.
inline rc::Gen<Data> arbitrary_data() {
  return rc::gen::exec([] {
    Data data;
    data.name = *arbitrary_name(0, 6);
    data.content_type = *numbers();
    data.freshness_ms = maybe(numbers());
    if (*rc::gen::arbitrary<bool>()) {
      const Name block = *arbitrary_name(1, 1);
      data.final_block_id.emplace(block.value().begin(), block.value().end());
    }
    data.content = *bytes_up_to(400);
    if (*rc::gen::arbitrary<bool>()) {
      data.signature_info = {0x1b, 1, *rc::gen::inRange<std::uint8_t>(1, 255)};
      data.signature_value = *bytes_up_to(80);
    }
    return data;
  });
}

/// An LpHeader with the bytes its spans point to.
struct LpMessage {
  LpHeader header;
  std::vector<std::uint8_t> announcement;
  std::vector<std::uint8_t> payload;

  LpHeader header_with_spans() const {
    LpHeader result = header;
    result.prefix_announcement = announcement;
    result.fragment = payload;
    return result;
  }
};

/// Sets the link layer's fields, which any packet may have.
inline void draw_link_fields(LpHeader& header) {
  const auto flip = [] { return *rc::gen::arbitrary<bool>(); };
  header.has_sequence = flip();
  header.sequence = header.has_sequence ? *numbers() : 0;
  if (header.has_sequence) {
    header.frag_count = *rc::gen::inRange<std::uint64_t>(1, 401);
    header.frag_index = *rc::gen::inRange<std::uint64_t>(0, header.frag_count);
  }
  header.has_tx_sequence = flip();
  header.tx_sequence = header.has_tx_sequence ? *numbers() : 0;
  header.has_congestion_mark = flip();
  header.congestion_mark = header.has_congestion_mark ? *numbers() : 0;
  header.incoming_face = *rc::gen::arbitrary<FaceId>();
  header.pit_token_length = *rc::gen::inRange<std::uint8_t>(0, pit_token_bytes_max + 1);
  for (unsigned i = 0; i < header.pit_token_length; ++i) {
    header.pit_token[i] = *rc::gen::arbitrary<std::uint8_t>();
  }
  header.ack_count = *rc::gen::inRange<std::uint8_t>(0, 17);
  for (unsigned i = 0; i < header.ack_count; ++i) {
    header.acks[i] = *numbers();
  }
}

inline void draw_data_fields(LpMessage& message) {
  message.header.no_cache = *rc::gen::arbitrary<bool>();
  if (*rc::gen::arbitrary<bool>()) {
    message.announcement = (*arbitrary_data()).encode();
  }
}

inline void draw_interest_fields(LpHeader& header) {
  header.is_nack = *rc::gen::arbitrary<bool>();
  if (header.is_nack) {
    header.nack_reason = *rc::gen::elementOf(std::vector<NackReason>{
        NackReason::none, NackReason::congestion, NackReason::duplicate, NackReason::no_route});
    return;
  }
  header.has_next_hop_face = *rc::gen::arbitrary<bool>();
  header.next_hop_face = header.has_next_hop_face ? *rc::gen::arbitrary<FaceId>() : face_id_none;
  header.non_discovery = *rc::gen::arbitrary<bool>();
}

/// Any LpPacket that may be received: the fields that go with an Interest, a Nack or a Data.
inline rc::Gen<LpMessage> arbitrary_lp_message() {
  return rc::gen::exec([] {
    LpMessage message;
    const bool is_data = *rc::gen::arbitrary<bool>();
    message.payload = *bytes_up_to(40);
    message.payload.insert(message.payload.begin(), is_data ? 6 : 5);
    draw_link_fields(message.header);
    if (is_data) {
      draw_data_fields(message);
    } else {
      draw_interest_fields(message.header);
    }
    return message;
  });
}

}  // namespace augustus::wire
