// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.hh"
#include "main/client/endpoint.hh"
#include "main/client/socket.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/lp_header.hh"

namespace augustus::client {

/// What came of one expressed Interest.
struct Reply {
  enum class Kind : std::uint8_t { data, nack, timeout };

  Kind kind = Kind::timeout;
  wire::Data data;                                        ///< with Kind::data
  std::vector<std::uint8_t> packet;                       ///< with Kind::data: the Data TLV
  wire::NackReason nack_reason = wire::NackReason::none;  ///< with Kind::nack
  bool congestion_marked = false;
  TimeNs round_trip_ns = 0;
};

/// "Data", "Nack (no route)", "no answer": for messages.
std::string describe(const Reply& reply);

/// An Interest to answer with Client::answer(), now or later.
struct Request {
  wire::Interest interest;
  std::vector<std::uint8_t> pit_token;  ///< goes back with the Data
};

/// A program's side of a connection to a router: expresses Interests, answers those of others, runs timers.
/// One thread; everything happens inside run().
class Client {
 public:
  using ReplyHandler = std::function<void(Reply&)>;
  using RequestHandler = std::function<void(const Request&)>;

  explicit Client(const Endpoint& endpoint);
  /// Speaks over a connected socket; `is_local` as in Endpoint::is_local().
  Client(Socket socket, bool is_local);

  bool is_local() const { return is_local_; }

  /// Sends the Interest; `handler` is called once, with the Data, the Nack, or a time-out after `wait_ms`
  /// (the Interest's lifetime unless given).
  void express(const wire::Interest& interest, ReplyHandler handler,
               std::optional<std::uint64_t> wait_ms = std::nullopt);
  /// Expresses the Interest and runs until its reply; a time-out or Nack is tried again `retries` times, each
  /// with a nonce of its own. Throws Interrupted on a signal to end.
  Reply exchange(wire::Interest interest, unsigned retries = 2);

  /// Interests under `prefix` go to `handler` (the longest prefix that has one). Does not register with the
  /// router.
  void serve(const wire::Name& prefix, RequestHandler handler);
  void answer(const Request& request, std::span<const std::uint8_t> data_tlv);

  /// Calls `action` once, at `when` (monotonic clock).
  void at(TimeNs when, std::function<void()> action);

  /// Handles packets and timers until `done()` is true, asked after each step. Returns false when a signal to
  /// end came first. Throws when the connection is lost.
  bool run(const std::function<bool()>& done);
  /// Bytes that the router has not taken yet: a producer may wait with more.
  std::size_t queued_bytes() const { return socket_.queued_bytes(); }

 private:
  struct Pending {
    wire::Name name;
    bool can_be_prefix = false;
    std::uint32_t nonce = 0;
    TimeNs sent = 0;
    TimeNs deadline = 0;
    ReplyHandler handler;
  };
  using PendingId = std::uint64_t;

  void step();
  bool wait(TimeNs until);
  TimeNs next_event() const;
  void run_timers(TimeNs now);
  void receive(std::span<const std::uint8_t> packet);
  void receive_interest(std::span<const std::uint8_t> interest, const wire::LpHeader& header);
  void receive_data(std::span<const std::uint8_t> data, const wire::LpHeader& header);
  void receive_nack(std::span<const std::uint8_t> interest, const wire::LpHeader& header);
  std::vector<PendingId> matching(const wire::Data& data, std::span<const std::uint8_t> packet) const;
  void finish(PendingId id, Reply& reply);

  Socket socket_;
  bool is_local_;
  unsigned steps_without_timers_ = 0;
  PendingId next_id_ = 0;
  std::unordered_map<PendingId, Pending> pending_;
  std::unordered_multimap<std::string, PendingId> pending_exact_;  ///< by name value without implicit digest
  std::set<PendingId> pending_prefixes_;                           ///< those with CanBePrefix
  std::set<std::pair<TimeNs, PendingId>> deadlines_;
  std::multimap<TimeNs, std::function<void()>> timers_;
  std::map<wire::Name, RequestHandler> handlers_;
};

}  // namespace augustus::client
