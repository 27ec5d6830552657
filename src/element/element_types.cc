// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"

#include <algorithm>
#include <vector>

#include "element/element_classes.hh"

namespace augustus::element {
namespace {

constexpr const ElementType* built_in[] = {
    &check_icn_header_type, &counter_type,     &drop_type,
    &from_face_type,        &icn_cs_type,      &icn_fib_type,
    &icn_pit_type,          &input_demux_type, &name_classifier_type,
    &output_mux_type,       &print_type,       &queue_type,
    &from_host_type,        &from_pcap_type,   &from_port_type,
    &to_host_type,          &to_pcap_type,     &to_port_type,
    &rate_limiter_type,     &sampler_type,     &tee_type,
    &to_face_type,          &unqueue_type,
};

/// Filled before main() begins, by objects in files that may be initialised before this one.
std::vector<const ElementType*>& added() {
  static std::vector<const ElementType*> types;
  return types;
}

/// What elements name in their arguments.
const ElementClass tables[] = {
    {.name = "Fib", .kind = ElementClass::Kind::table, .purpose = "The router's table of routes"},
    {.name = "NameTable",
     .kind = ElementClass::Kind::table,
     .purpose = "The names of PIT and content store, one table for both"},
};

std::vector<ElementClass> all_classes() {
  std::vector<ElementClass> classes(std::begin(tables), std::end(tables));
  for (const ElementType* type : built_in) {
    classes.push_back(type->description);
  }
  for (const ElementType* type : added()) {
    classes.push_back(type->description);
  }
  std::ranges::sort(classes, {}, &ElementClass::name);
  return classes;
}

}  // namespace

AddElementType::AddElementType(const ElementType& type) {
  added().push_back(&type);
}

const ElementType* find_element_type(std::string_view name) {
  const auto is_it = [name](const ElementType* type) { return type->description.name == name; };
  if (const auto found = std::ranges::find_if(built_in, is_it); found != std::end(built_in)) {
    return *found;
  }
  const auto found = std::ranges::find_if(added(), is_it);
  return found == added().end() ? nullptr : *found;
}

std::span<const ElementClass> element_classes() {
  static const std::vector<ElementClass> classes = all_classes();
  return classes;
}

}  // namespace augustus::element
