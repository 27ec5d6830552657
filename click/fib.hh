// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <click/config.h>
#include <click/element.hh>

CLICK_DECLS
/// Fib: names the router's table of routes, of which there is one a process. Handlers: routes; add_route and
/// remove_route with "PREFIX FACE", a Face being udp4://ADDRESS:PORT or the number of a port.
class Fib : public Element {
 public:
  const char* class_name() const override { return "Fib"; }
  const char* port_count() const override { return PORTS_0_0; }
  void add_handlers() override { add_route_handlers(this); }

  /// ICN_FIB has the same ones.
  static void add_route_handlers(Element* element);
};
CLICK_ENDDECLS
