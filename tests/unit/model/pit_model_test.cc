// SPDX-License-Identifier: Apache-2.0
// The formulas against the numbers that the paper prints.
#include "model/pit_model.hh"

#include <gtest/gtest.h>

#include <cmath>

namespace augustus::model::pit::pit_model_test {
namespace {

constexpr double gbps = 1e9;

TEST(PitModel, PacketRatesOfSectionIIIAndIV) {
  EXPECT_NEAR(packet_rates(10 * gbps, 0.5).packets(), 1.5e6, 0.1e6);
  EXPECT_NEAR(packet_rates(10 * gbps, 0.8).packets(), 3.4e6, 0.05e6);
  EXPECT_NEAR(packet_rates(40 * gbps, 0.5).packets(), 6e6, 0.4e6);
  EXPECT_NEAR(packet_rates(40 * gbps, 1).packets(), 60e6, 3e6);
  EXPECT_EQ(packet_rates(40 * gbps, 1).data, 0);
}

TEST(PitModel, EntriesOfSectionIII) {
  const double balanced10 = entries(packet_rates(10 * gbps, 0.5).interests, round_trip_seconds);
  const double balanced40 = entries(packet_rates(40 * gbps, 0.5).interests, round_trip_seconds);
  EXPECT_NEAR(balanced10, 62e3, 2e3);
  EXPECT_NEAR(balanced40, 252e3, 3e3);
  EXPECT_NEAR(entries(packet_rates(10 * gbps, 1).interests, 0.5), 8e6, 0.2e6);
  EXPECT_NEAR(entries(packet_rates(40 * gbps, 1).interests, 0.5), 30e6, 1.5e6);
  EXPECT_NEAR(entries(packet_rates(40 * gbps, 1).interests, 1), 60e6, 3e6);
}

struct Row {
  double entries, cbf, lht20, lht50, dht20, dht50;
};

TEST(PitModel, MemoryOfTable1) {
  // The paper rounds both what it gives and the numbers of entries that it computes with.
  constexpr Row rows[] = {{62e3, 584e3, 2.1e6, 4.1e6, 3.9e6, 5.8e6},
                          {252e3, 2.3e6, 8.8e6, 16e6, 15.6e6, 23e6},
                          {7.8e6, 71e6, 265e6, 500e6, 483e6, 717e6},
                          {30e6, 273e6, 1e9, 1.9e9, 1.8e9, 2.7e9}};
  for (const Row& row : rows) {
    const auto near = [](double value, double paper) { return std::abs(value - paper) / paper < 0.04; };
    EXPECT_TRUE(near(cbf_bytes(row.entries), row.cbf)) << cbf_bytes(row.entries);
    EXPECT_TRUE(near(lht_bytes(row.entries, 20), row.lht20)) << lht_bytes(row.entries, 20);
    EXPECT_TRUE(near(lht_bytes(row.entries, 50), row.lht50)) << lht_bytes(row.entries, 50);
    EXPECT_TRUE(near(dht_bytes(row.entries, 20), row.dht20)) << dht_bytes(row.entries, 20);
    EXPECT_TRUE(near(dht_bytes(row.entries, 50), row.dht50)) << dht_bytes(row.entries, 50);
  }
}

TEST(PitModel, OperationsOfTable2) {
  const auto mpcks = [](double accesses, double latency) { return 1e-6 / (accesses * latency); };
  EXPECT_NEAR(mpcks(lht_accesses(lht_load_factor_of_table2), dram_s), 8.5, 0.05);
  EXPECT_NEAR(mpcks(lht_accesses_worst(8e6), dram_s), 3.6, 0.05);
  EXPECT_NEAR(mpcks(dht_accesses(), dram_s), 6.1, 0.05);
  EXPECT_NEAR(mpcks(dhtp_accesses, dram_s), 9, 0.1);
  EXPECT_NEAR(mpcks(cbf_accesses(), rldram_s), 4.2, 0.05);
  EXPECT_NEAR(1e-6 / enpt_seconds(enpt_components_of_table2, rldram_s, dram_s), 6.7, 0.05);
  EXPECT_NEAR(1e-6 / enpt_seconds(enpt_components_max, rldram_s, dram_s), 3, 0.05);
}

TEST(PitModel, LoadsOfFigure1a) {
  const auto sustained = [](double seconds) { return load_sustained(1 / seconds, 10 * gbps); };
  EXPECT_NEAR(sustained(enpt_seconds(enpt_components_of_table2, rldram_s, dram_s)), 0.9, 1e-9);
  EXPECT_NEAR(sustained(dhtp_accesses * dram_s), 0.95, 1e-9);
  EXPECT_NEAR(sustained(lht_accesses(lht_load_factor_of_table2) * dram_s), 0.95, 1e-9);
  EXPECT_NEAR(sustained(lht_accesses_worst(8e6) * dram_s), 0.8, 1e-9);
  EXPECT_NEAR(sustained(enpt_seconds(enpt_components_max, rldram_s, dram_s)), 0.75, 1e-9);
  EXPECT_NEAR(sustained(cbf_accesses() * rldram_s), 0.85, 1e-9);
}

TEST(PitModel, LoadsOfFigure1b) {
  const auto sustained = [](double seconds) { return load_sustained(1 / seconds, 40 * gbps); };
  EXPECT_NEAR(sustained(dhtp_accesses * dram_s), 0.65, 1e-9);
  EXPECT_NEAR(sustained(dhtp_accesses * rldram_s), 0.95, 1e-9);
  EXPECT_NEAR(sustained(enpt_seconds(enpt_components_of_table2, rldram_s, rldram_s)), 0.8, 1e-9);
  EXPECT_LT(sustained(cbf_accesses() * rldram_s), 0.5);
}

TEST(PitModel, LineCardsOfFigure1c) {
  // Half of the paper's 1.5 Mpcks each way.
  const PacketRates rates{0.75e6, 0.75e6};
  EXPECT_EQ(std::floor(input_only_cards(1 / (cbf_accesses() * rldram_s), rates)), 4);
  EXPECT_NEAR(input_only_cards(1 / enpt_seconds(enpt_components_of_table2, rldram_s, dram_s), rates), 8, 0.1);
  EXPECT_EQ(std::floor(input_only_cards(1 / (lht_accesses(lht_load_factor_of_table2) * dram_s), rates)), 10);
  EXPECT_NEAR(input_only_rate(rates, 4), 3.75e6, 1);
  EXPECT_NEAR(input_output_rate(rates), 3e6, 1);
  EXPECT_NEAR(single_lookup_rate(rates), 1.5e6, 1);
}

}  // namespace
}  // namespace augustus::model::pit::pit_model_test
