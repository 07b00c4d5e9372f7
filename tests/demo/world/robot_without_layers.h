#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "core/mesh/temporary_folder.h"
#include "world/scene_world.h"

namespace condyle::test {

inline std::filesystem::path shipped_robot(const std::string& name) {
  return shipped_scenes().parent_path() / "robots" / (name + ".xml");
}

/// Writes a shipped robot without its texts, which leaves MuJoCo its own contact.
inline std::filesystem::path without_layers(const std::string& name,
                                            const TemporaryFolder& folder) {
  std::ifstream in(shipped_robot(name));
  std::string text;
  for (std::string line; std::getline(in, line); text += line + "\n")
    if (line.find("<text name=\"condyle.") != std::string::npos) line.clear();
  const std::string meshes = "../meshes";
  text.replace(text.find(meshes), meshes.size(),
               (shipped_scenes().parent_path() / "meshes").string());
  return folder.write(name + ".xml", text);
}

}  // namespace condyle::test
