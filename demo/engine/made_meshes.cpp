#include "engine/made_meshes.h"

#include <utility>

#include "core/scene/src/scene_keys.h"
#include "core/src/files/file_bytes.h"

namespace condyle {
namespace {

/// A key of everything that the mesh depends on: its name, its entry in the scene without pose,
/// layer, back and compliance, and the bytes of its file.
std::string origin_of_mesh(scene::SceneMesh mesh, const std::string& name) {
  mesh.X_BM = Pose::Identity();
  mesh.layer.reset();
  mesh.back.reset();
  mesh.compliance.clear();
  const auto* const source = std::get_if<scene::MeshFromFile>(&mesh.source);
  return name + entry_text(mesh) + (source ? read_file_bytes(source->file) : "");
}

/// A key of everything that a surface depends on beyond its mesh: the mesh's entry in the scene
/// without pose, and the bytes of its back and compliance files.
std::string origin_of_surface(scene::SceneMesh mesh) {
  mesh.X_BM = Pose::Identity();
  return entry_text(mesh) + (mesh.back ? read_file_bytes(mesh.back->source.file) : "") +
         (mesh.compliance.empty() ? "" : read_file_bytes(mesh.compliance));
}

}  // namespace

std::vector<MadeMeshes::Entry> MadeMeshes::last() const {
  const std::lock_guard lock(mutex_);
  return entries_;
}

void MadeMeshes::keep(std::vector<Entry> made) {
  const std::lock_guard lock(mutex_);
  entries_ = std::move(made);
}

MeshMaker::MeshMaker(MadeMeshes* shared) : shared_(shared) {
  if (shared_) known_ = shared_->last();
}

BuiltMesh MeshMaker::make(const scene::SceneMesh& mesh, bool has_surface, const std::string& name) {
  MadeMeshes::Entry entry;
  BuiltMesh made;
  if (shared_) {
    entry.mesh_origin = origin_of_mesh(mesh, name);
    if (has_surface) entry.surface_origin = origin_of_surface(mesh);
    for (const MadeMeshes::Entry& known : known_) {
      if (known.mesh_origin != entry.mesh_origin) continue;
      made.mesh = known.made.mesh;
      if (!has_surface || !known.made.surface) continue;
      made.surface = known.made.surface;
      if (known.surface_origin != entry.surface_origin)
        made.surface = make_surface(mesh, *made.surface, name);
    }
  }
  if (!made.mesh) made.mesh = std::make_shared<TriangleMesh>(make_mesh(mesh));
  if (has_surface && !made.surface) made.surface = make_surface(mesh, *made.mesh, name);
  entry.made = made;
  if (shared_) made_.push_back(std::move(entry));
  return made;
}

void MeshMaker::finish() {
  if (shared_) shared_->keep(std::move(made_));
}

}  // namespace condyle
