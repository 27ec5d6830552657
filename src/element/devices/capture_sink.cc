// SPDX-License-Identifier: Apache-2.0
#include "element/devices/capture_sink.hh"

#include <fmt/format.h>
#include <pthread.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>

#include "base/log.hh"
#include "worker/router.hh"

namespace augustus::element {
namespace {

/// Of 256 bytes each: room for what comes between two looks.
constexpr unsigned ring_cells = 16'383;
constexpr auto look_pause = std::chrono::milliseconds(5);
constexpr std::size_t write_bytes = 1u << 18;

}  // namespace

CaptureSink::CaptureSink(std::string file, std::uint32_t snap_bytes,
                         std::shared_ptr<const manage::FileFolder> folder)
    : Device(device_none),
      file_name_(std::move(file)),
      folder_(std::move(folder)),
      session_({.all = true, .snap_bytes = snap_bytes}, ring_cells) {}

CaptureSink::~CaptureSink() = default;

void CaptureSink::open(worker::Router& router) {
  if (folder_ != nullptr) {
    auto opened = folder_->open_to_write(file_name_);
    file_.reset(fdopen(opened.get(), "wb"));
    if (file_ != nullptr) {
      opened.release();
    }
  } else {
    file_.reset(std::fopen(file_name_.c_str(), "wbe"));
  }
  if (file_ == nullptr) {
    throw std::runtime_error(fmt::format("{}: {}", file_name_, std::strerror(errno)));
  }
  faces_ = &router.faces();
  wall_offset_ = wall_clock_now() - monotonic_now();
  manage::PcapngWriter::begin(bytes_);
  flush();
  thread_ = std::jthread([this](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "capture");
    write_while(stop);
  });
}

void CaptureSink::close(worker::Router&) {
  if (thread_.joinable()) {
    thread_.request_stop();
    thread_.join();
    file_.reset();
    log(LogModule::main).info("{}: {} packets, {} lost", file_name_, packets_, session_.lost());
  }
}

void CaptureSink::write_while(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    write_waiting();
    std::this_thread::sleep_for(look_pause);
  }
  write_waiting();
}

void CaptureSink::write_waiting() {
  while (const auto packet = session_.take()) {
    append(*packet);
    if (bytes_.size() >= write_bytes) {
      flush();
    }
  }
  flush();
}

void CaptureSink::append(const worker::CapturedPacket& packet) {
  if (!writer_.knows(packet.face)) {
    const auto info = faces_->find(packet.face);
    writer_.add_interface(bytes_, packet.face, info ? info->remote_uri : "");
  }
  const TimeNs wall = packet.time + wall_offset_;
  if (packet.whole_frame) {
    writer_.add_frame(bytes_, packet.face, wall, packet.length, packet.bytes);
  } else {
    writer_.add_packet(bytes_, packet.face, packet.outgoing, wall, packet.length, packet.bytes);
  }
  ++packets_;
}

void CaptureSink::flush() {
  if (bytes_.empty()) {
    return;
  }
  const bool written = std::fwrite(bytes_.data(), 1, bytes_.size(), file_.get()) == bytes_.size() &&
                       std::fflush(file_.get()) == 0;
  bytes_.clear();
  if (!written && !failed_) {
    failed_ = true;
    log(LogModule::main).error("{} cannot be written: {}", file_name_, std::strerror(errno));
  }
}

}  // namespace augustus::element
