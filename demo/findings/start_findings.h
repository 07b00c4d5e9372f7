#pragma once

#include <span>
#include <vector>

#include "findings/finding.h"
#include "world/bullet_scene.h"

namespace condyle {

/// How the meshes of a contact lie when a scene starts.
struct ContactStart {
  std::string contact;
  double overlap = 0;  ///< within the contact's window [m]; 0: none
  double gap = 0;      ///< where there is no overlap [m]
};

/// What a scene shows before it runs.
struct SceneStart {
  std::vector<ContactStart> contacts;  ///< parallel to those of the scene
  std::vector<Finding> findings;
};

/// Looks at the mesh files of contacts as `condyle mesh` does, and at how the bodies are placed.
/// Meshes of contacts need their surfaces.
SceneStart look_at_start(const Scene& scene, std::span<const BuiltBody> built);

}  // namespace condyle
