#include "core/src/contact/elastic/free_edges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace condyle {
namespace {

/// The constants of D for a Poisson's ratio. Fitted to D of finite elements (eight-node elements
/// with reduced integration, 41 by 20 across the first two thicknesses) at 15 distances up to 3 h
/// and wave numbers along the edge from 0 to 8 / h. The root-mean-square error of the fit is a
/// tenth of the root of D(s, s, 0) D(s', s', 0).
struct EdgeConstants {
  double poissons_ratio, amplitude, decay, growth_squared;  ///< nu, a, k, g^2
};
constexpr std::array<EdgeConstants, 7> k_constants{{{0, 1.406, 1.788, -2.904},
                                                    {0.2, 1.711, 2.047, -1.556},
                                                    {0.3, 1.989, 2.334, 0.199},
                                                    {0.4, 2.263, 2.545, 2.342},
                                                    {0.46, 2.411, 2.513, 3.086},
                                                    {0.48, 2.476, 2.487, 3.235},
                                                    {0.5, 2.588, 2.483, 3.414}}};

/// Interpolates linearly between the entries of the table; below nu = 0 takes those at 0.
EdgeConstants constants_of(double poissons_ratio) {
  const double nu = std::clamp(poissons_ratio, 0.0, 0.5);
  const auto above = std::ranges::upper_bound(k_constants.begin(), std::prev(k_constants.end()), nu,
                                              {}, &EdgeConstants::poissons_ratio);
  const EdgeConstants &low = *std::prev(above), &high = *above;
  const double part = (nu - low.poissons_ratio) / (high.poissons_ratio - low.poissons_ratio);
  return {nu, std::lerp(low.amplitude, high.amplitude, part),
          std::lerp(low.decay, high.decay, part),
          std::lerp(low.growth_squared, high.growth_squared, part)};
}

double cosh_of_root(double square, double x) {
  return square >= 0 ? std::cosh(std::sqrt(square) * x) : std::cos(std::sqrt(-square) * x);
}

/// A side of a triangle where its sheet ends.
struct Segment {
  Eigen::Vector3d from, to;
  int sheet;

  double middle_x() const { return 0.5 * (from.x() + to.x()); }
  double half_width() const { return 0.5 * std::abs(to.x() - from.x()); }
  Eigen::Vector3d nearest(const Eigen::Vector3d& point) const {
    const Eigen::Vector3d along = to - from;
    const double length = along.squaredNorm();
    const double part = length > 0 ? along.dot(point - from) / length : 0.0;
    return from + std::clamp(part, 0.0, 1.0) * along;
  }
};

/// The free edges of the surface, ascending by the x of their middles.
std::vector<Segment> free_segments(const ContactSurface& surface, const LayerNodes& nodes,
                                   FreeEdges which) {
  std::vector<Segment> segments;
  if (which == FreeEdges::none) return segments;
  const auto sheet_of = [&](int t) { return nodes.sheets[nodes.node_of_triangle[t]]; };
  for (int t = 0; t < surface.triangle_count(); ++t) {
    for (int side = 0; side < 3; ++side) {
      if (const int next = surface.neighbours()[t][side]; next >= 0) {
        const Eigen::Vector3d to_next = surface.centroids()[next] - surface.centroids()[t];
        const bool is_bent_backwards = to_next.dot(surface.normals()[t]) < 0;
        if (sheet_of(next) == sheet_of(t) || !is_bent_backwards) continue;
      } else if (which != FreeEdges::all) {
        continue;
      }
      const auto& corners = surface.mesh().triangles[t];
      segments.push_back({surface.mesh().vertices[corners[side]],
                          surface.mesh().vertices[corners[(side + 1) % 3]], sheet_of(t)});
    }
  }
  std::ranges::sort(segments, {}, &Segment::middle_x);
  return segments;
}

}  // namespace

EdgeCompliance::EdgeCompliance(const ContactSurface& casting, const LayerNodes& nodes,
                               const LayerKernel& kernel, FreeEdges which) {
  if (kernel.is_rigid() || !kernel.correction) return;
  const std::vector<Segment> segments = free_segments(casting, nodes, which);
  if (segments.empty()) return;
  const EdgeConstants constants = constants_of(casting.layer(0).poissons_ratio);
  const double root = std::sqrt(kernel.by_inverse_distance * constants.amplitude);
  const double widest = std::ranges::max(segments, {}, &Segment::half_width).half_width();
  decay_ = constants.decay;
  places_.resize(nodes.count());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    place.thickness = nodes.thickness[i];
    const Eigen::Vector3d& point = nodes.points[i];
    double least = k_reach * place.thickness;
    auto segment =
        std::ranges::lower_bound(segments, point.x() - least - widest, {}, &Segment::middle_x);
    for (; segment != segments.end() && segment->middle_x() < point.x() + least + widest;
         ++segment) {
      if (segment->sheet != nodes.sheets[i]) continue;
      const Eigen::Vector3d foot = segment->nearest(point);
      if (const double distance = (foot - point).norm(); distance < least) {
        least = place.distance = distance;
        place.foot = foot;
      }
    }
    if (!std::isfinite(place.distance)) continue;
    place.in_thickness = place.distance / place.thickness;
    place.amplitude = root * cosh_of_root(constants.growth_squared, place.in_thickness);
  }
}

bool EdgeCompliance::may_lift() const {
  return std::ranges::any_of(places_, [](const Place& place) { return place.amplitude < 0; });
}

double EdgeCompliance::between(const Place& p, const Place& q) const {
  const double both = p.distance + q.distance, h = 0.5 * (p.thickness + q.thickness);
  const double R = std::sqrt(both * both + (p.foot - q.foot).squaredNorm());
  const double shut_off = decay_ * R / h;
  return shut_off < k_end ? p.amplitude * q.amplitude * std::exp(-shut_off) / R : 0;
}

}  // namespace condyle
