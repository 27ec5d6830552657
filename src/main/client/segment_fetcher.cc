// SPDX-License-Identifier: Apache-2.0
#include "main/client/segment_fetcher.hh"

#include <fmt/format.h>

#include <stdexcept>

#include "main/client/interrupt.hh"
#include "main/client/segment.hh"
#include "main/client/signature.hh"

namespace augustus::client {
namespace {

constexpr TimeNs pause_after_nack_ns = 50 * nanoseconds_per_millisecond;

}  // namespace

SegmentFetcher::SegmentFetcher(Client& client, wire::Name versioned_name, const FetchOptions& options,
                               ContentHandler on_content)
    : client_(client),
      name_(std::move(versioned_name)),
      options_(options),
      on_content_(std::move(on_content)),
      window_(options.window_max),
      final_segment_(options.final_segment) {}

void SegmentFetcher::run() {
  fill_window();
  if (!client_.run([this] { return is_done(); })) {
    throw Interrupted();
  }
}

void SegmentFetcher::fill_window() {
  while (outstanding_ < window_.size()) {
    if (!lost_.empty()) {
      const std::uint64_t segment = lost_.front();
      lost_.pop_front();
      if (!final_segment_ || segment <= *final_segment_) {
        ++statistics_.retransmissions;
        request(segment);
      }
    } else if ((!final_segment_ || next_request_ <= *final_segment_) &&
               next_request_ < next_delivery_ + options_.window_max) {
      request(next_request_++);
    } else {
      return;
    }
  }
}

void SegmentFetcher::request(std::uint64_t segment) {
  wire::Interest interest;
  interest.name = name_;
  interest.name.append_number(wire::component_type::segment, segment);
  interest.must_be_fresh = options_.must_be_fresh;
  interest.lifetime_ms = options_.lifetime_ms;
  ++attempts_[segment];
  ++outstanding_;
  client_.express(
      interest, [this, segment](Reply& reply) { handle(segment, reply); },
      std::min(options_.lifetime_ms, round_trip_.timeout_ms()));
}

void SegmentFetcher::handle(std::uint64_t segment, Reply& reply) {
  --outstanding_;
  if (final_segment_ && segment > *final_segment_) {
    return;
  }
  if (reply.kind == Reply::Kind::data) {
    handle_data(segment, reply);
  } else {
    handle_loss(segment, reply);
  }
  fill_window();
}

void SegmentFetcher::handle_data(std::uint64_t segment, Reply& reply) {
  const DigestCheck check = check_data_digest(reply.packet);
  if (check == DigestCheck::invalid) {
    throw std::runtime_error(fmt::format("segment {} does not match its signature", segment));
  }
  statistics_.other_signatures |= check == DigestCheck::other_signature;
  if (attempts_[segment] == 1) {
    round_trip_.add(reply.round_trip_ns);
  }
  attempts_.erase(segment);
  if (const auto final = client::final_segment(reply.data)) {
    final_segment_ = final;
  }
  if (reply.congestion_marked) {
    ++statistics_.congestion_marks;
    window_.on_congestion(segment, next_request_ - 1);
  } else {
    window_.on_data(segment, reply.round_trip_ns, next_request_ - 1);
  }
  received_.emplace(segment, std::move(reply.data.content));
  deliver_in_order();
}

void SegmentFetcher::handle_loss(std::uint64_t segment, const Reply& reply) {
  if (attempts_[segment] > options_.retries) {
    throw std::runtime_error(fmt::format("segment {} of {} does not come: {} after {} Interests", segment,
                                         name_.uri(), describe(reply), attempts_[segment]));
  }
  if (reply.kind == Reply::Kind::timeout) {
    if (window_.on_congestion(segment, next_request_ - 1) || attempts_[segment] > 1) {
      round_trip_.back_off();
    }
    lost_.push_back(segment);
    return;
  }
  if (reply.nack_reason == wire::NackReason::congestion) {
    window_.on_congestion(segment, next_request_ - 1);
  }
  // A Nack comes at once: without a pause the retries would be spent before anything could change.
  client_.at(monotonic_now() + pause_after_nack_ns * attempts_[segment], [this, segment] {
    lost_.push_back(segment);
    fill_window();
  });
}

void SegmentFetcher::deliver_in_order() {
  while (!received_.empty() && received_.begin()->first == next_delivery_) {
    const std::vector<std::uint8_t>& content = received_.begin()->second;
    statistics_.bytes += content.size();
    ++statistics_.segments;
    on_content_(content);
    received_.erase(received_.begin());
    ++next_delivery_;
  }
}

}  // namespace augustus::client
