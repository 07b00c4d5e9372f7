#pragma once

#include <string>
#include <vector>

#include "condyle/contact/layer.h"
#include "validate/check.h"
#include "validate/families.h"

namespace condyle {

/// A rigid sphere on a flat bonded layer, with figures from finite elements.
struct SphereCase {
  Layer layer;
  double sphere_radius = 0, approach = 0;                   ///< [m]
  double force = 0, peak_pressure = 0, contact_radius = 0;  ///< [N], [Pa], [m]
  std::string name() const;
};

struct SphereCases {
  std::string source;
  std::vector<SphereCase> cases;
};

/// The cases that ship with the program (assets/validation/spheres_on_layer.json), or three of
/// them.
SphereCases shipped_spheres(Effort effort);

}  // namespace condyle
