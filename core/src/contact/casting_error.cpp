#include "core/src/contact/casting_error.h"

#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/geometry/separation.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/law_description.h"

namespace condyle {
namespace {

/// The error over the cubed share of triangles at the border: a little more than the largest among
/// random balls on planes, with 4 to 60 triangles. Along a line of contact it falls as the square.
constexpr double k_border_error = 0.15, k_least_share = 0.4;
/// Neighbours whose normals have a smaller scalar product meet at an edge of the shape, which
/// bounds the contact exactly.
constexpr double k_same_face = 0.7;

bool is_pressed(const std::vector<ProximityHit>& hits, int element) {
  const auto hit = std::ranges::lower_bound(hits, element, {}, &ProximityHit::casting_triangle);
  return hit != hits.end() && hit->casting_triangle == element && hit->proximity > 0;
}

/// Whether the border of the contact runs along the element, apart from edges of the shape.
bool is_at_rim(const ContactSurface& casting, const std::vector<ProximityHit>& hits, int element) {
  return std::ranges::any_of(casting.neighbours_of(element), [&](int other) {
    return other >= 0 && casting.normals()[element].dot(casting.normals()[other]) > k_same_face &&
           !is_pressed(hits, other);
  });
}

double lowest_vertex(const TriangleMesh& mesh, const Pose& X_CT) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const Eigen::Vector3d& p_T : mesh.vertices) lowest = std::min(lowest, (X_CT * p_T).z());
  return lowest;
}

/// The overlap of both sides where it is known in closed form; 0 if they are apart [m].
double overlap_of_shapes(const ContactPair& pair) {
  using geometry::HalfSpace;
  using geometry::Sphere;
  const geometry::Shape& casting = *pair.casting().shape();
  const geometry::Shape* const target = pair.target().shape();
  if (target == nullptr) {
    if (!std::holds_alternative<HalfSpace>(casting)) return 0;
    return std::max(0.0, -lowest_vertex(pair.target().mesh(), pair.pose()));
  }
  const auto is_known = [](const geometry::Shape& a, const geometry::Shape& b) {
    return std::holds_alternative<Sphere>(a) ||
           (std::holds_alternative<HalfSpace>(a) && is_bounded(b));
  };
  if (!is_known(casting, *target) && !is_known(*target, casting)) return 0;
  return std::max(0.0, -pair_separation(casting, *target, pair.pose()).distance);
}

/// Numbers of triangles, or of pieces of triangles, in contact and at its border.
struct Rim {
  int all = 0, at_rim = 0;
};

Rim rim_of(const ContactPair& pair) {
  const ContactResult& result = pair.result();
  const int pieces_at_rim = pair.evaluator().pieces_at_rim();
  if (pieces_at_rim >= 0) return {result.total.n_contacting, pieces_at_rim};
  Rim rim;
  for (const ProximityHit& hit : result.hits) {
    if (!(hit.proximity > 0)) continue;
    ++rim.all;
    rim.at_rim += is_at_rim(pair.casting(), result.hits, hit.casting_triangle);
  }
  return rim;
}

}  // namespace

CastingError casting_error(const ContactPair& pair) {
  const ContactSurface& casting = pair.casting();
  const ContactResult& result = pair.result();
  if (casting.shape() == nullptr || !is_foundation(pair.settings().normal)) return {};
  if (result.total.n_contacting == 0) {
    const double depth = overlap_of_shapes(pair);
    return {depth > 0 ? 1.0 : 0.0, 0, depth, 0};
  }
  CastingError error{0, 0, result.total.max_proximity, result.total.contact_force.norm()};
  if (pair.settings().formulation == Formulation::elastic_layer) return error;
  const Rim rim = rim_of(pair);
  error.triangles = rim.all;
  const double rim_share = static_cast<double>(rim.at_rim) / std::max(1, rim.all);
  error.relative_error =
      k_border_error * rim_share * rim_share * std::max(rim_share, k_least_share);
  return error;
}

}  // namespace condyle
