// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"

namespace augustus::element {
namespace {

/// Takes what any number of sources bring to one output. What the paper's element of this name annotates
/// (the Face, the name's hash) came with the packets: they were dispatched to this partition by it.
class InputDeMux final : public Element {
 public:
  explicit InputDeMux(const Arguments&) {}

  void push(unsigned, Batch batch, Outputs& out) { out.pass(0, batch); }
};

}  // namespace

const ElementType input_demux_type = element_type<InputDeMux>(
    {.name = "InputDeMux",
     .inputs_min = 1,
     .inputs_max = any_number,
     .outputs_min = 1,
     .outputs_max = 1,
     .purpose = "Takes packets of all inputs to one output, with where they came from"},
    true);

}  // namespace augustus::element
