// SPDX-License-Identifier: Apache-2.0
#include "main/control/bulk_routes.hh"

#include <fmt/format.h>

#include <ostream>
#include <stdexcept>
#include <unordered_map>

#include "base/clock.hh"
#include "main/client/interrupt.hh"
#include "main/control/bulk_commands.hh"
#include "main/control/face_reference.hh"
#include "main/control/present.hh"
#include "main/control/route_file.hh"

namespace augustus::control {
namespace {

constexpr std::size_t failures_shown_max = 20;

/// Faces by what the file calls them, each looked up once.
class FaceNames {
 public:
  struct Found {
    std::uint64_t face = 0;
    std::string failure;  ///< why there is none
  };

  explicit FaceNames(Session& session) : session_(session) {}

  /// Throws Interrupted.
  const Found& find(const std::string& id_or_uri) {
    const auto [entry, is_new] = faces_.try_emplace(id_or_uri);
    if (is_new) {
      try {
        entry->second.face = face_or_make(session_, id_or_uri);
      } catch (const client::Interrupted&) {
        throw;
      } catch (const std::runtime_error& error) {
        entry->second.failure = error.what();
      }
    }
    return entry->second;
  }

 private:
  Session& session_;
  std::unordered_map<std::string, Found> faces_;
};

/// Counts what came of the lines, and tells of the first that failed.
class Summary {
 public:
  explicit Summary(const std::string& file) : file_(file) {}

  void note(std::size_t line, const std::string& failure) {
    if (failure.empty()) {
      ++added_;
      return;
    }
    if (failed_++ < failures_shown_max) {
      fmt::print(stderr, "{}:{}: {}\n", file_, line, failure);
    }
  }

  void print(const Session& session) const {
    if (failed_ > failures_shown_max) {
      fmt::print(stderr, "... and {} more\n", failed_ - failures_shown_max);
    }
    const double seconds = static_cast<double>(monotonic_now() - started_) / nanoseconds_per_second;
    if (session.json) {
      session.out << Json{{"added", added_}, {"failed", failed_}, {"seconds", seconds}}.dump(2) << '\n';
    } else {
      session.out << fmt::format("{} routes added, {} failed, {:.2f} s ({:.0f} a second)\n", added_, failed_,
                                 seconds, static_cast<double>(added_) / seconds);
    }
  }
  void check() const {
    if (failed_ != 0) {
      throw std::runtime_error(fmt::format("{} of {} routes were not added", failed_, added_ + failed_));
    }
  }

 private:
  const std::string& file_;
  TimeNs started_ = monotonic_now();
  std::size_t added_ = 0;
  std::size_t failed_ = 0;
};

}  // namespace

void add_routes(Session& session, const std::string& path, const manage::ControlParameters& parameters) {
  RouteFile file(path);
  FaceNames faces(session);
  Summary summary(file.name());
  BulkCommands commands(session.client, "rib", "register");
  while (auto line = file.next()) {
    if (!line->error.empty()) {
      summary.note(line->number, line->error);
      continue;
    }
    const FaceNames::Found& found = faces.find(line->face);
    if (!found.failure.empty()) {
      summary.note(line->number, found.failure);
      continue;
    }
    manage::ControlParameters route = parameters;
    route.face_id = found.face;
    route.name = std::move(line->prefix);
    route.cost = line->cost ? line->cost : parameters.cost;
    commands.give(std::move(route), [&summary, number = line->number](const std::string& failure) {
      summary.note(number, failure);
    });
  }
  commands.finish();
  summary.print(session);
  summary.check();
}

}  // namespace augustus::control
