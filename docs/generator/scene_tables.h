#pragma once

#include <string>
#include <vector>

#include "docs/generator/described_entry.h"

namespace condyle {

/// The page with its tables written anew. A table stands between the lines `<!-- keys: KIND -->` or
/// `<!-- words: KIND KEY -->` and `<!-- end -->`: the keys of a kind of entry, or what the words of
/// one of its keys mean. Throws InputError naming a table that cannot be.
std::string with_tables(const std::string& page, const std::vector<DescribedKind>& kinds);

}  // namespace condyle
