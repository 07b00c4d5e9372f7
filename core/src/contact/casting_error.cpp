#include "core/src/contact/casting_error.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/geometry/separation.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/mesh_overlap.h"
#include "core/src/contact/surface/casting_division.h"
#include "core/src/contact/surface/pressed_neighbours.h"
#include "core/src/contact/surface/surfaces_at_hit.h"
#include "core/src/contact/surface/triangle_extents.h"

namespace condyle {
namespace {

/// The error over the cubed share of triangles at the border: a little more than the largest among
/// random balls on planes, with 4 to 60 triangles. Along a line of contact it falls as the square.
constexpr double k_border_error = 0.15, k_least_share = 0.4;

/// Whether the border of the contact runs along the element, apart from edges of the shape, which
/// bound it exactly.
bool is_at_rim(const ContactSurface& casting, const std::vector<ProximityHit>& hits, int element) {
  return std::ranges::any_of(casting.neighbours_of(element), [&](int other) {
    return other >= 0 && are_on_one_face(casting.normals()[element], casting.normals()[other]) &&
           !is_pressed(hits, other);
  });
}

/// The estimate for this share of triangles, or rows of them, at the border.
double border_error(double share) {
  return k_border_error * share * share * std::max(share, k_least_share);
}

/// Axis and radius of a side whose triangles touch in rows along it: 0 for shapes without one.
double radius_of_side(const geometry::Shape& shape) {
  if (const auto* const capsule = std::get_if<geometry::Capsule>(&shape)) return capsule->radius;
  const auto* const cylinder = std::get_if<geometry::Cylinder>(&shape);
  return cylinder == nullptr ? 0 : cylinder->radius;
}

/// Along a straight side, all triangles of a row touch or none: the number of rows counts. Where
/// the side is tilted, the proximity changes along the triangles too. Times the share of the side
/// in the contact.
double error_of_rows(const ContactPair& pair) {
  constexpr double k_side = 0.1;            // largest |z| of a normal
  constexpr double k_error_of_tilt = 0.05;  // over the squared change, as that of a ball's
  const ContactSurface& casting = pair.casting();
  const double radius = radius_of_side(*casting.shape());
  if (radius <= 0) return 0;
  const double depth = pair.result().total.max_proximity;
  double all = 0, side = 0, low = 0, high = 0, width = 0, tilt = 0;
  Eigen::Vector3d first = Eigen::Vector3d::Zero();
  for (const ProximityHit& hit : pair.result().hits) {
    if (!(hit.proximity > 0)) continue;
    const int t = hit.casting_triangle;
    const double weight = casting.areas()[t] * hit.proximity;
    all += weight;
    if (std::abs(casting.normals()[t].z()) > k_side) continue;
    const Eigen::Vector3d& p = casting.centroids()[t];
    if (side == 0) first = p;
    side += weight;
    const auto angle_to = [&](const Eigen::Vector3d& q) {
      return std::atan2(first.x() * q.y() - first.y() * q.x(),
                        first.x() * q.x() + first.y() * q.y());
    };
    low = std::min(low, angle_to(p));
    high = std::max(high, angle_to(p));
    const Eigen::Vector3d across =
        pair.pose().linear() * target_normal(pair.target(), hit.target_triangle,
                                             pair.pose().inverse(),
                                             p - hit.proximity * casting.normals()[t]);
    double length = 0;
    for (int k = 0; k < 3; ++k) {
      const Eigen::Vector3d q = corner_of(casting, t, k), next = corner_of(casting, t, (k + 1) % 3);
      width = std::max(width, std::abs(angle_to(q) - angle_to(next)));
      length = std::max(length, std::abs(q.z() - next.z()));
    }
    tilt += weight * length * std::abs(across.z());
  }
  if (side == 0 || width == 0) return 0;
  const double rows = 1 + 2 * (high - low) / width;  // two of centroids in each strip of triangles
  const double change = tilt / (side * depth);
  return side / all *
         std::min(1.0, border_error(std::min(1.0, 2 / rows)) + k_error_of_tilt * change * change);
}

double lowest_vertex(const TriangleMesh& mesh, const Pose& X_CT) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const Eigen::Vector3d& p_T : mesh.vertices) lowest = std::min(lowest, (X_CT * p_T).z());
  return lowest;
}

/// The depth from which on a contact is resolved [m]: bodies that just touch have none to speak of.
double least_depth(const ContactPair& pair) {
  constexpr double k_over_layers = 0x1p-12;  // as in ContactEvaluator::find_hits()
  double least = std::numeric_limits<double>::infinity();
  for (const ContactSurface* side : {&pair.casting(), &pair.target()})
    if (side->layer(0).thickness > 0) least = std::min(least, side->layer(0).thickness);
  return std::isfinite(least) ? k_over_layers * least : 0;
}

/// The overlap of both sides where it is known; 0 if they are apart [m].
double overlap_of_shapes(const ContactPair& pair) {
  using geometry::HalfSpace;
  using geometry::Sphere;
  const geometry::Shape& casting = *pair.casting().shape();
  const geometry::Shape* const target = pair.target().shape();
  if (target == nullptr) {
    if (std::holds_alternative<HalfSpace>(casting))
      return std::max(0.0, -lowest_vertex(pair.target().mesh(), pair.pose()));
    const double depth = overlap_with_mesh(casting, pair.target(), pair.pose());
    return depth > least_depth(pair) ? depth : 0;
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

CastingRemedy remedy_for(const ContactPair& pair) {
  const ContactSurface &casting = pair.casting(), &target = pair.target();
  if (pair.evaluator().divides()) return CastingRemedy::none;
  if (std::holds_alternative<geometry::HalfSpace>(*casting.shape()) ||
      std::holds_alternative<geometry::Brick>(*casting.shape()))
    return CastingRemedy::shorter_edges;
  if (casting.division() != TriangleDivision::never) return CastingRemedy::chord_error;
  return is_smooth(target) && allows_division(casting, target, TriangleDivision::on_smooth) &&
                 pair.evaluator().allows_pieces()
             ? CastingRemedy::chords_or_division
             : CastingRemedy::finer_chords;
}

}  // namespace

CastingError casting_error(const ContactPair& pair) {
  const ContactSurface& casting = pair.casting();
  const ContactResult& result = pair.result();
  if (casting.shape() == nullptr || !is_foundation(pair.settings().normal)) return {};
  if (result.total.n_contacting == 0) {
    const double depth = overlap_of_shapes(pair);
    return {depth > 0 ? 1.0 : 0.0, 0, depth, 0, remedy_for(pair), casting.largest_extents().bend};
  }
  CastingError error{0,
                     0,
                     result.total.max_proximity,
                     result.total.contact_force.norm(),
                     remedy_for(pair),
                     casting.largest_extents().bend};
  if (pair.settings().formulation == Formulation::elastic_layer) return error;
  const Rim rim = rim_of(pair);
  error.triangles = rim.all;
  const double share = static_cast<double>(rim.at_rim) / std::max(1, rim.all);
  error.relative_error = border_error(share);
  // Of a few triangles, one more or less counts.
  if (share == 1) error.relative_error = std::max(error.relative_error, 1.0 / rim.all);
  if (!pair.evaluator().divides())
    error.relative_error = std::max(error.relative_error, error_of_rows(pair));
  return error;
}

}  // namespace condyle
