// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace augustus::element {

// Configuration strings, what stands in parentheses behind a class (click(5), CONFIGURATION STRINGS).

/// The arguments between the commas that stand outside quotes and parentheses: quotes as they are, comments
/// replaced by one space, no space at either end; an empty last one is left out. Nothing when a quote, a
/// comment or a parenthesis is not closed.
std::optional<std::vector<std::string>> split_arguments(std::string_view configuration);

/// The words of an argument, quotes as they are: `PREFIX "/a b"` has two.
std::vector<std::string> split_words(std::string_view argument);

/// What an argument or word says: quotes taken off, escapes in "" and in `\<48 49>` replaced, `a"b"c` is abc.
std::string unquote(std::string_view word);

/// A word that unquotes to `text`: as it is if that is possible, else in double quotes.
std::string quote(std::string_view text);

/// `text` with escapes, as it stands between double quotes.
std::string escape(std::string_view text);

}  // namespace augustus::element
