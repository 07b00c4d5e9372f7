#pragma once

#include <string>
#include <vector>

#include "docs/generator/described_entry.h"

namespace condyle {

/// The page with regenerated tables. A table is between the lines `<!-- keys: KIND -->` or
/// `<!-- words: KIND KEY -->` and `<!-- end -->`: the keys of a kind of entry, or the meanings of
/// the words of one of its keys. Throws InputError that names a table that cannot be made.
std::string with_tables(const std::string& page, const std::vector<DescribedKind>& kinds);

}  // namespace condyle
