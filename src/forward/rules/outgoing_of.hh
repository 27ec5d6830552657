// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/copy_short.hh"
#include "forward/burst.hh"
#include "forward/outgoing.hh"
#include "table/in_record.hh"

namespace augustus::forward {

/// What goes along with a packet to one Face. Each writes all of `to` but `packet`, in place: what is written byte by
/// byte and then copied in wide words waits for its bytes.
namespace detail {

[[gnu::always_inline]] inline void set_token(Outgoing& to,
                                             const std::array<std::uint8_t, wire::pit_token_bytes_max>& token,
                                             std::uint8_t length) {
  to.pit_token_length = length;
  copy_short(to.pit_token.data(), token.data(), length);
}

}  // namespace detail

/// An Interest to an upstream. Its own PIT token stays here.
[[gnu::always_inline]] inline void outgoing_interest(Outgoing& to, const Item& interest, FaceId upstream,
                                                     bool non_discovery) {
  to.face = upstream;
  to.incoming_face = interest.ingress.id;
  to.kind = wire::PacketKind::interest;
  to.nack_reason = wire::NackReason::none;
  to.congestion_mark = interest.arrival().congestion_mark;
  to.pit_token_length = 0;
  to.non_discovery = non_discovery;
  to.with_announcement = false;
}

/// Data to the downstream of an in-record, with the token that it asked with. `incoming`: where the Data came from.
[[gnu::always_inline]] inline void outgoing_data(Outgoing& to, const Item& data, FaceId incoming,
                                                 const table::InRecord& in) {
  const auto& arrival = data.arrival();
  to.face = in.face;
  to.incoming_face = incoming;
  to.kind = wire::PacketKind::data;
  to.nack_reason = wire::NackReason::none;
  to.congestion_mark = arrival.congestion_mark;
  to.non_discovery = false;
  to.with_announcement = arrival.announcement_length != 0;
  detail::set_token(to, in.pit_token, in.pit_token_length);
}

/// Data of the content store to the Face that asks now.
[[gnu::always_inline]] inline void outgoing_stored(Outgoing& to, const Item& interest) {
  const auto& arrival = interest.arrival();
  to.face = arrival.face;
  to.incoming_face = face_id_content_store;
  to.kind = wire::PacketKind::data;
  to.nack_reason = wire::NackReason::none;
  to.congestion_mark = 0;
  to.non_discovery = false;
  to.with_announcement = false;
  detail::set_token(to, arrival.pit_token, arrival.pit_token_length);
}

/// A Nack to the Face that asks now.
inline void outgoing_nack(Outgoing& to, const Item& interest, wire::NackReason reason) {
  const auto& arrival = interest.arrival();
  to.face = arrival.face;
  to.incoming_face = face_id_none;
  to.kind = wire::PacketKind::nack;
  to.nack_reason = reason;
  to.congestion_mark = 0;
  to.non_discovery = false;
  to.with_announcement = false;
  detail::set_token(to, arrival.pit_token, arrival.pit_token_length);
}

/// A Nack that came from upstream, to the downstream of an in-record.
inline void outgoing_nack(Outgoing& to, const Item& nack, const table::InRecord& in, wire::NackReason reason) {
  to.face = in.face;
  to.incoming_face = face_id_none;
  to.kind = wire::PacketKind::nack;
  to.nack_reason = reason;
  to.congestion_mark = nack.arrival().congestion_mark;
  to.non_discovery = false;
  to.with_announcement = false;
  detail::set_token(to, in.pit_token, in.pit_token_length);
}

}  // namespace augustus::forward
