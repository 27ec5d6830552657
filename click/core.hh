// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/hash_key.hh"
#include "base/packet_pool.hh"
#include "base/quiescence.hh"
#include "carried.hh"
#include "forward/shared_tables.hh"

namespace augustus::click {

/// Faces of the ports of InputDeMux and OutputMux: port n is Face n + 1. Those of FromFace are above.
inline constexpr FaceId port_faces_max = 1024;

/// Where a Face of FromFace sends.
struct Peer {
  int socket = -1;
  sockaddr_in address{};
};

/// What all graphs of the process share and what outlives them: packet buffers, Faces, routes.
class Core {
 public:
  /// Made, with DPDK's EAL where FastClick has not started it, when it is first asked for; never ended.
  /// Throws std::runtime_error.
  static Core& get();

  /// The Face of what comes from `address`, made if need be; face_id_none when there are no more.
  FaceId face_of_peer(int socket, const sockaddr_in& address);
  /// What Faces made for a route send through.
  void set_default_socket(int socket) { default_socket_ = socket; }
  /// Nothing: not a Face of FromFace.
  std::optional<Peer> peer(FaceId face) const;
  /// A number, or "udp4://1.2.3.4:6363"; face_id_none: neither.
  FaceId face_from_text(const std::string& text);
  void add_port_face(FaceId face);

  /// False when the prefix or the Face is none, or the table full.
  bool add_route(const std::string& prefix, FaceId face);
  bool remove_route(const std::string& prefix, FaceId face);
  std::string routes() const;

  PacketPool pool;
  CarriedPool carried;

 private:
  Core();
  void add_face(FaceId face);

  HashKey key_ = HashKey::random();
  Quiescence quiescence_{1};
  forward::FaceAttributeTable faces_{8192};
  table::Fib fib_;
  table::StrategyChoice strategies_;
  table::PendingPrefixFilter pending_prefixes_;
  std::vector<wire::Name> regions_;
  std::map<std::pair<std::uint32_t, std::uint16_t>, FaceId> face_by_address_;
  std::vector<Peer> peers_;
  int default_socket_ = -1;

 public:
  const forward::SharedTables tables;
};

}  // namespace augustus::click
