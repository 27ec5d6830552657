// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/ssd_files.hh"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <random>
#include <stdexcept>

#include "store/ssd/region.hh"
#include "store/ssd/uring_device.hh"

namespace augustus::store {
namespace {

constexpr unsigned header_depth = 4;
/// Requests each partition may have under way at least, however many share the device.
constexpr unsigned partition_depth_min = 16;

std::uint64_t random_word() {
  std::random_device source;
  return std::uint64_t{source()} << 32 | source();
}

std::uint32_t rule_word(const SsdOptions& options) {
  const std::uint32_t marker =
      options.segment_marker < 0 ? 0x1ff : static_cast<std::uint32_t>(options.segment_marker);
  return std::uint32_t{options.segment_component} << 16 | marker;
}

/// Writes the block, and waits until it is on the medium. False: the device failed.
bool write_block(UringDevice& device, std::uint64_t offset, std::span<const std::uint8_t> content) {
  AlignedBuffer block(block_bytes);
  std::copy(content.begin(), content.end(), block.all().begin());
  return device.run({IoKind::write, offset, block.all()}) && device.run({IoKind::flush, 0, {}});
}

bool write_header(const SsdPlace& place, const disk::DeviceHeader& header) {
  UringDevice device(place.path, 0, block_bytes, header_depth);
  return write_block(device, 0, {reinterpret_cast<const std::uint8_t*>(&header), sizeof(header)});
}

/// The header of the region that starts at this offset of the device, from either copy.
std::optional<disk::RegionHeader> header_of_region(UringDevice& device, std::uint64_t offset) {
  AlignedBuffer block(block_bytes);
  for (const std::uint64_t copy : {0, 1}) {
    if (device.run({IoKind::read, offset + copy * block_bytes, block.all()})) {
      if (const auto header = region_header(block.all())) {
        return header;
      }
    }
  }
  return std::nullopt;
}

/// What a device's damaged header must have been, by its regions; nothing: there are none of a store of so many
/// devices.
std::optional<disk::DeviceHeader> header_by_regions(const SsdPlace& place, std::uint32_t devices) {
  const std::uint64_t size = UringDevice::size(place.path);
  const std::uint64_t bytes = std::min(place.bytes != 0 ? place.bytes : size, size) / block_bytes * block_bytes;
  if (bytes < 3 * block_bytes) {
    return std::nullopt;
  }
  UringDevice device(place.path, 0, bytes, header_depth);
  const auto first = header_of_region(device, block_bytes);
  if (!first || first->version != disk::version || !plausible(first->geometry) || first->partition >= devices ||
      devices > first->geometry.partitions) {
    return std::nullopt;
  }
  disk::DeviceHeader header;
  header.devices = devices;
  header.device = first->partition;
  header.regions = disk::regions_of(first->geometry.partitions, header.device, devices);
  header.region_bytes = (bytes - block_bytes) / header.regions / block_bytes * block_bytes;
  header.geometry = first->geometry;
  header.checksum = disk::checksum_of(header);
  bool right = valid(header) && Region(header.region_bytes, header.geometry, 0).extents() == first->extents;
  for (std::uint32_t region = 1; right && region < header.regions; ++region) {
    const auto other = header_of_region(device, block_bytes + region * header.region_bytes);
    right = other && other->geometry == first->geometry && other->partition == header.device + region * devices;
  }
  return right ? std::optional(header) : std::nullopt;
}

struct FoundHeader {
  disk::DeviceHeader header;
  bool repaired = false;  ///< what stands on the device is damaged
};

/// Block 0 of a store's device; nothing when the file is not there or empty. Throws when it is something
/// else.
std::optional<FoundHeader> read_header(const SsdPlace& place, std::uint32_t devices) {
  const std::string& path = place.path;
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status) ||
      (std::filesystem::is_regular_file(status) && std::filesystem::file_size(path, error) == 0)) {
    return std::nullopt;
  }
  UringDevice device(path, 0, block_bytes, header_depth);
  AlignedBuffer block(block_bytes);
  if (!device.run({IoKind::read, 0, block.all()})) {
    throw std::runtime_error(fmt::format("SSD store {}: its first block cannot be read", path));
  }
  disk::DeviceHeader header;
  std::memcpy(&header, block.all().data(), sizeof(header));
  if (valid(header)) {
    return FoundHeader{header};
  }
  if (std::ranges::all_of(block.all(), [](std::uint8_t byte) { return byte == 0; })) {
    return std::nullopt;
  }
  if (const auto made_again = header_by_regions(place, devices)) {
    return FoundHeader{*made_again, true};
  }
  throw std::runtime_error(
      fmt::format("SSD store {}: holds something else, or a damaged header. To give it to the content store, "
                  "fill its first 4096 bytes with zeros",
                  path));
}

/// Whether any region was ever opened: nothing else can be there.
bool is_used(const SsdPlace& place, const disk::DeviceHeader& header) {
  UringDevice device(place.path, 0, block_bytes + header.regions * header.region_bytes, header_depth);
  for (std::uint32_t region = 0; region < header.regions; ++region) {
    if (header_of_region(device, block_bytes + region * header.region_bytes)) {
      return true;
    }
  }
  return false;
}

void require_same(const std::string& path, const char* what, std::uint64_t stored, std::uint64_t configured) {
  if (stored != configured) {
    throw std::runtime_error(fmt::format("SSD store {}: it was made with {} {}, the configuration has {}",
                                         path, what, stored, configured));
  }
}

}  // namespace

std::optional<std::uint32_t> SsdFiles::partitions_of(const std::vector<SsdPlace>& places) {
  for (const SsdPlace& place : places) {
    if (place.emulated) {
      continue;
    }
    if (const auto found = read_header(place, static_cast<std::uint32_t>(places.size()))) {
      return found->header.geometry.partitions;
    }
  }
  return std::nullopt;
}

std::uint32_t SsdFiles::regions_of(std::uint32_t device) const {
  return disk::regions_of(geometry_.partitions, device, static_cast<std::uint32_t>(files_.size()));
}

SsdFiles::SsdFiles(std::vector<SsdPlace> places, std::uint32_t partitions, std::uint32_t frame_bytes,
                   const SsdOptions& options)
    : files_(places.size()), depth_(options.depth) {
  if (places.empty() || places.size() > partitions) {
    throw std::runtime_error("SSD store: more devices than partitions");
  }
  geometry_ = {.store_id = random_word() | 1,
               .key_seed = random_word(),
               .partitions = partitions,
               .batch = options.batch,
               .extent_bytes = frame_bytes,
               .head_bytes = head_bytes_of(frame_bytes),
               .segment_rule = rule_word(options)};
  if (std::ranges::any_of(places, [](const SsdPlace& place) { return place.emulated.has_value(); })) {
    emulate(places);
    return;
  }
  for (const SsdPlace& place : places) {
    locks_.emplace_back(place.path, place.bytes != 0);
  }
  if (!take_up(places)) {
    for (std::uint32_t device = 0; device < places.size(); ++device) {
      make(places[device], device);
    }
  }
}

/// The store that is there; false: there is none, or one that was not made to its end.
bool SsdFiles::take_up(const std::vector<SsdPlace>& places) {
  const disk::Geometry wanted = geometry_;
  const auto devices = static_cast<std::uint32_t>(places.size());
  std::vector<bool> there(places.size());
  bool used = false;
  for (const SsdPlace& place : places) {
    const auto found = read_header(place, devices);
    if (!found) {
      continue;
    }
    const disk::DeviceHeader& header = found->header;
    const disk::Geometry& made = header.geometry;
    require_same(place.path, "cs.ssd devices:", header.devices, devices);
    require_same(place.path, "workers.partitions =", made.partitions, wanted.partitions);
    require_same(place.path, "workers.batch =", made.batch, wanted.batch);
    require_same(place.path, "cs.frame_bytes =", made.extent_bytes, wanted.extent_bytes);
    require_same(place.path, "a segment rule of code", made.segment_rule, wanted.segment_rule);
    if ((geometry_ != wanted && made != geometry_) || there[header.device]) {
      throw std::runtime_error(fmt::format("SSD store {}: belongs to another store", place.path));
    }
    geometry_ = made;
    there[header.device] = true;
    used = used || is_used(place, header);
    files_[header.device] = {place.path, header.regions * header.region_bytes + block_bytes,
                             header.region_bytes};
    if (found->repaired) {
      if (!write_header(place, header)) {
        throw std::runtime_error(fmt::format("SSD store {}: its first block cannot be written", place.path));
      }
      repaired_.push_back(place.path);
    }
  }
  const bool whole = std::ranges::find(there, false) == there.end();
  if (!whole && used) {
    throw std::runtime_error("SSD store: some of its devices are missing, others are there");
  }
  // The power may have gone while the devices were made, one after the other.
  geometry_ = whole ? geometry_ : wanted;
  return whole;
}

void SsdFiles::make(SsdPlace place, std::uint32_t device) {
  if (place.bytes == 0) {
    if (!std::filesystem::exists(place.path)) {
      throw std::runtime_error(fmt::format("SSD store {}: give its size", place.path));
    }
    place.bytes = UringDevice::size(place.path);
  }
  const std::uint64_t region = region_bytes_of(place, device);
  const std::uint64_t bytes = block_bytes + region * regions_of(device);
  files_[device] = {place.path, place.bytes, region};
  UringDevice::prepare(place.path, bytes);
  disk::DeviceHeader header;
  header.devices = static_cast<std::uint32_t>(files_.size());
  header.device = device;
  header.regions = regions_of(device);
  header.region_bytes = region;
  header.geometry = geometry_;
  header.checksum = disk::checksum_of(header);
  // Regions of what was there before would be taken for damaged ones of this store.
  UringDevice file(place.path, 0, bytes, header_depth);
  bool ok = true;
  for (std::uint32_t i = 0; ok && i < header.regions; ++i) {
    const std::uint64_t start = block_bytes + i * region;
    ok = write_block(file, start, {}) && write_block(file, start + block_bytes, {});
  }
  if (!ok || !write_header(place, header)) {
    throw std::runtime_error(fmt::format("SSD store {}: its first blocks cannot be written", place.path));
  }
}

/// Throws std::runtime_error when that is too little.
std::uint64_t SsdFiles::region_bytes_of(const SsdPlace& place, std::uint32_t device) const {
  const std::uint64_t whole = std::max<std::uint64_t>(place.bytes, block_bytes) - block_bytes;
  const std::uint64_t region = whole / regions_of(device) / block_bytes * block_bytes;
  if (Region(region, geometry_, device).extents() < 2) {
    throw std::runtime_error(
        fmt::format("SSD store {}: {} bytes are too few for {} partitions with extents of {} bytes",
                    place.path, place.bytes, regions_of(device), geometry_.extent_bytes));
  }
  return region;
}

void SsdFiles::emulate(const std::vector<SsdPlace>& places) {
  for (std::uint32_t device = 0; device < places.size(); ++device) {
    const SsdPlace& place = places[device];
    if (!place.emulated) {
      throw std::runtime_error("SSD store: emulated devices and real ones do not go together");
    }
    files_[device] = {place.path, place.bytes, region_bytes_of(place, device), place.emulated,
                      std::make_shared<std::atomic<TimeNs>>(0)};
  }
}

std::unique_ptr<BlockDevice> SsdFiles::open(std::uint32_t partition) const {
  const auto devices = static_cast<std::uint32_t>(files_.size());
  const std::uint32_t device = partition % devices;
  const File& file = files_[device];
  const unsigned share = std::max(2 * depth_ / regions_of(device), partition_depth_min);
  const unsigned depth = std::min(share, std::max(depth_, partition_depth_min));
  if (file.emulated) {
    return std::make_unique<EmulatedDevice>(EmulatedSsd{.bytes = file.region_bytes,
                                                        .bits_per_second = file.emulated->bits_per_second,
                                                        .memory = file.emulated->memory,
                                                        .delay = file.emulated->delay,
                                                        .depth = depth,
                                                        .busy_until = file.busy_until});
  }
  return std::make_unique<UringDevice>(file.path, block_bytes + partition / devices * file.region_bytes,
                                       file.region_bytes, depth);
}

}  // namespace augustus::store
