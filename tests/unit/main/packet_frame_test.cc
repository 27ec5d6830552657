// SPDX-License-Identifier: Apache-2.0
#include "main/client/packet_frame.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "wire/tlv_writer.hh"

namespace augustus::client::packet_frame_test {
namespace {

using Status = PacketFrame::Status;

std::vector<std::uint8_t> element(std::uint32_t type, std::size_t bytes) {
  wire::TlvWriter writer;
  writer.element(type, std::vector<std::uint8_t>(bytes, 7));
  return writer.take();
}

RC_GTEST_PROP(PacketFrame, FindsTheEndOfEveryPacketWhateverFollows, ()) {
  const auto type = *rc::gen::inRange<std::uint32_t>(1, 70000);
  const auto bytes = *rc::gen::inRange<std::size_t>(0, 8800);
  std::vector<std::uint8_t> stream = element(type, bytes);
  const std::size_t end = stream.size();
  stream.insert(stream.end(), *rc::gen::inRange<std::size_t>(0, 50), 0xff);
  const PacketFrame frame = frame_packet(stream);
  RC_ASSERT(frame.status == Status::complete);
  RC_ASSERT(frame.bytes == end);
}

RC_GTEST_PROP(PacketFrame, WaitsForTheRestOfAPacket, ()) {
  const std::vector<std::uint8_t> packet = element(100, *rc::gen::inRange<std::size_t>(0, 8800));
  const auto arrived = *rc::gen::inRange<std::size_t>(0, packet.size());
  RC_ASSERT(frame_packet(std::span(packet).first(arrived)).status == Status::incomplete);
}

RC_GTEST_PROP(PacketFrame, ReadsNoByteOutsideRandomInput, (const std::vector<std::uint8_t>& bytes)) {
  const PacketFrame frame = frame_packet(bytes);
  RC_ASSERT(frame.status != Status::complete || frame.bytes <= bytes.size());
}

TEST(PacketFrame, RefusesWhatIsNoPacket) {
  const std::vector<std::vector<std::uint8_t>> malformed = {
      {0x00, 0x00},                          // type 0
      {0x05, 0xfd, 0x00, 0x10},              // length not in shortest form
      {0xfd, 0x00, 0x05, 0x00},              // type not in shortest form
      {0x05, 0xff, 0, 0, 0, 1, 0, 0, 0, 0},  // a length of 8 bytes
      {0x05, 0xfe, 0x00, 0x01, 0x00, 0x00},  // longer than a packet may be
  };
  for (std::size_t index = 0; index < malformed.size(); ++index) {
    EXPECT_EQ(frame_packet(malformed[index]).status, Status::malformed) << index;
  }
}

}  // namespace
}  // namespace augustus::client::packet_frame_test
