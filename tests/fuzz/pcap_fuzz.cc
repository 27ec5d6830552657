// SPDX-License-Identifier: Apache-2.0
// A capture, whatever it holds, is read to its end or refused; packets are no longer than the file.
#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

#include "element/devices/pcap_reader.hh"
#include "fuzz/require.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using augustus::element::PcapReader;
  const int file = memfd_create("capture", MFD_CLOEXEC);
  require(file >= 0 && write(file, bytes, size) == static_cast<ssize_t>(size));
  std::size_t packets = 0;
  try {
    PcapReader reader("/proc/self/fd/" + std::to_string(file));
    while (const auto packet = reader.next()) {
      require(packet->bytes.size() <= size && packet->bytes.size() <= PcapReader::block_bytes_max);
      // Each takes a record's header of 16 bytes, or more.
      require(++packets * 16 <= size);
    }
  } catch (const std::runtime_error&) {
  }
  close(file);
  return 0;
}
