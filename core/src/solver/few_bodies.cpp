#include "core/src/solver/few_bodies.h"

#include <algorithm>
#include <cmath>

#include "core/src/solver/body_blocks.h"

namespace condyle {
namespace {

/// A body is one of the few if its residual exceeds this part of the largest one.
constexpr double k_far = 0.3;
/// The few may be at most this part of all bodies.
constexpr double k_few = 0.15;
constexpr int k_most_passes = 8;

}  // namespace

bool FewBodies::choose(const Group& group, const Eigen::VectorXd& residual) {
  double most = 0;
  for (int i = 0; i < group.body_count(); ++i) most = std::max(most, part_of(residual, i).norm());
  place_.assign(group.bodies.size(), -1);  // 0: one of the few
  for (int i = 0; i < group.body_count(); ++i)
    if (part_of(residual, i).norm() > k_far * most) place_[i] = 0;
  bodies_.clear();
  for (const GroupPair& pair : group.pairs) {
    const int a = pair.casting.body, b = pair.target.body;
    if (!pair.forces.acts || a < 0 || b < 0) continue;
    if (place_[a] == 0 && place_[b] < 0) bodies_.push_back(b);
    if (place_[b] == 0 && place_[a] < 0) bodies_.push_back(a);
  }
  for (const int body : bodies_) place_[body] = 0;
  bodies_.clear();
  for (int i = 0; i < group.body_count(); ++i) {
    if (place_[i] < 0) continue;
    place_[i] = static_cast<int>(bodies_.size());
    bodies_.push_back(i);
  }
  return static_cast<double>(bodies_.size()) <= k_few * group.body_count();
}

void FewBodies::gather(const Group& group) {
  few_.bodies.clear();
  for (const int body : bodies_) few_.bodies.push_back(group.bodies[body]);
  few_.given = group.given;
  given_.assign(group.bodies.size(), -1);
  const auto end_of = [&](const GroupEnd& end) {
    if (end.body < 0) return end;
    GroupEnd of_few;
    of_few.body = place_[end.body];
    if (of_few.body >= 0) return of_few;
    int& as_given = given_[end.body];
    if (as_given < 0) {
      as_given = static_cast<int>(few_.given.size());
      few_.given.push_back(group.motions[end.body]);
    }
    of_few.given = as_given;
    return of_few;
  };
  const auto is_of_few = [this](const GroupEnd& end) {
    return end.body >= 0 && place_[end.body] >= 0;
  };
  few_.pairs.clear();
  pairs_.clear();
  for (std::size_t p = 0; p < group.pairs.size(); ++p) {
    const GroupPair& pair = group.pairs[p];
    if (!is_of_few(pair.casting) && !is_of_few(pair.target)) continue;
    pairs_.push_back(static_cast<int>(p));
    few_.pairs.push_back({end_of(pair.casting), end_of(pair.target), pair.contact, {}, -1});
  }
}

bool FewBodies::balance(const Group& group, double dt, const Eigen::VectorXd& state,
                        const Eigen::VectorXd& residual, double imbalance, double wanted) {
  constexpr double k_enough = 1e-3, k_below_others = 0.1;
  gather(group);
  start_.resize(6 * std::ssize(bodies_));
  double squared = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    part_of(start_, static_cast<int>(i)) = part_of(state, bodies_[i]);
    squared += part_of(residual, bodies_[i]).squaredNorm();
  }
  solver_.begin_at(dt, start_);
  const double before = std::sqrt(squared);
  const double others = std::sqrt(std::max(0.0, imbalance * imbalance - squared));
  const double enough =
      std::max({k_enough * before, k_below_others * others, k_below_others * wanted});
  for (int pass = 0;; ++pass) {
    solver_.linearise(0, enough);
    if (solver_.is_consistent() && solver_.imbalance() <= enough) return true;
    if (pass == k_most_passes)
      return solver_.is_consistent() && solver_.imbalance() < k_worth * before;
    solver_.advance();
    solver_.end_pass(true);
  }
}

void FewBodies::give_back(bool balanced, double dt, Group& group, Eigen::VectorXd& state) const {
  for (std::size_t i = 0; i < bodies_.size() && balanced; ++i) {
    part_of(state, bodies_[i]) = part_of(solver_.state(), static_cast<int>(i));
    group.motions[bodies_[i]] = few_.motions[i];
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    GroupPair& pair = group.pairs[pairs_[i]];
    if (balanced)
      pair.forces = few_.pairs[i].forces;
    else
      pair.contact->evaluate(group.motion(pair.casting), group.motion(pair.target), dt,
                             Linearisation::none, pair.forces);
  }
}

}  // namespace condyle
