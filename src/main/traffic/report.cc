// SPDX-License-Identifier: Apache-2.0
#include "main/traffic/report.hh"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace augustus::traffic {
namespace {

using Json = nlohmann::ordered_json;
using enum ConsumerCount;

constexpr double ceiling_share = 0.8;
constexpr double busy_share_max = 0.95;

struct Percentile {
  const char* name;
  double percent;
};
constexpr Percentile percentiles[] = {
    {"p50", 50}, {"p90", 90}, {"p99", 99}, {"p99.9", 99.9}, {"p99.99", 99.99}};

double seconds_of(TimeNs time) {
  return static_cast<double>(time) / nanoseconds_per_second;
}

/// What happened since the end of the warm-up, the draining included.
std::uint64_t total(const Consumer& consumer, ConsumerCount which) {
  return consumer.counters()[which] - consumer.measured().start[static_cast<std::size_t>(which)];
}

/// While Interests were sent.
double rate(const Consumer& consumer, ConsumerCount which) {
  const auto& measured = consumer.measured();
  const auto index = static_cast<std::size_t>(which);
  return per_second(measured.end[index] - measured.start[index], measured.duration);
}

Json link_of(const Link& link) {
  const LinkCounters& counters = link.counters();
  return {{"out_packets", counters.out_packets.value()}, {"out_bytes", counters.out_bytes.value()},
          {"in_packets", counters.in_packets.value()},   {"in_bytes", counters.in_bytes.value()},
          {"output_full", counters.output_full.value()}, {"refused", counters.refused.value()},
          {"malformed", counters.malformed.value()},     {"fragments", counters.fragments.value()}};
}

Json consumer_of(Consumer& consumer) {
  const auto& measured = consumer.measured();
  const double ended = static_cast<double>(total(consumer, satisfied) + total(consumer, lost));
  Json counts;
  for (std::size_t i = 0; i < static_cast<std::size_t>(ConsumerCount::count); ++i) {
    const auto which = static_cast<ConsumerCount>(i);
    counts[std::string(consumer_count_name(which))] = total(consumer, which);
  }
  Json rtt = {{"min", consumer.round_trips().min()}, {"mean", consumer.round_trips().mean()}};
  for (const auto& [name, percent] : percentiles) {
    rtt[name] = consumer.round_trips().percentile(percent);
  }
  rtt["max"] = consumer.round_trips().max();
  Json distribution = Json::array();
  for (int percent = 1; percent < 100; ++percent) {
    distribution.push_back(consumer.round_trips().percentile(percent));
  }
  rtt["percentiles"] = std::move(distribution);
  return {{"seconds", seconds_of(measured.duration)},
          {"interests_per_s", rate(consumer, interests)},
          {"exchanges_per_s", rate(consumer, satisfied)},
          {"goodput_bits_per_s", 8 * rate(consumer, content_bytes)},
          {"in_bits_per_s", 8 * per_second(measured.in_bytes, measured.duration)},
          {"out_bits_per_s", 8 * per_second(measured.out_bytes, measured.duration)},
          {"loss", ended == 0 ? 0 : static_cast<double>(total(consumer, lost)) / ended},
          {"rtt_ns", rtt},
          {"counts", counts},
          {"link", link_of(consumer.link())}};
}

Json producer_of(Producer& producer, TimeNs duration) {
  const ProducerCounters& counters = producer.counters();
  return {{"seconds", seconds_of(duration)},
          {"interests_per_s", per_second(counters.interests.value(), duration)},
          {"counts",
           {{"interests", counters.interests.value()},
            {"data", counters.data.value()},
            {"content_bytes", counters.content_bytes.value()},
            {"silent", counters.silent.value()},
            {"unsent", counters.unsent.value()},
            {"malformed", counters.malformed.value()},
            {"unexpected", counters.unexpected.value()}}},
          {"link", link_of(producer.link())}};
}

std::string time_text(std::uint64_t ns) {
  return ns < 10'000       ? fmt::format("{:.2f} us", static_cast<double>(ns) / 1e3)
         : ns < 10'000'000 ? fmt::format("{:.0f} us", static_cast<double>(ns) / 1e3)
                           : fmt::format("{:.0f} ms", static_cast<double>(ns) / 1e6);
}

/// "name N, ..." of those that are not 0.
std::string mishaps(const Consumer& consumer) {
  std::string text;
  for (std::size_t i = static_cast<std::size_t>(joined); i < static_cast<std::size_t>(ConsumerCount::count);
       ++i) {
    const auto which = static_cast<ConsumerCount>(i);
    if (which == data || which == content_bytes || total(consumer, which) == 0) {
      continue;
    }
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", consumer_count_name(which), total(consumer, which));
  }
  return text.empty() ? "nothing lost, refused, repeated or altered" : text;
}

void print_consumer(const Consumer& consumer) {
  const auto& times = consumer.round_trips();
  fmt::print("consumer: {} Interests, {} satisfied in {:.3f} s\n", total(consumer, interests),
             total(consumer, satisfied), seconds_of(consumer.measured().duration));
  fmt::print("  {:.0f} Interests/s, {:.0f} exchanges/s, goodput {:.3f} Mbit/s\n", rate(consumer, interests),
             rate(consumer, satisfied), 8e-6 * rate(consumer, content_bytes));
  fmt::print("  {}\n", mishaps(consumer));
  if (times.count() != 0) {
    fmt::print("  round trip: min {}", time_text(times.min()));
    for (const auto& [name, percent] : percentiles) {
      fmt::print(", {} {}", name, time_text(times.percentile(percent)));
    }
    fmt::print(", max {}\n", time_text(times.max()));
  }
}

void print_producer(const Producer& producer, TimeNs duration) {
  const ProducerCounters& counters = producer.counters();
  fmt::print("producer: {} Interests ({:.0f}/s), {} Data", counters.interests.value(),
             per_second(counters.interests.value(), duration), counters.data.value());
  for (const auto& [name, counter] : {std::pair{"silent", &counters.silent},
                                      {"unsent", &counters.unsent},
                                      {"malformed", &counters.malformed},
                                      {"unexpected", &counters.unexpected}}) {
    if (counter->value() != 0) {
      fmt::print(", {} {}", name, counter->value());
    }
  }
  fmt::print("\n");
}

}  // namespace

double per_second(std::uint64_t count, TimeNs time) {
  return time == 0 ? 0 : static_cast<double>(count) / seconds_of(time);
}

double Report::exchanges_per_s() const {
  return consumer == nullptr ? 0 : rate(*consumer, satisfied);
}

std::string Report::generator_bound() const {
  if (is_loop) {
    return {};
  }
  if (ceiling > 0 && exchanges_per_s() > ceiling_share * ceiling) {
    return fmt::format("{:.0f} exchanges/s are more than 80 % of the ceiling of {:.0f}", exchanges_per_s(),
                       ceiling);
  }
  if (busy_share > busy_share_max) {
    return fmt::format("a thread of the generator was busy {:.0f} % of the time", 100 * busy_share);
  }
  return {};
}

bool Report::good() const {
  return consumer == nullptr || (total(*consumer, altered) == 0 && total(*consumer, malformed) == 0);
}

void print_json(const Report& report) {
  Json json = {{"command", report.command}, {"seconds", seconds_of(report.duration)}};
  if (report.consumer != nullptr) {
    json["consumer"] = consumer_of(*report.consumer);
  }
  if (report.producer != nullptr) {
    json["producer"] = producer_of(*report.producer, report.duration);
  }
  const std::string why = report.generator_bound();
  json["generator"] = {{"busy_share", report.busy_share}, {"bound", !why.empty()}};
  if (!why.empty()) {
    json["generator"]["why"] = why;
  }
  if (report.is_loop || report.ceiling > 0) {
    json["generator"]["ceiling"] = report.is_loop ? report.exchanges_per_s() : report.ceiling;
  }
  fmt::print("{}\n", json.dump(2));
}

void print_text(const Report& report) {
  if (report.consumer != nullptr) {
    print_consumer(*report.consumer);
  }
  if (report.producer != nullptr) {
    print_producer(*report.producer, report.duration);
  }
  if (report.is_loop) {
    fmt::print("ceiling of the generator: {:.0f} exchanges/s (--ceiling {:.0f})\n", report.exchanges_per_s(),
               report.exchanges_per_s());
  } else if (const std::string why = report.generator_bound(); !why.empty()) {
    fmt::print("generator-bound: {}\n", why);
  } else {
    fmt::print("the generator was busy {:.0f} % of the time\n", 100 * report.busy_share);
  }
}

}  // namespace augustus::traffic
