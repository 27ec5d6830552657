// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "face/face_info.hh"
#include "face/face_table.hh"
#include "table/fib.hh"
#include "table/next_hop.hh"
#include "wire/name.hh"
#include "worker/router.hh"

namespace augustus::manage {

/// What the management modules need of the running router. `RouterDataPlane` is the one the product uses;
/// unit tests record. All calls are made on the management thread.
class DataPlane {
 public:
  /// Counts of one Face at some instant.
  struct FaceTraffic {
    std::uint64_t in_interests = 0, in_data = 0, in_nacks = 0, in_bytes = 0;
    std::uint64_t out_interests = 0, out_data = 0, out_nacks = 0, out_bytes = 0;
  };
  enum class StrategyOutcome : std::uint8_t { ok, unknown_strategy, full };

  virtual ~DataPlane() = default;

  virtual std::optional<face::FaceInfo> find_face(FaceId id) const = 0;
  virtual std::vector<face::FaceInfo> list_faces() const = 0;  ///< by ascending id
  virtual FaceTraffic face_traffic(FaceId id) const = 0;
  virtual worker::FaceResult create_face(const worker::FaceRequest& request) = 0;
  virtual bool destroy_face(FaceId id) = 0;
  virtual bool set_face_persistency(FaceId id, face::Persistency persistency) = 0;
  virtual bool update_face(FaceId id, const std::function<void(face::FaceInfo&)>& change) = 0;
  virtual std::vector<worker::ChannelInfo> channels() const = 0;
  virtual std::vector<face::FaceEvent> take_face_events() = 0;

  /// Prefixes that the FIB has room for.
  virtual std::uint32_t fib_capacity() const = 0;
  /// The prefix's next hops in the FIB; empty when it has no entry.
  virtual std::vector<table::NextHop> next_hops(const wire::Name& prefix) const = 0;
  /// Replaces them; an empty set removes the entry.
  virtual table::FibOutcome set_next_hops(const wire::Name& prefix,
                                          std::vector<table::NextHop> next_hops) = 0;
  /// Visits some of the FIB's entries, in no order: a part that takes about a millisecond. `from`: 0, then what the call
  /// before returned; 0: there are no more. An entry that stays while others change is visited once.
  virtual std::uint64_t for_each_fib_entry(
      std::uint64_t from,
      const std::function<void(const wire::Name&, const std::vector<table::NextHop>&)>& visit) const = 0;

  /// Prefixes beside / that strategy choice has room for.
  virtual std::uint32_t strategy_capacity() const = 0;
  /// Sets the prefix's strategy; `strategy` becomes its name with version.
  virtual StrategyOutcome set_strategy(const wire::Name& prefix, wire::Name& strategy) = 0;
  virtual void unset_strategy(const wire::Name& prefix) = 0;
  virtual void for_each_strategy(
      const std::function<void(const wire::Name& prefix, const wire::Name& strategy)>& visit) const = 0;

  virtual worker::CsStatus cs_status() = 0;
  virtual void set_cs_capacity(std::uint64_t packets) = 0;
  virtual void set_cs_admit(bool on) = 0;
  virtual void set_cs_serve(bool on) = 0;
  /// Of the SSD tier, if cs_status() has one.
  virtual void set_ssd_admit(bool on) = 0;
  virtual void set_ssd_serve(bool on) = 0;
  /// Begins to check all that is on the SSDs. False: there is none.
  virtual bool verify_cs() = 0;
  /// Erases up to `limit` Data below the prefix: how many, and whether more remain.
  virtual std::pair<std::uint64_t, bool> erase_cs(const wire::Name& prefix, std::uint64_t limit) = 0;

  virtual worker::RouterStatus status() = 0;
  virtual worker::LoadStatus load() = 0;
  virtual worker::MoveOutcome move_partition(std::uint32_t partition, std::uint32_t worker) = 0;

  /// As worker::Router has them; nullptr: one is under way already.
  virtual forward::TraceSession* start_trace(const wire::Name& prefix) = 0;
  virtual void stop_trace() = 0;
  virtual worker::CaptureSession* start_capture(const worker::CaptureFilter& filter) = 0;
  virtual void stop_capture() = 0;

  /// Sends a bare Interest or Data from the management Face. False: no buffer.
  virtual bool send(std::span<const std::uint8_t> packet) = 0;
};

}  // namespace augustus::manage
