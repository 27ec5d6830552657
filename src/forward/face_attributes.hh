// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>

#include "base/device_number.hh"
#include "base/face_id.hh"
#include "wire/packet_format.hh"

namespace augustus::forward {

enum class FaceScope : std::uint8_t { non_local, local };
enum class LinkType : std::uint8_t { point_to_point, multi_access, ad_hoc };

/// Which packets may leave on a Face now.
enum class FaceTakes : std::uint8_t {
  ndn = static_cast<std::uint8_t>(wire::PacketFormat::ndn),
  compact = static_cast<std::uint8_t>(wire::PacketFormat::compact),
  compact_2016 = static_cast<std::uint8_t>(wire::PacketFormat::compact_2016),
  nothing,  ///< it is down
};

constexpr FaceTakes takes_of(wire::PacketFormat format) {
  return static_cast<FaceTakes>(format);
}

/// What forwarding may know of a Face, eight bytes read and written as one atomic word.
struct FaceAttributes {
  FaceId id = face_id_none;  ///< face_id_none: the slot is free
  FaceScope scope = FaceScope::non_local;
  LinkType link_type = LinkType::point_to_point;
  std::uint8_t owner = 0;  ///< the thread that sends on it: a worker's number, or the management thread's
  FaceTakes takes = FaceTakes::nothing;
};
static_assert(sizeof(FaceAttributes) == 8);

/// The first number of a kind of sources; kinds are in face/face_source.hh.
constexpr std::uint64_t source_kind(std::uint16_t kind) {
  return std::uint64_t{kind} << 48;
}

/// Stands for a Face that counts alone where others are told apart by who is behind them.
constexpr std::uint64_t own_source_of(FaceId face) {
  return source_kind(0xff04) | face;
}

/// The attributes of all Faces, by slot. Written by the face table, read by every worker without a lock.
class FaceAttributeTable {
 public:
  /// `capacity` is rounded up to a power of two.
  explicit FaceAttributeTable(std::uint32_t capacity)
      : capacity_(std::bit_ceil(capacity)),
        slots_(std::make_unique<std::atomic<FaceAttributes>[]>(capacity_)),
        devices_(std::make_unique<std::atomic<DeviceNumber>[]>(capacity_)),
        sources_(std::make_unique<std::atomic<std::uint64_t>[]>(capacity_)) {}

  /// Slots: a power of two.
  std::uint32_t capacity() const { return capacity_; }

  /// The Face's attributes; `.id == face_id_none` when there is no such Face (any more).
  FaceAttributes find(FaceId id) const {
    const FaceAttributes found = slots_[id & (capacity_ - 1)].load(std::memory_order_acquire);
    return found.id == id ? found : FaceAttributes{};
  }
  /// The device that a Face which is there is on.
  DeviceNumber device_of(FaceId id) const {
    return devices_[id & (capacity_ - 1)].load(std::memory_order_relaxed);
  }
  /// Who is behind the Face, the same number however many Faces he makes (face/face_source.hh, source_behind()). One of
  /// the Face's own where it is the router's or the operator's, and where it is gone.
  std::uint64_t source_of(FaceId id) const {
    const std::uint64_t source =
        find(id).id == id ? sources_[id & (capacity_ - 1)].load(std::memory_order_relaxed) : 0;
    return source != 0 ? source : own_source_of(id);
  }
  /// The same, but that each program of this machine counts alone.
  std::uint64_t holder_key_of(FaceId id) const {
    return find(id).scope == FaceScope::local ? own_source_of(id) : source_of(id);
  }
  /// What is in the slot, for walks over all Faces.
  FaceAttributes at(std::uint32_t slot) const { return slots_[slot].load(std::memory_order_acquire); }
  /// Slots from here on were never used.
  std::uint32_t slots_used() const { return slots_used_.load(std::memory_order_acquire); }
  /// `source`: who is behind the Face (face/face_source.hh); 0: the router or its operator.
  void store(std::uint32_t slot, FaceAttributes attributes, DeviceNumber device = device_none,
             std::uint64_t source = 0) {
    sources_[slot].store(source, std::memory_order_relaxed);
    devices_[slot].store(device, std::memory_order_relaxed);
    if (slot >= slots_used()) {
      slots_used_.store(slot + 1, std::memory_order_release);
    }
    slots_[slot].store(attributes, std::memory_order_release);
  }

 private:
  std::uint32_t capacity_;
  std::atomic<std::uint32_t> slots_used_{0};
  std::unique_ptr<std::atomic<FaceAttributes>[]> slots_;
  std::unique_ptr<std::atomic<DeviceNumber>[]> devices_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> sources_;
};

}  // namespace augustus::forward
