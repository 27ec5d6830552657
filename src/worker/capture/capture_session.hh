// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "base/message_ring.hh"
#include "base/packet_limit.hh"
#include "forward/outgoing.hh"
#include "wire/lp_codec.hh"
#include "wire/name.hh"
#include "worker/capture/captured_packet.hh"

namespace augustus::worker {

/// Which packets to copy; never those by which the capture itself is read.
struct CaptureFilter {
  FaceId face = face_id_none;  ///< face_id_none: every Face
  wire::Name prefix;           ///< empty: every name
  bool all = false;            ///< whatever its name, also what has none: malformed packets, whole frames
  /// Bytes of a packet that are kept at most.
  std::uint32_t snap_bytes = packet_bytes_max + wire::lp_header_bytes_max;
};

/// A filter, and the copies on their way to who asked. Workers copy, one reader takes. A full ring loses packets, which
/// are counted, and holds up nobody.
class CaptureSession {
 public:
  /// `cells`: the ring's size in units of `Cell`.
  CaptureSession(CaptureFilter filter, unsigned cells);

  // Of any worker; the packets stay the caller's. How many of them were lost.
  unsigned arrived(std::span<rte_mbuf* const> packets, TimeNs now);
  unsigned leaving(std::span<const forward::Outgoing> outgoing, TimeNs now);

  /// The oldest packet. The reader's thread only.
  std::optional<CapturedPacket> take();
  std::uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }

 private:
  /// A packet takes so many cells as its bytes need; the first one says what it is.
  struct Cell {
    static constexpr std::size_t bytes_max = 224;
    TimeNs time;
    FaceId face;
    std::uint32_t length;
    std::uint32_t kept;
    std::uint32_t outgoing;
    std::uint32_t whole_frame;
    std::uint32_t padding;
    std::array<std::uint8_t, bytes_max> bytes;
  };
  static_assert(sizeof(Cell) == 256);
  static constexpr std::size_t cells_max =
      (packet_bytes_max + wire::lp_header_bytes_max + Cell::bytes_max - 1) / Cell::bytes_max;

  bool wants(FaceId face, rte_mbuf* packet) const;
  /// False: it was lost.
  bool copy(rte_mbuf* packet, const wire::LpHeader& header, bool bare, Cell first);

  CaptureFilter filter_;
  MessageRing<Cell> ring_;
  std::atomic<std::uint64_t> lost_{0};
};

}  // namespace augustus::worker
