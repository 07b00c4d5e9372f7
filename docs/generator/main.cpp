// Writes assets/scene.schema.json and the tables of docs/scenes.md from the descriptions of the
// keys.
#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "condyle/error.h"
#include "core/src/files/file_bytes.h"
#include "docs/generator/scene_pages.h"

namespace condyle {
namespace {

/// Returns whether the file is up to date. If it is not and `may_write` is set, writes it first.
bool is_up_to_date(const std::filesystem::path& file, const std::string& text, bool may_write) {
  if (read_file_bytes(file) == text) return true;
  if (may_write) replace_file(file, text);
  fmt::print("{} {}\n", file.string(),
             may_write
                 ? "is written"
                 : "is not what the descriptions give: run build/release/tests/scene_pages .");
  return may_write;
}

int run(const std::filesystem::path& root, bool may_write) try {
  const std::filesystem::path page = root / "docs/scenes.md";
  const bool schema =
      is_up_to_date(root / "assets/scene.schema.json", scene_schema_text(), may_write);
  const bool tables = is_up_to_date(page, scene_page(read_file_bytes(page)), may_write);
  return schema && tables ? 0 : 1;
} catch (const InputError& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 2;
}

}  // namespace
}  // namespace condyle

int main(int argc, char** argv) {
  const bool checks = argc == 3 && std::string_view(argv[1]) == "--check";
  if (checks || argc == 2) return condyle::run(argv[argc - 1], !checks);
  fmt::print(stderr, "scene_pages [--check] FOLDER: the root of the repository\n");
  return 2;
}
