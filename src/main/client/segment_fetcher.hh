// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "main/client/client.hh"
#include "main/client/congestion_window.hh"
#include "main/client/round_trip_estimator.hh"

namespace augustus::client {

struct FetchOptions {
  std::uint64_t lifetime_ms = 4000;
  unsigned retries = 15;       ///< of one segment
  /// Interests outstanding, and segments held to put in order. No more than the router's Faces queue for a
  /// reader that is slow for a moment (face/stream_transport).
  unsigned window_max = 512;
  bool must_be_fresh = false;
  std::optional<std::uint64_t> final_segment;  ///< where the metadata told
};

struct FetchStatistics {
  std::uint64_t bytes = 0;
  std::uint64_t segments = 0;
  std::uint64_t retransmissions = 0;
  std::uint64_t congestion_marks = 0;
  bool other_signatures = false;  ///< some Data was not signed with DigestSha256 and thus not checked
};

/// Fetches the segments of one versioned object with a window of Interests and hands their contents over in
/// order.
class SegmentFetcher {
 public:
  using ContentHandler = std::function<void(const std::vector<std::uint8_t>& content)>;

  SegmentFetcher(Client& client, wire::Name versioned_name, const FetchOptions& options,
                 ContentHandler on_content);

  /// Runs until the last segment was handed over. Throws std::runtime_error when a segment does not come or
  /// does not match its signature, Interrupted on a signal to end. Call once; the client must not outlive
  /// this object's use of it with Interests under way (end the client first or leave both together).
  void run();

  const FetchStatistics& statistics() const { return statistics_; }
  std::optional<std::uint64_t> final_segment() const { return final_segment_; }

 private:
  void fill_window();
  void request(std::uint64_t segment);
  void handle(std::uint64_t segment, Reply& reply);
  void handle_data(std::uint64_t segment, Reply& reply);
  void handle_loss(std::uint64_t segment, const Reply& reply);
  void deliver_in_order();
  bool is_done() const { return final_segment_ && next_delivery_ > *final_segment_; }

  Client& client_;
  wire::Name name_;
  FetchOptions options_;
  ContentHandler on_content_;
  CongestionWindow window_;
  RoundTripEstimator round_trip_;
  FetchStatistics statistics_;
  std::optional<std::uint64_t> final_segment_;
  std::uint64_t next_request_ = 0;
  std::uint64_t next_delivery_ = 0;
  std::uint64_t outstanding_ = 0;
  std::deque<std::uint64_t> lost_;                        ///< to be asked for again
  std::unordered_map<std::uint64_t, unsigned> attempts_;  ///< of segments that do not wait in received_
  std::map<std::uint64_t, std::vector<std::uint8_t>> received_;  ///< out of order
};

}  // namespace augustus::client
