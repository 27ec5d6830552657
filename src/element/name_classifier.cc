// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "element/element_types.hh"
#include "element/name_of.hh"
#include "wire/name.hh"

namespace augustus::element {
namespace {

/// By the longest of its prefixes; for a few of them, since each packet is compared with one after the other.
class NameClassifier final : public Element {
 public:
  explicit NameClassifier(const Arguments& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments.text(i) == "-") {
        rest_ = static_cast<unsigned>(i);
        continue;
      }
      const auto name = wire::Name::from_uri(arguments.text(i));
      if (!name) {
        arguments.fail("expected a name such as /a/b, or -, not '" + arguments.text(i) + "'");
      }
      prefixes_.push_back({{name->value().begin(), name->value().end()}, static_cast<unsigned>(i)});
    }
    std::ranges::stable_sort(prefixes_,
                             [](const auto& a, const auto& b) { return a.value.size() > b.value.size(); });
  }

  void push(unsigned, Batch batch, Outputs& out) {
    for (const Packet packet : batch) {
      out.push_or_drop(port_of(packet), packet);
    }
  }

 private:
  struct Prefix {
    std::vector<std::uint8_t> value;  ///< whole components, so that bytes alone tell
    unsigned port;
  };
  static constexpr unsigned nowhere = ~0u;

  unsigned port_of(Packet packet) const {
    const auto name = name_of(packet);
    for (const Prefix& prefix : prefixes_) {
      if (prefix.value.size() <= name.size() &&
          std::equal(prefix.value.begin(), prefix.value.end(), name.begin())) {
        return prefix.port;
      }
    }
    return rest_;
  }

  std::vector<Prefix> prefixes_;
  unsigned rest_ = nowhere;
};

}  // namespace

const ElementType name_classifier_type = element_type<NameClassifier>(
    {.name = "NameClassifier",
     .inputs_min = 1,
     .inputs_max = 1,
     .outputs_min = 1,
     .outputs_max = any_number,
     .arguments_min = 1,
     .arguments_max = any_number,
     .arguments = "PREFIX, ...",
     .purpose = "Output n for names under the n-th prefix, the longest first; - stands for any other"});

}  // namespace augustus::element
