// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <list>
#include <map>

#include "store_fixture.hh"

namespace augustus::store::content_store_model_test {
namespace {

constexpr TimeNs ms = nanoseconds_per_millisecond;

/// A name of one to four one-letter components.
wire::Name name_of(unsigned number) {
  wire::Name name;
  for (unsigned depth = 1 + number % 4, i = 0; i < depth; ++i, number /= 3) {
    name.append(std::string(1, static_cast<char>('a' + number % 3)));
  }
  return name;
}

/// What a store of `capacity` Data should hold, in a plain list from oldest to newest.
class Model {
 public:
  struct Held {
    wire::Name name;
    Bytes data;
    TimeNs fresh_until;
  };

  Model(std::size_t capacity, bool lru) : capacity_(capacity), lru_(lru) {}

  void insert(const wire::Name& name, const Bytes& data, TimeNs fresh_until) {
    const auto found = find(name);
    if (found != held_.end() && found->data == data) {
      found->fresh_until = std::max(found->fresh_until, fresh_until);
      use(found);
      return;
    }
    if (found != held_.end()) {
      held_.erase(found);
    }
    held_.push_back({name, data, fresh_until});
    if (held_.size() > capacity_) {
      held_.pop_front();
    }
  }
  std::list<Held>::iterator find(const wire::Name& name) {
    return std::find_if(held_.begin(), held_.end(), [&](const Held& held) { return held.name == name; });
  }
  void use(std::list<Held>::iterator held) {
    if (lru_) {
      held_.splice(held_.end(), held_, held);
    }
  }
  std::size_t erase(const wire::Name& prefix) {
    return std::erase_if(held_, [&](const Held& held) { return prefix.is_prefix_of(held.name); });
  }
  std::list<Held>& held() { return held_; }

 private:
  std::size_t capacity_;
  bool lru_;
  std::list<Held> held_;
};

void check_lookup(TestStore& cs, Model& model, const wire::Name& name, bool fresh, TimeNs now) {
  const auto found = cs.find(name, {.must_be_fresh = fresh}, now);
  const auto expected = model.find(name);
  const bool expect = expected != model.held().end() && (!fresh || now < expected->fresh_until);
  RC_ASSERT(found.has_value() == expect);
  if (expect) {
    RC_ASSERT(*found == expected->data);
    model.use(expected);
  }
}

void check_prefix_lookup(TestStore& cs, Model& model, const wire::Name& prefix, bool fresh, TimeNs now) {
  const auto matches = [&](const Model::Held& held) {
    return prefix.is_prefix_of(held.name) && (!fresh || now < held.fresh_until);
  };
  const auto found = cs.find_below(prefix, {.must_be_fresh = fresh}, now);
  RC_ASSERT(found.has_value() == std::any_of(model.held().begin(), model.held().end(), matches));
  if (found) {
    const auto held = std::find_if(model.held().begin(), model.held().end(),
                                   [&](const Model::Held& one) { return one.data == *found; });
    RC_ASSERT(held != model.held().end() && matches(*held));
    model.use(held);
  }
}

RC_GTEST_PROP(ContentStore, AgreesWithAPlainList, ()) {
  const bool lru = *rc::gen::arbitrary<bool>();
  const auto capacity = *rc::gen::inRange(1u, 30u);
  const auto content = *rc::gen::element<std::size_t>(30, 700);
  // Thirty Data of 700 B and their gaps fill several of the 16 frames of 4 KiB: frames turn over all the
  // time.
  TestStore cs({.capacity_packets = capacity,
                .capacity_bytes = 64u << 10,
                .replacement = lru ? Replacement::lru : Replacement::fifo,
                .frame_bytes = 4u << 10});
  Model model(capacity, lru);
  TimeNs now = 0;
  const auto steps = *rc::gen::inRange(0, 300);
  for (int step = 0; step < steps; ++step) {
    now += *rc::gen::inRange<TimeNs>(0, 20) * ms;
    const auto name = name_of(*rc::gen::inRange(0u, 108u));
    const bool fresh = *rc::gen::arbitrary<bool>();
    switch (*rc::gen::inRange(0, 20)) {
      case 0:
        RC_ASSERT(cs.store().erase(name.value(), 1000) == model.erase(name));
        break;
      case 1:
        check_prefix_lookup(cs, model, name.prefix(name.size() / 2), fresh, now);
        break;
      case 2:
        RC_ASSERT(cs.store().has_any_below(name.value()) ==
                  std::any_of(model.held().begin(), model.held().end(),
                              [&](const auto& held) { return name.is_prefix_of(held.name); }));
        break;
      case 3:
      case 4:
      case 5:
      case 6:
      case 7:
        check_lookup(cs, model, name, fresh, now);
        break;
      default: {
        const TimeNs period = fresh ? 100 : 0;
        const Bytes data = make_data(name, content, period, static_cast<std::uint8_t>(step % 2));
        cs.insert(data, now);
        model.insert(name, data, fresh ? now + period * ms : 0);
      }
    }
    RC_ASSERT(cs.store().size() == model.held().size());
    RC_ASSERT(cs.names().size() == model.held().size());
  }
  RC_ASSERT(test_pool().in_use() == 0u);
}

/// Under the byte limit what is kept is the policy's affair, but what is returned is what was last stored.
RC_GTEST_PROP(ContentStore, ReturnsTheLastStoredUnderTheByteLimit, ()) {
  const bool lru = *rc::gen::arbitrary<bool>();
  TestStore cs({.capacity_packets = 1000,
                .capacity_bytes = 16u << 10,
                .replacement = lru ? Replacement::lru : Replacement::fifo});
  std::map<wire::Name, Bytes> last;
  std::vector<rte_mbuf*> in_flight;
  std::vector<Bytes> expected;
  const auto steps = *rc::gen::inRange(0, 200);
  for (int step = 0; step < steps; ++step) {
    const auto name = name_of(*rc::gen::inRange(0u, 108u));
    const Bytes data =
        make_data(name, *rc::gen::inRange<std::size_t>(1, 2000), 0, static_cast<std::uint8_t>(step));
    const auto outcome = cs.insert(data);
    if (outcome != InsertOutcome::table_full) {
      last[name] = data;
    } else {
      last.erase(name);
    }
    const auto wanted = name_of(*rc::gen::inRange(0u, 108u));
    if (const auto found = cs.find(wanted)) {
      RC_ASSERT(last.contains(wanted) && *found == last[wanted]);
    }
    if (const auto found = cs.find_below(wanted.prefix(1))) {
      RC_ASSERT(
          std::any_of(last.begin(), last.end(), [&](const auto& item) { return item.second == *found; }));
    }
    if (step % 8 == 0) {
      if (rte_mbuf* packet = cs.find_packet(wanted); packet != nullptr) {
        in_flight.push_back(packet);
        expected.push_back(last[wanted]);
      }
    }
    if (in_flight.size() > 3) {
      RC_ASSERT(take(in_flight.front()) == expected.front());
      in_flight.erase(in_flight.begin());
      expected.erase(expected.begin());
    }
    RC_ASSERT(cs.store().bytes() <= 16u << 10);
    RC_ASSERT(cs.names().size() == cs.store().size());
  }
  for (std::size_t i = 0; i < in_flight.size(); ++i) {
    RC_ASSERT(take(in_flight[i]) == expected[i]);
  }
  RC_ASSERT(test_pool().in_use() == 0u);
}

}  // namespace
}  // namespace augustus::store::content_store_model_test
