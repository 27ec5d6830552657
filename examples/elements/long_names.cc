// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"

namespace {

using namespace augustus::element;

/// LongNames(N): packets whose names have at most N components go out at 0, others at 1, or are dropped.
class LongNames final : public Element {
 public:
  explicit LongNames(const Arguments& arguments) : components_max_(arguments.number(0, 0, 65'535)) {}

  void push(unsigned, Batch batch, Outputs& out) {
    for (const Packet packet : batch) {
      // Only what came in has a view; what leaves passes.
      if (packet.is_leaving() || packet.item().view->component_count <= components_max_.value()) {
        out.push(0, packet);
      } else {
        long_names_.add();
        out.push_or_drop(1, packet);
      }
    }
  }

  std::vector<Handler> handlers() override {
    return {{.name = "count", .read = [this] { return long_names_.value(); }},
            {.name = "most",
             .read = [this] { return components_max_.value(); },
             .write = [this](auto text) { components_max_.set(parse_number(text, 0, 65'535)); }}};
  }

  void take_over(Element& former) override {
    long_names_.add(static_cast<LongNames&>(former).long_names_.value());
  }

 private:
  struct Limit : augustus::Counter {
    explicit Limit(std::uint64_t value) { set(value); }
  };

  Limit components_max_;  ///< read by the management thread too
  augustus::Counter long_names_;
};

const ElementType long_names_type = element_type<LongNames>({.name = "LongNames",
                                                             .inputs_min = 1,
                                                             .inputs_max = 1,
                                                             .outputs_min = 1,
                                                             .outputs_max = 2,
                                                             .arguments_min = 1,
                                                             .arguments_max = 1,
                                                             .arguments = "COMPONENTS",
                                                             .purpose = "Takes long names to output 1"});
const AddElementType added(long_names_type);

}  // namespace
