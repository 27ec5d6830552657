// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/asf.hh"

#include <algorithm>
#include <array>
#include <tuple>

#include "forward/record_life.hh"
#include "forward/strategies/next_hop_choice.hh"
#include "forward/strategies/retransmission.hh"
#include "forward/strategy_id.hh"

namespace augustus::forward {
namespace {

constexpr TimeNs measurements_lifetime = 300 * nanoseconds_per_second;
constexpr std::uint32_t first_probe_within_ms = 5001;
constexpr TimeNs linger_for_probes = 50 * nanoseconds_per_millisecond;
constexpr unsigned sets_log2 = 10;

/// Names the prefix in the PIT record and, with a Face, in the table of upstreams.
std::uint32_t prefix_tag(PendingInterest& interest) {
  return static_cast<std::uint32_t>(interest.fib_prefix() >> 32 ^ interest.fib_prefix());
}

std::uint64_t upstream_key(std::uint32_t prefix, FaceId face) {
  return std::uint64_t{prefix} << 32 | face;
}

}  // namespace

/// Smaller is better: group, then smoothed RTT of those that work, then cost and FaceId.
struct Asf::Rank {
  unsigned group;
  TimeNs smoothed;
  std::uint32_t cost;
  FaceId face;
  bool operator<(const Rank& other) const {
    return std::tie(group, smoothed, cost, face) <
           std::tie(other.group, other.smoothed, other.cost, other.face);
  }
};

Asf::Asf() : upstreams_(sets_log2, measurements_lifetime), prefixes_(sets_log2, measurements_lifetime) {}

void Asf::note_timeout(Upstream& upstream) {
  upstream.timeout_at = 0;
  if (++upstream.timeouts >= upstream.timeouts_max) {
    upstream.timeouts = 0;
    upstream.status = Status::timed_out;
  }
}

Asf::Upstream* Asf::find_upstream(std::uint32_t prefix, FaceId face, TimeNs now) {
  auto* upstream = upstreams_.find(upstream_key(prefix, face), now);
  if (upstream != nullptr && upstream->timeout_at != 0 && upstream->timeout_at <= now) {
    note_timeout(*upstream);
  }
  return upstream;
}

/// `best` is the group that ranks first: working ones to forward to, unmeasured ones to probe.
Asf::Rank Asf::rank(PendingInterest& interest, const table::NextHop& hop, Status best) {
  const auto* upstream = find_upstream(prefix_tag(interest), hop.face, interest.now());
  const auto status = upstream != nullptr ? upstream->status : Status::unmeasured;
  const unsigned group = status == best ? 1 : status == Status::timed_out ? 3 : 2;
  return {group, status == Status::working ? upstream->rtt.smoothed() : time_never, hop.cost, hop.face};
}

FaceId Asf::best_face(PendingInterest& interest, bool unused_only) {
  FaceId best = face_id_none;
  Rank best_rank{};
  for (const auto& hop : interest.next_hops()) {
    if (!interest.eligible(hop.face) || (unused_only && interest.in_use(hop.face))) {
      continue;
    }
    const auto rank_of_hop = rank(interest, hop, Status::working);
    if (best == face_id_none || rank_of_hop < best_rank) {
      best = hop.face;
      best_rank = rank_of_hop;
    }
  }
  return best;
}

void Asf::measure(PendingInterest& interest, FaceId face) {
  const auto prefix = prefix_tag(interest);
  find_upstream(prefix, face, interest.now());
  auto& upstream = upstreams_.touch(upstream_key(prefix, face), interest.now());
  upstream.timeouts_max = strategy_parameters(interest.record().strategy).max_timeouts;
  interest.record().strategy_word = prefix;
  if (upstream.timeout_at == 0) {
    upstream.timeout_at = interest.now() + upstream.rtt.timeout();
    upstream.timeout_name = interest.item().view->name_hash;
  }
}

void Asf::after_receive_interest(PendingInterest& interest) {
  if (!has_pending_out(interest.context().table, interest.record(), interest.now())) {
    forward_new(interest);
    return;
  }
  if (const auto face = best_face(interest, true); face != face_id_none) {
    forward_again(interest, face, true);
  } else if (const auto used = earliest_used(interest); used != face_id_none) {
    forward_again(interest, used, false);
  }
}

void Asf::forward_new(PendingInterest& interest) {
  const auto face = best_face(interest, false);
  if (face == face_id_none) {
    interest.reject();
    return;
  }
  if (interest.send(face) != nullptr) {
    measure(interest, face);
  }
  probe(interest, face);
}

void Asf::forward_again(PendingInterest& interest, FaceId face, bool measured) {
  const auto decision = decide_by_upstream(interest, face);
  if (decision == Retransmission::suppress) {
    interest.suppress();
    return;
  }
  auto* out = interest.send(face);
  if (out == nullptr) {
    return;
  }
  if (measured) {
    measure(interest, face);
  }
  if (decision == Retransmission::forward) {
    lengthen_suppression(*out);
  }
}

void Asf::probe(PendingInterest& interest, FaceId used) {
  const auto now = interest.now();
  auto& prefix = prefixes_.touch(interest.fib_prefix(), now);
  if (prefix.next_probe == 0) {
    prefix.next_probe =
        now + interest.context().random.below(first_probe_within_ms) * nanoseconds_per_millisecond + 1;
  }
  if (prefix.next_probe > now) {
    return;
  }
  const auto face = face_to_probe(interest, used);
  if (face == face_id_none) {
    return;
  }
  if (interest.send_probe(face) != nullptr) {
    measure(interest, face);
  }
  const auto& parameters = strategy_parameters(interest.record().strategy);
  prefix.next_probe = now + parameters.probing_interval_ms * nanoseconds_per_millisecond;
}

/// An unmeasured next hop if there is one; else any, the better ranked the more likely: of n, the j-th with
/// probability (n + 1 - j) / (1 + ... + n).
FaceId Asf::face_to_probe(PendingInterest& interest, FaceId used) {
  std::array<Rank, table::next_hops_max> ranks;
  unsigned count = 0;
  for (const auto& hop : interest.next_hops()) {
    if (hop.face != used && hop.face != interest.ingress().id && count < ranks.size() &&
        interest.eligible(hop.face)) {
      ranks[count++] = rank(interest, hop, Status::unmeasured);
    }
  }
  if (count == 0) {
    return face_id_none;
  }
  std::sort(ranks.begin(), ranks.begin() + count);
  if (ranks[0].group == 1) {
    return ranks[0].face;
  }
  auto drawn = interest.context().random.below(count * (count + 1) / 2);
  unsigned chosen = 0;
  for (unsigned weight = count; drawn >= weight; --weight) {
    drawn -= weight;
    ++chosen;
  }
  return ranks[chosen].face;
}

void Asf::before_satisfy(ReceivedData& data) {
  auto* upstream = find_upstream(data.record().strategy_word, data.ingress(), data.now());
  if (upstream == nullptr) {
    return;
  }
  if (const auto* out = data.out_record(); out != nullptr) {
    upstream->rtt.add(data.now() - out->last_renewed);
    upstream->status = Status::working;
  }
  if (upstream->timeout_name == data.context().table.hash(data.record().entry)) {
    upstream->timeout_at = 0;
  }
  upstream->timeouts = 0;
  upstreams_.touch(upstream_key(data.record().strategy_word, data.ingress()), data.now());
  data.linger(linger_for_probes);
}

void Asf::after_receive_nack(ReceivedNack& nack) {
  if (auto* upstream = find_upstream(nack.record().strategy_word, nack.ingress(), nack.now());
      upstream != nullptr) {
    upstream->status = Status::timed_out;
    upstream->timeouts = 0;
    if (upstream->timeout_name == nack.item().view->name_hash) {
      upstream->timeout_at = 0;
    }
  }
  nack.process();
}

}  // namespace augustus::forward
