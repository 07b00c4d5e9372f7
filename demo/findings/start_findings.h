#pragma once

#include <span>
#include <vector>

#include "engine/built_scene.h"
#include "findings/finding.h"

namespace condyle {

/// Overlap or gap of a contact's meshes at the start of a scene.
struct ContactStart {
  std::string contact;
  double overlap = 0;  ///< overlap within the contact's window [m]; 0: none
  double gap = 0;      ///< gap if there is no overlap [m]
};

/// The results of checking a scene before it runs.
struct SceneStart {
  std::vector<ContactStart> contacts;  ///< parallel to the contacts of the scene
  std::vector<Finding> findings;
};

/// What the values of a scene show without a search: gravity, sizes, masses and moduli that do not
/// fit together, and layers that are too different to be averaged.
std::vector<Finding> look_at_values(const scene::Scene& scene, std::span<const BuiltBody> built);

/// Checks the mesh files of contacts as `condyle mesh` does, and the placement of the bodies as
/// the scene gives it. Meshes of contacts must have surfaces.
SceneStart look_at_start(const scene::Scene& scene, std::span<const BuiltBody> built);

}  // namespace condyle
