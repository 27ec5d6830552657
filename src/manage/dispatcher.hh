// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/log_limit.hh"
#include "manage/access/access.hh"
#include "manage/codec/control_response.hh"
#include "manage/command_context.hh"
#include "manage/command_format.hh"
#include "manage/data_plane.hh"
#include "manage/dataset_queue.hh"
#include "manage/dataset_store.hh"
#include "manage/event_stream.hh"
#include "manage/security/authenticator.hh"

namespace augustus::manage {

/// Takes the Interests below /localhost/nfd and /localhop/nfd apart, has commands authenticated, calls the
/// module that serves the verb, and sends what it answers (NFD wiki Management; ndn-cxx mgmt/dispatcher).
class Dispatcher {
 public:
  /// std::nullopt: the answer takes time, and the module calls conclude() with it.
  using CommandHandler = std::function<std::optional<ControlResponse>(const CommandContext&, ControlParameters)>;
  /// A command whose argument is not ControlParameters; std::nullopt: malformed, no answer.
  using RawCommandHandler = std::function<std::optional<ControlResponse>(const CommandContext&)>;
  /// Fills the dataset's payload; a response instead is sent as the answer.
  using DatasetHandler = std::function<std::optional<ControlResponse>(const CommandContext&,
                                                                      std::vector<std::uint8_t>& payload)>;

  Dispatcher(DataPlane& data_plane, Authenticator& authenticator, const Access& access, bool localhop_rib)
      : data_plane_(data_plane),
        authenticator_(authenticator),
        access_(access),
        localhop_rib_(localhop_rib),
        building_([this](const CommandContext& context, DatasetDraft& draft) { publish(context, draft); }) {}
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;

  void add_command(std::string_view module, std::string_view verb, CommandFormat format,
                   CommandHandler handler);
  /// A command that takes long and that anybody may repeat: obeyed in the datasets' part of the time, in its Face's
  /// turn. 503 where who asks has asked for too many.
  using LongCommandHandler = std::function<ControlResponse(const CommandContext&, ControlParameters)>;
  void add_long_command(std::string_view module, std::string_view verb, CommandFormat format,
                        LongCommandHandler handler);
  void add_raw_command(std::string_view module, std::string_view verb, RawCommandHandler handler);
  /// `arguments`: name components after the verb that belong to the dataset's name.
  void add_dataset(std::string_view module, std::string_view verb, std::size_t arguments,
                   DatasetHandler handler);
  /// The same for one that may be long, made part by part.
  void add_long_dataset(std::string_view module, std::string_view verb, DatasetQueue::Build build);
  /// What a local program may read: the Data to answer with, if there is one now.
  using Reader = std::function<std::optional<wire::Data>(const CommandContext&)>;
  void add_reader(std::string_view module, std::string_view verb, Reader reader);
  /// `stream` must outlive the dispatcher.
  void add_stream(std::string_view module, std::string_view verb, EventStream& stream);

  /// Serves one Interest. Anything malformed or not ours is left unanswered. Times: monotonic, wall.
  void handle(const wire::Interest& interest, FaceId incoming, TimeNs now, TimeNs wall);
  void send(const wire::Data& data);
  /// Answers a command that was authorised and logs what came of it.
  void conclude(const CommandContext& context, const ControlResponse& response);
  /// Goes on with datasets and long commands that were asked for; returns when to call again. Times: monotonic, wall.
  TimeNs tick(TimeNs now, TimeNs wall) { return building_.tick(now, wall); }
  /// Datasets and answers to long commands that somebody did not get because he asked for too many.
  const Counter& datasets_refused() const { return building_.refused(); }
  PoolFigures dataset_questions() const { return building_.figures(); }
  PoolFigures dataset_segments() const { return datasets_.figures(); }

 private:
  using Handler = std::function<void(const CommandContext&)>;

  bool authorize(const CommandContext& context, std::string_view module);
  void refuse(const CommandContext& context, std::string_view reason);
  /// Wraps what reads into what checks who asks.
  Handler for_readers(Handler handler);
  void run_command(const CommandContext& context, std::string_view module, const CommandFormat& format,
                   const CommandHandler& handler);
  void run_dataset(const CommandContext& context, std::size_t arguments, const DatasetQueue::Build& build);
  void publish(const CommandContext& context, DatasetDraft& draft);
  void add_dataset_of(std::string_view module, std::string_view verb, std::size_t arguments,
                      DatasetQueue::Build build);
  void log_refusal(const CommandContext& context, std::uint64_t code, std::string_view reason);
  void respond(const wire::Interest& interest, const ControlResponse& response,
               std::uint64_t content_type = 0);

  DataPlane& data_plane_;
  Authenticator& authenticator_;
  const Access& access_;
  bool localhop_rib_;
  DatasetStore datasets_;
  DatasetQueue building_;
  LogLimit refusals_logged_{10};
  LogLimit shortage_logged_{1};
  std::unordered_map<std::string, Handler> handlers_;  // by "module/verb"
};

}  // namespace augustus::manage
