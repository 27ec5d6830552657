// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "main/client/client.hh"
#include "main/client/content_source.hh"
#include "wire/name.hh"

namespace augustus::client {

struct PublishOptions {
  std::uint64_t freshness_ms = 10000;
  std::size_t segment_bytes = 8000;
  std::uint64_t metadata_freshness_ms = 10;  ///< short, so that a new version is soon found
};

/// Answers for one object: <prefix>/v=<version>/seg=<n> with FinalBlockId, <prefix>/32=metadata with the
/// versioned name (Realtime Data Retrieval), and CanBePrefix Interests above segment 0 with that. All signed
/// with DigestSha256.
class ObjectPublisher {
 public:
  /// `content` must outlive this. Throws std::runtime_error when a segment would not fit a packet.
  ObjectPublisher(wire::Name prefix, std::uint64_t version, const ContentSource& content,
                  const PublishOptions& options);

  const wire::Name& prefix() const { return prefix_; }
  const wire::Name& versioned_name() const { return versioned_name_; }
  std::uint64_t segment_count() const { return segment_count_; }
  /// Segments that were asked for at least once.
  std::uint64_t segments_served() const { return segments_served_; }

  /// The Data TLV that answers the Interest; empty when none does.
  std::vector<std::uint8_t> answer(const wire::Interest& interest);

 private:
  std::vector<std::uint8_t> make_segment(std::uint64_t segment) const;
  std::vector<std::uint8_t> make_metadata() const;

  wire::Name prefix_;
  wire::Name versioned_name_;
  wire::Name metadata_name_;
  const ContentSource& content_;
  PublishOptions options_;
  std::uint64_t segment_count_;
  std::uint64_t segments_served_ = 0;
  std::vector<bool> served_;
};

}  // namespace augustus::client
