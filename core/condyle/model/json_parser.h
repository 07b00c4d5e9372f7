#pragma once

// The parser behind JsonNode. Not part of the library's interface.

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace condyle {

/// The value that the text is. Throws InputError with `file` and the place where it is not JSON,
/// gives a key twice in one object, or is nested too deeply.
nlohmann::json parse_json(const std::string& text, const std::filesystem::path& file);

/// The same, but where the text is a list, its items go to `take` one by one with their index, and
/// an empty list is returned.
nlohmann::json parse_json_items(const std::string& text, const std::filesystem::path& file,
                                const std::function<void(nlohmann::json&&, int)>& take);

/// A part of a file for a message: what is too long to be read is cut.
std::string shortened(const std::string& text);

/// A key as a person may have written it, with what no line can show escaped.
std::string readable_key(const std::string& key);

}  // namespace condyle
