#include "core/src/geometry/height_map_search.h"

#include "core/src/geometry/grid_lines.h"

namespace condyle::geometry {

double height_above(const HeightMap& map, const Eigen::Vector3d& point) {
  const int i = patch_of(map.x(), point.x()), j = patch_of(map.y(), point.y());
  const double s = (point.x() - map.x()[i]) / (map.x()[i + 1] - map.x()[i]);
  const double t = (point.y() - map.y()[j]) / (map.y()[j + 1] - map.y()[j]);
  const Eigen::Matrix4d& c = map.patch_polynomial(i, j);
  const Eigen::Vector4d along = c.col(0) + t * (c.col(1) + t * (c.col(2) + t * c.col(3)));
  return point.z() - (along[0] + s * (along[1] + s * (along[2] + s * along[3])));
}

}  // namespace condyle::geometry
