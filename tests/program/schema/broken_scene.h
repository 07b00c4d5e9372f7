#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "document_maker.h"

namespace condyle {

/// A scene with one thing wrong.
struct BrokenScene {
  std::string how;                  ///< "unknown key", ...
  std::string text;                 ///< of the file
  nlohmann::json value;             ///< what it says; null where it is not JSON
  std::vector<std::string> places;  ///< an error names one of these

  /// Whether a message says where.
  bool is_named_in(const std::string& message) const;
};

/// The numbers nearest to the schema's range outside it.
std::vector<nlohmann::json> just_outside(const nlohmann::json& schema);

/// Breaks the scene in one random way at one random place.
BrokenScene broken_scene(const Document& scene, std::mt19937_64& random);

}  // namespace condyle
