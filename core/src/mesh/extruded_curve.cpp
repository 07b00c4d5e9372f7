#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "condyle/mesh/primitives.h"
#include "core/src/base/natural_spline.h"

namespace condyle::mesh {
namespace {

using Eigen::Vector2d;

constexpr double k_most_pieces = 1e6;
constexpr double k_piece_rounding = 1e-9;  // tolerance in the number of pieces

/// A closed curve is fitted as a natural spline that continues around for this many extra points at
/// both ends: the effect of the ends decays by 0.27 from point to point (de Boor 1978, chapter 4).
constexpr int k_points_around = 32;

void require_valid(const PlaneCurve& curve, double depth, double longest_edge,
                   const std::string& what) {
  const auto refuse = [&](const std::string& problem) { throw InputError(what + ": " + problem); };
  if (!(depth > 0) || !std::isfinite(depth))
    refuse(fmt::format("its depth {:g} m must be positive", depth));
  if (!(longest_edge > 0) || !std::isfinite(longest_edge))
    refuse(fmt::format("its longest edge {:g} m must be positive", longest_edge));
  const std::size_t count = curve.points.size(), least = curve.is_closed ? 3 : 2;
  if (count < least) refuse(fmt::format("has {} points and needs at least {}", count, least));
  double length = 0;
  for (std::size_t i = curve.is_closed ? 0 : 1; i < count; ++i) {
    const Vector2d& point = curve.points[i];
    const double chord = (point - curve.points[(i + count - 1) % count]).norm();
    if (!curve.points[i].allFinite() || !std::isfinite(chord))
      refuse(fmt::format("point {} is not finite", i));
    if (!(chord > 0)) refuse(fmt::format("point {} is where the point before it is", i));
    length += chord;
  }
  if (length / longest_edge > k_most_pieces)
    refuse(fmt::format("its longest edge {:g} m would make more than {:g} pieces", longest_edge,
                       k_most_pieces));
}

/// The points of the curve and its slopes there, by chord length.
struct Knots {
  Eigen::VectorXd at;  ///< chord length up to each point [m]
  Eigen::MatrixX2d points, slopes;
  int first = 0, last = 0;  ///< range of knots that belongs to the curve
};

Knots knots_of(const PlaneCurve& curve) {
  const int count = static_cast<int>(curve.points.size());
  const int around = curve.is_closed ? k_points_around : 0;
  const int last = curve.is_closed ? count : count - 1;
  Knots knots;
  knots.first = around;
  knots.last = around + last;
  const int total = last + 1 + 2 * around;
  knots.at.resize(total);
  knots.points.resize(total, 2);
  for (int i = 0; i < total; ++i) {
    const int point = ((i - around) % count + count) % count;
    knots.points.row(i) = curve.points[point].transpose();
    knots.at[i] =
        i == 0 ? 0 : knots.at[i - 1] + (knots.points.row(i) - knots.points.row(i - 1)).norm();
  }
  if (curve.is_smooth) knots.slopes = fit_natural_spline(knots.at, knots.points, 0).slopes;
  return knots;
}

/// The point at fraction t, from 0 to 1, between knot i and the next.
Vector2d point_between(const Knots& knots, int i, double t) {
  const Vector2d a = knots.points.row(i), b = knots.points.row(i + 1);
  if (knots.slopes.size() == 0) return a + t * (b - a);
  const double h = knots.at[i + 1] - knots.at[i], s = 1 - t;
  const Vector2d along_a = h * knots.slopes.row(i), along_b = h * knots.slopes.row(i + 1);
  return s * s * ((1 + 2 * t) * a + t * along_a) + t * t * ((1 + 2 * s) * b - s * along_b);
}

/// The ends of the pieces, in order; a closed curve does not repeat the first one.
std::vector<Vector2d> divide(const PlaneCurve& curve, double longest_edge) {
  const Knots knots = knots_of(curve);
  std::vector<Vector2d> ends;
  for (int i = knots.first; i < knots.last; ++i) {
    const int pieces =
        std::max(1, static_cast<int>(std::ceil((knots.at[i + 1] - knots.at[i]) / longest_edge -
                                               k_piece_rounding)));
    for (int k = 0; k < pieces; ++k)
      ends.push_back(point_between(knots, i, static_cast<double>(k) / pieces));
  }
  if (!curve.is_closed) ends.push_back(curve.points.back());
  return ends;
}

}  // namespace

TriangleMesh extrude(const PlaneCurve& curve, double depth, double longest_edge,
                     const std::string& what) {
  require_valid(curve, depth, longest_edge, what);
  const std::vector<Vector2d> ends = divide(curve, longest_edge);
  const int count = static_cast<int>(ends.size()), pieces = curve.is_closed ? count : count - 1;
  TriangleMesh mesh;
  for (const Vector2d& end : ends)
    for (const double z : {-depth / 2, 0.0, depth / 2})
      mesh.vertices.push_back({end.x(), end.y(), z});
  for (int i = 0; i < pieces; ++i) {
    const int low = 3 * i, middle = low + 1, high = low + 2;
    const int next_low = 3 * ((i + 1) % count), next_middle = next_low + 1,
              next_high = next_low + 2;
    mesh.triangles.push_back({low, next_low, middle});
    mesh.triangles.push_back({next_low, next_middle, middle});
    mesh.triangles.push_back({high, middle, next_high});
    mesh.triangles.push_back({middle, next_middle, next_high});
  }
  return mesh;
}

}  // namespace condyle::mesh
