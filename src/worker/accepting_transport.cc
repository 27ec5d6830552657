// SPDX-License-Identifier: Apache-2.0
#include "worker/accepting_transport.hh"

namespace augustus::worker {
namespace {

/// Connections taken before other work has its turn; the rest wait in the kernel's backlog.
constexpr unsigned connections_per_turn = 16;

}  // namespace

unsigned AcceptingTransport::receive(face::Ingress&, TimeNs) {
  for (unsigned i = 0; i < connections_per_turn; ++i) {
    auto accepted = listener_.accept();
    if (!accepted) {
      break;
    }
    accepted_(std::move(*accepted));
  }
  return 0;
}

}  // namespace augustus::worker
