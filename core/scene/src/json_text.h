#pragma once

#include <string>

namespace condyle::scene {

/// Formats JSON on several lines; all JSON files are written with this function. Bytes that are not
/// UTF-8, which file names may contain, become U+FFFD.
template <class Json>
std::string json_text(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace condyle::scene
