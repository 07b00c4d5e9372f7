#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "core/src/geometry/triangle_tree.h"
#include "core/src/mesh/triangle_shape.h"

namespace condyle {
namespace {

void require_valid(const ThicknessRange& range, const std::string& what) {
  if (!(range.minimum > 0 && range.minimum <= range.maximum && std::isfinite(range.maximum))) {
    throw InputError(fmt::format(
        "{}: thickness between {} m and {} m is no range; give 0 < minimum <= maximum in metres",
        what, range.minimum, range.maximum));
  }
}

geometry::Ray inward_ray(const TriangleMesh& surface, int t, const std::string& what) {
  const Eigen::Vector3d normal = area_vector_doubled(surface, t);
  mesh::require_normal(normal, t, what);
  return {centroid(surface, t), -normal / normal.norm()};
}

}  // namespace

VariableThickness measure_thickness(const TriangleMesh& surface, const TriangleMesh& back,
                                    const ThicknessRange& range, const std::string& what) {
  require_valid(range, what);
  require_valid(surface, what);
  require_valid(back, what + ", back mesh");
  const geometry::TriangleTree back_tree(back);
  VariableThickness result;
  result.thickness.reserve(surface.triangles.size());
  for (int t = 0; t < static_cast<int>(surface.triangles.size()); ++t) {
    const geometry::RayHit hit =
        back_tree.nearest(inward_ray(surface, t, what), std::numeric_limits<double>::infinity());
    double thickness = hit.distance;
    if (hit.triangle < 0) {
      ++result.missed;
      thickness = range.minimum;
    } else if (thickness < range.minimum) {
      ++result.raised_to_minimum;
      thickness = range.minimum;
    } else if (thickness > range.maximum) {
      ++result.lowered_to_maximum;
      thickness = range.maximum;
    }
    result.thickness.push_back(thickness);
  }
  return result;
}

std::vector<Layer> layers_of_thickness(const Layer& layer, std::span<const double> thickness) {
  std::vector<Layer> layers(thickness.size(), layer);
  for (std::size_t t = 0; t < layers.size(); ++t) layers[t].thickness = thickness[t];
  return layers;
}

}  // namespace condyle
