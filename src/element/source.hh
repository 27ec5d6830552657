// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/element_type.hh"

namespace augustus::element {

/// An element that takes packets of the walk's burst, which marks them.
class Source : public Element {
 public:
  /// Whether it takes packets that no other source wants.
  virtual bool takes_rest() const { return false; }
  /// Whether it wants this one, whatever others do.
  virtual bool wants(const forward::Item& item) = 0;
  /// Another source of the same graph, whose packets are not the rest.
  virtual void leave_to(Source&) {}
};

}  // namespace augustus::element
