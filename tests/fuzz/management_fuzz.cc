// SPDX-License-Identifier: Apache-2.0
// The management protocol's decoders: what is accepted encodes to something that means the same.
#include "fuzz/require.hh"
#include "manage/codec/channel_status.hh"
#include "manage/codec/control_parameters.hh"
#include "manage/codec/control_response.hh"
#include "manage/codec/cs_info.hh"
#include "manage/codec/face_event_notification.hh"
#include "manage/codec/face_query_filter.hh"
#include "manage/codec/face_status.hh"
#include "manage/codec/fib_status.hh"
#include "manage/codec/field_reader.hh"
#include "manage/codec/forwarder_status.hh"
#include "manage/codec/partition_status.hh"
#include "manage/codec/rib_status.hh"
#include "manage/codec/strategy_status.hh"
#include "manage/codec/thread_status.hh"

namespace {

using namespace augustus::manage;
using Bytes = std::span<const std::uint8_t>;

/// For those that decode from what they encode.
template <typename Type>
void round_trip(Bytes bytes) {
  if (const auto decoded = Type::decode(bytes)) {
    const auto encoded = decoded->encode();
    const auto again = Type::decode(encoded);
    require(again && again->encode() == encoded);
  }
}

/// For dataset items, which decode from the value of the element they encode to.
template <typename Type>
void round_trip_item(Bytes bytes) {
  if (const auto decoded = Type::decode(bytes)) {
    const auto element = decoded->encode();
    const auto value = single_element(element, element[0]);
    require(value.has_value());
    require(Type::decode(*value) == decoded);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const Bytes input(bytes, size);
  round_trip<ControlParameters>(input);
  round_trip<ControlResponse>(input);
  round_trip<FaceEventNotification>(input);
  round_trip<FaceQueryFilter>(input);
  round_trip<ForwarderStatus>(input);
  round_trip_item<ChannelStatus>(input);
  round_trip_item<CsInfo>(input);
  round_trip_item<FaceStatus>(input);
  round_trip_item<FibStatus>(input);
  round_trip_item<PartitionStatus>(input);
  round_trip_item<RibStatus>(input);
  round_trip_item<StrategyStatus>(input);
  round_trip_item<ThreadStatus>(input);
  return 0;
}
