// SPDX-License-Identifier: Apache-2.0
#include "forward/forward_counters.hh"

namespace augustus::forward {

std::string_view drop_name(Drop drop) {
  switch (drop) {
    case Drop::scope_violation:
      return "scope_violation";
    case Drop::duplicate_nonce:
      return "duplicate_nonce";
    case Drop::dead_nonce:
      return "dead_nonce";
    case Drop::hop_limit_exceeded:
      return "hop_limit_exceeded";
    case Drop::pit_full:
      return "pit_full";
    case Drop::pit_share:
      return "pit_share";
    case Drop::pit_gave_way:
      return "pit_gave_way";
    case Drop::name_share:
      return "name_share";
    case Drop::digest_share:
      return "digest_share";
    case Drop::name_storage:
      return "name_storage";
    case Drop::name_table_full:
      return "name_table_full";
    case Drop::in_records_full:
      return "in_records_full";
    case Drop::out_records_full:
      return "out_records_full";
    case Drop::no_route:
      return "no_route";
    case Drop::suppressed:
      return "suppressed";
    case Drop::unsolicited_data:
      return "unsolicited_data";
    case Drop::nack_unmatched:
      return "nack_unmatched";
    case Drop::face_gone:
      return "face_gone";
    case Drop::no_buffer:
      return "no_buffer";
    case Drop::transfer_full:
      return "transfer_full";
    case Drop::lessons_full:
      return "lessons_full";
    case Drop::expired:
      return "expired";
    case Drop::no_next_hop_face:
      return "no_next_hop_face";
    case Drop::by_element:
      return "by_element";
    case Drop::count:
      break;
  }
  return "unknown";
}

}  // namespace augustus::forward
