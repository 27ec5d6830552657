// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <future>
#include <map>
#include <memory>
#include <vector>

#include "base/log_limit.hh"
#include "face/link_buffers.hh"
#include "face/port/port_branch.hh"
#include "face/port/port_transport.hh"
#include "face/stream_listener.hh"
#include "face/stream_transport.hh"
#include "face/udp_channel.hh"
#include "store/ssd/ssd_files.hh"
#include "worker/compact_tables.hh"
#include "worker/load_meter.hh"
#include "worker/management_link.hh"
#include "worker/placement/fib_nodes.hh"
#include "worker/router.hh"
#include "worker/worker.hh"

namespace augustus::worker {

/// Everything a Router owns, in the order it is built; shared by the files that implement Router.
struct Router::State {
  explicit State(const RouterOptions& given);

  RouterOptions options;
  unsigned partition_count;
  HashKey key;
  PacketPool pool;
  Quiescence quiescence;
  face::FaceTable faces;
  FibNodes fib_nodes;
  std::optional<store::SsdFiles> ssd_files;  ///< held as long as the router is there
  table::FibReplicas fib;
  table::StrategyChoice strategies;
  std::optional<CompactTables> compact;
  table::PendingPrefixFilter pending_prefixes;
  PartitionMap partitions;
  std::atomic<forward::TraceSession*> trace{nullptr};
  std::atomic<CaptureSession*> capture{nullptr};
  std::atomic<forward::NameSampler*> sampler{nullptr};
  std::vector<forward::SharedTables> tables;  ///< one for each replica of the FIB
  std::vector<BusyCycles> busy_cycles;        ///< of each partition
  std::vector<std::unique_ptr<Mailbox>> mailboxes;
  std::vector<std::unique_ptr<face::LinkBuffers>> link_buffers;  ///< of each of the workers; outlive their transports
  std::vector<std::unique_ptr<Worker>> workers;  ///< dispatchers, which have no partitions, last
  std::vector<forward::Forwarder*> forwarders;   ///< by partition; what they count may be read here
  ManagementLink management;
  struct UdpListener {
    face::UdpChannel* channel;  ///< owned by the worker's transports
    unsigned worker;
  };

  struct Port {
    face::PortTransport* transport;                 ///< owned by the worker's transports
    std::vector<const face::PortBranch*> branches;  ///< owned by other workers' transports
    unsigned worker;
    bool logged_up;
    FaceId own_face;  ///< of the compact header, or the multicast one; face_id_none: none
  };

  std::vector<ChannelInfo> channels;
  std::vector<Port> ports;
  std::vector<UdpListener> udp;
  std::unique_ptr<forward::TraceSession> trace_session;
  std::unique_ptr<CaptureSession> capture_session;
  std::unique_ptr<forward::NameSampler> name_sampler;
  LoadMeter load;
  LogLimit crowding_logged{1};
  std::uint64_t streams_refused = 0;  ///< connections for which there was no Face
  TimeNs start_wall_ns = 0;
  bool running = false;

  /// Runs `work` on the worker's thread and waits for it (at once on this thread while the workers are
  /// stopped).
  template <typename Work>
  auto on_worker(unsigned number, Work&& work) {
    using Result = decltype(work(*workers[number]));
    if (!running) {
      return work(*workers[number]);
    }
    std::packaged_task<Result()> task([&] { return work(*workers[number]); });
    auto result = task.get_future();
    mailboxes[number]->post([&task] { task(); });
    return result.get();
  }

  /// Applies `change` to every partition's content store, each on its worker's thread.
  template <typename Change>
  void on_every_store(Change&& change) {
    for (unsigned number = 0; number < workers.size(); ++number) {
      on_worker(number, [&](Worker& worker) {
        for (const auto& own : worker.partitions()) {
          change(own->forwarder->content_store());
        }
        return true;
      });
    }
  }

  /// Each partition's store gets its share, as far as its names allow; options.store.capacity_packets is the sum.
  void set_cs_capacity(std::uint64_t packets);

  std::optional<CompactTables> make_compact_tables();
  std::vector<forward::SharedTables> make_tables();
  /// Gives the transport to a thread and binds the Faces it starts with.
  void adopt(std::unique_ptr<face::Transport> transport, unsigned thread,
             const std::vector<FaceId>& faces_of);
  void adopt_stream(face::AcceptedStream accepted);
  /// What a stream Face that the worker drives needs to know.
  face::StreamOptions stream_options(unsigned worker, TimeNs idle_timeout);
  void listen(face::StreamListener listener);
  LoadMeter::Sums load_sums();
  /// Every reason to drop, with its count.
  std::map<std::string, std::uint64_t> drops() const;
  /// Every pool that strangers can draw from, but for those of management. Management thread.
  PoolList pools() const;
  void add_links(std::map<std::string, std::uint64_t>& drops) const;
  void add_shared_room(std::map<std::string, std::uint64_t>& drops) const;
  std::vector<TableFigures> table_figures(const std::vector<PartitionFigures>& parts) const;
  std::vector<ThreadFigures> thread_figures(const LoadMeter::Sums& sums) const;
  /// Before start. Throws std::runtime_error or std::invalid_argument.
  void attach_ssds();
  /// After stop: what is in DRAM goes to the SSDs.
  void close_ssds();
  /// Logs which ports went up or down since it was called last.
  void log_ports();
  FaceResult create_udp_face(const FaceRequest& request, const face::SocketAddress& remote);
  /// A Face on a DPDK port that serves this remote; std::nullopt when none does.
  std::optional<FaceResult> create_port_face(const FaceRequest& request, const face::FaceUri& remote);
  FaceResult create_tcp_face(const FaceRequest& request, const face::SocketAddress& remote);
  unsigned management_thread() const { return static_cast<unsigned>(workers.size()); }
  /// The worker that takes the next transport.
  unsigned next_worker() { return turn++ % options.workers; }
  unsigned turn = 0;
  /// The thread that drives a port which has its own.
  unsigned next_dispatcher() { return options.workers + dispatcher_turn++ % options.dispatchers; }
  unsigned dispatcher_turn = 0;
  /// The thread that drives the port. Throws std::invalid_argument when there is none such.
  unsigned thread_of(const face::PortOptions& port);
  int cpu_of(unsigned thread) const;
  /// Gives other workers their queues of the port that `driver` drives.
  void add_branches(Port& port, const face::PortOptions& options, unsigned driver);
};

}  // namespace augustus::worker
