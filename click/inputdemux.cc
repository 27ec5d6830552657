// SPDX-License-Identifier: Apache-2.0
#include "inputdemux.hh"

#include <algorithm>

#include "forward/read_view.hh"
#include "wire/parse_packet.hh"

CLICK_DECLS
namespace {

using augustus::click::Carried;
using augustus::click::Core;

void parse(Carried& carried) {
  namespace wire = augustus::wire;
  const auto bytes = augustus::packet_bytes(carried.packet);
  const auto outcome =
      augustus::forward::parse_received(bytes, augustus::forward::arrival_of(carried.packet), carried.parsed);
  carried.malformed = outcome != wire::ParseOutcome::ok;
  if (!carried.malformed) {
    wire::hash_name(Core::get().tables.hash, bytes.data(), carried.parsed);
    carried.ingress = Core::get().tables.faces.find(carried.arrival().face);
  }
  carried.is_parsed = true;
}

}  // namespace

int InputDeMux::initialize(ErrorHandler* errh) {
  for (int port = 0; port < ninputs(); ++port) {
    Core::get().add_port_face(static_cast<augustus::FaceId>(port) + 1);
  }
  return IcnElement::initialize(errh);
}

void InputDeMux::push_batch(int port, PacketBatch* batch) {
  FOR_EACH_PACKET_SAFE(batch, packet) {
    Carried* carried = augustus::click::carried_of(packet);
    if (carried == nullptr) {
      carried = augustus::click::receive(packet, static_cast<augustus::FaceId>(port) + 1);
    }
    if (carried == nullptr) {
      ++unreadable_;
    } else {
      take(carried);
    }
  }
  flush();
}

void InputDeMux::take(Carried* carried) {
  if (!carried->is_parsed) {
    parse(*carried);
  }
  const bool alone = !carried->malformed && carried->parsed.kind == augustus::wire::PacketKind::data &&
                     Core::get().tables.pending_prefixes.any();
  const bool fits = std::all_of(run_.begin(), run_.begin() + count_, [&](const Carried* other) {
    return other->malformed == carried->malformed &&
           (carried->malformed || (other->parsed.kind == carried->parsed.kind &&
                                   other->parsed.name_hash != carried->parsed.name_hash));
  });
  if (!fits || count_ == run_.size() || (alone && count_ != 0)) {
    flush();
  }
  run_[count_++] = carried;
  if (alone) {
    flush();
  }
}

// The way through the graph ends before the next run begins, so that each finds what those before it left.
void InputDeMux::flush() {
  const unsigned count = std::exchange(count_, 0);
  if (count == 0) {
    return;
  }
  Burst burst;
  PacketRow list;
  for (unsigned index = 0; index < count; ++index) {
    if (!run_[index]->malformed) {
      burst.push(*run_[index]);
    }
    list.append(run_[index]->shown);
  }
  if (!burst.empty()) {
    partition().begin_run(burst);
  }
  output_push_batch(0, list.take());
}

void InputDeMux::add_handlers() {
  add_data_handlers("unreadable", Handler::f_read, &unreadable_);
}

CLICK_ENDDECLS
ELEMENT_REQUIRES(AugustusCore AugustusCarried AugustusPartition)
EXPORT_ELEMENT(InputDeMux)
