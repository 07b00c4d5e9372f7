#include "world/made_meshes.h"

#include <algorithm>
#include <utility>

#include "core/scene/src/scene_keys.h"
#include "core/src/mesh/file_bytes.h"

namespace condyle {
namespace {

BuiltMesh made_of(const SceneMesh& mesh, bool has_surface, const std::string& name) {
  TriangleMesh triangles = make_mesh(mesh);
  BuiltMesh built;
  built.mesh = std::make_shared<TriangleMesh>(triangles);
  if (has_surface) built.surface = make_surface(mesh, std::move(triangles), name);
  return built;
}

/// What made_of() depends on: the entry in the scene but for the pose, and the bytes of its files.
std::string origin_of(const SceneMesh& mesh, bool has_surface, const std::string& name) {
  SceneMesh unplaced = mesh;
  unplaced.X_BM = Pose::Identity();
  std::string origin = name + (has_surface ? " " : " without surface ") + entry_text(unplaced);
  if (const auto* source = std::get_if<MeshFromFile>(&mesh.source))
    origin += read_file_bytes(source->file);
  if (mesh.back) origin += read_file_bytes(mesh.back->source.file);
  return origin;
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

BuiltMesh MeshMaker::make(const SceneMesh& mesh, bool has_surface, const std::string& name) {
  if (!shared_) return made_of(mesh, has_surface, name);
  std::string origin = origin_of(mesh, has_surface, name);
  const auto found = std::ranges::find(known_, origin, &MadeMeshes::Entry::origin);
  BuiltMesh built = found != known_.end() ? found->mesh : made_of(mesh, has_surface, name);
  made_.push_back({std::move(origin), built});
  return built;
}

void MeshMaker::finish() {
  if (shared_) shared_->keep(std::move(made_));
}

}  // namespace condyle
