// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"

namespace augustus::element {
namespace {

/// Ends packets. The reason is for people; the count is its handler `count`.
class Drop final : public Element {
 public:
  explicit Drop(const Arguments&) {}

  void push(unsigned, Batch batch, Outputs&) {
    count_.add(batch.size());
    for (const Packet packet : batch) {
      walk().drop(packet);
    }
  }

  std::vector<Handler> handlers() override {
    return {{.name = "count", .read = [this] { return count_.value(); }}};
  }
  void take_over(Element& former) override { count_.add(static_cast<Drop&>(former).count_.value()); }

 private:
  Counter count_;
};

}  // namespace

const ElementType drop_type = element_type<Drop>({.name = "Drop",
                                                  .inputs_min = 1,
                                                  .inputs_max = any_number,
                                                  .processing = "a/h",
                                                  .arguments_max = 1,
                                                  .arguments = "[REASON]",
                                                  .purpose = "Drops packets and counts them under a reason"},
                                                 true);

}  // namespace augustus::element
