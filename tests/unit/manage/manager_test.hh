// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hh"
#include "command_builder.hh"
#include "manage/codec/control_response.hh"
#include "manage/manager.hh"
#include "patience.hh"
#include "recording_data_plane.hh"
#include "wire/data.hh"
#include "wire/tlv_reader.hh"

namespace augustus::test {

/// A Manager over a recording data plane, and a client on Face 300.
class ManagerTest : public testing::Test {
 protected:
  static constexpr FaceId client = 300;

  void SetUp() override { start(manage::ManagerOptions{}); }

  void start(const manage::ManagerOptions& options, std::uint32_t fib_prefixes = 1u << 20) {
    auto plane = std::make_unique<RecordingDataPlane>();
    plane_ = plane.get();
    plane_->fib_prefixes_max = fib_prefixes;
    plane_->add_face(client, "unix:///tmp/client");
    plane_->faces[client].scope = forward::FaceScope::local;
    plane_->faces[client].peer = face::UnixPeer{.user = geteuid(), .group = getegid(), .groups = {}};
    plane_->add_face(400, "udp4://192.0.2.1:6363");
    manager_ = std::make_unique<manage::Manager>(std::move(plane), options);
  }

  /// A packet comes in, and the manager serves what it has.
  void receive(const std::vector<std::uint8_t>& packet, FaceId from) {
    manager_->handle(packet, from, now_);
    while (manager_->serve(now_, wall_) == now_) {
    }
  }

  /// Sends a packet from the client; what the manager sent in return.
  std::vector<std::vector<std::uint8_t>> exchange(const wire::Interest& interest) {
    plane_->sent.clear();
    receive(interest.encode(), client);
    return plane_->sent;
  }

  std::optional<wire::Data> ask(const wire::Interest& interest) {
    const auto sent = exchange(interest);
    return sent.size() == 1 ? wire::Data::decode(sent[0]) : std::nullopt;
  }

  /// The same for a dataset, which may come later, because making them is kept to a part of the thread's time.
  std::optional<wire::Data> ask_dataset(const wire::Interest& interest) {
    exchange(interest);
    becomes([&] {
      if (plane_->sent.empty()) {
        manager_->tick(now_);
      }
      return !plane_->sent.empty();
    });
    return plane_->sent.size() == 1 ? wire::Data::decode(plane_->sent[0]) : std::nullopt;
  }

  std::optional<manage::ControlResponse> command(std::string_view module, std::string_view verb,
                                                 const manage::ControlParameters& parameters) {
    wall_ += nanoseconds_per_millisecond;
    const auto data = ask(sign_digest(unsigned_command(module, verb, parameters), wall_));
    return data ? manage::ControlResponse::decode(data->content) : std::nullopt;
  }

  std::uint64_t code(std::string_view module, std::string_view verb,
                     const manage::ControlParameters& parameters) {
    const auto response = command(module, verb, parameters);
    return response ? response->code : 0;
  }

  /// All segments of a dataset, put together.
  std::vector<std::uint8_t> dataset(const std::string& uri) {
    wire::Interest interest;
    interest.name = wire::Name::literal(uri);
    interest.can_be_prefix = true;
    interest.must_be_fresh = true;
    std::vector<std::uint8_t> payload;
    for (std::uint64_t segment = 0;; ++segment) {
      const auto data = ask_dataset(interest);
      if (!data) {
        ADD_FAILURE() << "no segment " << segment << " of " << uri;
        return payload;
      }
      payload.insert(payload.end(), data->content.begin(), data->content.end());
      if (data->final_block_id) {
        return payload;
      }
      interest = {};
      interest.name = data->name.prefix(data->name.size() - 1);
      interest.name.append_number(wire::component_type::segment, segment + 1);
    }
  }

  /// The values of a dataset's items.
  static std::vector<std::vector<std::uint8_t>> items(const std::vector<std::uint8_t>& payload) {
    std::vector<std::vector<std::uint8_t>> values;
    wire::TlvReader reader(payload);
    while (const auto element = reader.next()) {
      values.emplace_back(element->value.begin(), element->value.end());
    }
    return values;
  }

  static manage::ControlParameters named(const std::string& uri) {
    manage::ControlParameters parameters;
    parameters.name = wire::Name::literal(uri);
    return parameters;
  }

  static std::string deep_name() {
    std::string uri;
    for (int i = 0; i < 33; ++i) {
      uri += "/a";
    }
    return uri;
  }

  RecordingDataPlane* plane_ = nullptr;
  std::unique_ptr<manage::Manager> manager_;
  TimeNs now_ = 1000 * nanoseconds_per_second;
  TimeNs wall_ = some_wall;
};

}  // namespace augustus::test
