#include "condyle/scene/scene_file.h"

#include "condyle/scene/scene_build.h"
#include "core/scene/src/scene_keys.h"
#include "core/scene/src/scene_reader.h"
#include "core/scene/src/wrapped_meshes.h"

namespace condyle::scene {
namespace {

Scene scene_in(const JsonNode& document, const std::filesystem::path& file,
               const std::filesystem::path& other_folder) {
  Scene scene;
  scene.file = file;
  scene.name = file.stem().string();
  read_entry(document, {file.parent_path(), other_folder},
             [&](Fields& fields) { describe(fields, scene); });
  refine_casting_shapes(scene);
  find_wrapped_meshes(scene);
  require_valid(scene);
  return scene;
}

}  // namespace

Scene read_scene(const std::filesystem::path& file, const std::filesystem::path& other_folder) {
  return scene_in(JsonNode::read(file), file, other_folder);
}

Scene parse_scene(const std::string& text, const std::filesystem::path& file,
                  const std::filesystem::path& other_folder) {
  return scene_in(JsonNode::parse(text, file), file, other_folder);
}

}  // namespace condyle::scene
