#include "core/src/solver/pair_path.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/src/base/pose_inverse.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/surface/patch_points.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Depths up to this count as 0 [m]; the rounding of positions is far smaller.
constexpr double k_no_depth = 1e-15;

Pose pose_of_target(const PairPath& path, double time) {
  return inverse_of(path.casting.pose(time)) * path.target.pose(time);
}

/// A hit, and the number of its ray among those of the last search.
struct DeepestHit {
  ProximityHit hit;
  std::size_t number;
  double beyond;  ///< its proximity beyond what is pressed in [m]
};

std::optional<DeepestHit> deepest_hit(ContactPair& pair, const PairPath& path, double reach,
                                      double time, const PressedIn& pressed) {
  const auto hits = pair.evaluator().find_hits(pose_of_target(path, time), reach);
  const auto beyond = [&pressed](const ProximityHit& hit) {
    return hit.proximity - pressed.depth_of(hit.casting_triangle);
  };
  const auto deepest = std::ranges::max_element(hits, {}, beyond);
  if (deepest == hits.end()) return {};
  return DeepestHit{*deepest, static_cast<std::size_t>(deepest - hits.begin()), beyond(*deepest)};
}

/// Greatest proximity minus the proximity at which contact begins; minus infinity if nothing is
/// near.
double depth(ContactPair& pair, const PairPath& path, double reach, double time,
             const PressedIn& pressed) {
  const std::optional<DeepestHit> deepest = deepest_hit(pair, path, reach, time, pressed);
  return deepest ? deepest->beyond - std::max(0.0, pair.settings().min_proximity) : -INFINITY;
}

/// One end of the interval that contains the zero.
struct End {
  double time, depth;
};

/// The zero of the line through both ends; the middle if there is none, and in every third trial,
/// since depths may jump.
double next_trial(const End& a, const End& b, int trial) {
  const double middle = (a.time + b.time) / 2;
  if (trial % 3 == 2 || !std::isfinite(a.depth) || !std::isfinite(b.depth)) return middle;
  return a.time + (b.time - a.time) * (a.depth / (a.depth - b.depth));
}

/// Illinois method: if one end stays twice in a row, its depth is halved.
double find_zero(ContactPair& pair, const PairPath& path, double reach, const PressedIn& pressed) {
  End a{0, depth(pair, path, reach, 0, pressed)};
  End b{path.duration, depth(pair, path, reach, path.duration, pressed)};
  if ((a.depth > 0) == (b.depth > 0)) return 0;
  std::optional<bool> was_like_a;
  for (int trial = 0; b.time - a.time > k_meeting_tolerance; ++trial) {
    const double time = next_trial(a, b, trial);
    const End between{time, depth(pair, path, reach, time, pressed)};
    if (std::abs(between.depth) <= k_no_depth) return time;
    const bool is_like_a = (between.depth > 0) == (a.depth > 0);
    (is_like_a ? a : b) = between;
    if (was_like_a == is_like_a) (is_like_a ? b : a).depth /= 2;
    was_like_a = is_like_a;
  }
  return (a.time + b.time) / 2;
}

}  // namespace

Pose EvenMotion::pose(double time) const {
  const Eigen::Matrix3d rotation = rotation_by(time * velocity.angular);
  Pose X = Pose::Identity();
  X.linear() = rotation * X_WM.linear();
  X.translation() = p_W + time * velocity.linear + rotation * (X_WM.translation() - p_W);
  return X;
}

Vector3d EvenMotion::velocity_at(const Vector3d& point_W, double time) const {
  return velocity.linear + velocity.angular.cross(point_W - p_W - time * velocity.linear);
}

PairPath part_of(const PairPath& path, double start, double end) {
  const auto from = [start](const EvenMotion& motion) {
    return EvenMotion{motion.pose(start), motion.p_W + start * motion.velocity.linear,
                      motion.velocity};
  };
  return {from(path.casting), from(path.target), end - start};
}

double PressedIn::depth_of(int triangle) const {
  return std::ranges::binary_search(pressing, triangle) ? depth + spare : spare;
}

bool touches(ContactPair& pair, const PairPath& path, double reach, double time,
             const PressedIn& pressed) {
  return depth(pair, path, reach, time, pressed) > 0;
}

Meeting find_meeting(ContactPair& pair, const PairPath& path, double reach,
                     const PressedIn& pressed) {
  Meeting meeting;
  meeting.time = find_zero(pair, path, reach, pressed);
  if (const auto deepest = deepest_hit(pair, path, reach, meeting.time, pressed)) {
    const Pose X_WC = path.casting.pose(meeting.time);
    const CastingPlace place =
        place_of(pair.casting(), pair.evaluator().found_pieces(), deepest->number, deepest->hit);
    const PatchPoint point =
        point_of(deepest->hit, place, pair.target(), pose_of_target(path, meeting.time));
    meeting.p_W = X_WC * point.p_C;
    meeting.normal_W = X_WC.linear() * -point.normal;
    meeting.velocity_W = path.casting.velocity_at(meeting.p_W, meeting.time) -
                         path.target.velocity_at(meeting.p_W, meeting.time);
  }
  return meeting;
}

}  // namespace condyle
