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

/// Block 0 of a store's device; nothing when the file is not there or empty. Throws when it is something
/// else.
std::optional<disk::DeviceHeader> read_header(const std::string& path) {
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
  if (header.magic == disk::device_magic && header.version == disk::version &&
      disk::checksum_of(header) == header.checksum) {
    return header;
  }
  if (std::ranges::all_of(block.all(), [](std::uint8_t byte) { return byte == 0; })) {
    return std::nullopt;
  }
  throw std::runtime_error(
      fmt::format("SSD store {}: holds something else, or a damaged header. To give it to the content store, "
                  "fill its first 4096 bytes with zeros",
                  path));
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
    if (const auto header = read_header(place.path)) {
      return header->geometry.partitions;
    }
  }
  return std::nullopt;
}

std::uint32_t SsdFiles::regions_of(std::uint32_t device) const {
  const auto devices = static_cast<std::uint32_t>(files_.size());
  return (geometry_.partitions - device + devices - 1) / devices;
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
  std::vector<bool> made(places.size(), true);
  const auto devices = static_cast<std::uint32_t>(places.size());
  bool known = false;
  for (const SsdPlace& place : places) {
    const auto header = read_header(place.path);
    if (!header) {
      continue;
    }
    require_same(place.path, "cs.ssd devices:", header->devices, devices);
    require_same(place.path, "workers.partitions =", header->geometry.partitions, partitions);
    require_same(place.path, "workers.batch =", header->geometry.batch, options.batch);
    require_same(place.path, "cs.frame_bytes =", header->geometry.extent_bytes, frame_bytes);
    require_same(place.path, "a segment rule of code", header->geometry.segment_rule, geometry_.segment_rule);
    if ((known && header->geometry != geometry_) || !made[header->device]) {
      throw std::runtime_error(fmt::format("SSD store {}: belongs to another store", place.path));
    }
    geometry_ = header->geometry;
    known = true;
    made[header->device] = false;
    files_[header->device] = {place.path, header->regions * header->region_bytes + block_bytes,
                              header->region_bytes};
  }
  if (known && std::ranges::find(made, true) != made.end()) {
    throw std::runtime_error("SSD store: some of its devices are missing, others are there");
  }
  for (std::uint32_t device = 0; !known && device < devices; ++device) {
    SsdPlace& place = places[device];
    if (place.bytes == 0) {
      if (!std::filesystem::exists(place.path)) {
        throw std::runtime_error(fmt::format("SSD store {}: give its size", place.path));
      }
      place.bytes = UringDevice::size(place.path);
    }
    const std::uint64_t region = region_bytes_of(place, device);
    files_[device] = {place.path, place.bytes, region};
    UringDevice::prepare(place.path, block_bytes + region * regions_of(device));
    disk::DeviceHeader header;
    header.devices = devices;
    header.device = device;
    header.regions = regions_of(device);
    header.region_bytes = region;
    header.geometry = geometry_;
    header.checksum = disk::checksum_of(header);
    AlignedBuffer block(block_bytes);
    std::memcpy(block.all().data(), &header, sizeof(header));
    UringDevice file(place.path, 0, block_bytes, header_depth);
    if (!file.run({IoKind::write, 0, block.all()}) || !file.run({IoKind::flush, 0, {}})) {
      throw std::runtime_error(fmt::format("SSD store {}: its first block cannot be written", place.path));
    }
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
