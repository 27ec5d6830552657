// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "main/client/arguments.hh"
#include "main/client/client.hh"
#include "main/client/control.hh"
#include "main/client/interrupt.hh"
#include "main/client/object_publisher.hh"
#include "main/client/segment.hh"
#include "main/errors.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

constexpr TimeNs linger_ns = nanoseconds_per_second;  // for retransmissions of the last segments

struct PutOptions {
  std::string router;
  std::string name;
  std::string file = "-";
  client::PublishOptions publish;
  bool once = false;
  double idle_seconds = 0;  ///< 0: until interrupted
  bool quiet = false;
};

/// Tells when to stop serving.
class Ending {
 public:
  explicit Ending(const PutOptions& options) : options_(options) {}

  void on_request() { last_request_ = monotonic_now(); }
  bool reached(const client::ObjectPublisher& publisher) const {
    return waits_for(publisher) && monotonic_now() - last_request_ >= pause();
  }
  TimeNs pause() const {
    return options_.once ? linger_ns : static_cast<TimeNs>(options_.idle_seconds * nanoseconds_per_second);
  }
  bool is_watched() const { return options_.once || options_.idle_seconds > 0; }

 private:
  bool waits_for(const client::ObjectPublisher& publisher) const {
    return options_.once ? publisher.segments_served() == publisher.segment_count()
                         : options_.idle_seconds > 0;
  }

  const PutOptions& options_;
  TimeNs last_request_ = monotonic_now();
};

/// Looks again and again whether the end has come, so that an idle client wakes for it.
void watch(client::Client& client, TimeNs pause) {
  client.at(monotonic_now() + pause / 4, [&client, pause] { watch(client, pause); });
}

client::ObjectPublisher make_publisher(const PutOptions& options, const client::ContentSource& content) {
  const wire::Name name = client::parse_name(options.name);
  const auto version = client::last_number(name, wire::component_type::version);
  return {version ? name.prefix(name.size() - 1) : name,
          version.value_or(wall_clock_now() / nanoseconds_per_millisecond), content, options.publish};
}

/// Publishes the file and answers for it until interrupted (or as --once and --exit-after-idle say).
void put(const PutOptions& options) {
  client::Client client(client::choose_endpoint(options.router));
  const client::ContentSource content(options.file);
  client::ObjectPublisher publisher = make_publisher(options, content);
  Ending ending(options);
  client.serve(publisher.prefix(), [&](const client::Request& request) {
    ending.on_request();
    if (const auto data = publisher.answer(request.interest); !data.empty()) {
      client.answer(request, data);
    }
  });
  register_prefix(client, publisher.prefix());
  if (!options.quiet) {
    fmt::print(stderr, "published {} ({} B in {} segments)\n", publisher.versioned_name().uri(),
               content.size(), publisher.segment_count());
  }
  if (ending.is_watched()) {
    watch(client, ending.pause());
  }
  const bool ended = client.run([&] { return ending.reached(publisher); });
  if (!ended && options.once) {
    throw client::Interrupted();
  }
}

}  // namespace

void register_put(CLI::App& app, int&) {
  auto options = std::make_shared<PutOptions>();
  auto* command = app.add_subcommand("put", "Publish a file under a name, in segments");
  command->add_option("name", options->name, "Name; a version is added when it ends in none")->required();
  command->add_option("file", options->file, "File to publish (default: standard input)");
  command
      ->add_option("-f,--freshness", options->publish.freshness_ms, "FreshnessPeriod of the segments, in ms")
      ->capture_default_str();
  command->add_option("-s,--size", options->publish.segment_bytes, "Payload of a segment, in bytes")
      ->check(CLI::Range(1, 8700))
      ->capture_default_str();
  auto* once = command->add_flag("--once", options->once, "Stop when every segment was fetched once");
  command
      ->add_option("--exit-after-idle", options->idle_seconds,
                   "Stop when no Interest came for so many seconds")
      ->check(CLI::PositiveNumber)
      ->excludes(once);
  command->add_flag("-q,--quiet", options->quiet, "Say nothing but errors");
  client::add_router_option(*command, options->router);
  command->callback([options] { put(*options); });
}

}  // namespace augustus
