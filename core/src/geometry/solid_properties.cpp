#include "core/src/geometry/solid_properties.h"

namespace condyle::geometry {

SolidProperties centred_solid(double volume, double area, const Eigen::Vector3d& moments) {
  SolidProperties solid{.volume = volume, .area = area};
  solid.inertia = moments.asDiagonal();
  return solid;
}

}  // namespace condyle::geometry
