// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace augustus::element {

class Walk;

/// Something of an element that can be read, or set, while the graph runs.
struct Handler {
  std::string name;
  /// Called by any thread; results of one element in several partitions are added up. Empty: not readable.
  std::function<std::uint64_t()> read = {};
  /// Called between walks. Throws std::invalid_argument with what was expected. Empty: not writable.
  std::function<void(std::string_view)> write = {};
};

/// One element of one partition's graph; used by the thread that owns the partition, which it moves with.
///
/// A class has `void push(unsigned input, Batch, Outputs&)`, called with the packets that came in on an
/// input; each must be pushed on, kept or dropped. A source has `unsigned emit(Outputs&)`, called once a
/// walk, which returns how many packets it pushed.
class Element {
 public:
  virtual ~Element() = default;

  virtual std::vector<Handler> handlers() { return {}; }

  /// What it dropped under a reason of its own, which is listed with the router's others.
  struct OwnDrops {
    std::string reason;
    std::uint64_t count;
  };
  virtual std::optional<OwnDrops> drops() const { return std::nullopt; }

  /// Called before this replaces an element of the same name and class in a running graph: what is to go on
  /// (counts, packets that it keeps) comes over.
  virtual void take_over(Element&) {}

  /// What it shares with the others of its graph; set before the first walk.
  Walk& walk() { return *walk_; }
  void join(Walk& walk) { walk_ = &walk; }

 private:
  Walk* walk_ = nullptr;
};

}  // namespace augustus::element
