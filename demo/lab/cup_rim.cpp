#include "lab/cup_rim.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace condyle {
namespace {

constexpr double k_off_sphere = 0.03;  // of the radius
const double k_aligned = std::cos(20 * std::numbers::pi / 180);

}  // namespace

CupRim find_cup_rim(const ContactSurface& cup, const BallFit& ball) {
  const TriangleMesh& mesh = cup.mesh();
  CupRim rim{.ball = ball,
             .is_articular = std::vector<bool>(mesh.triangles.size(), false),
             .is_at_rim = std::vector<bool>(mesh.triangles.size(), false)};
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Eigen::Vector3d inward = ball.centre - cup.centroids()[t];
    rim.is_articular[t] = std::abs(inward.norm() / ball.radius - 1) < k_off_sphere &&
                          cup.normals()[t].dot(inward) > k_aligned * inward.norm();
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (!rim.is_articular[t]) continue;
    for (int k = 0; k < 3; ++k) {
      const int other = cup.neighbours()[t][k];
      if (other >= 0 && rim.is_articular[other]) continue;
      const Eigen::Vector3d middle =
          (mesh.vertices[mesh.triangles[t][k]] + mesh.vertices[mesh.triangles[t][(k + 1) % 3]]) / 2;
      rim.is_at_rim[t] = true;
      rim.border.push_back((middle - ball.centre).normalized());
    }
  }
  return rim;
}

double distance_to_rim(const CupRim& rim, const ContactSurface& cup,
                       std::span<const double> pressure) {
  double greatest_cosine = -2;
  for (std::size_t t = 0; t < pressure.size(); ++t) {
    if (pressure[t] == 0) continue;
    if (rim.is_at_rim[t] || !rim.is_articular[t]) return 0;
    const Eigen::Vector3d direction = (cup.centroids()[t] - rim.ball.centre).normalized();
    for (const Eigen::Vector3d& side : rim.border)
      greatest_cosine = std::max(greatest_cosine, direction.dot(side));
  }
  if (greatest_cosine < -1.5) return std::numeric_limits<double>::quiet_NaN();
  return rim.ball.radius * std::acos(std::clamp(greatest_cosine, -1.0, 1.0));
}

}  // namespace condyle
