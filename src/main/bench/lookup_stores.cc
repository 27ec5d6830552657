// SPDX-License-Identifier: Apache-2.0
#include "main/bench/lookup_stores.hh"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "base/mapped_memory.hh"
#include "main/bench/direct_store.hh"
#include "main/bench/tick_clock.hh"
#include "store/study/skip_list_store.hh"
#include "wire/parse_packet.hh"

namespace augustus::bench {
namespace {

using traffic::SegmentCatalogue;

constexpr std::size_t page_bytes = 4096;
/// The store packs Data into frames, whose ends stay empty.
constexpr double frame_spare = 1.2;

/// The router's, as its stages call it: bursts, asking for lines ahead.
class RouterStore final : public FullStore {
 public:
  explicit RouterStore(const SegmentCatalogue& catalogue)
      : pool_("lookup", 256, 2048), store_(options_of(catalogue), catalogue, pool_) {
    while (store_.inserted() < catalogue.segments()) {
      store_.insert_batch();
    }
  }
  std::uint64_t look_up(std::span<const std::uint64_t> segments, std::uint64_t& found) override {
    return store_.look_up(segments, found);
  }

 private:
  static store::StoreOptions options_of(const SegmentCatalogue& catalogue) {
    store::StoreOptions options;
    const double bytes = static_cast<double>(catalogue.segments() * catalogue.data_bytes());
    options.capacity_bytes = static_cast<std::uint64_t>(bytes * frame_spare) + (16u << 20);
    options.capacity_packets = static_cast<std::uint32_t>(catalogue.segments()) + 4 * direct_burst;
    options.replacement = store::Replacement::fifo;
    return options;
  }

  PacketPool pool_;
  DirectStore store_;
};

/// A file's bytes as memory, for the system to page; the file has no name any more.
class MappedFile {
 public:
  MappedFile(const std::string& path, std::uint64_t bytes) : bytes_(bytes) {
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool made = file >= 0;
    if (made && ftruncate(file, static_cast<off_t>(bytes)) == 0) {
      void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      data_ = memory == MAP_FAILED ? nullptr : static_cast<std::uint8_t*>(memory);
    }
    const int error = errno;
    if (made) {
      unlink(path.c_str());
      close(file);
    }
    if (data_ == nullptr) {
      throw std::runtime_error(fmt::format("{}: {}", path, std::strerror(error)));
    }
  }
  ~MappedFile() { munmap(data_, bytes_); }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<std::uint8_t> all() const { return {data_, bytes_}; }

 private:
  std::uint8_t* data_ = nullptr;
  std::uint64_t bytes_;
};

/// NFD's, one Data after the other as NFD asks.
class OrderedStore final : public FullStore {
 public:
  OrderedStore(const SegmentCatalogue& catalogue, const std::string& file)
      : catalogue_(catalogue),
        memory_(file.empty() ? bytes_for(catalogue) : 0),
        file_(file.empty() ? nullptr : std::make_unique<MappedFile>(file, bytes_for(catalogue))),
        store_(file.empty() ? std::span(static_cast<std::uint8_t*>(memory_.data()), bytes_for(catalogue))
                            : file_->all(),
               SegmentCatalogue::data_bytes_max) {
    std::array<std::uint8_t, SegmentCatalogue::data_bytes_max> data;
    for (std::uint64_t segment = 0; segment < catalogue.segments(); ++segment) {
      const std::size_t bytes = catalogue.write_data(data.data(), segment);
      wire::PacketView view;
      if (wire::parse_packet({data.data(), bytes}, view) != wire::ParseOutcome::ok) {
        throw std::logic_error("a Data that is none");
      }
      store_.insert({data.data(), bytes}, view.name_offset, view.name_length);
    }
  }

  std::uint64_t look_up(std::span<const std::uint64_t> segments, std::uint64_t& found) override {
    std::array<std::array<std::uint8_t, SegmentCatalogue::name_bytes_max>, direct_burst> names;
    std::array<std::size_t, direct_burst> lengths;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      lengths[i] = catalogue_.write_name(names[i].data(), segments[i]);
    }
    const std::uint64_t start = clock_.ticks();
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const auto data = store_.find({names[i].data(), lengths[i]});
      found += data.empty() ? 0 : 1;
      if (file_ != nullptr) {
        read_pages(data);
      }
    }
    return clock_.ticks() - start;
  }

 private:
  static std::uint64_t bytes_for(const SegmentCatalogue& catalogue) {
    return store::study::SkipListStore::bytes_for(static_cast<std::uint32_t>(catalogue.segments()),
                                                  SegmentCatalogue::data_bytes_max);
  }
  /// Has all of the Data in memory, as sending it would.
  static void read_pages(std::span<const std::uint8_t> data) {
    for (std::size_t at = 0; at < data.size(); at += page_bytes) {
      static_cast<void>(*static_cast<const volatile std::uint8_t*>(&data[at]));
    }
    if (!data.empty()) {
      static_cast<void>(*static_cast<const volatile std::uint8_t*>(&data.back()));
    }
  }

  const SegmentCatalogue& catalogue_;
  MappedMemory memory_;
  std::unique_ptr<MappedFile> file_;
  store::study::SkipListStore store_;
  TickClock clock_;
};

}  // namespace

std::unique_ptr<FullStore> make_full_store(const LookupOptions& options, const SegmentCatalogue& catalogue) {
  if (options.structure == LookupOptions::Structure::skip_list) {
    return std::make_unique<OrderedStore>(catalogue, options.file);
  }
  return std::make_unique<RouterStore>(catalogue);
}

}  // namespace augustus::bench
