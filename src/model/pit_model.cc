// SPDX-License-Identifier: Apache-2.0
#include "model/pit_model.hh"

#include <cmath>

namespace augustus::model::pit {
namespace {

constexpr double bits_of_byte = 8;
constexpr double crc_bits = 32, pointer_bits = 32, tuple_bits = 48;

}  // namespace

PacketRates packet_rates(double bits_per_second, double load, PacketSizes sizes) {
  const double mean_bytes = load * sizes.interest_bytes + (1 - load) * sizes.data_bytes;
  const double packets = bits_per_second / (bits_of_byte * mean_bytes);
  return {load * packets, (1 - load) * packets};
}

double entries(double interests_per_second, double seconds) {
  return interests_per_second * seconds;
}

double lht_bytes(double entries, double name_bytes) {
  return entries * ((tuple_bits + crc_bits + pointer_bits) / bits_of_byte + name_bytes);
}

double dht_bytes(double entries, double name_bytes) {
  return entries * (dht_slots_an_entry * (tuple_bits + crc_bits + pointer_bits) / bits_of_byte + name_bytes);
}

double cbf_bytes(double entries, double hashes, double counter_bits, double false_positives) {
  const double counters = -hashes * entries / std::log(1 - std::pow(false_positives, 1 / hashes));
  return counters * counter_bits / bits_of_byte;
}

double lht_accesses(double load_factor) {
  return 2 + load_factor / 2;
}

double lht_accesses_worst(double entries) {
  return std::log2(entries) / std::log2(std::log2(entries));
}

double dht_accesses(double sub_tables) {
  return sub_tables + 1;
}

double cbf_accesses(double hashes) {
  return 2 * hashes;
}

double enpt_seconds(double components, double trie_access_s, double tuple_access_s) {
  return components * trie_access_s + 2 * tuple_access_s;
}

double load_sustained(double operations_per_second, double bits_per_second, double step, double tolerance,
                      PacketSizes sizes) {
  double sustained = 0;
  for (unsigned i = 0; 0.5 + i * step <= 1 + step / 2; ++i) {
    const double load = 0.5 + i * step;
    if (packet_rates(bits_per_second, load, sizes).packets() <= operations_per_second * (1 + tolerance)) {
      sustained = load;
    }
  }
  return sustained;
}

double input_only_rate(const PacketRates& rates, double cards) {
  return rates.interests + cards * rates.data;
}

double input_output_rate(const PacketRates& rates) {
  return 2 * rates.packets();
}

double single_lookup_rate(const PacketRates& rates) {
  return rates.packets();
}

double input_only_cards(double operations_per_second, const PacketRates& rates) {
  return (operations_per_second - rates.interests) / rates.data;
}

}  // namespace augustus::model::pit
