// SPDX-License-Identifier: Apache-2.0
#include "main/control/bulk_commands.hh"

#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>
#include <thread>

#include "main/client/signature.hh"
#include "manage/codec/control_response.hh"
#include "unit/main/socket_pair.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/tlv_reader.hh"

namespace augustus::control::bulk_commands_test {
namespace {

constexpr std::uint32_t signature_time_type = 0x28;

std::uint64_t time_of(const wire::Interest& interest) {
  wire::TlvReader reader(*interest.signature_info);
  while (const auto element = reader.next()) {
    if (element->type == signature_time_type) {
      return element->number().value_or(0);
    }
  }
  return 0;
}

/// A router's end that takes a command only when its time is later than the one's before, as NFD does.
class StrictRouter {
 public:
  explicit StrictRouter(client::Socket socket) : socket_(std::move(socket)), thread_([this] { run(); }) {}
  ~StrictRouter() {
    stopping_ = true;
    thread_.join();
  }
  unsigned taken() const { return taken_; }
  unsigned refused() const { return refused_; }

 private:
  void run() {
    while (!stopping_) {
      pollfd ready{socket_.descriptor(), POLLIN, 0};
      ::poll(&ready, 1, 10);
      if (ready.revents != 0) {
        socket_.receive([this](std::span<const std::uint8_t> packet) { take(packet); });
        socket_.flush();
      }
    }
  }

  void take(std::span<const std::uint8_t> packet) {
    const auto command = wire::Interest::decode(packet);
    if (!command || !command->signature_info) {
      return;
    }
    const auto time = time_of(*command);
    const bool later = time > last_;
    last_ = std::max(last_, time);
    ++(later ? taken_ : refused_);
    manage::ControlResponse response;
    response.code = later ? 200 : 403;
    wire::Data answer;
    answer.name = command->name;
    answer.content = response.encode();
    const auto bytes = answer.encode();
    socket_.send(bytes, {});
  }

  client::Socket socket_;
  std::uint64_t last_ = 0;
  std::atomic<unsigned> taken_{0};
  std::atomic<unsigned> refused_{0};
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

TEST(BulkCommands, AreAllTakenByARouterThatWantsEachLaterThanTheOneBefore) {
  constexpr unsigned commands = 600;
  const client::SocketPair pair;
  client::Client client(pair.first(), true);
  StrictRouter router(pair.second());
  BulkCommands bulk(client, "rib", "register");
  // Times have run ahead of the clock as far as they may: the next ones are the same.
  while (!client::signature_time_stands()) {
    wire::Interest other;
    client::sign_with_digest(other);
  }
  unsigned failed = 0;
  for (unsigned i = 0; i < commands; ++i) {
    bulk.give({}, [&failed](const std::string& failure) { failed += failure.empty() ? 0 : 1; });
  }
  bulk.finish();
  EXPECT_EQ(failed, 0u);
  EXPECT_EQ(router.taken(), commands);
  EXPECT_GT(router.refused(), 0u);
}

}  // namespace
}  // namespace augustus::control::bulk_commands_test
