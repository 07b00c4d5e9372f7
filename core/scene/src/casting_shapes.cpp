#include "condyle/scene/scene.h"
#include "condyle/scene/scene_build.h"

namespace condyle::scene {
namespace {

/// The mesh of this name, or null; scene_check reports names that are wrong.
SceneMesh* find_mesh(Scene& scene, const MeshName& name) {
  for (SceneBody& body : scene.bodies) {
    if (body.name != name.body) continue;
    for (SceneMesh& mesh : body.meshes)
      if (mesh.name == name.mesh) return &mesh;
  }
  return nullptr;
}

double thickness_of(const SceneMesh& mesh) { return mesh.layer ? mesh.layer->thickness : 0; }

void refine(SceneMesh& casting, const SceneMesh& target) {
  auto* const made = std::get_if<MeshFromShape>(&casting.source);
  const double thickness = casting_thickness(thickness_of(casting), thickness_of(target));
  if (made == nullptr || !(thickness > 0)) return;
  ShapeFineness& fineness = made->fineness;
  const ShapeFineness usual = default_fineness(made->shape, fineness.extent);
  const ShapeFineness chosen = casting_fineness(made->shape, thickness, fineness.extent);
  // A scene that was written has the chosen error.
  if (fineness.chord_error != usual.chord_error && fineness.chord_error != chosen.chord_error)
    return;
  fineness.chord_error = chosen.chord_error;
  made->is_chosen = true;
}

}  // namespace

void refine_casting_shapes(Scene& scene) {
  for (const SceneContact& contact : scene.contacts) {
    SceneMesh* const casting = find_mesh(scene, contact.casting);
    SceneMesh* const target = find_mesh(scene, contact.target);
    if (casting == nullptr || target == nullptr) continue;
    const auto is_shape = [](const SceneMesh& mesh) {
      return std::holds_alternative<MeshFromShape>(mesh.source);
    };
    const bool is_open =
        contact.side == CastingSide::automatic && is_shape(*casting) && is_shape(*target);
    if (contact.side != CastingSide::automatic || is_open) refine(*casting, *target);
    if (contact.side == CastingSide::both || is_open) refine(*target, *casting);
  }
}

}  // namespace condyle::scene
