// SPDX-License-Identifier: Apache-2.0
#include "element/devices/capture_source.hh"

#include <fmt/format.h>

#include <stdexcept>

#include "element/devices/capture_transport.hh"
#include "worker/router.hh"

namespace augustus::element {
namespace {

/// The worker that takes the packets, and hands on what is not its own.
constexpr std::uint8_t capture_owner = 0;

}  // namespace

void CaptureSource::open(worker::Router& router) {
  const auto opened = folder_ != nullptr ? folder_->open_to_read(file_) : face::FileDescriptor();
  auto reader = std::make_unique<PcapReader>(file_, opened ? fmt::format("/proc/self/fd/{}", opened.get()) : file_);
  auto transport = std::make_unique<CaptureTransport>(file_, std::move(reader), rate_, number(), capture_owner,
                                                      router.faces(), router.packets(),
                                                      router.link_buffers(capture_owner));
  const FaceId face = transport->face();
  if (face == face_id_none) {
    throw std::runtime_error(fmt::format("{}: there is no room for another Face", file_));
  }
  router.add_transport(capture_owner, std::move(transport), {face});
  set_own_face(face);
}

void CaptureSource::close(worker::Router& router) {
  router.destroy_face(own_face());
}

}  // namespace augustus::element
