#include "condyle/solver/frozen_contact.h"

#include <algorithm>
#include <cmath>

#include "condyle/contact/law_lanes.h"
#include "condyle/solver/frozen_yield.h"
#include "condyle/solver/lane_vector.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Moves wrenches, the columns of `m`, to a point from which the old one lies at `offset`. This is
/// the product [1, cross; 0, 1] m, without its products with 0.
Matrix6 shifted_wrenches(const Matrix6& m, const Vector3d& offset) {
  Matrix6 result = m;
  for (int j = 0; j < 6; ++j) {
    const double x = m(3, j), y = m(4, j), z = m(5, j);
    result(0, j) = m(0, j) - offset.z() * y + offset.y() * z;
    result(1, j) = m(1, j) + offset.z() * x - offset.x() * z;
    result(2, j) = m(2, j) - offset.y() * x + offset.x() * y;
  }
  return result;
}

/// m times the transpose of [1, cross; 0, 1]: derivatives by motion at the old point become
/// derivatives by motion at the new one.
Matrix6 shifted_motions(const Matrix6& m, const Vector3d& offset) {
  Matrix6 result = m;
  result.col(0) += -offset.z() * m.col(4);
  result.col(0) += offset.y() * m.col(5);
  result.col(1) += offset.z() * m.col(3);
  result.col(1) += -offset.x() * m.col(5);
  result.col(2) += -offset.y() * m.col(3);
  result.col(2) += offset.x() * m.col(4);
  return result;
}

/// Writes a matrix of relative motion at C's centre for both bodies. `to_force` and `to_motion` are
/// the offsets between the bodies' centres for wrenches and for motions.
void expand(const Matrix6& core, const Vector3d& to_force, const Vector3d& to_motion,
            PairForces::Matrix12& out) {
  const Matrix6 right = shifted_motions(core, to_motion);
  out.topLeftCorner<6, 6>() = core;
  out.topRightCorner<6, 6>() = -right;
  out.bottomLeftCorner<6, 6>() = -shifted_wrenches(core, to_force);
  out.bottomRightCorner<6, 6>() = shifted_wrenches(right, to_force);
}

Pose moved(const Pose& X_WM, const StepMotion& body) {
  Pose X;
  X.linear() = body.rotation * X_WM.linear();
  X.translation() = body.p_W + body.shift + body.rotation * (X_WM.translation() - body.p_W);
  return X;
}

Vector3d rotation_vector(const Matrix3d& rotation) {
  // Squared sine below which the series misses less than 1e-16 of the angle.
  constexpr double k_small = 1e-4;
  const Vector3d sine =
      0.5 * Vector3d(rotation(2, 1) - rotation(1, 2), rotation(0, 2) - rotation(2, 0),
                     rotation(1, 0) - rotation(0, 1));
  const double squared = sine.squaredNorm();
  if (squared < k_small && rotation.trace() > 2)
    return (1 + squared * (1.0 / 6 + squared * (3.0 / 40 + squared * (15.0 / 336)))) * sine;
  const Eigen::AngleAxisd angle(rotation);
  return angle.angle() * angle.axis();
}

/// Moves one wrench.
Vector6 shifted(const Vector6& wrench, const Vector3d& offset) {
  Vector6 result = wrench;
  result.head<3>() += offset.cross(Vector3d(wrench.tail<3>()));
  return result;
}

/// A wrench or motion, rotated by R.
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

/// 1 / cosine between ray and target, bounded for rays that graze.
double bounded_inverse(double cosine) {
  const double bound = cosine < 0 ? -k_least_cosine : k_least_cosine;
  return 1 / (std::abs(cosine) >= k_least_cosine ? cosine : bound);
}

/// Sets the gradient of a proximity that grows with the velocity of `point` along `direction`.
void put_gradient(const Vector3d& point, const Vector3d& direction, FrozenBlock& block,
                  std::size_t lane) {
  const Vector3d turn = point.cross(direction);
  for (int k = 0; k < 3; ++k) {
    block.gradient[k][lane] = turn[k];
    block.gradient[3 + k][lane] = direction[k];
  }
}

/// The proximity after a displacement, to the bit as evaluations find it.
double proximity_after(const FrozenBlock& block, std::size_t lane, const Vector6& way) {
  double sum = block.gradient[0][lane] * way[0];
  for (int k = 1; k < 6; ++k) sum += block.gradient[k][lane] * way[k];
  return block.proximity[lane] + sum;
}

/// Keeps a triangle from pressing.
void drop(FrozenBlock& block, std::size_t lane) { block.area[lane] = block.acts[lane] = 0; }

std::size_t whole_blocks(std::size_t triangles) { return (triangles + k_lanes - 1) / k_lanes; }

}  // namespace

const Pose& FrozenContact::place(const StepMotion& C, const StepMotion& T, double dt,
                                 const Pose& X_WC, const Pose& X_WT) {
  C_found_ = C;
  T_found_ = T;
  dt_found_ = dt;
  X_WC_found_ = moved(X_WC, C);
  X_WT_found_ = moved(X_WT, T);
  X_CT_found_ = X_WC_found_.inverse(Eigen::Isometry) * X_WT_found_;
  X_TC_found_ = X_CT_found_.inverse(Eigen::Isometry);
  arm_C_ = X_WC_found_.translation() - (C.p_W + C.shift);
  offset_ = X_WC_found_.translation() - (T.p_W + T.shift);
  common_shift_ = share_of_second(C, T) * (C.shift - T.shift);
  X_WC_acting_ = X_WC_found_;
  X_WC_acting_.translation() += common_shift_ - C.shift;
  return X_CT_found_;
}

void FrozenContact::freeze(const ContactPair& pair, std::span<const ProximityHit> hits,
                           double reach, std::span<const Bristle> bristles) {
  dissipation_ = pair.settings().dissipation;
  reach_ = reach;
  friction_ = resolved(pair.settings().friction);
  direction_ = pair.settings().force_direction;
  motion_ = {};
  normal_ = pair.normal_law();
  user_contact_ = pair.user_contact();
  nonlinear_laws_.clear();
  law_ = {};
  points_.clear();
  part_of_patch_.clear();
  yielding_.clear();
  yields_.clear();
  if (acts_on_patches(normal_)) {
    put_points(pair, hits, reach);
  } else {
    make_places(hits, reach);
    put_triangles(pair, hits, reach);
    put_bristles(pair, hits, reach, bristles);
    put_yields(pair, hits, reach);
  }
  bound_ = find_bound(blocks_);
  is_clear_ = bound_.nearest <= 0;
  gaps_have_gone_ = false;
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
    yielding.target = target_weights(casting, target, hits[i], X_TC_found_);
    YieldBlock& block = yields_[place / k_lanes];
    put(mean(yielding.casting, casting.vertex_velocities()) -
            X_CT_found_.linear() * mean(yielding.target, target.vertex_velocities()),
        block.drift, place % k_lanes);
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
  const Vector6 velocity = relative_motion(C_found_, T_found_).velocity;
  const Vector3d turning = velocity.head<3>();
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
    const Vector3d& centroid = pair.casting().centroids()[static_cast<std::size_t>(c)];
    put(holds ? Vector3d(centroid - X_CT_found_ * known->foot_T)
              : Vector3d(dt_found_ * (velocity.tail<3>() + turning.cross(centroid))),
        block.reach, lane);
    block.slip_speed[lane] = holds ? known->slip_speed : -1;
    if (holds) {
      block.state[lane] = known->slip_speed > 0 ? BristleBlock::slips : BristleBlock::holds;
      put(X_CT_found_.linear() * known->stretch_T, block.along, lane);
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
    bristle.stretch_T = X_TC_found_.linear() * vector_at(bristles_[place / k_lanes].stretch, lane);
    bristle.slip_speed = dt_ > 0 ? bristles_[place / k_lanes].dragged[lane] / dt_ : 0.0;
    // Position of the centroid at the end, relative to the target.
    const Vector3d centroid = vector_at(block.rubs_at, lane);
    const Vector3d at_end =
        centroid + motion_.way.tail<3>() + Vector3d(motion_.way.head<3>()).cross(centroid);
    bristle.foot_T = X_TC_found_ * at_end - bristle.stretch_T;
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

void FrozenContact::put_triangle(const ContactPair& pair, const ProximityHit& hit,
                                 std::size_t place) {
  const auto c = static_cast<std::size_t>(hit.casting_triangle);
  if (law_.formulation == Formulation::nonlinear) {
    nonlinear_laws_.resize(k_lanes * blocks_.size());
    nonlinear_laws_[place] = law_;
  }
  const std::size_t lane = place % k_lanes;
  FrozenBlock& block = blocks_[place / k_lanes];
  block.area[lane] = pair.share() * pair.casting().areas()[c];
  block.law_slope[lane] = law_slope_;
  block.layers[lane] = law_.thickness_a + law_.thickness_b;
  block.proximity[lane] = block.proximity_at_end[lane] = hit.proximity;
  put_direction(pair, hit, block, lane);
}

/// Sets how a triangle's proximity changes and along what it presses, from the surface that its ray
/// met.
void FrozenContact::put_direction(const ContactPair& pair, const ProximityHit& hit,
                                  FrozenBlock& block, std::size_t lane) const {
  const auto c = static_cast<std::size_t>(hit.casting_triangle);
  const Vector3d &centroid = pair.casting().centroids()[c], &n = pair.casting().normals()[c];
  const Vector3d p_hit = centroid - hit.proximity * n;
  const Vector3d n_t =
      X_CT_found_.linear() * target_normal(pair.target(), hit.target_triangle, X_TC_found_, p_hit);
  const double cosine = n.dot(n_t);
  const bool follows_target = direction_ == ForceDirection::target;
  const bool leaves =
      pair.settings().two_sided ? std::abs(cosine) >= k_least_cosine : cosine <= -k_least_cosine;
  if (follows_target && !leaves) drop(block, lane);
  const double inverse = bounded_inverse(cosine);
  put_gradient(p_hit, inverse * n_t, block, lane);
  put(follows_target ? p_hit : centroid, block.at, lane);
  put(follows_target ? Vector3d(inverse * n_t) : n, block.along, lane);
  put(follows_target && !is_sticking(friction_) ? p_hit : centroid, block.rubs_at, lane);
  put(follows_target ? n_t : n, block.across, lane);
  block.cover[lane] = follows_target ? std::abs(inverse) : 1;
}

/// Finds a point for each patch in contact. Triangles about to touch elsewhere also get a point,
/// that of the nearest triangle among them.
void FrozenContact::find_points(const ContactPair& pair, std::span<const ProximityHit> hits,
                                double reach) {
  if (!patches_) patches_.emplace(pair.casting());
  const Pose X_CT = X_TC_found_.inverse(Eigen::Isometry);
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

  // A part connected across gaps takes the point of a patch in it, or else of its nearest triangle.
  std::vector<int>& point_of_part = part_points_;
  point_of_part.assign(static_cast<std::size_t>(choose(-reach)), -1);
  const auto parts = patches_->patch_of();
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    int& point = point_of_part[static_cast<std::size_t>(parts[i])];
    if (point < 0) point = point_of_hit_[static_cast<std::size_t>(chosen_[i])];
  }
  find_patch_points(hits, chosen_, parts, static_cast<int>(point_of_part.size()), pair.casting(),
                    pair.target(), X_CT, normal_.acting, nearest_);
  for (std::size_t part = 0; part < point_of_part.size(); ++part) {
    if (point_of_part[part] >= 0) continue;
    point_of_part[part] = static_cast<int>(points_.size());
    points_.push_back(nearest_[part]);
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
  const bool at_hit = direction_ == ForceDirection::target;
  put_gradient(point.p_C, point.normal, block, lane);
  put(point.p_C, block.at, lane);
  put(at_hit ? point.hit() : point.p_C, block.rubs_at, lane);
  for (BlockRow(*const lanes)[3] : {&block.along, &block.across}) put(point.normal, *lanes, lane);
  block.cover[lane] = 1;
  block.area[lane] = share;
  block.law_slope[lane] = law_slope_;
  block.layers[lane] = law_.thickness_a + law_.thickness_b;
  block.proximity[lane] = block.proximity_at_end[lane] = point.depth;
}

RelativeMotion FrozenContact::relative_motion(const StepMotion& C, const StepMotion& T) const {
  const Matrix3d R_CW = X_WC_found_.linear().transpose();
  const auto at_C = [&](const Vector3d& turn_C, const Vector3d& shift_C, const Vector3d& turn_T,
                        const Vector3d& shift_T) {
    Vector6 relative;
    relative << R_CW * (turn_C - turn_T),
        R_CW * (shift_C + turn_C.cross(arm_C_) - shift_T - turn_T.cross(offset_));
    return relative;
  };
  const auto turn = [](const StepMotion& now, const StepMotion& found) {
    return rotation_vector(now.rotation * found.rotation.transpose());
  };
  RelativeMotion motion;
  motion.way = at_C(turn(C, C_found_), C.shift - C_found_.shift, turn(T, T_found_),
                    T.shift - T_found_.shift);
  const auto of_both = [&](const Twist& of_C, const Twist& of_T) {
    return at_C(of_C.angular, of_C.linear, of_T.angular, of_T.linear);
  };
  motion.velocity = of_both(C.velocity, T.velocity);
  motion.to_end = of_both(C.to_end, T.to_end);
  motion.lag = of_both(C.lag, T.lag);
  return motion;
}

GivenPressure FrozenContact::given_at_end(std::size_t i) const {
  GivenPressure given = given_by_law(i);
  given.pressure *= part_acting(i);
  given.traction *= part_acting(i);
  return given;
}

double FrozenContact::part_acting(std::size_t i) const {
  const auto place = static_cast<std::size_t>(places_[i]);
  return blocks_[place / k_lanes].acts[place % k_lanes];
}

GivenPressure FrozenContact::given_by_law(std::size_t i) const {
  const auto place = static_cast<std::size_t>(places_[i]), lane = place % k_lanes;
  const FrozenBlock& block = blocks_[place / k_lanes];
  GivenPressure given;
  const double part = part_of_patch_.empty() ? 1 : part_of_patch_[i];
  given.pressure = part * block.pressure[lane];
  given.traction = part * vector_at(block.traction, lane);
  given.along = vector_at(block.along, lane);
  given.presses_at = vector_at(block.at, lane);
  given.rubs_at = vector_at(block.rubs_at, lane);
  return given;
}

Wrench FrozenContact::force_at_end(std::size_t i) const {
  const auto place = static_cast<std::size_t>(places_[i]);
  const double area = blocks_[place / k_lanes].area[place % k_lanes];
  const GivenPressure given = given_by_law(i);
  const Vector3d thrust = -area * given.pressure * given.along, friction = area * given.traction;
  return {given.presses_at.cross(thrust) + given.rubs_at.cross(friction), thrust + friction};
}

void FrozenContact::share_out_patches(const ContactSurface& casting,
                                      std::span<const ProximityHit> hits, double reach) {
  part_of_patch_.clear();
  if (points_.empty()) return;
  // Depth times area, by which forces are shared out.
  std::vector<double>& weights = patch_weights_;
  weights.assign(points_.size(), 0);
  for (std::size_t i = 0, h = 0; h < hits.size(); ++h) {
    if (hits[h].proximity < -reach) continue;
    const double area = casting.areas()[static_cast<std::size_t>(hits[h].casting_triangle)];
    const double depth = std::max(0.0, proximity_at_end(i));
    part_of_patch_.push_back(depth);
    weights[static_cast<std::size_t>(places_[i++])] += depth * area;
  }
  for (std::size_t i = 0; i < part_of_patch_.size(); ++i)
    if (const double weight = weights[static_cast<std::size_t>(places_[i])]; weight > 0)
      part_of_patch_[i] /= weight;
}

BristlePass FrozenContact::next_pass(const RelativeMotion& motion, double dt) {
  const bool is_same = motion.velocity == motion_.velocity && dt == dt_;
  const BristlePass pass = !is_evaluated_ ? BristlePass::first
                           : is_same      ? BristlePass::again
                                          : BristlePass::next;
  is_evaluated_ = true;
  return pass;
}

double FrozenContact::proximity_at_end(std::size_t i) const {
  const auto place = static_cast<std::size_t>(places_[i]), lane = place % k_lanes;
  const FrozenBlock& block = blocks_[place / k_lanes];
  if (gaps_have_gone_) return proximity_after(block, lane, motion_.way);
  const double end = block.proximity_at_end[lane];
  return points_.empty() ? end : end + above_point_[i];
}

bool FrozenContact::touches_at_end() const {
  return !is_clear_ && std::ranges::any_of(blocks_, [](const FrozenBlock& block) {
    return std::ranges::any_of(block.proximity_at_end, [](double d) { return d > 0; });
  });
}

FrozenLaw FrozenContact::frozen_law() {
  FrozenLaw law{nonlinear_laws_, dissipation_, friction_, bristles_};
  if (!is_foundation(normal_)) law.normal = &normal_;
  law.contact = &user_contact_;
  law.yields = yields_;
  law.takes_mean = takes_mean_ && normal_.kind != NormalLawKind::user;
  return law;
}

/// Most pairs near one another stay apart from pass to pass: no block is then looked at.
bool FrozenContact::stays_apart(const FrozenLaw& law, const Vector6& way) const {
  return is_clear_ && law.is_by_lanes() && !may_touch(bound_, way);
}

void FrozenContact::evaluate(const StepMotion& C, const StepMotion& T, double dt,
                             Linearisation linearisation, PairForces& out) {
  const auto leave_out = [&] {
    out.settled = true;
    out.acts = false;
    out.force.setZero();
    if (linearisation != Linearisation::none) out.slope.setZero();
  };
  if (blocks_.empty()) return leave_out();
  const RelativeMotion motion = relative_motion(C, T);
  FrozenLaw law = frozen_law();
  if (stays_apart(law, motion.way)) {
    motion_ = motion;
    dt_ = dt;
    gaps_have_gone_ = true;
    return leave_out();
  }
  if (!bristles_.empty()) law.pass = next_pass(motion, dt);
  const FrozenSums sums = sum_forces(blocks_, law, motion, dt, linearisation);
  motion_ = motion;
  users_energy_ = sums.users_energy;
  dt_ = dt;
  is_clear_ = law.is_by_lanes() && !sums.touch;
  gaps_have_gone_ = false;
  if (!sums.touch) return leave_out();
  out.settled = sums.settled;
  out.acts = true;

  // Moments are about the centres of mass at the start, and both forces act at one point.
  const Vector3d start_offset = C.p_W - T.p_W;
  const Matrix3d& R_WC = X_WC_found_.linear();
  const Vector3d attack = arm_C_ + common_shift_;
  const Vector6 wrench = shifted(turned(R_WC, sums.wrench), attack);
  out.force.head<6>() = wrench;
  out.force.tail<6>() = -shifted(wrench, start_offset);
  if (linearisation == Linearisation::none) return;

  const bool exact = linearisation == Linearisation::exact;
  const Matrix6 slope = turned(R_WC, Matrix6(sums.normal_slope + sums.slip_slope));
  const Matrix6 core = shifted_motions(shifted_wrenches(slope, attack), exact ? arm_C_ : attack);
  expand(core, start_offset, exact ? Vector3d(offset_ - arm_C_) : start_offset, out.slope);
}

int FrozenContact::wanted_substeps(const StepMotion& C, const StepMotion& T, double dt) const {
  constexpr double k_travel_over_layer = 1.0 / 8;
  if (blocks_.empty()) return 1;
  const RelativeMotion motion = relative_motion(C, T);
  if (!may_touch(bound_, motion.way)) return 1;
  const double approach = find_approach(blocks_, yields_, motion, dt);
  return static_cast<int>(std::min(1e6, std::ceil(std::max(1.0, approach / k_travel_over_layer))));
}

void FrozenContact::keep_pressing(std::span<const ProximityHit> hits, BedAccount& account) const {
  account.pressing.clear();
  account.deepest = 0;
  if (is_clear_) return;
  std::size_t i = 0;
  for (const ProximityHit& hit : hits) {
    if (hit.proximity < -reach_) continue;
    const auto place = static_cast<std::size_t>(places_[i]);
    const double depth = proximity_at_end(i++);
    if (!(depth > 0) || blocks_[place / k_lanes].area[place % k_lanes] == 0) continue;
    account.pressing.push_back(hit.casting_triangle);
    account.deepest = std::max(account.deepest, depth);
  }
}

void FrozenContact::drop_unpressed(std::span<const ProximityHit> hits,
                                   std::span<const int> pressing, double depth) {
  has_pressed_.assign(k_lanes * blocks_.size(), false);
  std::size_t i = 0;
  for (const ProximityHit& hit : hits) {
    if (hit.proximity < -reach_) continue;
    const auto place = static_cast<std::size_t>(places_[i++]);
    if (std::ranges::binary_search(pressing, hit.casting_triangle)) has_pressed_[place] = true;
  }
  const Vector6 way = dt_found_ * relative_motion(C_found_, T_found_).velocity;
  for (std::size_t place = 0; place < has_pressed_.size(); ++place) {
    const std::size_t lane = place % k_lanes;
    FrozenBlock& block = blocks_[place / k_lanes];
    const double end = block.proximity[lane];
    double start = end;
    for (int k = 0; k < 6; ++k) start -= block.gradient[k][lane] * way[k];
    if (std::min(start, end) > depth && !has_pressed_[place]) drop(block, lane);
  }
}

void FrozenContact::weaken(double part) {
  for (FrozenBlock& block : blocks_) {
    for (double& area : block.area) area *= part;
    for (double& acts : block.acts) acts *= part;
  }
}

bool FrozenContact::foresees_touch(const StepMotion& C, const StepMotion& T) const {
  const Vector6 way = relative_motion(C, T).way;
  return may_touch(bound_, way) && std::ranges::any_of(places_, [&](int at) {
           const auto place = static_cast<std::size_t>(at), lane = place % k_lanes;
           const FrozenBlock& block = blocks_[place / k_lanes];
           double depth = block.proximity[lane];
           for (int k = 0; k < 6; ++k) depth += block.gradient[k][lane] * way[k];
           return depth > 0 && block.area[lane] > 0;
         });
}

bool FrozenContact::has_left_planes(double part_of_depth) const {
  if (is_clear_) return false;
  const FrozenDrift drift = find_drift(blocks_, motion_.way);
  return drift.way > part_of_depth * drift.deepest;
}

}  // namespace condyle
