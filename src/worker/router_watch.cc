// SPDX-License-Identifier: Apache-2.0
#include "worker/router_state.hh"

// Following and copying packets while the router runs.

namespace augustus::worker {
namespace {

constexpr unsigned trace_events_max = 4095;
constexpr unsigned capture_cells = 32767;
constexpr unsigned name_samples_max = 2047;

}  // namespace

bool Router::start_trace(const wire::Name& prefix) {
  if (state_->trace_session) {
    return false;
  }
  state_->trace_session = std::make_unique<forward::TraceSession>(prefix, trace_events_max);
  state_->trace.store(state_->trace_session.get(), std::memory_order_release);
  return true;
}

forward::TraceSession* Router::trace() {
  return state_->trace_session.get();
}

void Router::stop_trace() {
  state_->trace.store(nullptr, std::memory_order_release);
  state_->quiescence.drain();
  state_->trace_session.reset();
}

bool Router::start_capture(const CaptureFilter& filter) {
  if (state_->capture_session) {
    return false;
  }
  state_->capture_session = std::make_unique<CaptureSession>(filter, capture_cells);
  state_->capture.store(state_->capture_session.get(), std::memory_order_release);
  return true;
}

CaptureSession* Router::capture() {
  return state_->capture_session.get();
}

void Router::stop_capture() {
  state_->capture.store(nullptr, std::memory_order_release);
  state_->quiescence.drain();
  state_->capture_session.reset();
}

void Router::start_sampling() {
  if (!state_->name_sampler) {
    state_->name_sampler = std::make_unique<forward::NameSampler>(name_samples_max);
    state_->sampler.store(state_->name_sampler.get(), std::memory_order_release);
  }
}

forward::NameSampler* Router::sampler() {
  return state_->name_sampler.get();
}

void Router::stop_sampling() {
  state_->sampler.store(nullptr, std::memory_order_release);
  state_->quiescence.drain();
  state_->name_sampler.reset();
}

}  // namespace augustus::worker
