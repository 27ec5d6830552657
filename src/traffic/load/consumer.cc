// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/consumer.hh"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "traffic/load/content.hh"
#include "wire/tlv_header.hh"

namespace augustus::traffic {
namespace {

using enum ConsumerCount;

constexpr std::size_t token_bytes = 8;

/// The name less its last component.
std::span<const std::uint8_t> parent_of(std::span<const std::uint8_t> name) {
  const std::uint8_t* at = name.data();
  const std::uint8_t* const end = at + name.size();
  const std::uint8_t* last = at;
  wire::TlvHeader component;
  while (at < end && wire::read_tlv_header(at, end, component) == wire::TlvOutcome::ok) {
    last = at;
    at = component.end();
  }
  return name.first(static_cast<std::size_t>(last - name.data()));
}

ConsumerCount nack_count(wire::NackReason reason) {
  switch (reason) {
    case wire::NackReason::congestion:
      return nack_congestion;
    case wire::NackReason::duplicate:
      return nack_duplicate;
    case wire::NackReason::no_route:
      return nack_no_route;
    default:
      return nack_other;
  }
}

}  // namespace

Consumer::Consumer(const ConsumerOptions& options, std::unique_ptr<Link> link,
                   std::unique_ptr<NameSource> names)
    : options_(options),
      link_(std::move(link)),
      names_(std::move(names)),
      codec_(link_->format()),
      random_(options.seed),
      pending_(options.window),
      recent_(options.window) {
  if (options_.patience == 0) {
    options_.patience = options_.lifetime_ms * nanoseconds_per_millisecond;
  }
  if (options.rate > 0) {
    pacer_.emplace(options.rate, options.poisson, options.seed + 1);
  }
  if (codec_.format() != wire::PacketFormat::ndn &&
      (options.can_be_prefix > 0 || options.must_be_fresh > 0)) {
    throw std::invalid_argument("the compact header has neither CanBePrefix nor MustBeFresh");
  }
}

unsigned Consumer::step(TimeNs now) {
  now_ = now;
  advance(now);
  const unsigned received = link_->receive(*this, now);
  pending_.expire(now - std::min(now, options_.patience), [this](const PendingTable::Entry& entry) {
    recent_.note(entry.hash, RecentNames::End::given_up);
    counters_.add(lost);
  });
  const unsigned sent = send_due(now);
  link_->flush(now);
  return received + sent;
}

void Consumer::advance(TimeNs now) {
  if (phase_ == Phase::starting) {
    started_ = now;
    phase_ = Phase::warming_up;
    if (pacer_) {
      pacer_->start(now);
    }
  }
  if (phase_ == Phase::warming_up && now - started_ >= options_.warm_up) {
    begin_measuring(now);
  }
  const bool over =
      options_.duration != 0 && phase_ == Phase::measuring && now - measuring_since_ >= options_.duration;
  if (over || ((exhausted_ || stop_requested()) && phase_ <= Phase::measuring)) {
    stop_sending(now);
  }
  if (phase_ == Phase::draining && pending_.size() == 0) {
    if (exhausted_) {
      end_measuring(std::max(stopped_, last_answer_));
    }
    phase_ = Phase::finished;
    finish();
  }
}

void Consumer::begin_measuring(TimeNs now) {
  phase_ = Phase::measuring;
  measuring_since_ = now;
  measured_.start = counters_.read();
  measured_.out_bytes = link_->counters().out_bytes.value();
  measured_.in_bytes = link_->counters().in_bytes.value();
  round_trips_.clear();
}

void Consumer::stop_sending(TimeNs now) {
  if (phase_ >= Phase::draining) {
    return;
  }
  if (phase_ != Phase::measuring) {
    begin_measuring(now);
  }
  phase_ = Phase::draining;
  stopped_ = now;
  if (!exhausted_) {
    end_measuring(now);
  }
}

void Consumer::end_measuring(TimeNs now) {
  measured_.end = counters_.read();
  measured_.duration = now - measuring_since_;
  measured_.out_bytes = link_->counters().out_bytes.value() - measured_.out_bytes;
  measured_.in_bytes = link_->counters().in_bytes.value() - measured_.in_bytes;
}

TimeNs Consumer::next_event() const {
  if (phase_ == Phase::starting) {
    return 0;
  }
  const TimeNs oldest = pending_.oldest_sent();
  TimeNs next = oldest == time_never ? time_never : oldest + options_.patience;
  if (phase_ == Phase::warming_up) {
    next = std::min(next, started_ + options_.warm_up);
  } else if (phase_ == Phase::measuring && options_.duration != 0) {
    next = std::min(next, measuring_since_ + options_.duration);
  }
  if (phase_ >= Phase::draining) {
    return pending_.size() == 0 ? 0 : next;
  }
  if (exhausted_) {
    return 0;
  }
  if (pending_.size() == pending_.capacity()) {
    return next;
  }
  if (const auto due = names_->due()) {
    return std::min(next, started_ + *due);
  }
  if (pacer_) {
    return std::min(next, pacer_->next());
  }
  return link_->ready() && !all_joined_ ? 0 : next;
}

/// How many Interests are to be sent now.
unsigned Consumer::allowed(TimeNs now) {
  const unsigned room = std::min(Link::burst, pending_.capacity() - pending_.size());
  if (phase_ >= Phase::draining || exhausted_ || !link_->ready()) {
    return 0;
  }
  unsigned most = room;
  if (options_.count != 0) {
    most = static_cast<unsigned>(std::min<std::uint64_t>(room, options_.count - sequence_));
  }
  if (!pacer_) {
    return most;
  }
  const unsigned due = pacer_->due(now, most);
  counters_.set(missed, pacer_->missed());
  return due;
}

unsigned Consumer::send_due(TimeNs now) {
  const unsigned most = allowed(now);
  unsigned sent = 0;
  unsigned drawn = 0;
  for (; drawn < most; ++drawn) {
    if (const auto due = names_->due(); due && started_ + *due > now) {
      break;
    }
    const auto name = names_->next();
    exhausted_ = exhausted_ || name.empty();
    if (exhausted_) {
      break;
    }
    sent += send_one(name, now) ? 1 : 0;
  }
  all_joined_ = drawn != 0 && sent == 0;
  if (options_.count != 0 && sequence_ >= options_.count) {
    exhausted_ = true;
  }
  return sent;
}

/// False: an Interest for that name is under way.
bool Consumer::send_one(std::span<const std::uint8_t> name, TimeNs now) {
  const std::uint64_t hash = name_hash(name);
  if (!options_.repeat_names && pending_.contains(hash)) {
    counters_.add(joined);
    return false;
  }
  const bool compact = codec_.format() != wire::PacketFormat::ndn;
  InterestFields fields{.name = name,
                        .nonce = compact ? 0 : static_cast<std::uint32_t>(random_.next()),
                        .lifetime_ms = options_.write_lifetime ? options_.lifetime_ms : 0,
                        .can_be_prefix = random_.chance(options_.can_be_prefix),
                        .must_be_fresh = random_.chance(options_.must_be_fresh)};
  std::uint8_t token[token_bytes];
  Packet packet{.bytes = codec_.interest(fields), .kind = wire::PacketKind::interest};
  if (packet.bytes.empty()) {
    throw std::runtime_error("a name is too long for an Interest");
  }
  if (options_.pit_tokens) {
    std::memcpy(token, &sequence_, token_bytes);
    packet.pit_token = {token, token_bytes};
  }
  any_prefix_ = any_prefix_ || fields.can_be_prefix;
  pending_.insert(hash, sequence_++, fields.nonce, now);
  counters_.add(interests);
  link_->send(packet);
  return true;
}

void Consumer::receive(const Packet& packet) {
  PacketFields fields;
  if (!codec_.read(packet.bytes, fields)) {
    counters_.add(malformed);
  } else if (packet.kind == wire::PacketKind::nack) {
    receive_nack(packet, fields);
  } else if (fields.kind == wire::PacketKind::data) {
    receive_data(packet, fields);
  } else {
    counters_.add(unexpected);
  }
}

/// Ends the Interests of that name, or the oldest where names repeat; false when there are none.
bool Consumer::take(std::uint64_t hash, const Packet& packet) {
  std::uint64_t oldest = ~std::uint64_t{0};
  unsigned ended = 0;
  std::uint64_t token = 0;
  if (packet.pit_token.size() == token_bytes) {
    std::memcpy(&token, packet.pit_token.data(), token_bytes);
  }
  bool token_fits = !options_.pit_tokens;
  std::uint64_t only = ~std::uint64_t{0};
  if (options_.repeat_names) {
    pending_.take(
        hash,
        [&only](const PendingTable::Entry& entry) {
          only = std::min(only, entry.sequence);
          return false;
        },
        [](const PendingTable::Entry&) {});
  }
  pending_.take(
      hash,
      [&](const PendingTable::Entry& entry) { return !options_.repeat_names || entry.sequence == only; },
      [&](const PendingTable::Entry& entry) {
        ++ended;
        oldest = std::min(oldest, entry.sequence);
        round_trips_.add(now_ - entry.sent);
        token_fits = token_fits || (packet.pit_token.size() == token_bytes && token == entry.sequence);
      });
  if (ended == 0) {
    return false;
  }
  last_answer_ = now_;
  counters_.add(satisfied, ended);
  counters_.add(reordered, oldest + 1 < highest_ ? 1 : 0);
  highest_ = std::max(highest_, oldest + 1);
  counters_.add(wrong_token, token_fits ? 0 : 1);
  return true;
}

void Consumer::arrived(std::span<const std::uint8_t> name) {
  const std::uint64_t hash = name_hash(name);
  if (take(hash, {})) {
    recent_.note(hash, RecentNames::End::answered);
  } else {
    count_unasked(recent_.find(hash));
  }
}

/// Something came for an Interest that is not under way.
void Consumer::count_unasked(RecentNames::End end) {
  counters_.add(end == RecentNames::End::answered   ? duplicated
                : end == RecentNames::End::given_up ? late
                                                    : unexpected);
}

void Consumer::receive_data(const Packet& packet, const PacketFields& fields) {
  const std::uint64_t hash = name_hash(fields.name);
  std::uint64_t asked = hash;
  bool found = take(hash, packet);
  if (any_prefix_) {
    const std::uint64_t parent = name_hash(parent_of(fields.name));
    const bool as_prefix = take(parent, packet);
    asked = found || !as_prefix ? hash : parent;
    found = found || as_prefix;
  }
  if (!found) {
    RecentNames::End end = recent_.find(hash);
    if (end == RecentNames::End::unknown && any_prefix_) {
      end = recent_.find(name_hash(parent_of(fields.name)));
    }
    count_unasked(end);
    return;
  }
  recent_.note(asked, RecentNames::End::answered);
  counters_.add(data);
  counters_.add(content_bytes, fields.content.size());
  counters_.add(congestion_marks, packet.congestion_mark ? 1 : 0);
  if (options_.verify && !is_content(fields.content, hash, options_.content_seed)) {
    counters_.add(altered);
  }
}

void Consumer::receive_nack(const Packet& packet, const PacketFields& fields) {
  const std::uint64_t hash = name_hash(fields.name);
  const unsigned ended = pending_.take(
      hash, [&](const PendingTable::Entry& entry) { return entry.nonce == fields.nonce; },
      [](const PendingTable::Entry&) {});
  if (ended == 0) {
    counters_.add(unexpected);
    return;
  }
  recent_.note(hash, RecentNames::End::answered);
  counters_.add(nack_count(packet.nack_reason), ended);
}

}  // namespace augustus::traffic
