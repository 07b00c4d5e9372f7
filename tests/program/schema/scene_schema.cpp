#include "scene_schema.h"

#include <cstdlib>

#include "core/mesh/temporary_folder.h"

namespace condyle {

std::filesystem::path shipped_assets() {
  return std::filesystem::path(CONDYLE_PROGRAM).parent_path().parent_path() / "assets";
}

JsonSchema scene_schema() {
  return JsonSchema(nlohmann::json::parse(file_content(shipped_assets() / "scene.schema.json")));
}

void write_ball(const TemporaryFolder& folder) {
  folder.write("ball.obj",
               "v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1\n"
               "f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n");
}

unsigned random_seed() {
  const char* given = std::getenv("CONDYLE_SEED");
  return given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : 1;
}

}  // namespace condyle
