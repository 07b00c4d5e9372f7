#pragma once

#include <optional>
#include <span>
#include <vector>

#include "findings/finding.h"
#include "world/bullet_scene.h"

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

/// Whether gravity, sizes, masses and moduli fit together (unit_finding.h): the first contact in
/// which they do not, as the others would say the same. Takes no search.
std::optional<Finding> look_at_units(const scene::Scene& scene, std::span<const BuiltBody> built);

/// Checks the mesh files of contacts as `condyle mesh` does, and the placement of the bodies as
/// the scene gives it. Meshes of contacts must have surfaces.
SceneStart look_at_start(const scene::Scene& scene, std::span<const BuiltBody> built);

}  // namespace condyle
