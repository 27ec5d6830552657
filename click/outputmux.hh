// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icnelement.hh"

CLICK_DECLS
/// Packets that leave, with their link headers, to the output of their Face: Face n + 1 to output n, those of
/// FromFace to the last one. With one output all go there.
class OutputMux : public IcnElement {
 public:
  const char* class_name() const override { return "OutputMux"; }
  const char* port_count() const override { return "1-/1-"; }

  int initialize(ErrorHandler* errh) override;
  void push_batch(int port, PacketBatch* batch) override;
  void add_handlers() override;
  /// What stages sent that no packet made them send.
  void send_late();

 private:
  int output_of(augustus::FaceId face) const;
  void send(PacketBatch* batch);

  uint64_t unsent_ = 0;  ///< no such output, no buffer, or nothing that leaves
};
CLICK_ENDDECLS
