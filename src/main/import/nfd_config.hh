// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace augustus::nfd_import {

/// A configuration file of NFD, as one of this router's.
struct ImportedConfig {
  std::string text;         ///< TOML, which manage::parse_config takes
  std::size_t missing = 0;  ///< things without an equal here; a comment in the text for each
};

/// Translates the text of an nfd.conf; `file` names it in messages, and relative paths in it are from its
/// folder. Throws UsageError where the file is not one of NFD's.
ImportedConfig import_nfd_config(const std::string& text, const std::string& file);

}  // namespace augustus::nfd_import
