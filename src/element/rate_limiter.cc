// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "element/element_types.hh"

namespace augustus::element {
namespace {

/// A token bucket. Each partition has its own: the rate is that of one partition.
class RateLimiter final : public Element {
 public:
  static constexpr std::uint64_t rate_max = 1'000'000'000;
  static constexpr std::uint64_t burst_max = 1'000'000;

  explicit RateLimiter(const Arguments& arguments)
      : rate_(arguments.number(0, 0, rate_max)), burst_(arguments.number_or(1, 64, 1, burst_max)) {}

  void push(unsigned, Batch batch, Outputs& out) {
    refill(walk().context().now);
    for (const Packet packet : batch) {
      if (credit_ >= token) {
        credit_ -= token;
        out.push(0, packet);
      } else {
        over_.add();
        out.push_or_drop(1, packet);
      }
    }
  }

  std::vector<Handler> handlers() override {
    return {{.name = "over", .read = [this] { return over_.value(); }},
            {.name = "rate",
             .read = [this] { return rate_.value(); },
             .write = [this](std::string_view text) { rate_.set(parse_number(text, 0, rate_max)); }}};
  }
  void take_over(Element& former) override {
    auto& other = static_cast<RateLimiter&>(former);
    over_.add(other.over_.value());
    credit_ = std::min(other.credit_, burst_ * token);
    last_ = other.last_;
  }

 private:
  /// Credit is counted in packets times nanoseconds of a second, so that a rate fills it without rounding.
  static constexpr std::uint64_t token = nanoseconds_per_second;

  struct Rate : Counter {
    explicit Rate(std::uint64_t value) { set(value); }
  };

  void refill(TimeNs now) {
    const std::uint64_t full = burst_ * token;
    const TimeNs elapsed = last_ == 0 ? nanoseconds_per_second : now - std::min(last_, now);
    last_ = now;
    const std::uint64_t rate = rate_.value();
    // What is more than enough is not multiplied out.
    credit_ = rate != 0 && elapsed >= full / rate ? full : std::min(full, credit_ + elapsed * rate);
  }

  Rate rate_;  ///< packets a second; read by others
  std::uint64_t burst_;
  std::uint64_t credit_ = 0;
  TimeNs last_ = 0;
  Counter over_;
};

}  // namespace

const ElementType rate_limiter_type = element_type<RateLimiter>(
    {.name = "RateLimiter",
     .inputs_min = 1,
     .inputs_max = 1,
     .outputs_min = 1,
     .outputs_max = 2,
     .arguments_min = 1,
     .arguments_max = 2,
     .arguments = "PACKETS-PER-SECOND, [BURST]",
     .purpose =
         "Lets packets through at a rate, of each partition; what is over goes to output 1 or is dropped"});

}  // namespace augustus::element
