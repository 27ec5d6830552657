// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/producer.hh"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "base/packet_limit.hh"
#include "traffic/load/content.hh"

namespace augustus::traffic {
namespace {

/// What is put behind the name of an Interest with CanBePrefix: a component "d".
constexpr std::array<std::uint8_t, 3> suffix{8, 1, 'd'};

}  // namespace

Producer::Producer(const ProducerOptions& options, std::unique_ptr<Link> link)
    : options_(options),
      link_(std::move(link)),
      codec_(link_->format()),
      random_(options.seed),
      content_(packet_bytes_max),
      name_(packet_bytes_max + suffix.size()),
      delayed_(options.delay == 0 ? 0 : options.delayed_max),
      delayed_names_(delayed_.size() * delayed_name_max) {
  const std::size_t bytes_max = packet_bytes_max + link_->overhead(packet_bytes_max, 0);
  if (options.payload >= packet_bytes_max || options.packet_bytes > bytes_max) {
    throw std::invalid_argument("a packet has at most 8800 bytes, " + std::to_string(bytes_max) +
                                " with its headers here");
  }
}

unsigned Producer::step(TimeNs now) {
  now_ = now;
  const std::uint64_t before = counters_.data.value();
  if (delayed_head_ != delayed_tail_) {
    send_delayed(now);
  }
  const unsigned received = link_->ready() && !finished() ? link_->receive(*this, now) : 0;
  link_->flush(now);
  if (stop_requested()) {
    finish();
  }
  return received + static_cast<unsigned>(counters_.data.value() - before);
}

TimeNs Producer::next_event() const {
  return delayed_head_ == delayed_tail_ ? time_never : delayed_[delayed_head_ % delayed_.size()].when;
}

void Producer::receive(const Packet& packet) {
  PacketFields fields;
  if (!codec_.read(packet.bytes, fields)) {
    counters_.malformed.add();
    return;
  }
  if (fields.kind != wire::PacketKind::interest || packet.kind == wire::PacketKind::nack) {
    counters_.unexpected.add();
    return;
  }
  counters_.interests.add();
  if (witness_) {
    counters_.silent.add();
    witness_(fields.name);
    return;
  }
  if (options_.answer < 1 && !random_.chance(options_.answer)) {
    counters_.silent.add();
    return;
  }
  auto name = fields.name;
  if (fields.can_be_prefix) {
    auto end = std::copy(name.begin(), name.end(), name_.begin());
    end = std::copy(suffix.begin(), suffix.end(), end);
    name = {name_.begin(), end};
  }
  if (options_.delay == 0) {
    answer(name, packet.pit_token, packet.peer);
  } else {
    delay(packet, name);
  }
}

void Producer::delay(const Packet& packet, std::span<const std::uint8_t> name) {
  if (delayed_tail_ - delayed_head_ == delayed_.size() || name.size() > delayed_name_max) {
    counters_.unsent.add();
    return;
  }
  const std::size_t place = delayed_tail_++ % delayed_.size();
  Delayed& delayed = delayed_[place];
  delayed.when = now_ + options_.delay;
  delayed.peer = packet.peer;
  delayed.name_bytes = static_cast<std::uint16_t>(name.size());
  delayed.token_bytes = static_cast<std::uint8_t>(packet.pit_token.size());
  std::copy(packet.pit_token.begin(), packet.pit_token.end(), delayed.token.begin());
  std::copy(name.begin(), name.end(),
            delayed_names_.begin() + static_cast<std::ptrdiff_t>(place * delayed_name_max));
}

void Producer::send_delayed(TimeNs now) {
  for (unsigned sent = 0; sent < Link::burst && delayed_head_ != delayed_tail_ && link_->ready(); ++sent) {
    const std::size_t place = delayed_head_ % delayed_.size();
    const Delayed& delayed = delayed_[place];
    if (delayed.when > now) {
      return;
    }
    answer({delayed_names_.data() + place * delayed_name_max, delayed.name_bytes},
           {delayed.token.data(), delayed.token_bytes}, delayed.peer);
    ++delayed_head_;
  }
}

/// Content for a packet of packet_bytes: what the rest leaves. Names of one length are of one shape.
std::size_t Producer::content_bytes_for(const DataFields& fields, std::size_t token_bytes) {
  if (options_.packet_bytes == 0) {
    return options_.payload;
  }
  const std::size_t shape = fields.name.size() << 8 | token_bytes;
  if (shape == content_shape_) {
    return content_bytes_;
  }
  std::size_t content = options_.packet_bytes;
  // Lengths take more bytes with more content: one round finds out, the next is right.
  constexpr int rounds = 3;
  for (int round = 0; round < rounds; ++round) {
    const std::size_t packet = codec_.data_bytes(fields, content);
    const std::size_t others = packet - content + link_->overhead(packet, token_bytes);
    content = options_.packet_bytes > others ? options_.packet_bytes - others : 0;
  }
  content_shape_ = shape;
  content_bytes_ = std::min(content, content_.size());
  return content_bytes_;
}

void Producer::answer(std::span<const std::uint8_t> name, std::span<const std::uint8_t> token, FaceId peer) {
  const std::uint64_t hash = name_hash(name);
  DataFields fields{
      .name = name, .freshness_ms = options_.freshness_ms, .content = {}, .digest = options_.digest};
  const std::span<std::uint8_t> content(content_.data(), content_bytes_for(fields, token.size()));
  write_content(content, hash, options_.content_seed);
  fields.content = content;
  const auto packet = codec_.data(fields);
  const bool sent =
      !packet.empty() &&
      link_->send({.bytes = packet, .kind = wire::PacketKind::data, .pit_token = token, .peer = peer});
  if (!sent) {
    counters_.unsent.add();
    return;
  }
  counters_.data.add();
  counters_.content_bytes.add(content.size());
}

}  // namespace augustus::traffic
