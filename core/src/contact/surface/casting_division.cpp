#include "core/src/contact/surface/casting_division.h"

#include <variant>

#include "core/src/contact/surface/parts_on_shape.h"

namespace condyle {
namespace {

/// Whether the surface may be flat somewhere.
bool has_planes(const ContactSurface& surface) {
  return surface.shape() == nullptr || std::holds_alternative<geometry::Brick>(*surface.shape());
}

}  // namespace

bool has_no_edges(const geometry::Shape& shape) {
  return std::holds_alternative<geometry::Sphere>(shape) ||
         std::holds_alternative<geometry::Ellipsoid>(shape) ||
         std::holds_alternative<geometry::Capsule>(shape) ||
         std::holds_alternative<geometry::HalfSpace>(shape);
}

bool is_smooth(const ContactSurface& surface) {
  return surface.shape() != nullptr && has_no_edges(*surface.shape());
}

bool allows_division(const ContactSurface& casting, const ContactSurface& target) {
  return allows_division(casting, target, casting.division());
}

bool allows_division(const ContactSurface& casting, const ContactSurface& target,
                     TriangleDivision division) {
  if (casting.shape() == nullptr || division == TriangleDivision::never) return false;
  const geometry::Shape& shape = *casting.shape();
  if (division == TriangleDivision::on_all) return has_known_faces(shape);
  // Beside its rim a ball may meet the other face's rays at a grazing angle, where they count most
  // and are easily missed.
  if (std::holds_alternative<geometry::Cylinder>(shape))
    return target.shape() != nullptr &&
           std::holds_alternative<geometry::HalfSpace>(*target.shape());
  return has_no_edges(shape) && (is_smooth(target) || (is_bounded(shape) && has_planes(target)));
}

}  // namespace condyle
