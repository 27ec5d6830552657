// SPDX-License-Identifier: Apache-2.0
#include "model/store_model.hh"

#include <algorithm>

#include "model/cache_hit.hh"

namespace augustus::model {
namespace {

constexpr double bits_per_byte = 8;

}  // namespace

double uniform_hit_ratio(double memory_chunks, double catalogue_chunks) {
  return std::min(memory_chunks / catalogue_chunks, 1.0);
}

double sequential_hit_ratio(double memory_chunks, double catalogue_chunks, double batch) {
  return memory_chunks >= catalogue_chunks ? 1 : 1 - 1 / batch;
}

double streaming_hit_ratio(double first, double batch) {
  return 1 - (1 - first) / batch;
}

double streaming_hit_ratio(std::span<const double> object_rates, double object_chunks, double memory_chunks,
                           double batch) {
  // An object's batches are asked for at its rate, each once a stream: the cache of batches behaves as one of
  // objects with as many times fewer places.
  return streaming_hit_ratio(fifo_hit_ratio(object_rates, memory_chunks / object_chunks), batch);
}

double read_time(double batch, double chunk_bytes, double bits_per_second) {
  return batch * chunk_bytes * bits_per_byte / bits_per_second;
}

double hit_time(const ServiceTimes& times) {
  return times.lookup;
}

double serial_miss_time(const ServiceTimes& times) {
  return times.lookup + times.read + times.insert;
}

double parallel_miss_time(const ServiceTimes& times) {
  return std::max({times.lookup, times.insert, times.read});
}

double mean_time(double hit_ratio, double hit_time, double miss_time) {
  return hit_ratio * hit_time + (1 - hit_ratio) * miss_time;
}

double throughput(double chunk_bytes, double mean_time) {
  return chunk_bytes * bits_per_byte / mean_time;
}

}  // namespace augustus::model
