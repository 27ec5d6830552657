// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "store/ssd/device_thread.hh"
#include "store/ssd/emulated_device.hh"
#include "store/store_options.hh"

namespace augustus::bench {

enum class StoreWorkload : std::uint8_t {
  l1_hit,  ///< segments drawn from what memory holds
  l2_hit,  ///< batches that memory holds no more, all segments of one together
  insert,  ///< segments that nobody has asked for yet
  seq,     ///< every segment of every object in turn (the paper's Seq)
  unif,    ///< segments drawn from all (Unif)
  real     ///< streams of objects with Zipf's popularity (Real)
};

/// `augustus bench store`. Sizes in bytes.
struct StoreBenchOptions {
  StoreWorkload workload = StoreWorkload::l2_hit;
  std::string ssd;           ///< the file; empty: none
  double emulated_gbps = 0;  ///< of each emulated SSD; 0: a file
  store::EmulatedSsd::Memory memory = store::EmulatedSsd::Memory::fixed;
  store::EmulatedSsd::Delay delay = store::EmulatedSsd::Delay::busy;
  unsigned devices = 1;
  bool serial = false;  ///< the worker waits for each read
  std::optional<unsigned> io_threads;  ///< as store::SsdOptions::threads
  std::uint64_t l1_bytes = 128u << 20;
  std::uint64_t catalogue_bytes =
      0;  ///< of content; 0: 4 times l1_bytes, half of them for l1-hit, 64 times for insert
  std::uint32_t segment_bytes = 8192;  ///< of content
  std::uint32_t object_segments = 0;   ///< 0: a batch for l1-hit and l2-hit, else 1280
  std::uint32_t batch = 8;
  unsigned depth = 16;            ///< reads of the SSD under way at once
  std::uint32_t outstanding = 0;  ///< Interests; 0: depth batches for l2-hit, 1024 from memory, else depth
  store::Replacement replacement = store::Replacement::lru;
  unsigned ssd_share = 100;  ///< as store::SsdOptions::share
  store::AdmissionOptions admission;
  store::AdmissionOptions ssd_admission;
  unsigned burst = 64;
  double zipf = 1;
  std::uint64_t seed = 1;
  std::uint64_t requests = 0;  ///< of a run; 0: by time
  double seconds = 2;
  unsigned runs = 5;
  int cpu = -1;
  bool fio = true;
  bool exchange = true;
  bool direct = true;  ///< measure lookups and insertions by themselves
  bool keep = false;   ///< the file stays
  bool json = false;

  bool emulates() const { return emulated_gbps > 0; }
  bool uses_ssd() const { return !ssd.empty() || emulates(); }
  /// Whether a thread drives the disk for the router's one worker.
  bool has_io_thread() const {
    return !ssd.empty() && store::DeviceThread::wanted({.serial = serial, .threads = io_threads}, 1);
  }
  /// The file of one device.
  std::string path(unsigned device) const { return device == 0 ? ssd : ssd + "." + std::to_string(device); }
};

}  // namespace augustus::bench
