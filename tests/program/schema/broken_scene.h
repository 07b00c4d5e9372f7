#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document_maker.h"

namespace condyle {

/// A scene with one error.
struct BrokenScene {
  std::string how;                  ///< kind of the error: "unknown key", ...
  std::string text;                 ///< text of the file
  nlohmann::json value;             ///< value of the text; null if it is not JSON
  std::vector<std::string> places;  ///< a message must name one of these

  /// Whether a message names the place of the error.
  bool is_named_in(const std::string& message) const;
};

/// The numbers just outside the schema's range.
std::vector<nlohmann::json> just_outside(const nlohmann::json& schema);

/// Breaks the scene in one random way at one random place.
BrokenScene broken_scene(const Document& scene, std::mt19937_64& random);

}  // namespace condyle
