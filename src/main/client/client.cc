// SPDX-License-Identifier: Apache-2.0
#include "main/client/client.hh"

#include <algorithm>
#include <array>
#include <memory>
#include <random>

#include "main/client/interrupt.hh"
#include "wire/lp_codec.hh"
#include "wire/tlv_type.hh"

namespace augustus::client {
namespace {

constexpr std::uint64_t lifetime_default_ms = 4000;
constexpr unsigned steps_without_timers_max = 64;

std::uint32_t random_nonce() {
  static std::mt19937 generator{std::random_device{}()};
  return static_cast<std::uint32_t>(generator());
}

bool ends_in_implicit_digest(const wire::Name& name) {
  return !name.empty() && name[name.size() - 1].type == wire::component_type::implicit_digest;
}

std::string key_of(std::span<const std::uint8_t> name_value) {
  return {name_value.begin(), name_value.end()};
}

/// The name under which an exact Interest waits: Data's own, thus without the implicit digest.
std::string exact_key(const wire::Name& name) {
  return key_of(ends_in_implicit_digest(name) ? name.prefix(name.size() - 1).value() : name.value());
}

bool digest_matches(const wire::Name& name, std::span<const std::uint8_t> packet) {
  const auto digest = wire::implicit_digest(packet);
  return std::ranges::equal(name[name.size() - 1].value, digest);
}

const char* reason_text(wire::NackReason reason) {
  switch (reason) {
    case wire::NackReason::congestion:
      return "congestion";
    case wire::NackReason::duplicate:
      return "duplicate";
    case wire::NackReason::no_route:
      return "no route";
    case wire::NackReason::none:
      break;
  }
  return "no reason given";
}

}  // namespace

std::string describe(const Reply& reply) {
  switch (reply.kind) {
    case Reply::Kind::data:
      return "Data";
    case Reply::Kind::nack:
      return std::string("Nack (") + reason_text(reply.nack_reason) + ")";
    case Reply::Kind::timeout:
      break;
  }
  return "no answer";
}

Client::Client(const Endpoint& endpoint) : Client(Socket(endpoint), endpoint.is_local()) {}

Client::Client(Socket socket, bool is_local) : socket_(std::move(socket)), is_local_(is_local) {}

void Client::express(const wire::Interest& interest, ReplyHandler handler,
                     std::optional<std::uint64_t> wait_ms) {
  wire::Interest sent = interest;
  sent.nonce = sent.nonce.value_or(random_nonce());
  const std::vector<std::uint8_t> packet = sent.encode();
  Pending pending;
  // With parameters the encoded name has a digest component that `interest.name` may lack.
  pending.name = sent.parameters ? wire::Interest::decode(packet).value().name : sent.name;
  pending.can_be_prefix = sent.can_be_prefix;
  pending.nonce = *sent.nonce;
  pending.sent = monotonic_now();
  const std::uint64_t lifetime_ms = sent.lifetime_ms.value_or(lifetime_default_ms);
  pending.deadline = pending.sent + wait_ms.value_or(lifetime_ms) * nanoseconds_per_millisecond;
  pending.handler = std::move(handler);

  const PendingId id = next_id_++;
  if (pending.can_be_prefix) {
    pending_prefixes_.insert(id);
  } else {
    pending_exact_.emplace(exact_key(pending.name), id);
  }
  deadlines_.emplace(pending.deadline, id);
  pending_.emplace(id, std::move(pending));
  socket_.send(packet, {});
}

Reply Client::exchange(wire::Interest interest, unsigned retries) {
  for (unsigned attempt = 0;; ++attempt) {
    // Shared with the handler, which stays when this is interrupted.
    const auto result = std::make_shared<std::optional<Reply>>();
    express(interest, [result](Reply& reply) { *result = std::move(reply); });
    if (!run([&result] { return result->has_value(); })) {
      throw Interrupted();
    }
    if ((*result)->kind == Reply::Kind::data || attempt == retries) {
      return std::move(**result);
    }
    interest.nonce = random_nonce();
  }
}

void Client::serve(const wire::Name& prefix, RequestHandler handler) {
  handlers_[prefix] = std::move(handler);
}

void Client::answer(const Request& request, std::span<const std::uint8_t> data_tlv) {
  if (request.pit_token.empty()) {
    socket_.send(data_tlv, {});
    return;
  }
  wire::LpHeader header;
  header.pit_token_length = static_cast<std::uint8_t>(request.pit_token.size());
  std::copy(request.pit_token.begin(), request.pit_token.end(), header.pit_token.begin());
  std::array<std::uint8_t, wire::lp_header_bytes_max> bytes{};
  const std::size_t used = wire::encode_lp_header(header, data_tlv.size(), bytes);
  socket_.send(std::span(bytes).first(used), data_tlv);
}

void Client::at(TimeNs when, std::function<void()> action) {
  timers_.emplace(when, std::move(action));
}

bool Client::run(const std::function<bool()>& done) {
  while (!done()) {
    if (interrupted()) {
      return false;
    }
    step();
  }
  socket_.flush();
  return true;
}

void Client::step() {
  socket_.flush();
  const bool may_have_more = wait(next_event());
  // What answers an Interest may have come in time and wait to be read.
  if (may_have_more && ++steps_without_timers_ < steps_without_timers_max) {
    return;
  }
  steps_without_timers_ = 0;
  run_timers(monotonic_now());
}

/// True when the socket may have more to read.
bool Client::wait(TimeNs until) {
  pollfd descriptor{socket_.descriptor(),
                    static_cast<short>(socket_.wants_write() ? POLLIN | POLLOUT : POLLIN), 0};
  wait_for(descriptor, until);
  if ((descriptor.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
    return socket_.receive([this](std::span<const std::uint8_t> packet) { receive(packet); });
  }
  return false;
}

TimeNs Client::next_event() const {
  const TimeNs deadline = deadlines_.empty() ? time_never : deadlines_.begin()->first;
  const TimeNs timer = timers_.empty() ? time_never : timers_.begin()->first;
  return std::min(deadline, timer);
}

void Client::run_timers(TimeNs now) {
  while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
    Reply reply;
    finish(deadlines_.begin()->second, reply);
  }
  while (!timers_.empty() && timers_.begin()->first <= now) {
    const std::function<void()> action = std::move(timers_.begin()->second);
    timers_.erase(timers_.begin());
    action();
  }
}

void Client::receive(std::span<const std::uint8_t> packet) {
  wire::LpHeader header;
  if (wire::decode_lp(packet, header) != wire::LpOutcome::ok || header.fragment.empty() ||
      header.frag_count > 1) {
    return;
  }
  if (header.is_nack) {
    receive_nack(header.fragment, header);
  } else if (header.fragment.front() == wire::tlv_type::interest) {
    receive_interest(header.fragment, header);
  } else {
    receive_data(header.fragment, header);
  }
}

void Client::receive_interest(std::span<const std::uint8_t> packet, const wire::LpHeader& header) {
  std::optional<wire::Interest> interest = wire::Interest::decode(packet);
  if (!interest) {
    return;
  }
  for (std::size_t components = interest->name.size() + 1; components-- > 0;) {
    const auto found = handlers_.find(interest->name.prefix(components));
    if (found != handlers_.end()) {
      Request request{std::move(*interest),
                      {header.pit_token.begin(), header.pit_token.begin() + header.pit_token_length}};
      found->second(request);
      return;
    }
  }
}

void Client::receive_data(std::span<const std::uint8_t> packet, const wire::LpHeader& header) {
  std::optional<wire::Data> data = wire::Data::decode(packet);
  if (!data) {
    return;
  }
  const std::vector<PendingId> matched = matching(*data, packet);
  for (const PendingId id : matched) {
    Reply reply;
    reply.kind = Reply::Kind::data;
    reply.data = id == matched.back() ? std::move(*data) : *data;
    reply.packet.assign(packet.begin(), packet.end());
    reply.congestion_marked = header.has_congestion_mark && header.congestion_mark != 0;
    finish(id, reply);
  }
}

std::vector<Client::PendingId> Client::matching(const wire::Data& data,
                                                std::span<const std::uint8_t> packet) const {
  std::vector<PendingId> matched;
  const auto [first, last] = pending_exact_.equal_range(key_of(data.name.value()));
  for (auto candidate = first; candidate != last; ++candidate) {
    const wire::Name& name = pending_.at(candidate->second).name;
    if (!ends_in_implicit_digest(name) || digest_matches(name, packet)) {
      matched.push_back(candidate->second);
    }
  }
  for (const PendingId id : pending_prefixes_) {
    const wire::Name& name = pending_.at(id).name;
    const bool matches = ends_in_implicit_digest(name)
                             ? name.prefix(name.size() - 1) == data.name && digest_matches(name, packet)
                             : name.is_prefix_of(data.name);
    if (matches) {
      matched.push_back(id);
    }
  }
  return matched;
}

void Client::receive_nack(std::span<const std::uint8_t> packet, const wire::LpHeader& header) {
  const std::optional<wire::Interest> interest = wire::Interest::decode(packet);
  if (!interest) {
    return;
  }
  const auto refused = std::ranges::find_if(pending_, [&interest](const auto& entry) {
    return entry.second.nonce == interest->nonce && entry.second.name == interest->name;
  });
  if (refused == pending_.end()) {
    return;
  }
  Reply reply;
  reply.kind = Reply::Kind::nack;
  reply.nack_reason = header.nack_reason;
  finish(refused->first, reply);
}

void Client::finish(PendingId id, Reply& reply) {
  const auto found = pending_.find(id);
  if (found == pending_.end()) {  // a handler ran the client and it ended there
    return;
  }
  Pending pending = std::move(found->second);
  pending_.erase(found);
  deadlines_.erase({pending.deadline, id});
  if (pending_prefixes_.erase(id) == 0) {
    const auto [first, last] = pending_exact_.equal_range(exact_key(pending.name));
    pending_exact_.erase(std::find_if(first, last, [id](const auto& entry) { return entry.second == id; }));
  }
  reply.round_trip_ns = monotonic_now() - pending.sent;
  pending.handler(reply);
}

}  // namespace augustus::client
