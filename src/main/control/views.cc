// SPDX-License-Identifier: Apache-2.0
#include "main/control/views.hh"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "main/control/present.hh"
#include "main/control/text_table.hh"

namespace augustus::control {
namespace {

std::string counts(std::uint64_t interests, std::uint64_t data, std::uint64_t nacks) {
  return fmt::format("{} / {} / {}", interests, data, nacks);
}

std::string face_words(const manage::FaceStatus& face) {
  return fmt::format("{} {} {}{}{}", scope_word(face.scope), persistency_word(face.persistency),
                     link_type_word(face.link_type), face.flags == 0 ? "" : " ",
                     fmt::join(face_flag_words(face.flags), " "));
}

std::string percent_text(std::uint64_t per_mille) {
  return fmt::format("{}.{} %", per_mille / 10, per_mille % 10);
}

std::string expiry_text(const std::optional<std::uint64_t>& milliseconds) {
  return milliseconds ? duration_text(*milliseconds / 1000) : "never";
}

}  // namespace

void print_general(std::ostream& out, const manage::ForwarderStatus& status,
                   const std::vector<manage::DropStatus>& drops, const std::string& pit_structure,
                   const std::string& indent) {
  FieldList fields;
  fields.add("version", status.version);
  fields.add("started", time_text(status.start_ms));
  fields.add("uptime", duration_text((status.current_ms - status.start_ms) / 1000));
  fields.add("names", std::to_string(status.name_entries));
  fields.add("FIB entries", std::to_string(status.fib_entries));
  fields.add("PIT entries", std::to_string(status.pit_entries));
  if (!pit_structure.empty()) {
    fields.add("PIT structure", pit_structure);
  }
  fields.add("CS entries", std::to_string(status.cs_entries));
  fields.add("received",
             counts(status.in_interests, status.in_data, status.in_nacks) + "  (Interests / Data / Nacks)");
  fields.add("sent", counts(status.out_interests, status.out_data, status.out_nacks));
  fields.add("satisfied", std::to_string(status.satisfied_interests));
  fields.add("unsatisfied", std::to_string(status.unsatisfied_interests));
  for (const auto& [reason, count] : drops) {
    fields.add("dropped", fmt::format("{}  ({})", count, reason));
  }
  fields.print(out, indent);
}

void print_channels(std::ostream& out, const std::vector<manage::ChannelStatus>& channels,
                    const std::string& indent) {
  for (const manage::ChannelStatus& channel : channels) {
    out << indent << channel.local_uri << '\n';
  }
}

void print_faces(std::ostream& out, const std::vector<manage::FaceStatus>& faces, const std::string& indent) {
  TextTable table({{"FACE", true},
                   {"REMOTE"},
                   {"LOCAL"},
                   {"IN I / D / N", true},
                   {"BYTES", true},
                   {"OUT I / D / N", true},
                   {"BYTES", true},
                   {"FLAGS"}});
  for (const manage::FaceStatus& face : faces) {
    table.add({std::to_string(face.face_id), face.remote_uri, face.local_uri,
               counts(face.in_interests, face.in_data, face.in_nacks), std::to_string(face.in_bytes),
               counts(face.out_interests, face.out_data, face.out_nacks), std::to_string(face.out_bytes),
               face_words(face)});
  }
  table.print(out, indent);
}

void print_face(std::ostream& out, const manage::FaceStatus& face) {
  FieldList fields;
  fields.add("face", std::to_string(face.face_id));
  fields.add("remote", face.remote_uri);
  fields.add("local", face.local_uri);
  fields.add("expires", expiry_text(face.expiration_period_ms));
  if (face.congestion_interval_ns) {
    fields.add("congestion interval", fmt::format("{} ms", *face.congestion_interval_ns / 1'000'000));
  }
  if (face.congestion_threshold_bytes) {
    fields.add("congestion threshold", fmt::format("{} B", *face.congestion_threshold_bytes));
  }
  if (face.mtu) {
    fields.add("MTU", fmt::format("{} B", *face.mtu));
  }
  fields.add("received", counts(face.in_interests, face.in_data, face.in_nacks) +
                             fmt::format("  (Interests / Data / Nacks), {} B", face.in_bytes));
  fields.add("sent", counts(face.out_interests, face.out_data, face.out_nacks) +
                         fmt::format(", {} B", face.out_bytes));
  fields.add("flags", face_words(face));
  fields.print(out);
}

void print_fib(std::ostream& out, const std::vector<manage::FibStatus>& entries, const std::string& indent) {
  TextTable table({{"PREFIX"}, {"FACE", true}, {"COST", true}});
  for (const manage::FibStatus& entry : entries) {
    std::string prefix = entry.prefix.uri();
    for (const auto& [face_id, cost] : entry.next_hops) {
      table.add({std::exchange(prefix, ""), std::to_string(face_id), std::to_string(cost)});
    }
  }
  table.print(out, indent);
}

void print_rib(std::ostream& out, const std::vector<manage::RibStatus>& entries, const std::string& indent) {
  TextTable table({{"PREFIX"}, {"FACE", true}, {"ORIGIN"}, {"COST", true}, {"FLAGS"}, {"EXPIRES"}});
  for (const manage::RibStatus& entry : entries) {
    std::string prefix = entry.prefix.uri();
    for (const auto& route : entry.routes) {
      table.add({std::exchange(prefix, ""), std::to_string(route.face_id), origin_word(route.origin),
                 std::to_string(route.cost), fmt::format("{}", fmt::join(route_flag_words(route.flags), " ")),
                 expiry_text(route.expiration_period_ms)});
    }
  }
  table.print(out, indent);
}

void print_cs(std::ostream& out, const manage::CsInfo& info, const std::string& indent) {
  FieldList fields;
  fields.add("capacity", std::to_string(info.capacity));
  fields.add("admit", on_off_word((info.flags & manage::cs_flag_admit) != 0));
  fields.add("serve", on_off_word((info.flags & manage::cs_flag_serve) != 0));
  fields.add("entries", std::to_string(info.entries));
  fields.add("hits", std::to_string(info.hits));
  fields.add("misses", std::to_string(info.misses));
  fields.print(out, indent);
}

void print_tier(std::ostream& out, const manage::TierStatus& tier, const std::string& indent) {
  FieldList fields;
  fields.add("admit", on_off_word((tier.flags & manage::cs_flag_admit) != 0));
  fields.add("serve", on_off_word((tier.flags & manage::cs_flag_serve) != 0));
  fields.add("entries", fmt::format("{} of {}", tier.entries, tier.capacity));
  fields.add("bytes", fmt::format("{} of {}", tier.bytes, tier.capacity_bytes));
  fields.add("hits", std::to_string(tier.hits));
  fields.add("misses", std::to_string(tier.misses));
  fields.add("evicted", std::to_string(tier.evicted));
  fields.add("admission", fmt::format("{}, {} not admitted", tier.admission, tier.not_admitted));
  if (tier.name == wire::Name::literal(manage::tier_ssd)) {
    fields.add("reads", std::to_string(tier.reads));
    fields.add("writes", std::to_string(tier.writes));
    fields.add("busy", std::to_string(tier.busy));
    fields.add("damaged", std::to_string(tier.damaged));
  }
  fields.print(out, indent);
}

void print_strategies(std::ostream& out, const std::vector<manage::StrategyStatus>& choices,
                      const std::string& indent) {
  TextTable table({{"PREFIX"}, {"STRATEGY"}});
  for (const manage::StrategyStatus& choice : choices) {
    table.add({choice.prefix.uri(), choice.strategy.uri()});
  }
  table.print(out, indent);
}

void print_pools(std::ostream& out, const std::vector<manage::PoolStatus>& pools, const std::string& indent) {
  TextTable table({{"POOL"},
                   {"IN USE", true},
                   {"OF", true},
                   {"LARGEST HOLDER", true},
                   {"REFUSED", true},
                   {"DROPPED AS"}});
  for (const manage::PoolStatus& pool : pools) {
    table.add({pool.name, std::to_string(pool.in_use), std::to_string(pool.capacity),
               std::to_string(pool.largest), std::to_string(pool.refused), pool.drop_reason});
  }
  table.print(out, indent);
}

void print_partitions(std::ostream& out, const std::vector<manage::PartitionStatus>& partitions,
                      const std::string& indent) {
  TextTable table({{"PARTITION", true},
                   {"WORKER", true},
                   {"PACKETS", true},
                   {"PIT", true},
                   {"CS", true},
                   {"OF WORKER", true}});
  for (const manage::PartitionStatus& partition : partitions) {
    table.add({std::to_string(partition.partition), std::to_string(partition.worker),
               std::to_string(partition.packets), std::to_string(partition.pit_entries),
               std::to_string(partition.cs_entries), percent_text(partition.busy_per_mille)});
  }
  table.print(out, indent);
}

void print_threads(std::ostream& out, const std::vector<manage::ThreadStatus>& threads,
                   const std::string& indent) {
  TextTable table(
      {{"THREAD", true}, {"KIND"}, {"CPU", true}, {"PARTITIONS", true}, {"PACKETS", true}, {"BUSY", true}});
  for (const manage::ThreadStatus& thread : threads) {
    table.add({std::to_string(thread.number), thread.kind, thread.cpu ? std::to_string(*thread.cpu) : "any",
               std::to_string(thread.partitions), std::to_string(thread.packets),
               percent_text(thread.busy_per_mille)});
  }
  table.print(out, indent);
}

}  // namespace augustus::control
