#pragma once

#include <string>
#include <vector>

namespace condyle {

/// Turns each name into a file name without extension; all are different. A character that could
/// belong to a path or a wildcard becomes '_', a name too long for a file system is cut between two
/// characters, and a repeated name gets a number.
std::vector<std::string> file_names_of(const std::vector<std::string>& names);

}  // namespace condyle
