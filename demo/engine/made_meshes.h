#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"
#include "engine/built_scene.h"

namespace condyle {

/// Passes the meshes and surfaces of one world to the next, which reuses those that it would make
/// identically: reading meshes and building their hierarchies takes most of the time of making a
/// world. Holds only those of the last world. Several threads may share one object.
class MadeMeshes {
 public:
  /// A mesh and its surface, each with a key of everything that it was made from.
  struct Entry {
    std::string mesh_origin, surface_origin;
    BuiltMesh made;
  };

  std::vector<Entry> last() const;
  void keep(std::vector<Entry> made);

 private:
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
};

/// Makes the meshes of one world.
class MeshMaker {
 public:
  /// Reuses what `shared` holds; null: makes everything anew.
  explicit MeshMaker(MadeMeshes* shared);

  /// The mesh, and its surface if it `has_surface`. `name` is used in messages. Throws InputError.
  BuiltMesh make(const scene::SceneMesh& mesh, bool has_surface, const std::string& name);

  /// Stores the meshes of this world in `shared`, for the next one.
  void finish();

 private:
  MadeMeshes* shared_;
  std::vector<MadeMeshes::Entry> known_, made_;
};

}  // namespace condyle
