// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <click/config.h>
#include <click/args.hh>
#include <click/batchelement.hh>

#include <array>
#include <span>
#include <utility>

#include "nametable.hh"
#include "packetrow.hh"
#include "partition.hh"

/// What the elements around stages have in common: batches of Click become bursts, and what stages are
/// through with goes on by output.
class IcnElement : public BatchElement {
 public:
  using Carried = augustus::click::Carried;
  using Burst = augustus::forward::Burst;

  IcnElement() { in_batch_mode = BATCH_MODE_YES; }

  const char* processing() const override { return PUSH; }
  bool can_live_reconfigure() const override { return false; }

  int initialize(ErrorHandler* errh) override {
    NameTable* const table = NameTable::of(this, errh);
    partition_ = table == nullptr ? nullptr : &table->partition();
    return table == nullptr ? -1 : 0;
  }

  void push(int port, Packet* packet) override { push_batch(port, PacketBatch::make_from_packet(packet)); }

 protected:
  augustus::click::Partition& partition() { return *partition_; }

  /// Calls `work` with the packets of the batch that came in, in bursts: those of the run that is under way
  /// together, any other alone. `work` must have taken each (output, or ended) when it returns; then they go.
  template <typename Work>
  void for_each_burst(PacketBatch* batch, const Work& work) {
    std::array<Carried*, augustus::forward::burst_packets_max> stretch;
    unsigned count = 0;
    const auto take = [&] {
      if (count != 0) {
        const std::span<Carried* const> taken(stretch.data(), std::exchange(count, 0));
        run(taken, work);
      }
    };
    FOR_EACH_PACKET_SAFE(batch, packet) {
      Carried* const carried = augustus::click::carried_of(packet);
      if (carried == nullptr || carried->leaves) {
        partition_->strays.add();
        packet->kill();
        continue;
      }
      if (carried->malformed || !partition_->is_stale(*carried)) {
        stretch[count++] = carried;
        if (count == stretch.size()) {
          take();
        }
        continue;
      }
      take();
      partition_->renew(*carried);
      stretch[count++] = carried;
      take();
    }
    take();
  }

  static void send_to(const Burst& burst, int output) {
    for (augustus::forward::Item& item : burst) {
      static_cast<Carried&>(item).output = output;
    }
  }

  /// What stages sent since the last call, as Click's packets.
  void take_departures(PacketRow& list) {
    partition_->take_departures([&](const augustus::forward::Outgoing& outgoing) {
      Carried* const carried = augustus::click::Core::get().carried.take();
      if (carried == nullptr) {
        partition_->counters.drop(augustus::forward::Drop::no_buffer);
        rte_pktmbuf_free(outgoing.packet);
        return;
      }
      carried->leaves = true;
      carried->outgoing = outgoing;
      if (Packet* const packet = augustus::click::show(carried)) {
        list.append(packet);
      }
    });
  }

  void push_departures(int output) {
    PacketRow list;
    take_departures(list);
    if (!list.empty()) {
      output_push_batch(output, list.take());
    }
  }

 private:
  template <typename Work>
  void run(std::span<Carried* const> taken, const Work& work) {
    Burst burst;
    for (Carried* const carried : taken) {
      carried->output = Carried::ended;
      burst.push(*carried);
    }
    work(burst);
    std::array<PacketRow, outputs_max> lists;
    for (Carried* const carried : taken) {
      if (carried->output == Carried::ended) {
        carried->packet = nullptr;  // a stage took it
        carried->shown->kill();
      } else {
        lists[static_cast<std::size_t>(carried->output)].append(carried->shown);
      }
    }
    for (int output = 0; output < static_cast<int>(outputs_max); ++output) {
      if (PacketBatch* const batch = lists[static_cast<std::size_t>(output)].take()) {
        checked_output_push_batch(output, batch);
      }
    }
  }

  static constexpr std::size_t outputs_max = 3;
  augustus::click::Partition* partition_ = nullptr;
};
