#include "condyle/session/frozen_contact.h"

#include <algorithm>
#include <cmath>

#include "condyle/session/frozen_travel.h"
#include "condyle/session/frozen_yield.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Writes a matrix of relative motion at C's centre for both bodies. `to_force` carries a wrench
/// from C's centre to T's, `to_motion` T's motion to C's centre.
void expand(const Matrix6& core, const Matrix6& to_force, const Matrix6& to_motion,
            PairForces::Matrix12& out) {
  const Matrix6 right = core * to_motion;
  out.topLeftCorner<6, 6>() = core;
  out.topRightCorner<6, 6>() = -right;
  out.bottomLeftCorner<6, 6>().noalias() = -to_force * core;
  out.bottomRightCorner<6, 6>().noalias() = to_force * right;
}

/// Adds dt^2 times what turns with C: df = w x f, d(arm) = w x r + share * d(relative shift), where
/// `wrench` is that of the normal forces about C's centre.
void add_turning(const Vector6& wrench, const Vector3d& arm_shift, double share,
                 const Matrix6& to_force, double dt, PairForces::Matrix12& slope) {
  const Vector3d force = wrench.tail<3>();
  const Matrix3d shift_moment = -share * cross_matrix(force);
  Eigen::Matrix<double, 6, 12> change = Eigen::Matrix<double, 6, 12>::Zero();
  change.block<3, 3>(0, 0) = Matrix3d::Identity() * arm_shift.dot(force) -
                             cross_matrix(wrench.head<3>()) - force * arm_shift.transpose();
  change.block<3, 3>(3, 0) = -cross_matrix(force);
  change.block<3, 3>(0, 3) = shift_moment;
  change.block<3, 3>(0, 9) = -shift_moment;
  change *= dt * dt;
  slope.topRows<6>() -= change;
  slope.bottomRows<6>() += to_force * change;
}

/// [1, cross; 0, 1]: carries a wrench to a point from which the old one lies at `offset`.
Matrix6 wrench_shift(const Vector3d& offset) {
  Matrix6 m = Matrix6::Identity();
  m.topRightCorner<3, 3>() = cross_matrix(offset);
  return m;
}

/// Wrench or motion, turned by R.
Vector6 turned(const Matrix3d& R, const Vector6& v) {
  Vector6 result;
  result << R * v.head<3>(), R * v.tail<3>();
  return result;
}

Matrix6 turned(const Matrix3d& R, const Matrix6& m) {
  Matrix6 result;
  for (int i = 0; i < 6; i += 3)
    for (int j = 0; j < 6; j += 3)
      result.block<3, 3>(i, j) = R * m.block<3, 3>(i, j) * R.transpose();
  return result;
}

std::size_t whole_blocks(std::size_t triangles) { return (triangles + k_lanes - 1) / k_lanes; }

}  // namespace

void FrozenContact::freeze(const ContactPair& pair, std::span<const ProximityHit> hits,
                           double reach, const Pose& X_WC, const Pose& X_WT, const Vector3d& p_WC,
                           const Vector3d& p_WT, std::span<const Bristle> bristles) {
  dissipation_ = pair.settings().dissipation;
  friction_ = resolved(pair.settings().friction);
  X_TC_ = X_WT.inverse(Eigen::Isometry) * X_WC;
  R_WC_ = X_WC.linear();
  R_WT_ = X_WT.linear();
  arm_C_ = X_WC.translation() - p_WC;
  arm_T_ = X_WT.translation() - p_WT;

  normal_ = pair.normal_law();
  user_contact_ = pair.user_contact();
  nonlinear_laws_.clear();
  law_ = {};
  points_.clear();
  yielding_.clear();
  yields_.clear();
  if (acts_on_patches(normal_)) {
    put_points(pair, hits, reach);
    measure_patch(points_.size());
    return;
  }
  make_places(hits, reach);
  put_triangles(pair, hits, reach);
  put_bristles(pair, hits, reach, bristles);
  put_yields(pair, hits, reach);
  measure_patch(places_.size());
}

void FrozenContact::put_yields(const ContactPair& pair, std::span<const ProximityHit> hits,
                               double reach) {
  const ContactSurface &casting = pair.casting(), &target = pair.target();
  if (!casting.is_deformable() && !target.is_deformable()) return;
  yields_.resize(blocks_.size());
  const auto mean = [](const ElementWeights& at, std::span<const Vector3d> velocities) {
    Vector3d sum = Vector3d::Zero();
    if (velocities.empty()) return sum;
    for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k)
      sum += at.weight[k] * velocities[static_cast<std::size_t>(at.vertex[k])];
    return sum;
  };
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (hits[i].proximity < -reach) continue;
    const auto place = static_cast<std::size_t>(places_[yielding_.size()]);
    Yielding& yielding = yielding_.emplace_back();
    yielding.casting = casting_weights(casting, hits[i].casting_triangle);
    yielding.target = target_weights(casting, target, hits[i], X_TC_);
    YieldBlock& block = yields_[place / k_lanes];
    put(mean(yielding.casting, casting.vertex_velocities()), block.drift_C, place % k_lanes);
    put(mean(yielding.target, target.vertex_velocities()), block.drift_T, place % k_lanes);
  }
}

void FrozenContact::count_triangles(std::span<int> casting, std::span<int> target) const {
  const auto count = [](const ElementWeights& at, std::span<int> counts) {
    if (counts.empty()) return;
    for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k)
      ++counts[static_cast<std::size_t>(at.vertex[k])];
  };
  for (const Yielding& yielding : yielding_) {
    count(yielding.casting, casting);
    count(yielding.target, target);
  }
}

void FrozenContact::set_yield(std::span<const double> casting, std::span<const double> target,
                              double time, double h) {
  const auto sum = [](const ElementWeights& at, std::span<const double> per_mass) {
    double total = 0;
    if (per_mass.empty()) return total;
    for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k)
      total += at.weight[k] * at.weight[k] * per_mass[static_cast<std::size_t>(at.vertex[k])];
    return total;
  };
  for (std::size_t i = 0; i < yielding_.size(); ++i) {
    const auto place = static_cast<std::size_t>(places_[i]);
    const double per_mass = sum(yielding_[i].casting, casting) + sum(yielding_[i].target, target);
    YieldBlock& block = yields_[place / k_lanes];
    block.compliance[place % k_lanes] = time * h * per_mass;
    block.mobility[place % k_lanes] = h * per_mass;
  }
}

void FrozenContact::put_bristles(const ContactPair& pair, std::span<const ProximityHit> hits,
                                 double reach, std::span<const Bristle> bristles) {
  bristles_.clear();
  bristle_triangles_.clear();
  if (!is_sticking(friction_)) return;
  bristles_.resize(blocks_.size());
  is_evaluated_ = false;
  X_TC_end_ = X_TC_;
  auto known = bristles.begin();
  for (const ProximityHit& hit : hits) {
    if (hit.proximity < -reach) continue;
    const int c = hit.casting_triangle;
    const auto place = static_cast<std::size_t>(places_[bristle_triangles_.size()]);
    bristle_triangles_.push_back(c);
    while (known != bristles.end() && known->casting_triangle < c) ++known;
    const bool holds = known != bristles.end() && known->casting_triangle == c;
    BristleBlock& block = bristles_[place / k_lanes];
    const std::size_t lane = place % k_lanes;
    put(holds ? known->foot_T : X_TC_ * pair.casting().centroids()[static_cast<std::size_t>(c)],
        block.foot_T, lane);
    block.slip_speed[lane] = holds ? known->slip_speed : -1;
    if (holds) {
      block.state[lane] = known->slip_speed > 0 ? BristleBlock::slips : BristleBlock::holds;
      put(known->stretch_T, block.along_T, lane);
    }
    block.stiffness[lane] = bristle_stiffness(
        pair.casting().layer(c), pair.target().layer(hit.target_triangle), pair.settings());
  }
}

void FrozenContact::keep_bristles(std::vector<Bristle>& bristles) const {
  bristles.clear();
  for (std::size_t i = 0; i < bristle_triangles_.size(); ++i) {
    const auto place = static_cast<std::size_t>(places_[i]), lane = place % k_lanes;
    const FrozenBlock& block = blocks_[place / k_lanes];
    if (!(block.proximity_at_end[lane] > 0)) continue;
    Bristle& bristle = bristles.emplace_back();
    bristle.casting_triangle = bristle_triangles_[i];
    bristle.stretch_T = vector_at(bristles_[place / k_lanes].stretch_T, lane);
    bristle.slip_speed = dt_ > 0 ? bristles_[place / k_lanes].dragged[lane] / dt_ : 0.0;
    bristle.foot_T = X_TC_end_ * vector_at(block.centroid_C, lane) - bristle.stretch_T;
  }
}

void FrozenContact::put_triangles(const ContactPair& pair, std::span<const ProximityHit> hits,
                                  double reach) {
  const bool has_one_law = pair.casting().has_uniform_layer() && pair.target().has_uniform_layer();
  if (has_one_law) set_law(pair.law(0, 0));
  std::size_t next = 0;
  for (const ProximityHit& hit : hits) {
    if (hit.proximity < -reach) continue;
    if (!has_one_law) set_law(pair.law(hit.casting_triangle, hit.target_triangle));
    put_triangle(pair, hit, static_cast<std::size_t>(places_[next++]));
  }
}

void FrozenContact::make_places(std::span<const ProximityHit> hits, double reach) {
  std::size_t in_contact = 0, all = 0;
  for (const ProximityHit& hit : hits) {
    in_contact += hit.proximity > 0 ? 1 : 0;
    all += hit.proximity < -reach ? 0 : 1;
  }
  std::size_t next[] = {k_lanes * whole_blocks(in_contact), 0};
  blocks_.assign(whole_blocks(in_contact) + whole_blocks(all - in_contact), {});
  places_.clear();
  places_.reserve(all);
  for (const ProximityHit& hit : hits) {
    if (hit.proximity < -reach) continue;
    places_.push_back(static_cast<int>(next[hit.proximity > 0 ? 1 : 0]++));
  }
}

void FrozenContact::set_law(const PressureLaw& law) {
  if (law == law_) return;
  law_ = law;
  if (law.formulation == Formulation::linear)
    law_slope_ = condyle::evaluate(law, law.thickness_a).stiffness;
}

/// The plane that stands for the target where a ray met it: the triangle's, or a shape's tangent.
void FrozenContact::put_plane(const ContactSurface& target, int triangle, const Vector3d& p_C,
                              FrozenBlock& block, std::size_t lane) const {
  if (target.shape() == nullptr) {
    const auto t = static_cast<std::size_t>(triangle);
    put(target.normals()[t], block.normal_T, lane);
    block.plane_T[lane] = target.normals()[t].dot(target.centroids()[t]);
  } else {
    const Vector3d p_T = X_TC_ * p_C, normal = normal_at(*target.shape(), p_T);
    put(normal, block.normal_T, lane);
    block.plane_T[lane] = normal.dot(p_T);
  }
}

void FrozenContact::put_triangle(const ContactPair& pair, const ProximityHit& hit,
                                 std::size_t place) {
  const auto c = static_cast<std::size_t>(hit.casting_triangle);
  if (law_.formulation == Formulation::nonlinear) {
    nonlinear_laws_.resize(k_lanes * blocks_.size());
    nonlinear_laws_[place] = law_;
  }
  const std::size_t lane = place % k_lanes;
  FrozenBlock& block = blocks_[place / k_lanes];
  const Vector3d &centroid_C = pair.casting().centroids()[c],
                 &normal_C = pair.casting().normals()[c];
  put(centroid_C, block.centroid_C, lane);
  put(normal_C, block.normal_C, lane);
  put_plane(pair.target(), hit.target_triangle, centroid_C - hit.proximity * normal_C, block, lane);
  block.area[lane] = pair.share() * pair.casting().areas()[c];
  block.law_slope[lane] = law_slope_;
  block.layers[lane] = law_.thickness_a + law_.thickness_b;
  block.proximity[lane] = block.proximity_at_end[lane] = hit.proximity;
}

/// A point for each patch in contact; for what is about to touch elsewhere one too, of its nearest
/// triangle.
void FrozenContact::find_points(const ContactPair& pair, std::span<const ProximityHit> hits,
                                double reach) {
  if (!patches_) patches_.emplace(pair.casting());
  const Pose X_CT = X_TC_.inverse(Eigen::Isometry);
  const auto choose = [&](double least) {
    chosen_.clear();
    for (std::size_t i = 0; i < hits.size(); ++i)
      if (hits[i].proximity > least || (least < 0 && hits[i].proximity == least))
        chosen_.push_back(static_cast<int>(i));
    patches_->reserve(2 * chosen_.size());
    return patches_->find(hits, chosen_);
  };
  point_of_hit_.assign(hits.size(), -1);
  const int patches = choose(0);
  find_patch_points(hits, chosen_, patches_->patch_of(), patches, pair.casting(), pair.target(),
                    X_CT, normal_.acting, points_);
  for (std::size_t i = 0; i < chosen_.size(); ++i)
    point_of_hit_[static_cast<std::size_t>(chosen_[i])] = patches_->patch_of()[i];

  // What hangs together with gaps: the point of a patch in it, or else its nearest triangle.
  std::vector<int>& point_of_part = part_points_;
  point_of_part.assign(static_cast<std::size_t>(choose(-reach)), -1);
  nearest_.assign(point_of_part.size(), -1);
  const auto parts = patches_->patch_of();
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const int hit = chosen_[i];
    int& point = point_of_part[static_cast<std::size_t>(parts[i])];
    int& nearest = nearest_[static_cast<std::size_t>(parts[i])];
    if (point < 0) point = point_of_hit_[static_cast<std::size_t>(hit)];
    if (nearest < 0 || hits[static_cast<std::size_t>(hit)].proximity >
                           hits[static_cast<std::size_t>(nearest)].proximity)
      nearest = hit;
  }
  for (std::size_t part = 0; part < point_of_part.size(); ++part) {
    if (point_of_part[part] >= 0) continue;
    point_of_part[part] = static_cast<int>(points_.size());
    points_.push_back(point_of(hits[static_cast<std::size_t>(nearest_[part])], pair.casting(),
                               pair.target(), X_CT));
  }
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    int& point = point_of_hit_[static_cast<std::size_t>(chosen_[i])];
    if (point < 0) point = point_of_part[static_cast<std::size_t>(parts[i])];
  }
}

void FrozenContact::put_points(const ContactPair& pair, std::span<const ProximityHit> hits,
                               double reach) {
  find_points(pair, hits, reach);
  set_law(pair.law(0, 0));
  blocks_.assign(whole_blocks(points_.size()), {});
  bristles_.clear();
  bristle_triangles_.clear();
  places_.clear();
  above_point_.clear();
  for (std::size_t p = 0; p < points_.size(); ++p) put_point(points_[p], p, pair.share());
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (hits[i].proximity < -reach) continue;
    places_.push_back(point_of_hit_[i]);
    above_point_.push_back(hits[i].proximity -
                           points_[static_cast<std::size_t>(point_of_hit_[i])].depth);
  }
}

void FrozenContact::put_point(const PatchPoint& point, std::size_t place, double share) {
  const std::size_t lane = place % k_lanes;
  FrozenBlock& block = blocks_[place / k_lanes];
  const Vector3d normal_T = X_TC_.linear() * point.normal_T;
  put(point.p_C, block.centroid_C, lane);
  put(point.normal, block.normal_C, lane);
  put(normal_T, block.normal_T, lane);
  block.plane_T[lane] = normal_T.dot(X_TC_ * (point.p_C - point.depth * point.normal));
  block.area[lane] = share;
  block.law_slope[lane] = law_slope_;
  block.layers[lane] = law_.thickness_a + law_.thickness_b;
  block.proximity[lane] = block.proximity_at_end[lane] = point.depth;
}

void FrozenContact::measure_patch(std::size_t count) {
  const FrozenSpread spread = find_spread(blocks_, count);
  target_curvature_ = spread.hits > 0 ? std::sqrt(spread.target_normals / spread.hits) : 0.0;
  patch_radius_ = std::sqrt(spread.hits);
}

RelativeMotion FrozenContact::relative_motion(const StepMotion& C, const StepMotion& T,
                                              const Matrix3d& R_WC, const Matrix3d& R_WT) const {
  const Vector3d arm_C = R_WC * (R_WC_.transpose() * arm_C_);
  const Vector3d arm_T = R_WT * (R_WT_.transpose() * arm_T_);
  const Vector3d offset = (C.p_W - T.p_W) + (C.shift - T.shift) + arm_C;  // from T's centre
  const Matrix3d R_CW = R_WC.transpose();
  RelativeMotion motion;
  motion.R_CT = R_CW * R_WT;
  motion.p_TC_C = R_CW * (offset - arm_T);
  motion.V_TC_C.angular = R_CW * (C.velocity.angular - T.velocity.angular);
  motion.V_TC_C.linear = R_CW * (C.velocity.linear + C.velocity.angular.cross(arm_C) -
                                 T.velocity.linear - T.velocity.angular.cross(offset));
  return motion;
}

BristlePass FrozenContact::next_pass(const RelativeMotion& motion, double dt) {
  X_TC_end_.linear() = motion.R_CT.transpose();
  X_TC_end_.translation() = motion.R_CT.transpose() * motion.p_TC_C;
  Vector6 velocity;
  velocity << motion.V_TC_C.angular, motion.V_TC_C.linear;
  const bool is_same = velocity == last_velocity_ && dt == dt_;
  const BristlePass pass = !is_evaluated_ ? BristlePass::first
                           : is_same      ? BristlePass::again
                                          : BristlePass::next;
  last_velocity_ = velocity;
  dt_ = dt;
  is_evaluated_ = true;
  return pass;
}

bool FrozenContact::touches_at_end() const {
  return std::ranges::any_of(blocks_, [](const FrozenBlock& block) {
    return std::ranges::any_of(block.proximity_at_end, [](double d) { return d > 0; });
  });
}

void FrozenContact::evaluate(const StepMotion& C, const StepMotion& T, double dt,
                             Linearisation linearisation, PairForces& out) {
  const bool exact = linearisation == Linearisation::exact;
  const Matrix3d R_WC = C.rotation * R_WC_, R_WT = T.rotation * R_WT_;
  const RelativeMotion motion = relative_motion(C, T, R_WC, R_WT);
  FrozenLaw law{nonlinear_laws_, dissipation_, friction_, bristles_};
  if (!is_foundation(normal_)) law.normal = &normal_;
  law.contact = &user_contact_;
  law.yields = yields_;
  law.takes_mean = takes_mean_ && normal_.kind != NormalLawKind::user;
  if (!bristles_.empty()) law.pass = next_pass(motion, dt);
  const FrozenSums sums = sum_forces(blocks_, law, motion, dt, linearisation);
  out.settled = sums.settled;

  const Vector3d start_offset = C.p_W - T.p_W;
  const Vector3d relative_shift = C.shift - T.shift;
  const double share = share_of_second(C, T);
  const Vector3d arm_shift = share * relative_shift;
  attack_W_ = C.p_W + C.rotation * arm_C_ + arm_shift;
  R_WC_end_ = R_WC;
  const Matrix6 to_centre = wrench_shift(C.rotation * arm_C_);  // from C's mesh origin
  const Matrix6 to_attack = wrench_shift(C.rotation * arm_C_ + arm_shift);
  const Matrix6 to_force = wrench_shift(start_offset);
  const Vector6 wrench = to_attack * turned(R_WC, sums.wrench);
  out.force.head<6>() = wrench;
  out.force.tail<6>().noalias() = -to_force * wrench;
  if (linearisation == Linearisation::none) return;

  const Matrix6 normal_slope = turned(R_WC, sums.normal_slope);
  const Matrix6 slip_slope = turned(R_WC, sums.slip_slope);
  const Matrix6& to_hit = exact ? to_centre : to_attack;
  const Matrix6 core =
      to_attack * (normal_slope * to_hit.transpose() + slip_slope * to_attack.transpose());
  const Matrix6 to_motion =
      wrench_shift(exact ? Vector3d(start_offset + relative_shift) : start_offset).transpose();
  expand(core, to_force, to_motion, out.slope);
  if (exact) {
    const Vector6 normal_wrench = to_centre * turned(R_WC, sums.normal_wrench);
    const double turning_dt = takes_mean_ ? std::sqrt(0.5) * dt : dt;  // half of the way
    add_turning(normal_wrench, arm_shift, share, to_force, turning_dt, out.slope);
  }
}

int FrozenContact::wanted_substeps(const StepMotion& C, const StepMotion& T, double dt) const {
  constexpr double k_travel_over_layer = 1.0 / 8;
  constexpr double k_sagitta_over_depth = 1.0 / 10;
  constexpr double k_flat_sagitta_over_depth = 1.0 / 100;

  StepMotion still_C = C, still_T = T;
  still_C.shift = still_T.shift = Vector3d::Zero();
  const RelativeMotion motion = relative_motion(still_C, still_T, R_WC_, R_WT_);
  const FrozenTravel most = yields_.empty() ? find_travel(blocks_, motion, dt)
                                            : find_travel(blocks_, yields_, motion, dt);

  double wanted = std::max(1.0, most.approach_over_layers / k_travel_over_layer);
  const double curvature = target_curvature_;
  if (curvature * patch_radius_ * patch_radius_ > k_flat_sagitta_over_depth * most.deepest) {
    // The contact moves over the target by slip, and by rolling at spin / curvature.
    const double travel = dt * (most.slip + most.rolling / curvature);
    const double sagitta = 0.5 * curvature * travel * travel;
    wanted = std::max(wanted, std::sqrt(sagitta / (k_sagitta_over_depth * most.deepest)));
  }
  return static_cast<int>(std::min(1e6, std::ceil(wanted)));
}

}  // namespace condyle
