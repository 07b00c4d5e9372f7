#pragma once

// The parser behind JsonNode. Not part of the library's interface. The JSON library's type is a
// parameter, since no header of the core includes a library; there is one, nlohmann::json.

#include <filesystem>
#include <functional>
#include <string>

namespace condyle {

/// The value that the text is. Throws InputError with `file` and the place where it is not JSON,
/// gives a key twice in one object, or is nested too deeply.
template <class Json>
Json parse_json(const std::string& text, const std::filesystem::path& file);

/// The same, but where the text is a list, its items go to `take` one by one with their index, and
/// an empty list is returned.
template <class Json>
Json parse_json_items(const std::string& text, const std::filesystem::path& file,
                      const std::function<void(Json&&, int)>& take);

/// A part of a file for a message: what is too long to be read is cut.
std::string shortened(const std::string& text);

/// A key as a person may have written it, with what no line can show escaped.
std::string readable_key(const std::string& key);

}  // namespace condyle
