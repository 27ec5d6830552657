// SPDX-License-Identifier: Apache-2.0
#include "wire/compact_name.hh"

#include <algorithm>
#include <optional>

#include "wire/name.hh"
#include "wire/walk_name.hh"

namespace augustus::wire {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t chunk_bytes = 4;
constexpr std::uint8_t separator = '/';

/// Where a component stands decides what its bytes mean.
struct Place {
  PacketFormat format;
  bool last;

  bool chunk() const { return format == PacketFormat::compact_2016 && last; }
  bool separated() const { return format == PacketFormat::compact_2016 && !last; }
};

/// The segment number of a component that is written as a chunk id.
std::optional<std::uint32_t> chunk_id(const TlvHeader& component, Place place) {
  std::uint64_t number = 0;
  if (!place.chunk() || component.type != component_type::segment ||
      !read_number(component.bytes(), number) || number > UINT32_MAX ||
      number_bytes(number) != component.length) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(number);
}

bool is_one_component(Bytes bytes, TlvHeader& component) {
  const std::uint8_t* const end = bytes.data() + bytes.size();
  return !bytes.empty() && read_tlv_header(bytes.data(), end, component) == TlvOutcome::ok &&
         component.end() == end && valid_component(component.type, component.length);
}

bool spells_component(Bytes bytes, Place place);

/// Whether these bytes in the chunk id's place are a component TLV of a chunk id's length: a '/' tells them
/// apart.
bool spells_short_component(Bytes bytes, Place place) {
  return place.chunk() && bytes.size() == chunk_bytes + 1 && bytes.back() == separator &&
         spells_component(bytes.first(chunk_bytes), place);
}

/// Whether a generic component's value would not be read as what it is.
bool reads_otherwise(Bytes value, Place place) {
  return (value.empty() && !place.separated()) || (place.chunk() && value.size() == chunk_bytes) ||
         spells_short_component(value, place);
}

/// Whether compact component `bytes` stands for the component TLV that it spells.
bool spells_component(Bytes bytes, Place place) {
  TlvHeader component;
  while (is_one_component(bytes, component)) {
    if (component.type != component_type::generic) {
      return !chunk_id(component, place);
    }
    bytes = component.bytes();
    if (reads_otherwise(bytes, place)) {
      return true;
    }
  }
  return false;
}

bool append(CompactName& name, Bytes bytes) {
  if (bytes.size() > name.room.size() - name.length || name.length + bytes.size() > UINT16_MAX) {
    return false;
  }
  std::ranges::copy(bytes, name.room.data() + name.length);
  name.length += bytes.size();
  return true;
}

bool append_component(CompactName& name, Bytes tlv, const TlvHeader& component, Place place) {
  if (const auto number = chunk_id(component, place)) {
    std::uint8_t chunk[chunk_bytes];
    store_be32(chunk, *number);
    return append(name, chunk);
  }
  const Bytes value = component.bytes();
  const bool plain = component.type == component_type::generic && !spells_component(value, place) &&
                     !reads_otherwise(value, place);
  const bool slash = place.separated() || (!plain && place.chunk() && tlv.size() == chunk_bytes);
  return append(name, plain ? value : tlv) && (!slash || append(name, Bytes(&separator, 1)));
}

/// Writes NDN components one after the other.
class ComponentWriter {
 public:
  explicit ComponentWriter(std::span<std::uint8_t> room) : room_(room) {}

  bool add(Bytes bytes, Place place) {
    if (place.chunk() && bytes.size() == chunk_bytes) {
      std::uint8_t number[chunk_bytes];
      const std::uint32_t chunk = load_be32(bytes.data());
      const std::size_t size = number_bytes(chunk);
      store_be(number, chunk, size);
      return put(component_type::segment, Bytes(number, size));
    }
    if (spells_short_component(bytes, place)) {
      return copy(bytes.first(chunk_bytes));
    }
    return spells_component(bytes, place) ? copy(bytes) : put(component_type::generic, bytes);
  }
  std::size_t size() const { return size_; }

 private:
  bool put(std::uint32_t type, Bytes value) {
    const std::size_t header = 1 + var_number_bytes(value.size());
    if (header + value.size() > room_.size() - size_) {
      return false;
    }
    room_[size_] = static_cast<std::uint8_t>(type);
    store_var_number(room_.data() + size_ + 1, value.size());
    size_ += header;
    return copy(value);
  }
  bool copy(Bytes bytes) {
    if (bytes.size() > room_.size() - size_) {
      return false;
    }
    std::ranges::copy(bytes, room_.data() + size_);
    size_ += bytes.size();
    return true;
  }

  std::span<std::uint8_t> room_;
  std::size_t size_ = 0;
};

bool write_compact(Bytes name_value, PacketFormat format, bool whole, CompactName& name) {
  const std::uint8_t* const end = name_value.data() + name_value.size();
  const std::uint8_t* at = name_value.data();
  bool fits = true;
  const auto outcome = walk_name(at, end, [&](const TlvHeader& component) {
    const Place place{format, whole && component.end() == end};
    fits = fits && name.count < CompactName::components_max &&
           append_component(name, {at, component.end()}, component, place);
    if (fits) {
      name.ends[name.count++] = static_cast<std::uint16_t>(name.length);
    }
    at = component.end();
  });
  return outcome == ParseOutcome::ok && fits && name.length != 0;
}

}  // namespace

bool compact_from_name(Bytes name_value, PacketFormat format, CompactName& name) {
  return write_compact(name_value, format, true, name);
}

bool compact_prefix_from_name(Bytes name_value, PacketFormat format, CompactName& name) {
  return write_compact(name_value, format, false, name);
}

std::size_t name_from_compact(Bytes packet, const PacketView& view, std::span<std::uint8_t> room) {
  if (view.component_count > CompactName::components_max) {
    return 0;
  }
  const Bytes name = name_bytes(view, packet.data());
  ComponentWriter writer(room);
  for (unsigned i = 0; i < view.component_count; ++i) {
    const auto begin = view.prefix_length(i);
    Bytes component = name.subspan(begin, view.prefix_length(i + 1) - std::size_t{begin});
    const Place place{view.format, i + 1 == view.component_count};
    if (place.separated()) {
      if (component.back() != separator) {
        return 0;
      }
      component = component.first(component.size() - 1);
    }
    if (!writer.add(component, place)) {
      return 0;
    }
  }
  return writer.size();
}

}  // namespace augustus::wire
