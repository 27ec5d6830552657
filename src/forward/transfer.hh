// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>

#include "table/pit_record.hh"

namespace augustus::forward {

/// What one partition asks of another. Prefix matching is the only reason: an Interest with CanBePrefix lives
/// in the partition of its own name, Data in that of its full name.
enum class TransferKind : std::uint8_t {
  packet,           ///< a received packet that belongs to partition `to`
  data_for_prefix,  ///< Data of partition `from`, whose prefix of `components` components may be pending at
                    ///< `to`
  data_solicited,   ///< answer: a pending prefix Interest wanted this Data; `to` may cache it
  cs_query,         ///< a CanBePrefix Interest of partition `from` asks the next partition's CS
  cs_answer,        ///< a partition's CS had Data for the prefix Interest identified by record and nonce
  prefetch_batch,   ///< an Interest of partition `from` makes the batch after its own likely to be asked for
  cs_miss,          ///< the query has been everywhere: forward the Interest
};

/// One message between partitions; owns one reference to `packet`.
struct Transfer {
  rte_mbuf* packet = nullptr;
  TransferKind kind = TransferKind::packet;
  std::uint8_t components = 0;
  std::uint16_t from = 0;
  std::uint16_t to = 0;
  bool solicited = false;  ///< data_for_prefix: `from` found a pending Interest itself
  FaceId face = 0;         ///< cs_query, cs_answer: the downstream that asked
  std::uint32_t nonce = 0;
  rte_mbuf* interest = nullptr;  ///< cs_answer: the Interest that asked (a reference is owned too)
};
static_assert(sizeof(Transfer) % 4 == 0 && sizeof(Transfer) <= 40);

}  // namespace augustus::forward
