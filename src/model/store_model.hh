// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

// The hierarchical content store's model: Mansilha et al., Exploiting parallelism in hierarchical content
// stores for high-speed ICN routers, 2017. Equation numbers are the paper's.

namespace augustus::model {

/// (2) Hit ratio in memory of requests for chunks chosen uniformly: chunks in memory by chunks of the
/// catalogue.
double uniform_hit_ratio(double memory_chunks, double catalogue_chunks);

/// (3) Of chunks requested in sequence: the first of each batch of `batch` misses, unless all fits.
double sequential_hit_ratio(double memory_chunks, double catalogue_chunks, double batch);

/// (4) Of objects streamed in sequence, when the first chunk of a batch hits with probability `first`.
double streaming_hit_ratio(double first, double batch);

/// (4) with (5) and (6): objects of `object_chunks` chunks with these rates, FIFO in memory, which is counted
/// in batches.
double streaming_hit_ratio(std::span<const double> object_rates, double object_chunks, double memory_chunks,
                           double batch);

/// What the parts of one chunk's service take, seconds.
struct ServiceTimes {
  double lookup = 0;  ///< in memory
  double read = 0;    ///< of a batch from the SSD
  double insert = 0;  ///< of a batch into memory
};

/// (1) Seconds to read a batch of chunks of `chunk_bytes` at `bits_per_second`.
double read_time(double batch, double chunk_bytes, double bits_per_second);

double hit_time(const ServiceTimes& times);            ///< (9)
double serial_miss_time(const ServiceTimes& times);    ///< (10)
double parallel_miss_time(const ServiceTimes& times);  ///< (11)

/// (8) Mean service time of a chunk.
double mean_time(double hit_ratio, double hit_time, double miss_time);

/// (7) Bits a second.
double throughput(double chunk_bytes, double mean_time);

}  // namespace augustus::model
