#pragma once

#include <string>

namespace condyle {

/// Count and noun: "1 triangle", "5 triangles".
inline std::string counted(int count, const char* singular, const char* plural) {
  return std::to_string(count) + ' ' + (count == 1 ? singular : plural);
}

}  // namespace condyle
