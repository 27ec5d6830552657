// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "element/element_types.hh"

namespace augustus::element {
namespace {

class Sampler final : public Element {
 public:
  explicit Sampler(const Arguments& arguments) : chances_(chances(arguments.probability(0))) {}

  void push(unsigned, Batch batch, Outputs& out) {
    auto& random = walk().context().random;
    for (const Packet packet : batch) {
      if (random.next() < chances_) {
        sampled_.add();
        out.push(0, packet);
      } else {
        out.push_or_drop(1, packet);
      }
    }
  }

  std::vector<Handler> handlers() override {
    return {{.name = "sampled", .read = [this] { return sampled_.value(); }},
            {.name = "probability",
             .write = [this](std::string_view text) { chances_ = chances(parse_probability(text)); }}};
  }
  void take_over(Element& former) override { sampled_.add(static_cast<Sampler&>(former).sampled_.value()); }

 private:
  /// Of 2^32, which a random number stays below: 1 takes all.
  static std::uint64_t chances(double probability) {
    return static_cast<std::uint64_t>(std::llround(std::ldexp(probability, 32)));
  }

  std::uint64_t chances_;
  Counter sampled_;
};

}  // namespace

const ElementType sampler_type = element_type<Sampler>(
    {.name = "Sampler",
     .inputs_min = 1,
     .inputs_max = 1,
     .outputs_min = 1,
     .outputs_max = 2,
     .arguments_min = 1,
     .arguments_max = 1,
     .arguments = "PROBABILITY",
     .purpose = "Sends a packet to output 0 with a probability, else to output 1 or drops it"});

}  // namespace augustus::element
