// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "element/element_type.hh"

namespace augustus::element {

// Each is defined in the file of its name.
extern const ElementType check_icn_header_type;
extern const ElementType counter_type;
extern const ElementType drop_type;
extern const ElementType from_face_type;
extern const ElementType from_host_type;
extern const ElementType from_pcap_type;
extern const ElementType from_port_type;
extern const ElementType icn_cs_type;
extern const ElementType icn_fib_type;
extern const ElementType icn_pit_type;
extern const ElementType input_demux_type;
extern const ElementType name_classifier_type;
extern const ElementType output_mux_type;
extern const ElementType print_type;
extern const ElementType queue_type;
extern const ElementType rate_limiter_type;
extern const ElementType sampler_type;
extern const ElementType tee_type;
extern const ElementType to_face_type;
extern const ElementType to_host_type;
extern const ElementType to_pcap_type;
extern const ElementType to_port_type;
extern const ElementType unqueue_type;  // queue.cc

/// The class of that name, built in or added; nullptr: none.
const ElementType* find_element_type(std::string_view name);

/// Adds a class of a user's own, in the file that defines it: `const AddElementType add(my_type);`. The file
/// is linked into the program as it stands (docs/elements.md).
struct AddElementType {
  explicit AddElementType(const ElementType& type);
};

}  // namespace augustus::element
