#pragma once

#include <string>
#include <vector>

namespace condyle {

/// Each name as that of a file in a folder, without its extension, no two of them the same: what
/// could be a path or a wildcard becomes '_', what is too long for a file system is cut between two
/// letters, and a name that another one has already gets a number.
std::vector<std::string> file_names_of(const std::vector<std::string>& names);

}  // namespace condyle
