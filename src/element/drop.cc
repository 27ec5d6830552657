// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"

namespace augustus::element {
namespace {

/// Ends packets, which count under the reason, or under Drop::by_element without one.
class Drop final : public Element {
 public:
  explicit Drop(const Arguments& arguments)
      : reason_(arguments.size() == 0 ? "" : arguments.drop_reason(0)) {}

  void push(unsigned, Batch batch, Outputs&) {
    count_.add(batch.size());
    for (const Packet packet : batch) {
      if (reason_.empty()) {
        walk().drop(packet);
      } else {
        walk().release(packet);
      }
    }
  }

  std::vector<Handler> handlers() override {
    return {{.name = "count", .read = [this] { return count_.value(); }}};
  }
  std::optional<OwnDrops> drops() const override {
    return reason_.empty() ? std::nullopt : std::optional(OwnDrops{reason_, count_.value()});
  }
  void take_over(Element& former) override {
    auto& other = static_cast<Drop&>(former);
    if (other.reason_ == reason_) {
      count_.add(other.count_.value());
    }
  }

 private:
  std::string reason_;
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
