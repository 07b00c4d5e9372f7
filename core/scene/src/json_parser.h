#pragma once

// The parser behind JsonNode; not part of the library's interface. The type of the JSON library is
// a template parameter because headers of the core do not include libraries; it is always
// nlohmann::json.

#include <filesystem>
#include <functional>
#include <string>

namespace condyle::scene {

/// Parses a text. Throws InputError with `file` and the place if the text is not JSON, repeats a
/// key in an object or is nested too deeply.
template <class Json>
Json parse_json(const std::string& text, const std::filesystem::path& file);

/// Parses a text. If it is a list, passes its items to `take` one by one with their index and
/// returns an empty list.
template <class Json>
Json parse_json_items(const std::string& text, const std::filesystem::path& file,
                      const std::function<void(Json&&, int)>& take);

/// A part of a file for a message; a long text is cut.
std::string shortened(const std::string& text);

/// A key for a message, with characters escaped that cannot be printed on a line.
std::string readable_key(const std::string& key);

}  // namespace condyle::scene
