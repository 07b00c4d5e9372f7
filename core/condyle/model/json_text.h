#pragma once

#include <string>

namespace condyle {

/// What all JSON is written with, on several lines. Bytes that are no UTF-8, as the names of files
/// may have, become U+FFFD.
template <class Json>
std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace condyle
