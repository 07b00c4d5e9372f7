#include "view/scene_saving.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "condyle/error.h"
#include "core/scene/src/json_text.h"
#include "core/scene/src/scene_keys.h"
#include "core/src/files/file_bytes.h"
#include "view/file_list.h"
#include "view/opened_files.h"

namespace condyle {
namespace {

using Json = nlohmann::ordered_json;

/// A changed layer is one for all triangles, and a flat one unless only its modulus has changed
/// (with_layer()).
void take_layer(MeshIndex at, const Layer& layer, const Layer& before, scene::Scene& scene) {
  scene::SceneMesh& mesh = scene.bodies[at.body].meshes[at.mesh];
  mesh.layer = layer;
  mesh.back.reset();
  if (layer.poissons_ratio != before.poissons_ratio || layer.thickness != before.thickness)
    mesh.compliance.clear();
}

void take_strand(const Parameters::Strand& now, const Parameters::Strand& before,
                 scene::SceneLigament& ligament) {
  ligament.is_cut = now.is_cut;
  if (now.strand == before.strand) return;
  ligament.strand = now.strand;
  ligament.slack_from = scene::SlackFrom::slack_length;
}

/// What is held by hand no longer depends on time.
void take_drive(const Drive& drive, scene::Scene& scene) {
  if (!drive.by_hand) return;
  const scene::TimeTable held{.times = {0}, .values = {*drive.by_hand}};
  switch (drive.kind) {
    case Drive::Kind::motion:
      scene.motions[drive.index].table = held;
      break;
    case Drive::Kind::hinge:
      scene.joints[drive.index].target_angle = held;
      break;
    case Drive::Kind::load:
      scene.loads[drive.index].factor = held;
      break;
  }
}

void multiply(double factor, scene::SceneLoad& load) {
  load.force *= factor;
  load.moment *= factor;
}

/// Rotations are written as vectors, which give matrices back only to rounding. Those of the file
/// that the scene was read from are the ones from which its matrices were made.
void keep_rotations(const Json& read, Json& written) {
  if (read.is_object() && written.is_object()) {
    if (written.contains("rotation") && read.contains("rotation"))
      written["rotation"] = read["rotation"];
    for (auto& [key, value] : written.items())
      if (read.contains(key)) keep_rotations(read[key], value);
  }
  if (!read.is_array() || !written.is_array()) return;
  for (std::size_t i = 0; i < std::min(read.size(), written.size()); ++i)
    keep_rotations(read[i], written[i]);
}

}  // namespace

scene::Scene with_changes(scene::Scene scene, const ShownWorld& world, const Parameters& before) {
  const Parameters now = parameters_of(world);
  // Contacts beyond those of the scene are the same ones reversed.
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const auto& [settings, layers] = now.contacts[i];
    const auto& [settings_before, layers_before] = before.contacts[i];
    if (settings != settings_before) scene.contacts[i].settings = settings;
    const WorldContact& contact = world.contacts()[i];
    if (layers[0] != layers_before[0])
      take_layer(contact.casting, layers[0], layers_before[0], scene);
    if (layers[1] != layers_before[1])
      take_layer(contact.target, layers[1], layers_before[1], scene);
  }
  for (std::size_t i = 0; i < scene.ligaments.size(); ++i)
    take_strand(now.strands[i], before.strands[i], scene.ligaments[i]);
  for (const Drive& drive : world.drives()) {
    take_drive(drive, scene);
    if (drive.kind == Drive::Kind::load && !drive.by_hand && now.load_factor != 1)
      multiply(now.load_factor, scene.loads[drive.index]);
  }
  return scene;
}

void save_scene(const std::filesystem::path& file, const scene::Scene& scene) {
  if (is_shipped(file))
    throw InputError(fmt::format("{}: belongs to Condyle; save the scene in a folder of your own",
                                 file.string()));
  const std::filesystem::path whole = std::filesystem::absolute(file);
  Json written = Json::parse(scene_text(scene, whole.parent_path()));
  if (kind_of_file(scene.file) == FileKind::scene && std::filesystem::exists(scene.file))
    keep_rotations(Json::parse(read_text_file(scene.file)), written);
  replace_file(whole, scene::json_text(written) + "\n");
}

std::filesystem::path usual_save_file(const scene::Scene& scene) {
  const bool is_own = kind_of_file(scene.file) == FileKind::scene && !is_shipped(scene.file);
  if (is_own) return std::filesystem::absolute(scene.file);
  return std::filesystem::current_path() / (scene.file.stem().string() + ".json");
}

}  // namespace condyle
