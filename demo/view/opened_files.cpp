#include "view/opened_files.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "condyle/mesh/mesh_repair.h"
#include "view/file_list.h"
#include "world/model_scene.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

constexpr std::array k_units_in_use = {mesh::LengthUnit::millimetre, mesh::LengthUnit::metre,
                                       mesh::LengthUnit::micrometre};
const Layer k_shown_layer{.elastic_modulus = 1e9, .poissons_ratio = 0.46, .thickness = 1e-3};

bool has_size_of_joint(const TriangleMesh& mesh) {
  const mesh::MeshReport report = mesh::inspect(mesh);
  return std::ranges::none_of(report.findings,
                              [](const mesh::MeshFinding& found) { return found.kind == "unit"; });
}

}  // namespace

mesh::LengthUnit likely_unit(const std::filesystem::path& file) {
  const TriangleMesh read = mesh::read_mesh(file, mesh::LengthUnit::metre);
  for (const mesh::LengthUnit unit : k_units_in_use) {
    TriangleMesh scaled = read;
    for (Eigen::Vector3d& vertex : scaled.vertices) vertex *= metres_per(unit);
    if (has_size_of_joint(scaled)) return unit;
  }
  return mesh::LengthUnit::metre;
}

scene::Scene scene_of_mesh(const std::filesystem::path& file, mesh::LengthUnit unit) {
  scene::Scene scene;
  scene.name = file.filename().string();
  scene.description = std::string("A mesh, read in ") + word_of(unit) + ".";
  scene.file = file;
  scene.bodies.emplace_back();
  scene.bodies[0].name = "body";
  scene.bodies[0].kind = scene::BodyKind::fixed;
  scene::SceneMesh& mesh = scene.bodies[0].meshes.emplace_back();
  mesh.name = "mesh";
  mesh.source = scene::MeshFromFile{.file = file, .unit = unit};
  mesh.layer = k_shown_layer;  // meshes without a layer are not examined
  mesh.look = scene::MeshLook::grey;
  return scene;
}

scene::Scene read_to_view(const std::filesystem::path& named,
                          const std::vector<scene::NamedLayer>& layers) {
  // Paths in a scene that may be saved elsewhere must not depend on the current folder.
  const std::filesystem::path file = std::filesystem::absolute(named).lexically_normal();
  if (kind_of_file(file) != FileKind::mesh) return load_scene(file, {.layers = layers});
  return scene_of_mesh(file, likely_unit(file));
}

std::vector<std::filesystem::path> files_of(const scene::Scene& scene) {
  std::vector<std::filesystem::path> files{scene.file};
  const auto add = [&](const std::filesystem::path& file) {
    if (!file.empty() && std::ranges::find(files, file) == files.end()) files.push_back(file);
  };
  for (const scene::SceneBody& body : scene.bodies) {
    for (const scene::SceneMesh& mesh : body.meshes) {
      if (const auto* source = std::get_if<scene::MeshFromFile>(&mesh.source)) add(source->file);
      if (mesh.back) add(mesh.back->source.file);
      add(mesh.compliance);
    }
  }
  return files;
}

bool is_shipped(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto folder = std::filesystem::weakly_canonical(shipped_scenes(), ignored).parent_path();
  const auto whole = std::filesystem::weakly_canonical(file, ignored);
  const auto rest = whole.lexically_relative(folder);
  return !folder.empty() && !rest.empty() && *rest.begin() != "..";
}

}  // namespace condyle
