#pragma once

#include <string>
#include <vector>

namespace condyle {

/// The angles of an option, degrees as "0,30,60", in radians; none for an empty text. Throws
/// InputError for anything else.
std::vector<double> angles_of(const std::string& text, const std::string& option = "--angles");

}  // namespace condyle
