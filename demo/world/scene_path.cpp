#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/assets.h"
#include "condyle/error.h"
#include "core/scene/src/closest_name.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(shipped_scenes(), ignored)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::filesystem::path shipped_scenes() { return assets() / "scenes"; }

std::filesystem::path find_scene(const std::string& path_or_name) {
  const std::filesystem::path file = path_or_name;
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  const bool is_folder = std::filesystem::is_directory(status);
  const bool is_absent = status.type() == std::filesystem::file_type::not_found;
  if (!is_folder && !is_absent) return file;  // the reader reports what else is wrong with it
  const std::vector<std::string> names = shipped_names();
  if (std::find(names.begin(), names.end(), path_or_name) != names.end()) {
    return shipped_scenes() / (path_or_name + ".json");
  }
  if (is_folder) {
    throw InputError(fmt::format("{}: is a folder; give a scene file in it, or a shipped scene: {}",
                                 path_or_name, fmt::join(names, ", ")));
  }
  throw InputError(fmt::format(
      "{}: is neither a file nor a shipped scene{} Shipped: {}", path_or_name,
      scene::suggestion(path_or_name, names).empty() ? "." : scene::suggestion(path_or_name, names),
      fmt::join(names, ", ")));
}

}  // namespace condyle
