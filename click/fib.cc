// SPDX-License-Identifier: Apache-2.0
#include "fib.hh"

#include <click/error.hh>

#include <sstream>
#include <string>

#include "core.hh"

CLICK_DECLS
namespace {

using augustus::click::Core;

String read_routes(Element*, void*) {
  return Core::get().routes().c_str();
}

int write_route(const String& text, Element*, void* adds, ErrorHandler* errh) {
  // Not by Click's rules, by which // begins a comment.
  std::istringstream words(std::string(text.data(), static_cast<std::size_t>(text.length())));
  std::string prefix, face, more;
  if (!(words >> prefix >> face) || words >> more) {
    return errh->error("expected 'PREFIX FACE'");
  }
  Core& core = Core::get();
  const auto id = core.face_from_text(face);
  const bool done = adds != nullptr ? core.add_route(prefix, id) : core.remove_route(prefix, id);
  return done ? 0 : errh->error("no such prefix or Face: '%s'", text.c_str());
}

}  // namespace

void Fib::add_route_handlers(Element* element) {
  static char adds;
  element->add_read_handler("routes", read_routes, nullptr);
  element->add_write_handler("add_route", write_route, &adds);
  element->add_write_handler("remove_route", write_route, nullptr);
}

CLICK_ENDDECLS
ELEMENT_REQUIRES(AugustusCore AugustusCarried AugustusPartition)
EXPORT_ELEMENT(Fib)
