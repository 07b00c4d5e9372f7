#include "bench/pose_sequences.h"

#include <cmath>
#include <numbers>
#include <random>

#include "condyle/contact/contact_pair.h"
#include "core/src/contact/contact_evaluator.h"

namespace condyle::bench {
namespace {

Pose shifted(const Pose& X_CT, const Eigen::Vector3d& shift_C) {
  Pose moved = X_CT;
  moved.translation() += shift_C;
  return moved;
}

/// The distance along `direction` by which a pose must be drawn back until no triangle is in
/// contact.
double retreat(ContactPair& pair, const Pose& X_CT, const Eigen::Vector3d& direction) {
  constexpr double k_fine = 1e-7;
  double inside = 0, outside = 0;
  const auto touches = [&](double distance) {
    return !pair.evaluator().find_hits(shifted(X_CT, -distance * direction)).empty();
  };
  for (double step = 1e-4; touches(outside); step *= 2) {
    inside = outside;
    outside += step;
  }
  while (outside - inside > k_fine) {
    const double middle = (inside + outside) / 2;
    (touches(middle) ? inside : outside) = middle;
  }
  return outside;
}

}  // namespace

Eigen::Vector3d pressing_direction(const PairCase& pair) {
  constexpr std::size_t k_samples = 10;
  ContactPair contact(pair.casting, pair.target, pair.settings);
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < k_samples; ++i) {
    force +=
        contact.evaluate(pair.poses_CT[i * pair.poses_CT.size() / k_samples]).F_casting_C.force;
  }
  return force.normalized();
}

std::vector<Pose> shifted(const std::vector<Pose>& poses_CT, const Eigen::Vector3d& shift_C) {
  std::vector<Pose> moved;
  for (const Pose& X_CT : poses_CT) moved.push_back(shifted(X_CT, shift_C));
  return moved;
}

std::vector<Pose> apart(const PairCase& pair, double gap) {
  const Eigen::Vector3d direction = pressing_direction(pair);
  ContactPair contact(pair.casting, pair.target, pair.settings);
  std::vector<Pose> moved;
  for (const Pose& X_CT : pair.poses_CT) {
    moved.push_back(shifted(X_CT, -(gap + retreat(contact, X_CT, direction)) * direction));
  }
  return moved;
}

std::vector<Pose> grazing(const PairCase& pair, double amplitude) {
  constexpr double k_steps_per_turn = 60;
  const Eigen::Vector3d direction = pressing_direction(pair);
  std::vector<Pose> poses = apart(pair, 0);
  double phase = 0;
  for (Pose& X_CT : poses) {
    X_CT.translation() += amplitude * std::sin(phase) * direction;
    phase += 2 * std::numbers::pi / k_steps_per_turn;
  }
  return poses;
}

std::vector<Pose> shuffled(std::vector<Pose> poses_CT) {
  std::mt19937 random(7);
  for (std::size_t i = poses_CT.size() - 1; i > 0; --i) {
    std::swap(poses_CT[i], poses_CT[random() % (i + 1)]);
  }
  return poses_CT;
}

std::vector<Pose> inverted(const std::vector<Pose>& poses_CT) {
  std::vector<Pose> poses_TC;
  for (const Pose& X_CT : poses_CT) poses_TC.push_back(X_CT.inverse(Eigen::Isometry));
  return poses_TC;
}

}  // namespace condyle::bench
