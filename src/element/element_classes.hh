// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "element/element_class.hh"

namespace augustus::element {

/// All classes that a file may name, in the order of their names.
std::span<const ElementClass> element_classes();

}  // namespace augustus::element
