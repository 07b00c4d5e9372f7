#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"
#include "world/bullet_scene.h"

namespace condyle {

/// Meshes and surfaces of one world for the next, which takes those that it would make the same:
/// reading meshes and building their hierarchies takes most of the time in which a world is made.
/// Keeps those of the last world alone. Several threads may use one.
class MadeMeshes {
 public:
  /// A mesh and its surface, each by all that it is made from.
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
  /// Takes from `shared` what is there; null: makes all anew.
  explicit MeshMaker(MadeMeshes* shared);

  /// The mesh, and its surface if it `has_surface`. `name` is used in messages. Throws InputError.
  BuiltMesh make(const scene::SceneMesh& mesh, bool has_surface, const std::string& name);

  /// Leaves the meshes of this world to the next.
  void finish();

 private:
  MadeMeshes* shared_;
  std::vector<MadeMeshes::Entry> known_, made_;
};

}  // namespace condyle
