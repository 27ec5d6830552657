// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <atomic>

#include "base/device_number.hh"
#include "base/face_id.hh"

namespace augustus::worker {
class Router;
}

namespace augustus::element {

/// Something outside the graph that elements of all partitions share. Made and opened by the management
/// thread; what elements call is for any thread.
class Device {
 public:
  explicit Device(DeviceNumber number) : number_(number) {}
  virtual ~Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  /// Of its Faces and frames; device_none: it has neither.
  DeviceNumber number() const { return number_; }
  /// Where packets leave that are meant for none of its Faces; face_id_none: nowhere, or not open yet.
  FaceId own_face() const { return own_face_.load(std::memory_order_acquire); }
  /// Sends a whole frame as it is, taking it; false: it is still the caller's.
  virtual bool send_frame(rte_mbuf*) { return false; }

  /// Called once, when the router's ports are there. Throws std::runtime_error with one line.
  virtual void open(worker::Router& router) = 0;
  /// No element refers to it any more, or the router ends.
  virtual void close(worker::Router&) {}

 protected:
  void set_own_face(FaceId face) { own_face_.store(face, std::memory_order_release); }

 private:
  DeviceNumber number_;
  std::atomic<FaceId> own_face_{face_id_none};
};

}  // namespace augustus::element
