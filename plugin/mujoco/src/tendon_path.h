#pragma once

#include <mujoco/mujoco.h>

#include <string>
#include <vector>

#include "condyle/ligament/strand_path.h"

namespace condyle::mujoco {

/// The path of a spatial tendon, as a strand follows it.
struct TendonPath {
  std::vector<int> bodies;  ///< of the model; the path's indices refer to them
  ligament::StrandPath path;
};

/// Sites are the points, spheres and cylinders the obstacles between those before and after them,
/// around which the strand goes on the side of their side site.
/// Throws InputError naming the `strand` for a tendon of joints or with a pulley.
TendonPath path_of_tendon(const mjModel& model, int tendon, const std::string& strand);

}  // namespace condyle::mujoco
