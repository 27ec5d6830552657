// SPDX-License-Identifier: Apache-2.0
#include "main/client/object_locator.hh"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <string>

#include "main/client/interrupt.hh"
#include "main/client/metadata.hh"
#include "main/client/segment.hh"
#include "main/client/signature.hh"

namespace augustus::client {
namespace {

/// In order of preference. The last is asked when the others came to nothing: a store may have what is no longer
/// fresh, and nobody who made it need be there.
enum Question : std::size_t { by_metadata, by_prefix, by_first_segment, by_prefix_not_fresh, question_count };
constexpr std::size_t questions_at_once = 3;

constexpr TimeNs patience_min = 250 * nanoseconds_per_millisecond;

/// One search. Replies may come after it ended, so their handlers share it.
class Search : public std::enable_shared_from_this<Search> {
 public:
  Search(Client& client, const wire::Name& name, std::uint64_t lifetime_ms, unsigned retries,
         bool fresh_alone)
      : client_(client),
        name_(name),
        lifetime_ms_(lifetime_ms),
        retries_(retries),
        last_question_(fresh_alone ? by_first_segment : by_prefix_not_fresh) {}

  void start() {
    for (const Question question : {by_metadata, by_prefix, by_first_segment}) {
      ask(question, retries_);
    }
  }
  bool is_done() const {
    return found_[by_metadata] || unanswered_ == 0 || (patience_end_ && monotonic_now() >= *patience_end_);
  }
  ObjectLocation result() const {
    for (const auto& location : found_) {
      if (location) {
        return *location;
      }
    }
    throw std::runtime_error(fmt::format("{}: {}", name_.uri(), failure_));
  }

 private:
  void ask(Question question, unsigned retries) {
    client_.express(interest_of(question), [self = shared_from_this(), question, retries](Reply& reply) {
      self->handle(question, retries, reply);
    });
  }

  wire::Interest interest_of(Question question) const {
    wire::Interest interest;
    interest.name = question == by_metadata ? metadata_prefix(name_) : name_;
    if (question == by_first_segment) {
      interest.name.append_number(wire::component_type::segment, 0);
    }
    interest.can_be_prefix = question != by_first_segment;
    interest.must_be_fresh = question == by_metadata || question == by_prefix;
    interest.lifetime_ms = lifetime_ms_;
    return interest;
  }

  void handle(Question question, unsigned retries, Reply& reply) {
    if (is_done()) {
      return;
    }
    if (reply.kind != Reply::Kind::data && retries > 0) {
      ask(question, retries - 1);
      return;
    }
    --unanswered_;
    if (reply.kind != Reply::Kind::data) {
      note_failure(fmt::format("nobody answers: {}", describe(reply)), false);
    } else if (check_data_digest(reply.packet) == DigestCheck::invalid) {
      note_failure(fmt::format("{} does not match its signature", reply.data.name.uri()), true);
    } else {
      found_[question] = metadata_prefix(name_).is_prefix_of(reply.data.name) ? read_metadata(reply.data)
                                                                              : read_segment(reply.data);
      if (found_[question]) {
        found_[question]->fresh = question != by_prefix_not_fresh;
        // Who answers one question answers the others at about the same time.
        wait_a_little(std::max(patience_min, 2 * reply.round_trip_ns));
      }
    }
    if (unanswered_ == 0 && last_question_ == by_prefix_not_fresh && question != last_question_ &&
        !patience_end_) {
      ++unanswered_;
      ask(by_prefix_not_fresh, 0);
    }
  }

  void wait_a_little(TimeNs duration) {
    if (!patience_end_) {
      patience_end_ = monotonic_now() + duration;
      client_.at(*patience_end_, [] {});
    }
  }

  std::optional<ObjectLocation> read_metadata(const wire::Data& data) {
    const auto metadata = Metadata::decode(data.content);
    if (!metadata) {
      note_failure("its metadata says no name", true);
      return std::nullopt;
    }
    return ObjectLocation{metadata->versioned_name, metadata->final_segment};
  }

  std::optional<ObjectLocation> read_segment(const wire::Data& data) {
    if (!last_number(data.name, wire::component_type::segment)) {
      note_failure(fmt::format("{} is not a segment (augustus peek shows it)", data.name.uri()), true);
      return std::nullopt;
    }
    const wire::Name object = data.name.prefix(data.name.size() - 1);
    const bool is_version_of_it = object.size() == name_.size() + 1 && name_.is_prefix_of(object) &&
                                  last_number(object, wire::component_type::version);
    if (object != name_ && !is_version_of_it) {
      note_failure(fmt::format("no object of this name, but {} below it", object.uri()), true);
      return std::nullopt;
    }
    return ObjectLocation{object, client::final_segment(data)};
  }

  /// What an answer says is of more use than that another question has none.
  void note_failure(std::string text, bool answered) {
    if (failure_.empty() || answered) {
      failure_ = std::move(text);
    }
  }

  Client& client_;
  wire::Name name_;
  std::uint64_t lifetime_ms_;
  unsigned retries_;
  Question last_question_;
  std::size_t unanswered_ = questions_at_once;
  std::array<std::optional<ObjectLocation>, question_count> found_;
  std::optional<TimeNs> patience_end_;
  std::string failure_;
};

}  // namespace

ObjectLocation locate_object(Client& client, const wire::Name& name, std::uint64_t lifetime_ms,
                             unsigned retries, bool fresh_alone) {
  const auto search = std::make_shared<Search>(client, name, lifetime_ms, retries, fresh_alone);
  search->start();
  if (!client.run([&search] { return search->is_done(); })) {
    throw Interrupted();
  }
  return search->result();
}

}  // namespace augustus::client
