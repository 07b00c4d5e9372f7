#pragma once

#include <vector>

#include "condyle/finding.h"
#include "plugin/bullet/src/registry.h"

class btDiscreteDynamicsWorld;

namespace condyle::bullet {

/// What looks wrong in the world as it is now (Plugin::findings). Precondition: no registered body
/// has been removed.
std::vector<Finding> world_findings(btDiscreteDynamicsWorld& world, const Registry& registry);

}  // namespace condyle::bullet
