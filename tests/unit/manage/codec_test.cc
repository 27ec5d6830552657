// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hex.hh"
#include "manage/codec/channel_status.hh"
#include "manage/codec/control_parameters.hh"
#include "manage/codec/control_response.hh"
#include "manage/codec/cs_info.hh"
#include "manage/codec/drop_status.hh"
#include "manage/codec/pool_status.hh"
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

// The hex strings were written by python-ndn 0.5.2 from its own models of the protocol.
namespace augustus::manage::codec_test {
namespace {

using test::from_hex;
using wire::Name;

std::vector<std::uint8_t> inner(const std::vector<std::uint8_t>& element) {
  const auto value = single_element(element, element[0]);
  return {value->begin(), value->end()};
}

TEST(ControlParametersCodec, writes_names_uris_and_numbers_in_order) {
  ControlParameters parameters;
  parameters.name = Name::literal("/a");
  parameters.face_id = 300;
  parameters.uri = "udp4://192.0.2.1:6363";
  parameters.local_uri = "udp4://192.0.2.2:6363";
  parameters.origin = 255;
  parameters.cost = 70000;
  parameters.capacity = 5;
  parameters.count = 6;
  EXPECT_EQ(
      parameters.encode(),
      from_hex("684607030801616902012c7215756470343a2f2f3139322e302e322e313a363336338115756470343a2f2f3139"
               "322e302e322e323a363336336f01ff6a0400011170830105840106"));
}

TEST(ControlParametersCodec, writes_flags_strategy_and_persistency_in_order) {
  ControlParameters parameters;
  parameters.flags = 1;
  parameters.mask = 3;
  parameters.strategy = Name::literal("/localhost/nfd/strategy/best-route");
  parameters.expiration_period_ms = 3600000;
  parameters.face_persistency = 2;
  EXPECT_EQ(
      parameters.encode(),
      from_hex("68396c01017001036b28072608096c6f63616c686f737408036e666408087374726174656779080a626573742d72"
               "6f7574656d040036ee80850102"));
}

TEST(ControlParametersCodec, reads_back_what_it_wrote) {
  const auto bytes = from_hex("6810870405f5e10088040001000089020578");
  const auto parameters = ControlParameters::decode(bytes);
  ASSERT_TRUE(parameters);
  EXPECT_EQ(parameters->congestion_interval_ns, 100000000u);
  EXPECT_EQ(parameters->congestion_threshold_bytes, 65536u);
  EXPECT_EQ(parameters->mtu, 1400u);
  EXPECT_EQ(parameters->fields(), Field::congestion_interval | Field::congestion_threshold | Field::mtu);
  EXPECT_EQ(parameters->encode(), bytes);
}

TEST(ControlParametersCodec, ignores_fields_it_does_not_know) {
  const auto parameters = ControlParameters::decode(from_hex("6806fa0101690109"));
  ASSERT_TRUE(parameters);
  EXPECT_EQ(parameters->face_id, 9u);
}

TEST(ControlParametersCodec, refuses_what_is_malformed) {
  EXPECT_FALSE(ControlParameters::decode(from_hex("")));
  EXPECT_FALSE(ControlParameters::decode(from_hex("6703690109")));      // another element
  EXPECT_FALSE(ControlParameters::decode(from_hex("6804690109")));      // cut short
  EXPECT_FALSE(ControlParameters::decode(from_hex("680369010900")));    // bytes behind
  EXPECT_FALSE(ControlParameters::decode(from_hex("68056903010203")));  // a number of 3 bytes
}

TEST(ControlParametersCodec, tells_which_flags_a_command_changes) {
  ControlParameters parameters;
  parameters.flags = 1;
  parameters.mask = 3;
  EXPECT_EQ(parameters.flag(1), true);
  EXPECT_EQ(parameters.flag(2), false);
  EXPECT_EQ(parameters.flag(4), std::nullopt);
}

TEST(ControlResponseCodec, matches_the_reference_and_reads_back) {
  ControlResponse response;
  response.body.emplace();
  response.body->name = Name::literal("/a");
  response.body->face_id = 262;
  response.body->origin = 0;
  response.body->cost = 0;
  response.body->flags = 1;
  const auto bytes = from_hex("651b6601c867024f4b68120703080161690201066f01006a01006c0101");
  EXPECT_EQ(response.encode(), bytes);
  const auto decoded = ControlResponse::decode(bytes);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->code, 200u);
  EXPECT_EQ(decoded->text, "OK");
  EXPECT_EQ(decoded->body->face_id, 262u);
}

FaceStatus reference_face() {
  FaceStatus status;
  status.face_id = 261;
  status.remote_uri = "udp4://192.0.2.1:6363";
  status.local_uri = "udp4://192.0.2.2:6363";
  status.expiration_period_ms = 1234;
  status.persistency = 1;
  status.congestion_interval_ns = 100000000;
  status.congestion_threshold_bytes = 65536;
  status.mtu = 1400;
  status.in_interests = 1;
  status.in_data = 2;
  status.in_nacks = 3;
  status.out_interests = 4;
  status.out_data = 5;
  status.out_nacks = 6;
  status.in_bytes = 70000;
  status.out_bytes = 8;
  status.flags = 4;
  return status;
}

TEST(FaceStatusCodec, matches_the_reference_and_reads_back) {
  const auto bytes = from_hex(
      "806d690201057215756470343a2f2f3139322e302e322e313a363336338115756470343a2f2f3139322e302e322e323a363336"
      "33"
      "6d0204d2840100850101860100870405f5e1008804000100008902057890010191010297010392010493010598010694040001"
      "11709501086c0104");
  EXPECT_EQ(reference_face().encode(), bytes);
  EXPECT_EQ(FaceStatus::decode(inner(bytes)), reference_face());
}

TEST(FaceStatusCodec, leaves_out_absent_fields_and_refuses_missing_ones) {
  FaceStatus status = reference_face();
  status.expiration_period_ms.reset();
  status.congestion_interval_ns.reset();
  status.congestion_threshold_bytes.reset();
  status.mtu.reset();
  const auto value = inner(status.encode());
  EXPECT_EQ(FaceStatus::decode(value), status);
  EXPECT_FALSE(FaceStatus::decode(std::span(value).first(value.size() - 3)));  // without Flags
  EXPECT_FALSE(FaceStatus::decode(std::span(value).subspan(4)));               // without FaceId
}

TEST(FaceEventNotificationCodec, matches_the_reference_and_reads_back) {
  FaceEventNotification event;
  event.kind = 2;
  event.face_id = 262;
  event.remote_uri = "fd://20";
  event.local_uri = "unix:///run/nfd/nfd.sock";
  event.scope = 1;
  event.persistency = 1;
  event.flags = 1;
  const auto bytes = from_hex(
      "c036c1010269020106720766643a2f2f32308118756e69783a2f2f2f72756e2f6e66642f6e66642e736f636b84010185010186"
      "01006c0101");
  EXPECT_EQ(event.encode(), bytes);
  EXPECT_EQ(FaceEventNotification::decode(bytes), event);
}

TEST(FaceQueryFilterCodec, matches_the_reference_and_reads_back) {
  FaceQueryFilter filter;
  filter.uri_scheme = "udp4";
  filter.remote_uri = "udp4://192.0.2.1:6363";
  filter.link_type = 0;
  const auto bytes = from_hex("96208304756470347215756470343a2f2f3139322e302e322e313a36333633860100");
  EXPECT_EQ(filter.encode(), bytes);
  EXPECT_EQ(FaceQueryFilter::decode(bytes), filter);
  EXPECT_EQ(FaceQueryFilter::decode(from_hex("9600")), FaceQueryFilter{});
  EXPECT_FALSE(FaceQueryFilter::decode(from_hex("9606860100830161")));  // out of order
}

TEST(ForwarderStatusCodec, matches_the_reference_and_reads_back) {
  ForwarderStatus status{.version = "24.07",
                         .start_ms = 1700000000000,
                         .current_ms = 1700000005000,
                         .name_entries = 1,
                         .fib_entries = 2,
                         .pit_entries = 3,
                         .measurements_entries = 4,
                         .cs_entries = 5,
                         .in_interests = 6,
                         .in_data = 7,
                         .in_nacks = 8,
                         .out_interests = 9,
                         .out_data = 10,
                         .out_nacks = 11,
                         .satisfied_interests = 12,
                         .unsatisfied_interests = 13};
  const auto bytes = from_hex(
      "800532342e303781080000018bcfe5680082080000018bcfe57b88830101840102850103860104870105900106910107970108"
      "92010993010a98010b99010c9a010d");
  EXPECT_EQ(status.encode(), bytes);
  EXPECT_EQ(ForwarderStatus::decode(bytes), status);
}

TEST(RibStatusCodec, matches_the_reference_and_reads_back) {
  const RibStatus status{Name::literal("/a/b"), {{262, 0, 7, 1, 5000}, {263, 255, 300, 2, std::nullopt}}};
  const auto bytes =
      from_hex("802b07060801610801628111690201066f01006a01076c01016d021388810e690201076f01ff6a02012c6c0102");
  EXPECT_EQ(status.encode(), bytes);
  EXPECT_EQ(RibStatus::decode(inner(bytes)), status);
}

TEST(FibStatusCodec, matches_the_reference_and_reads_back) {
  const FibStatus status{Name::literal("/a/b"), {{262, 7}, {1, 0}}};
  const auto bytes = from_hex("801907060801610801628107690201066a010781066901016a0100");
  EXPECT_EQ(status.encode(), bytes);
  EXPECT_EQ(FibStatus::decode(inner(bytes)), status);
}

TEST(StrategyStatusCodec, matches_the_reference_and_reads_back) {
  const StrategyStatus status{Name{}, Name::literal("/localhost/nfd/strategy/best-route/v=5")};
  const auto bytes = from_hex(
      "802f07006b2b072908096c6f63616c686f737408036e666408087374726174656779080a626573742d726f757465360105");
  EXPECT_EQ(status.encode(), bytes);
  EXPECT_EQ(StrategyStatus::decode(inner(bytes)), status);
}

TEST(CsInfoCodec, matches_the_reference_and_reads_back) {
  const CsInfo info{65536, 3, 100, 5, 6};
  const auto fields = from_hex("8304000100006c0103870164810105820106");
  EXPECT_EQ(inner(info.encode()), fields);
  EXPECT_EQ(CsInfo::decode(fields), info);
}

TEST(PoolStatusCodec, reads_back_what_it_wrote) {
  const PoolStatus status{"pit_records", "pit_share", 65'536, 70, 64, std::uint64_t{1} << 40};
  EXPECT_EQ(PoolStatus::decode(inner(status.encode())), status);
  EXPECT_EQ(PoolStatus::decode({}), std::nullopt);
}

TEST(DropStatusCodec, reads_back_what_it_wrote) {
  const DropStatus status{"hop_limit_zero", 70'000};
  EXPECT_EQ(DropStatus::decode(inner(status.encode())), status);
  EXPECT_EQ(DropStatus::decode({}), std::nullopt);
}

TEST(PartitionStatusCodec, reads_back_what_it_wrote) {
  const PartitionStatus status{7, 1, std::uint64_t{1} << 40, 3, 4, 512, "lht"};
  EXPECT_EQ(PartitionStatus::decode(inner(status.encode())), status);
  EXPECT_EQ(PartitionStatus::decode({}), std::nullopt);
}

TEST(ThreadStatusCodec, reads_back_what_it_wrote_with_and_without_a_cpu) {
  ThreadStatus status{2, "dispatcher", std::nullopt, 3, 4, 999};
  EXPECT_EQ(ThreadStatus::decode(inner(status.encode())), status);
  status.cpu = 0;
  EXPECT_EQ(ThreadStatus::decode(inner(status.encode())), status);
  EXPECT_EQ(ThreadStatus::decode({}), std::nullopt);
}

TEST(ChannelStatusCodec, reads_back_what_it_wrote) {
  const ChannelStatus status{"unix:///run/nfd/nfd.sock"};
  const auto bytes = status.encode();
  EXPECT_EQ(bytes[0], 130);
  EXPECT_EQ(ChannelStatus::decode(inner(bytes)), status);
}

}  // namespace
}  // namespace augustus::manage::codec_test
