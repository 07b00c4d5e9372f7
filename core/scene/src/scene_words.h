#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/src/contact/laws/law_description.h"

namespace condyle::scene::words {

// The words of scene files that stand for no enumerator; those of enumerations: enum_words.h.
inline const std::vector<std::string> laws = law_names();
inline const std::string side_without_layer = "rigid", endless_thickness = "half_space";
/// The names of a result's first regions in history.csv, in the order of condyle::axis_regions.
inline const std::array<std::string, 6> axis_regions = {"-x", "+x", "-y", "+y", "-z", "+z"};
inline const std::array<std::string, 6> axes = {"tx", "ty", "tz", "rx", "ry", "rz"};

}  // namespace condyle::scene::words
