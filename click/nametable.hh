// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <click/config.h>
#include <click/element.hh>
#include <click/timer.hh>

#include <memory>

#include "partition.hh"

CLICK_DECLS
class OutputMux;

/// NameTable([PIT n, CS n]): the names of PIT and content store, one table for both, for n pending Interests
/// and n cached Data. A graph has one. Handlers: counters, drops.
class NameTable : public Element {
 public:
  NameTable() : timer_(this) {}

  const char* class_name() const override { return "NameTable"; }
  const char* port_count() const override { return PORTS_0_0; }

  int configure(Vector<String>& arguments, ErrorHandler* errh) override;
  int initialize(ErrorHandler*) override;
  void add_handlers() override;
  void run_timer(Timer*) override;

  augustus::click::Partition& partition() { return *partition_; }
  /// The one of the element's graph; nullptr: it is not there, or not alone, as `errh` was told.
  static NameTable* of(Element* element, ErrorHandler* errh);

 private:
  static String read_counters(Element* element, void*);
  static String read_drops(Element* element, void*);

  std::unique_ptr<augustus::click::Partition> partition_;
  OutputMux* output_ = nullptr;
  Timer timer_;
};
CLICK_ENDDECLS
