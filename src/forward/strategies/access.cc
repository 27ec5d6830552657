// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/access.hh"

#include <algorithm>

#include "forward/pit_key.hh"
#include "forward/read_view.hh"
#include "forward/stages/lookup_fib.hh"
#include "forward/strategies/retransmission.hh"

namespace augustus::forward {
namespace {

constexpr TimeNs suppression = 100 * nanoseconds_per_millisecond;
constexpr TimeNs prefix_lifetime = 8 * nanoseconds_per_second;
constexpr TimeNs face_lifetime = 3600 * nanoseconds_per_second;
constexpr unsigned prefix_sets_log2 = 10;
constexpr unsigned face_sets_log2 = 6;
/// Interests that wait beyond this number are not retried.
constexpr std::size_t waiting_max = 1024;

/// The hash of the parent of a name; of the name itself when it has no parent that is indexed.
std::uint64_t parent_of(const wire::PacketView& view) {
  const unsigned components = view.prefix_count();
  return view.component_count > components ? view.prefix_hash[components]
                                           : view.prefix_hash[components > 0 ? components - 1 : 0];
}

}  // namespace

Access::Access() : prefixes_(prefix_sets_log2, prefix_lifetime), faces_(face_sets_log2, face_lifetime) {
  waiting_.reserve(waiting_max);
}

Access::~Access() {
  for (const auto& waiting : waiting_) {
    rte_pktmbuf_free(waiting.interest);
  }
}

void Access::after_receive_interest(PendingInterest& interest) {
  switch (decide_by_fixed_interval(interest, suppression)) {
    case Retransmission::suppress:
      interest.suppress();
      break;
    case Retransmission::forward:
      send_to_all(interest, face_id_none);
      break;
    case Retransmission::fresh:
      if (!send_to_last(interest) && send_to_all(interest, face_id_none) == 0) {
        interest.reject_silently();
      }
      break;
  }
}

Access::Prefix* Access::find_prefix(PendingInterest& interest) {
  const auto& view = *interest.item().view;
  for (unsigned components = view.prefix_count() + 1; components-- > 0;) {
    if (auto* prefix = prefixes_.find(view.prefix_hash[components], interest.now()); prefix != nullptr) {
      return prefix;
    }
  }
  return nullptr;
}

bool Access::send_to_last(PendingInterest& interest) {
  const auto* prefix = find_prefix(interest);
  if (prefix == nullptr || prefix->last_next_hop == face_id_none ||
      prefix->last_next_hop == interest.ingress().id) {
    return false;
  }
  const auto hops = interest.next_hops();
  const bool routed = std::any_of(
      hops.begin(), hops.end(), [&](const table::NextHop& hop) { return hop.face == prefix->last_next_hop; });
  if (!routed || !interest.eligible(prefix->last_next_hop) ||
      interest.send(prefix->last_next_hop) == nullptr) {
    return false;
  }
  await(interest, *prefix);
  return true;
}

unsigned Access::send_to_all(PendingInterest& interest, FaceId except) {
  unsigned sent = 0;
  for (const auto& hop : interest.next_hops()) {
    if (hop.face != except && hop.face != interest.ingress().id && interest.eligible(hop.face) &&
        interest.send(hop.face) != nullptr) {
      ++sent;
    }
  }
  return sent;
}

void Access::await(const PendingInterest& interest, const Prefix& prefix) {
  if (waiting_.size() == waiting_max) {
    return;
  }
  rte_mbuf* packet = interest.item().packet;
  rte_pktmbuf_refcnt_update(packet, 1);
  waiting_.push_back({interest.now() + prefix.rtt.timeout(), packet, prefix.last_next_hop});
  std::push_heap(waiting_.begin(), waiting_.end(), Waiting::later);
}

TimeNs Access::next_timer() const {
  return waiting_.empty() ? time_never : waiting_.front().deadline;
}

void Access::run_timers(StageContext& context) {
  while (!waiting_.empty() && waiting_.front().deadline <= context.now) {
    std::pop_heap(waiting_.begin(), waiting_.end(), Waiting::later);
    const auto waiting = waiting_.back();
    waiting_.pop_back();
    retry(context, waiting);
  }
}

/// Sends to all other next hops if the Interest is still pending as it was. Takes the reference.
void Access::retry(StageContext& context, const Waiting& waiting) {
  FanOut fan_out(context.egress, waiting.interest);
  wire::PacketView view;
  const auto bytes = packet_bytes(waiting.interest);
  if (!read_view(arrival_of(waiting.interest).format, bytes, view)) {
    return;
  }
  wire::hash_name(context.shared.hash, bytes.data(), view);
  Item item;
  item.packet = waiting.interest;
  item.view = &view;
  item.ingress = context.shared.faces.find(arrival_of(waiting.interest).face);
  item.entry = context.table.find(item.key());
  if (item.entry == table::entry_none) {
    return;
  }
  item.record = context.table.find_pit(item.entry, selectors_of(item, context.shared.hash));
  const auto* in = item.record != nullptr ? context.table.find_in(*item.record, item.ingress.id) : nullptr;
  if (in == nullptr || in->nonce != view.nonce) {
    return;
  }
  Burst burst;
  burst.push(item);
  lookup_fib(context, burst);
  PendingInterest interest(context, item, fan_out);
  send_to_all(interest, waiting.sent_to);
}

void Access::before_satisfy(ReceivedData& data) {
  const auto* out = data.out_record();
  if (!data.somebody_waits() || out == nullptr) {
    return;
  }
  const auto rtt = data.now() - out->last_renewed;
  auto& face = faces_.touch(data.ingress(), data.now());
  face.add(rtt);
  auto& prefix = prefixes_.touch(parent_of(*data.item().view), data.now());
  if (prefix.last_next_hop != data.ingress()) {
    prefix.last_next_hop = data.ingress();
    prefix.rtt = face;
  } else {
    prefix.rtt.add(rtt);
  }
}

}  // namespace augustus::forward
