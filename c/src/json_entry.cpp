#include "c/src/json_entry.h"

#include <filesystem>
#include <variant>

#include "c/src/failure.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/scene/scene.h"
#include "condyle/scene/scene_build.h"
#include "core/scene/src/json_node.h"
#include "core/scene/src/scene_keys.h"
#include "core/scene/src/scene_reader.h"

namespace condyle::c {
namespace {

void read_settings(const char* json, ContactSettings& settings, CastingSide* side) {
  if (json == nullptr) return;
  scene::read_entry(scene::JsonNode::parse(json, "settings"), {}, [&](scene::Fields& fields) {
    describe_settings(fields, settings);
    if (side != nullptr) describe_casting_side(fields, *side);
    fields.check([&](const scene::JsonNode& node) { require_valid(settings, node.where()); });
  });
  load_user_functions(settings);
}

void require_surface(const scene::SceneMesh& mesh) {
  if (!mesh.layer) throw InputError("the surface has no 'layer'; give it one");
  if (scene::soft_block(mesh) != nullptr)
    throw InputError("'soft_block' is for scenes; give 'file', 'primitive', 'shape' or 'curve'");
  if (!mesh.X_BM.isApprox(Pose::Identity(), 0))
    throw InputError(
        "'position' and 'rotation' are for scenes; give the pose where the surface is used");
}

/// Lets triangles of a shape's mesh of default fineness be divided where contact is small.
void let_divide(scene::MeshFromShape& made) {
  const scene::ShapeFineness usual = scene::default_fineness(made.shape, made.fineness.extent);
  made.is_chosen = made.fineness.chord_error == usual.chord_error;
}

}  // namespace

ContactSettings settings_of(const char* json) {
  ContactSettings settings;
  read_settings(json, settings, nullptr);
  return settings;
}

ContactEntry contact_of(const char* json) {
  ContactEntry entry;
  read_settings(json, entry.settings, &entry.side);
  return entry;
}

std::shared_ptr<const ContactSurface> surface_of(const char* json, const char* folder) {
  scene::SceneMesh mesh;
  scene::read_entry(scene::JsonNode::parse(&required(json, "json"), "surface"),
                    {.own = folder == nullptr ? "" : folder},
                    [&](scene::Fields& fields) { describe(fields, mesh); });
  require_surface(mesh);
  if (auto* const made = std::get_if<scene::MeshFromShape>(&mesh.source)) let_divide(*made);
  return make_surface(mesh, make_mesh(mesh), mesh.name);
}

}  // namespace condyle::c
