// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "face/socket_address.hh"
#include "races/traffic.hh"
#include "worker/router.hh"

namespace augustus::races {

inline constexpr unsigned workers = 3;

/// A router with three workers between two consumers and two producers. Whatever a test does to it, it does while
/// packets pass; that the sanitizer says nothing is what each states.
class Races : public testing::Test {
 protected:
  static void SetUpTestSuite();
  Races();
  ~Races() override;

  worker::RouterOptions options() const;
  /// Starts the router and the traffic.
  void start(const worker::RouterOptions& options);
  using MakeLine = std::function<std::unique_ptr<Line>()>;
  /// One more consumer and producer, for a prefix whose route is the Face that the producer gets.
  void add_traffic(const wire::Name& prefix, const MakeLine& consumer, const MakeLine& producer);

  /// Does it so often, each time among other packets.
  void while_packets_pass(const std::function<void(unsigned round)>& disturb, unsigned rounds = 20);
  /// One turn of the management thread.
  virtual void turn() { router_->poll(); }
  /// Takes turns until it is so, for some seconds.
  bool becomes(const std::function<bool()>& condition);
  std::uint64_t exchanges() const;

  /// The Face whose remote URI begins so, as soon as there is one; face_id_none: there was none for long.
  FaceId face_of(const std::string& remote_uri);
  /// Of the channel for this kind of Face: "tcp4", "ws", "udp4".
  face::SocketAddress channel(std::string_view scheme) const;
  std::string socket_path() const { return folder_ + "/sock"; }

  void move_some(unsigned round);
  void watch_for_a_moment();

  std::array<wire::Name, 2> prefixes_{wire::Name::literal("/a"), wire::Name::literal("/b")};
  std::string folder_;
  std::unique_ptr<worker::Router> router_;
  std::vector<std::unique_ptr<Traffic>> traffic_;
  std::vector<FaceId> producers_;  ///< of prefixes_
  std::uint64_t watched_ = 0;
};

}  // namespace augustus::races
