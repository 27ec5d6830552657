// SPDX-License-Identifier: Apache-2.0
#include "races/shared_wire.hh"

#include <rte_bus_vdev.h>
#include <rte_eth_ring.h>
#include <sanitizer/tsan_interface.h>

#include <algorithm>
#include <stdexcept>

#include "face/port/ethernet_header.hh"

namespace augustus::races {
namespace {

constexpr unsigned ring_frames = 1024;
constexpr std::size_t stations_frames_max = 4096;

// One variable for all rings of a direction: what it orders beyond one ring, no test here is about.
char to_router;
char from_router;

std::uint16_t received(std::uint16_t, std::uint16_t, rte_mbuf*[], std::uint16_t count, std::uint16_t, void*) {
  __tsan_acquire(&to_router);
  return count;
}

std::uint16_t sent(std::uint16_t, std::uint16_t, rte_mbuf*[], std::uint16_t count, void*) {
  __tsan_release(&from_router);
  return count;
}

std::vector<rte_ring*> make_rings(const std::string& name, unsigned count) {
  std::vector<rte_ring*> rings;
  for (unsigned i = 0; i < count; ++i) {
    rings.push_back(rte_ring_create((name + std::to_string(i)).c_str(), ring_frames, SOCKET_ID_ANY,
                                    RING_F_SP_ENQ | RING_F_SC_DEQ));
    if (rings.back() == nullptr) {
      throw std::runtime_error("no memory for a ring");
    }
  }
  return rings;
}

}  // namespace

class SharedWire::Station final : public Line {
 public:
  Station(SharedWire& wire, const face::MacAddress& address, PacketPool& pool)
      : wire_(wire), address_(address), pool_(pool) {}

  void send(const Bytes& packet) override {
    Bytes frame(face::ethernet_header_bytes);
    face::write_ethernet(frame.data(), router, address_, face::ethertype_ndn);
    frame.insert(frame.end(), packet.begin(), packet.end());
    if (rte_mbuf* const buffer = pool_.copy_of(frame)) {
      wire_.put(buffer);
    }
  }
  Bytes receive() override {
    wire_.fetch();
    auto& mine = wire_.waiting_[address_.bytes];
    if (mine.empty()) {
      return {};
    }
    Bytes packet = std::move(mine.front());
    mine.pop_front();
    return packet;
  }

 private:
  SharedWire& wire_;
  face::MacAddress address_;
  PacketPool& pool_;
};

SharedWire::SharedWire(unsigned receive_queues, unsigned transmit_queues) {
  static unsigned number = 0;
  const std::string name = "shared" + std::to_string(number++);
  in_ = make_rings(name + "i", receive_queues);
  out_ = make_rings(name + "o", transmit_queues);
  device_ = "net_ring_" + name;
  if (rte_eth_from_rings(name.c_str(), in_.data(), receive_queues, out_.data(), transmit_queues, 0) < 0) {
    throw std::runtime_error("no device of rings");
  }
}

SharedWire::~SharedWire() {
  rte_vdev_uninit(device_.c_str());
  for (const auto* rings : {&in_, &out_}) {
    for (rte_ring* ring : *rings) {
      rte_ring_free(ring);
    }
  }
}

void SharedWire::tell_order() {
  std::uint16_t port = 0;
  if (rte_eth_dev_get_port_by_name(device_.c_str(), &port) != 0) {
    throw std::runtime_error("the port is not there");
  }
  for (std::uint16_t queue = 0; queue < in_.size(); ++queue) {
    rte_eth_add_rx_callback(port, queue, received, nullptr);
  }
  for (std::uint16_t queue = 0; queue < out_.size(); ++queue) {
    rte_eth_add_tx_callback(port, queue, sent, nullptr);
  }
}

std::unique_ptr<Line> SharedWire::line(const face::MacAddress& station, PacketPool& pool) {
  return std::make_unique<Station>(*this, station, pool);
}

void SharedWire::put(rte_mbuf* frame) {
  __tsan_release(&to_router);
  if (rte_ring_enqueue(in_[random_() % in_.size()], frame) != 0) {
    rte_pktmbuf_free(frame);
  }
}

void SharedWire::fetch() {
  for (rte_ring* ring : out_) {
    void* object = nullptr;
    while (rte_ring_dequeue(ring, &object) == 0) {
      __tsan_acquire(&from_router);
      auto* const frame = static_cast<rte_mbuf*>(object);
      Bytes bytes(frame->pkt_len);
      const void* const data = rte_pktmbuf_read(frame, 0, frame->pkt_len, bytes.data());
      if (data != bytes.data()) {
        std::copy_n(static_cast<const std::uint8_t*>(data), bytes.size(), bytes.begin());
      }
      rte_pktmbuf_free(frame);
      std::array<std::uint8_t, 6> station;
      std::copy_n(bytes.begin(), station.size(), station.begin());
      if (auto& of = waiting_[station]; of.size() < stations_frames_max) {
        of.emplace_back(bytes.begin() + face::ethernet_header_bytes, bytes.end());
      }
    }
  }
}

void SharedWire::drain() {
  for (const auto* rings : {&in_, &out_}) {
    for (rte_ring* ring : *rings) {
      void* object = nullptr;
      while (rte_ring_dequeue(ring, &object) == 0) {
        rte_pktmbuf_free(static_cast<rte_mbuf*>(object));
      }
    }
  }
}

}  // namespace augustus::races
