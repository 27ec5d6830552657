// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/packet_pool.hh"
#include "base/pool_list.hh"
#include "face/face_info.hh"
#include "face/face_table.hh"
#include "face/link_buffers.hh"
#include "face/port/port_hub.hh"
#include "face/port/port_options.hh"
#include "face/transport.hh"
#include "forward/forward_counters.hh"
#include "forward/forwarder.hh"
#include "forward/trace/name_sampler.hh"
#include "forward/trace/trace_session.hh"
#include "store/store_options.hh"
#include "table/fib_replicas.hh"
#include "table/strategy_choice.hh"
#include "worker/capture/capture_session.hh"
#include "worker/compact_tables.hh"
#include "worker/lesson.hh"
#include "worker/partition_status.hh"
#include "worker/router_figures.hh"
#include "worker/router_options.hh"

namespace augustus::worker {

/// faces/create, as management asks for it.
struct FaceRequest {
  std::string remote_uri;  ///< canonical: udp4://192.0.2.1:6363, tcp6://[::1]:6363, ...
  std::optional<std::string> local_uri;
  face::Persistency persistency = face::Persistency::persistent;
  std::uint64_t flags = 0;
  std::optional<std::uint64_t> mtu;
  std::optional<std::uint64_t> congestion_interval_ns;
  std::optional<std::uint64_t> congestion_threshold_bytes;
  /// TCP: connects again for as long as the Face is there, from the first attempt on (FaceInfo::keeps_trying).
  bool keeps_trying = false;
  bool operator==(const FaceRequest&) const = default;
};

/// Outcome of create_face: NFD's status codes.
struct FaceResult {
  unsigned code = 200;  ///< 200 made, 409 exists already, 400 malformed URI, 406 unsupported, 408/504 failed
  std::string text;
  std::optional<face::FaceInfo> face;  ///< with 200 and 409
  /// With 200: the first attempt to connect is under way. The Face is down; an event tells that it is up, or
  /// destroyed because it could not be connected.
  bool connecting = false;
};

/// The content store's second tier, all partitions together.
struct SsdStatus {
  std::uint32_t batch = 0;  ///< segments
  std::uint64_t extent_bytes = 0;
  std::uint64_t extents = 0;
  std::uint64_t extents_in_use = 0;
  std::uint64_t packets = 0;            ///< Data there
  std::uint64_t bytes = 0;              ///< of the extents in use, as written
  std::uint64_t index_bytes = 0;        ///< DRAM that the index takes
  std::uint64_t hits = 0;               ///< Interests answered from what was read for them
  std::uint64_t misses = 0;             ///< Interests that it could not answer
  std::uint64_t evicted = 0;            ///< extents that made room for others
  std::uint64_t reads = 0, writes = 0;  ///< extents
  std::uint64_t prefetches = 0;         ///< of the reads
  std::uint64_t joined = 0;             ///< Interests that waited for a read under way
  std::uint64_t not_admitted = 0;       ///< frames that the admission policy kept away
  store::AdmissionOptions admission;
  std::uint64_t read_busy = 0, write_busy = 0;
  std::uint64_t read_errors = 0, write_errors = 0, damaged = 0;
  bool admit = true;  ///< what leaves DRAM is written
  bool serve = true;
  bool verifying = false;
  std::uint64_t verified_extents = 0, verified_packets = 0;  ///< by the last verification
  std::uint64_t damaged_extents = 0;                         ///< that it found
};

struct CsStatus {
  std::uint64_t capacity_packets = 0;
  std::uint64_t capacity_bytes = 0;  ///< of DRAM's frames
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;
  std::uint64_t evicted = 0;  ///< from DRAM
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::uint64_t refused = 0;       ///< wanted Data that could not be kept
  std::uint64_t not_admitted = 0;  ///< that the admission policy kept away
  store::AdmissionOptions admission;
  bool admit = true;
  bool serve = true;
  std::optional<SsdStatus> ssd;
};

struct RouterStatus {
  std::uint64_t start_wall_ns = 0;
  std::uint64_t now_wall_ns = 0;
  std::uint64_t name_entries = 0, fib_entries = 0, pit_entries = 0, strategy_entries = 0, cs_entries = 0;
  std::uint64_t in_interests = 0, in_data = 0, in_nacks = 0, out_interests = 0, out_data = 0, out_nacks = 0;
  std::uint64_t satisfied = 0, unsatisfied = 0;
  std::uint64_t aggregated = 0, retransmitted = 0;
  std::uint64_t passed = 0;          ///< packets and questions handed from thread to thread
  std::uint64_t buffers_in_use = 0;  ///< of the packet pool, those that wait for input included
  std::vector<std::pair<std::string, std::uint64_t>> drops;  ///< reason, count; those above 0
  PoolList pools;
};

/// A channel the router listens on, for faces/channels.
struct ChannelInfo {
  std::string local_uri;
};

/// What elements of a graph may know of a port.
struct PortEnd {
  DeviceNumber number;
  std::shared_ptr<face::PortHub> hub;  ///< takes frames
  FaceId own_face;                     ///< to everybody on the link; face_id_none: there is none
};

/// The running data plane: packet pools, tables, workers and their transports. All methods are called by the
/// management thread, which also drives Faces of its own (the management Face, WebSocket).
class Router {
 public:
  explicit Router(const RouterOptions& options);
  ~Router();

  void start();
  void stop();

  face::FaceTable& faces();
  /// Of NDN names; routes and strategies are set by the functions below.
  const table::FibReplicas& fib() const;
  const table::StrategyChoice& strategies() const;
  /// As Fib::set, for the names of every format there is.
  table::FibOutcome set_next_hops(const wire::Name& prefix, const std::vector<table::NextHop>& next_hops);
  /// As StrategyChoice's, likewise.
  bool set_strategy(const wire::Name& prefix, std::uint8_t strategy);
  void unset_strategy(const wire::Name& prefix);
  /// The number of a strategy's name, for set_strategy. When the table of parameters is full, those that no
  /// prefix has are forgotten. std::nullopt: the name is no strategy's, or each is in use.
  std::optional<std::uint8_t> strategy_number(const wire::Name& strategy);
  /// Routes of compact names; nullptr without a port whose packets keep theirs.
  CompactTables* compact_tables();

  // Channels (listening sockets). They throw std::system_error when the system refuses.
  void listen_unix(const std::string& path, unsigned mode);
  void listen_udp(const std::string& address, std::uint16_t port);  ///< address "0.0.0.0" or "::"
  void listen_tcp(const std::string& address, std::uint16_t port);
  void listen_websocket(const std::string& address, std::uint16_t port);
  /// The multicast Face of a group on one network interface; face_id_none: no room.
  FaceId add_udp_multicast(const std::string& group, std::uint16_t port, const std::string& interface);
  /// Starts a DPDK port, whose multicast Face (if it has one) is there at once. Throws std::runtime_error or
  /// std::invalid_argument.
  void add_port(face::PortOptions options);
  /// A port by its name; std::nullopt: there is none such.
  std::optional<PortEnd> find_port(std::string_view name) const;
  std::vector<ChannelInfo> channels() const;
  /// Gives a transport of any kind to a worker, with the Faces it starts with; its owner in the face table
  /// must be that worker.
  void add_transport(unsigned worker, std::unique_ptr<face::Transport> transport,
                     const std::vector<FaceId>& faces);
  PacketPool& packets();
  /// What transports that this worker drives draw from; the Router's.
  face::LinkBuffers& link_buffers(unsigned worker);

  FaceResult create_face(const FaceRequest& request);
  bool destroy_face(FaceId id);
  bool set_face_persistency(FaceId id, face::Persistency persistency);

  /// `beside` is called on each worker's thread when its part is read: what it reads there is of the same
  /// moment.
  CsStatus cs_status(const std::function<void()>& beside = {});
  /// More than leaves names for what is pending is as much as does; cs_status() tells.
  void set_cs_capacity(std::uint64_t packets);
  void set_cs_admit(bool on);
  void set_cs_serve(bool on);
  /// Of the SSD tier; there must be one.
  void set_ssd_admit(bool on);
  void set_ssd_serve(bool on);
  /// Begins to read all that is on the SSDs and to check it; cs_status() tells how far that is. False: no
  /// SSD.
  bool verify_cs();
  /// Erases up to `limit` Data below the prefix in all partitions; second: whether more remain.
  std::pair<std::uint64_t, bool> erase_cs(const wire::Name& prefix, std::uint64_t limit);

  RouterStatus status();
  /// Everything the router counts, read where it stands.
  RouterFigures figures();

  /// Gives a partition to another worker, with all it holds, while traffic goes on: no packet is lost, and
  /// those that another thread sent to the former worker are passed on.
  /// Runs `work` on the thread that owns the partition, between two bursts, and waits for it. Management
  /// thread.
  void on_partition(std::uint32_t partition, const std::function<void(forward::Forwarder&)>& work);
  MoveOutcome move_partition(std::uint32_t partition, std::uint32_t worker);
  LoadStatus load();

  // Watching packets; management thread only, while the workers run. One session of each kind at a time.
  /// False: one is under way.
  bool start_trace(const wire::Name& prefix);
  /// The session; nullptr: none. Valid until stop_trace().
  forward::TraceSession* trace();
  void stop_trace();
  bool start_capture(const CaptureFilter& filter);
  CaptureSession* capture();
  void stop_capture();
  void start_sampling();
  /// Names that are asked for; nullptr: nobody samples. Valid until stop_sampling().
  forward::NameSampler* sampler();
  void stop_sampling();

  // The management Face (face_id_management).
  /// Called on the management thread for each packet sent to the management Face: the bare Interest or Data,
  /// and the Face it came from.
  void on_management_packet(std::function<void(std::span<const std::uint8_t>, FaceId incoming)> handler);
  /// Called on the management thread for each lesson of the self-learning strategy.
  void on_lesson(std::function<void(const Lesson&)> handler);
  /// Asked on the management thread for the announcement that goes with a Data to who looks for routes: the
  /// announcement's Data TLV, empty for none.
  void on_announcement_wanted(
      std::function<std::vector<std::uint8_t>(std::span<const std::uint8_t> data)> announcer);
  /// Injects a bare Interest or Data as if the management Face had received it. False: no buffer.
  bool send_from_management(std::span<const std::uint8_t> packet);

  /// Readable when poll() has something to do; for the management thread's event loop.
  int descriptor() const;
  /// Returns when to be called again at the latest (TimeNs, CLOCK_MONOTONIC).
  TimeNs poll();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace augustus::worker
