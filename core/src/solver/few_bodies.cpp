#include <algorithm>
#include <cmath>

#include "core/src/solver/body_blocks.h"
#include "core/src/solver/contact_group.h"

// After a pass of a large group, most of the residual often belongs to few bodies: to a pair that
// comes to touch, or that slips in the opposite direction. Such bodies get passes of their own
// while all others are held. Passes of the whole group then need not be shortened for them, and
// fewer are needed (nonlinear elimination: Cai & Keyes 2002).

namespace condyle {
namespace {

/// Solving a smaller group as a whole is as cheap.
constexpr std::size_t k_least_bodies = 16;
/// A body is one of the few if its residual exceeds this part of the largest one.
constexpr double k_far = 0.3;
/// The few may be at most this part of all bodies.
constexpr double k_few = 0.15;
constexpr int k_most_rounds = 3, k_most_passes = 8;
/// Another round is worth it if the last one left at most this part of the residual.
constexpr double k_worth = 0.5;

}  // namespace

void ContactGroup::iterate_few() {
  // The engine's impulses would have to be found together with those of the few.
  if (bodies.size() < k_least_bodies || !exact_ || !strands.empty() || !engine_.isZero(0)) return;
  for (int round = 0; round < k_most_rounds; ++round) {
    if (!are_consistent() || imbalance_ <= tolerance_ * scale_ || !choose_few()) return;
    const double before = imbalance_;
    gather_few();
    const bool balanced = balance_few();
    take_few(balanced);
    if (!balanced || imbalance_ > k_worth * before) return;
  }
}

/// Chooses the bodies with the largest residuals and the bodies that press on them. Returns false
/// if they are not few.
bool ContactGroup::choose_few() {
  double most = 0;
  for (int i = 0; i < body_count(); ++i) most = std::max(most, part_of(residual_, i).norm());
  few_place_.assign(bodies.size(), -1);  // 0: one of the few
  for (int i = 0; i < body_count(); ++i)
    if (part_of(residual_, i).norm() > k_far * most) few_place_[i] = 0;
  few_bodies_.clear();
  for (const GroupPair& pair : pairs) {
    const int a = pair.casting.body, b = pair.target.body;
    if (!pair.forces.acts || a < 0 || b < 0) continue;
    if (few_place_[a] == 0 && few_place_[b] < 0) few_bodies_.push_back(b);
    if (few_place_[b] == 0 && few_place_[a] < 0) few_bodies_.push_back(a);
  }
  for (const int body : few_bodies_) few_place_[body] = 0;
  few_bodies_.clear();
  for (int i = 0; i < body_count(); ++i) {
    if (few_place_[i] < 0) continue;
    few_place_[i] = static_cast<int>(few_bodies_.size());
    few_bodies_.push_back(i);
  }
  return static_cast<double>(few_bodies_.size()) <= k_few * body_count();
}

void ContactGroup::gather_few() {
  if (!few_) few_ = std::make_unique<ContactGroup>();
  few_->bodies.clear();
  for (const int body : few_bodies_) few_->bodies.push_back(bodies[body]);
  few_->given = given;
  few_given_.assign(bodies.size(), -1);
  const auto end_of = [this](const GroupEnd& end) {
    if (end.body < 0) return end;
    GroupEnd of_few;
    of_few.body = few_place_[end.body];
    if (of_few.body >= 0) return of_few;
    int& as_given = few_given_[end.body];
    if (as_given < 0) {
      as_given = static_cast<int>(few_->given.size());
      few_->given.push_back(motions_[end.body]);
    }
    of_few.given = as_given;
    return of_few;
  };
  const auto is_of_few = [this](const GroupEnd& end) {
    return end.body >= 0 && few_place_[end.body] >= 0;
  };
  few_->pairs.clear();
  few_pairs_.clear();
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const GroupPair& pair = pairs[p];
    if (!is_of_few(pair.casting) && !is_of_few(pair.target)) continue;
    few_pairs_.push_back(static_cast<int>(p));
    few_->pairs.push_back({end_of(pair.casting), end_of(pair.target), pair.contact, {}, -1});
  }
}

bool ContactGroup::balance_few() {
  constexpr double k_enough = 1e-3, k_below_others = 0.1;
  ContactGroup& few = *few_;
  few.begin(dt_);
  double squared = 0;
  for (std::size_t i = 0; i < few_bodies_.size(); ++i) {
    part_of(few.y_, static_cast<int>(i)) = part_of(y_, few_bodies_[i]);
    squared += part_of(residual_, few_bodies_[i]).squaredNorm();
  }
  few.move_on();
  const double before = std::sqrt(squared);
  const double others = std::sqrt(std::max(0.0, imbalance_ * imbalance_ - squared));
  few.few_below_ =
      std::max({k_enough * before, k_below_others * others, k_below_others * tolerance_ * scale_});
  for (int pass = 0;; ++pass) {
    few.linearise(0);
    if (few.is_consistent_ && few.imbalance_ <= few.few_below_) return true;
    if (pass == k_most_passes) return few.is_consistent_ && few.imbalance_ < k_worth * before;
    few.advance();
    few.end_pass(true);
  }
}

/// Takes over the state of the few bodies. If they found no balance, they stay as they were.
void ContactGroup::take_few(bool balanced) {
  const ContactGroup& few = *few_;
  for (std::size_t i = 0; i < few_bodies_.size() && balanced; ++i) {
    part_of(y_, few_bodies_[i]) = part_of(few.y_, static_cast<int>(i));
    motions_[few_bodies_[i]] = few.motions_[i];
  }
  for (std::size_t i = 0; i < few_pairs_.size(); ++i) {
    GroupPair& pair = pairs[few_pairs_[i]];
    if (balanced)
      pair.forces = few.pairs[i].forces;
    else
      pair.contact->evaluate(motion(pair.casting), motion(pair.target), dt_, Linearisation::none,
                             pair.forces);
  }
  add_up_forces();
  residual();
}

}  // namespace condyle
