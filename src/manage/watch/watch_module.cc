// SPDX-License-Identifier: Apache-2.0
#include "manage/watch/watch_module.hh"

#include <fmt/format.h>

#include <random>
#include <stdexcept>

#include "manage/module_common.hh"

namespace augustus::manage {

WatchModule::WatchModule(std::string module, CommandFormat format, Dispatcher& dispatcher, Begin begin,
                         End end)
    : module_(std::move(module)), dispatcher_(dispatcher), begin_(std::move(begin)), end_(std::move(end)) {
  format.optional = format.optional | Field::expiration_period;
  dispatcher.add_command(module_, "start", format, [this](const auto& context, const auto& parameters) {
    return start(context, parameters);
  });
  dispatcher.add_command(module_, "stop", {.required = 0, .optional = 0},
                         [this](const auto&, const auto&) { return stop(); });
  dispatcher.add_reader(module_, "read", [this](const CommandContext& context) { return read(context); });
}

WatchModule::~WatchModule() {
  if (session_) {
    end();
  }
}

ControlResponse WatchModule::start(const CommandContext& context, const ControlParameters& parameters) {
  end_if_over(context.now);
  std::unique_ptr<WatchSource> source;
  try {
    source = session_ ? nullptr : begin_(parameters);
  } catch (const std::invalid_argument& error) {
    return failure(404, error.what());
  }
  if (source == nullptr) {
    return failure(409, "Another one is under way: one at a time");
  }
  std::random_device random;
  wire::Name name = wire::Name::literal("/localhost/nfd");
  name.append(module_).append("read").append(fmt::format("{:08x}{:08x}{:08x}", random(), random(), random()));
  const TimeNs length = parameters.expiration_period_ms
                            ? std::min<std::uint64_t>(*parameters.expiration_period_ms,
                                                      duration_default / nanoseconds_per_millisecond) *
                                  nanoseconds_per_millisecond
                            : duration_default;
  session_ = std::make_unique<WatchSession>(name, std::move(source), context.now, context.now + length);
  reader_ = context.incoming;
  ControlParameters body;
  body.name = name;
  return success(std::move(body));
}

ControlResponse WatchModule::stop() {
  if (!session_) {
    return failure(404, "Nobody does so");
  }
  end();
  return success({});
}

std::optional<wire::Data> WatchModule::read(const CommandContext& context) {
  return session_ && context.incoming == reader_ ? session_->ask(context.interest, context.now) : std::nullopt;
}

TimeNs WatchModule::tick(TimeNs now) {
  if (!session_) {
    return time_never;
  }
  if (const auto data = session_->tick(now)) {
    dispatcher_.send(*data);
  }
  end_if_over(now);
  return session_ ? session_->next(now) : time_never;
}

void WatchModule::end_if_over(TimeNs now) {
  if (session_ && session_->over(now)) {
    end();
  }
}

void WatchModule::end() {
  session_.reset();
  end_();
}

}  // namespace augustus::manage
