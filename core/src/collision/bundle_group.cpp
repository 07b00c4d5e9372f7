#include "core/src/collision/bundle_group.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace condyle {
namespace {

/// The reference pose lies k_steps_ahead steps ahead, or here if SearchStep::looks_ahead is off.
/// The margin lasts from here to there and as far again, but it is at most k_widest_margin times
/// the bundles' width.
constexpr int k_steps_ahead = 8;
constexpr double k_widest_margin = 1;

/// Uneven motion reduces the margin, but it lasts for at least this many steps. A solver, for
/// example, searches at the pose to which a step leads and then at several poses near it. There a
/// list serves many calls without being used up, so short lists of a small margin are better.
constexpr float k_least_margin_steps = 3;

/// The lists get a margin only if a bundle takes at least this many steps to move by its own width.
constexpr float k_least_bundle_steps = 3;

/// Distances are measured up to the motion of k_bundle_steps_to_sleep steps, and at most up to
/// k_farthest_sleep times the group's width.
constexpr double k_bundle_steps_to_sleep = 40;
constexpr double k_farthest_sleep = 0.5;

/// Lengths along the mean ray count at most this many times as much as lengths across it: a bundle
/// that slides over a surface hardly comes nearer to it.
constexpr float k_most_weight = 8;

/// A list holds while no element of a bundle's `turn` exceeds this.
constexpr float k_most_turn = 0.03f;

/// Number of packs around a group for which there is room at first.
constexpr std::size_t k_expected_packs = 64;

/// Bounds are enlarged by this factor to cover their own rounding.
constexpr float k_careful = 1 + 0x1p-16f;

/// Euclidean distance over the largest distance along an axis of the beam: at most the square root
/// of 3.
constexpr float k_diagonal = 1.7321f;

float across(int i, const BundleMotions& moved) {
  return std::max(moved.beam[0][i], moved.beam[1][i]);
}

}  // namespace

void BundleGroup::take(const RayTree& tree, const RaysInUnits& placed, int g) {
  const RayNode& node = tree.nodes[tree.first_group + g];
  bundles_ = std::span(tree.nodes).subspan(node.first_child, node.child_count);
  rays_ = std::span(placed.bundles).subspan(node.first_child - tree.first_bundle, node.child_count);
  frames_ = &placed.groups[g];
  packs_.resize(std::max<std::size_t>(packs_.size(), k_expected_packs));
  forget();
}

void BundleGroup::forget() {
  margin_ = -1;
  std::fill_n(left_, geometry::k_bundle, k_awake);
}

void BundleGroup::subtract(double displacement) {
  for (double& left : left_) left -= displacement;
}

unsigned BundleGroup::awake() const {
  unsigned lanes = 0;
  for (std::size_t i = 0; i < bundles_.size(); ++i)
    lanes |= static_cast<unsigned>(left_[i] < 0) << i;
  return lanes;
}

/// The part of a margin or a distance used up since the reference pose.
float BundleGroup::used(int i, const BundleMotions& moved) const {
  return k_careful * std::max(across(i, moved), lists_.weight[i] * moved.beam[2][i]);
}

bool BundleGroup::holds(const SearchStep& step, BundleMotions& moved) {
  const unsigned lanes = awake();
  if (lanes == 0) return true;
  if (margin_ < 0) return false;
  step.run->move(*frames_, step.space.length(step.reach.inward),
                 step.space.length(step.reach.outward), small_motion(X_TC_, step.X_TC, step),
                 moved);
  for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    const float gone = used(i, moved);
    if (gone <= margin_ && moved.most_turn[i] <= k_most_turn) continue;
    if ((known_ >> i & 1) == 0 || !(gone < lists_.clear[i])) return false;
  }
  return true;
}

/// Chooses the weights of lengths along the bundles, the reference pose and the margin [units of
/// the target] from the last step. Returns a margin of 0 if steps are too large or unknown.
double BundleGroup::choose_margin(unsigned lanes, const RayCluster& whole, const SearchStep& step,
                                  BundleMotions& moved) {
  std::fill_n(lists_.weight, geometry::k_bundle, 1.0f);
  wide_ = 0;
  X_TC_ = step.X_TC;
  if (!step.is_steady) return 0;
  const float inward = step.space.length(step.reach.inward);
  const float outward = step.space.length(step.reach.outward);
  const Pose none = Pose::Identity();
  step.run->move(*frames_, inward, outward, small_motion(none, step.last_step, step), moved);
  float largest = 0, width = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const int i = std::countr_zero(lanes);
    const float sideways = across(i, moved), along = moved.beam[2][i];
    lists_.weight[i] = along > 0 ? std::clamp(sideways / along, 1.0f, k_most_weight) : 1.0f;
    largest = std::max(largest, std::max(sideways, lists_.weight[i] * along));
    width = std::max({width, frames_->half[0][i], frames_->half[1][i]});
  }
  if (k_least_bundle_steps * largest > width) return 0;
  const double share = step.evenness * std::sqrt(step.evenness);  // by trial
  const double widest =
      std::max<double>(k_least_margin_steps * largest, k_widest_margin * share * width);
  int ahead = step.looks_ahead ? k_steps_ahead : 0;
  const auto margin = static_cast<float>(std::min((ahead + 1.0) * largest, widest));
  wide_ = static_cast<float>(std::min<double>(k_bundle_steps_to_sleep * largest,
                                              k_farthest_sleep * step.space.length(whole.width())));
  while (ahead > 0 && static_cast<float>(ahead) * largest > 0.9f * margin) ahead /= 2;
  Pose motion = Pose::Identity(), power = step.last_step;
  for (int n = ahead; n > 0; n /= 2, power = power * power)
    if (n % 2 == 1) motion = motion * power;
  X_TC_ = step.X_TC * motion;
  return margin;
}

void BundleGroup::renew(const RayCluster& whole, const SearchStep& step, BundleMotions& moved) {
  const unsigned lanes = awake();
  known_ = may_leave_ = 0;
  margin_ = static_cast<float>(choose_margin(lanes, whole, step, moved));
  if (margin_ > 0 && !holds(step, moved)) X_TC_ = step.X_TC;
  if (X_TC_.matrix() == step.X_TC.matrix()) {
    const SmallMotion none{};
    step.run->move(*frames_, 0, 0, none, moved);
  }
  wide_ = std::max(wide_, margin_);
  const float wide = wide_ * k_diagonal * k_careful;
  const Beam beam = beam_of(whole, X_TC_, step);
  const auto room = [&] { return static_cast<int>(packs_.size()); };
  const auto find = [&] {
    return step.run->near_packs(step.target, beam, wide, packs_.data(), room());
  };
  pack_count_ = find();
  if (pack_count_ <= room()) return;
  packs_.resize(2 * pack_count_);
  find();
}

void BundleGroup::make_list(int i, const SearchStep& step, RowRing& rows) {
  known_ |= 1u << i;
  const RayCluster& rays = bundles_[i].rays;
  ListTask task;
  task.tree = &step.target;
  task.packs = packs_.data();
  task.pack_count = pack_count_;
  task.beam = beam_of(rays, X_TC_, step, lists_.weight[i]);
  task.margin = margin_;
  task.wide = wide_;
  const float turn = margin_ > 0 ? k_most_turn : 0x1p-20f;
  const float *lean = task.beam.slope, tilt = turn * (1 + lean[0] + lean[1]);
  for (int k = 0; k < 2; ++k) task.steepest[k] = (lean[k] + tilt) / (1 - tilt) * k_careful;
  task.outward = step.space.length(step.reach.outward);
  task.rounding = rounding_of(rays, X_TC_, step);
  task.rays = &rays_[i];
  task.ray_count = rays.count();
  ListFacts facts;
  const auto make = [&] {
    task.rows = rows.end();
    task.room = rows.room();
    facts = step.run->make_list(task);
  };
  make();
  if (facts.count > task.room) {
    rows.make_room(facts.count);
    make();
  }
  may_leave_ |= static_cast<unsigned>(facts.may_leave) << i;
  lists_.first[i] = rows.keep(facts.count);
  lists_.count[i] = facts.count;
  lists_.highest[i] = facts.highest;
  for (int k = 0; k < 2; ++k) lists_.steep[k][i] = facts.steep[k];
  lists_.clear[i] = facts.count == 0 ? std::max(margin_, facts.clear) : facts.clear;
}

/// Whether all origins stay below the planes that their rays may meet.
bool BundleGroup::rests(int i, const BundleMotions& moved) const {
  const float closes = moved.origin[2][i] + lists_.steep[0][i] * moved.origin[0][i] +
                       lists_.steep[1][i] * moved.origin[1][i];
  return lists_.highest[i] + k_careful * closes < 0;
}

/// Whether none of the listed triangles can give a hit (decide_proximity()): an inward ray must
/// leave the target, and an outward ray must enter it through a triangle through which the inward
/// ray would leave.
bool BundleGroup::only_enters(int i, const SearchStep& step) const {
  return !step.two_sided && (may_leave_ >> i & 1) == 0;
}

double BundleGroup::trace(const SearchStep& step, const BundleMotions& moved, RowRing& rows,
                          CandidateTest& tests) {
  const unsigned lanes = awake();
  for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    if ((known_ >> i & 1) == 0) make_list(i, step, rows);
    const float left = lists_.clear[i] - used(i, moved);
    if (left > 0) {
      left_[i] = left / (lists_.weight[i] * k_careful) / step.space.scale;
      continue;
    }
    left_[i] = k_awake;
    if (lists_.count[i] == 0 || only_enters(i, step) || rests(i, moved)) continue;
    if (!rows.holds(lists_.first[i], lists_.count[i])) make_list(i, step, rows);
    const RayCluster& rays = bundles_[i].rays;
    const int met = step.run->trace(rays_[i], moved, i, rows.at(lists_.first[i]), lists_.count[i],
                                    tests.room(lists_.count[i]));
    if (met > 0) tests.add(rays.first, (1u << rays.count()) - 1, met);
  }
  return *std::min_element(left_, left_ + bundles_.size());
}

}  // namespace condyle
