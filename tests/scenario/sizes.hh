// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace augustus::scenario {

/// Sizes of one partition; the defaults do for whatever does not say otherwise. The names are those of the
/// statement `size`.
struct Sizes {
  std::uint64_t names = 1024;
  std::uint64_t pit = 512;
  std::uint64_t records = 512;
  std::uint64_t digests = 64;
  std::uint64_t name_bytes = 1u << 20;
  std::uint64_t cs = 256;
  std::uint64_t cs_bytes = 1u << 20;
  std::uint64_t frame_bytes = 16u << 10;
  std::uint64_t nonces = 1024;
  std::uint64_t lifetime_max = 60'000;  ///< milliseconds that an Interest stays pending at most
  std::uint64_t ssd = 0;  ///< bytes of an SSD behind the content store; 0: none

  /// The size of that name; nullptr when there is none.
  std::uint64_t* find(const std::string& name) {
    const std::map<std::string, std::uint64_t*> all{
        {"names", &names},           {"pit", &pit}, {"records", &records},   {"digests", &digests},
        {"name-bytes", &name_bytes}, {"cs", &cs},   {"cs-bytes", &cs_bytes}, {"frame-bytes", &frame_bytes},
        {"nonces", &nonces},         {"ssd", &ssd}, {"lifetime-max", &lifetime_max}};
    const auto found = all.find(name);
    return found == all.end() ? nullptr : found->second;
  }
};

}  // namespace augustus::scenario
