// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/quiescence.hh"

namespace augustus::table {

/// Collects what a writer took out of a table and gives it back to its owner once no reader can hold it, many
/// at a time: handing over each alone would cost more than the change itself. The owner lives until the last
/// was given back, whatever becomes of the table. Owner::reclaim(item) is called inside Quiescence's calls.
template <typename Owner, typename Item>
class RetiredBatch {
 public:
  RetiredBatch(std::shared_ptr<Owner> owner, Quiescence& quiescence)
      : owner_(std::move(owner)), quiescence_(quiescence) {}

  void add(Item item) {
    items_.push_back(item);
    if (items_.size() == batch) {
      flush();
    }
  }
  /// Gives back everything there is; waits for the readers.
  void drain() {
    flush();
    quiescence_.drain();
  }

 private:
  static constexpr std::size_t batch = 64;

  void flush() {
    if (items_.empty()) {
      return;
    }
    quiescence_.retire([owner = owner_, items = std::move(items_)] {
      for (const Item& item : items) {
        owner->reclaim(item);
      }
    });
    items_.clear();
    items_.reserve(batch);
  }

  std::shared_ptr<Owner> owner_;
  Quiescence& quiescence_;
  std::vector<Item> items_;
};

}  // namespace augustus::table
