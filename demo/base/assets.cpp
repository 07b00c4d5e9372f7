#include "base/assets.h"

#include <utility>

#include "base/system.h"

namespace condyle {
namespace {

std::filesystem::path first_assets() {
  const std::filesystem::path program = program_file();
  const auto installed = program.parent_path().parent_path() / "share" / "condyle";
  std::error_code ignored;
  if (!program.empty() && std::filesystem::is_directory(installed / "scenes", ignored))
    return installed;
  return CONDYLE_ASSETS_DIR;
}

std::filesystem::path& known_assets() {
  static std::filesystem::path folder = first_assets();
  return folder;
}

}  // namespace

std::filesystem::path assets() { return known_assets(); }

void set_assets(std::filesystem::path folder) { known_assets() = std::move(folder); }

}  // namespace condyle
