#include "condyle/bullet/contact_step.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransformUtil.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "condyle/bullet/convert.h"
#include "condyle/bullet/pair_result.h"
#include "condyle/bullet/stopwatch.h"
#include "condyle/bullet/strand_report.h"
#include "condyle/bullet/user_contact.h"
#include "condyle/error.h"

namespace condyle::bullet {
namespace {

using Eigen::Vector3d;

/// No triangle may approach by more than this part of the thinner layers in one sub-step, so wider
/// gaps can not close.
constexpr double k_reach_over_layer = 1.0 / 8;
/// Gaps watched even at rest, as part of the layers.
constexpr double k_least_reach_over_layer = 1.0 / 1024;
/// Of the places where rays meet the target, in a sub-step: each at the pose that the last led to.
constexpr int k_most_searches = 12;
/// Contact that has moved by more than this part of its depth from where it was found is found
/// anew.
constexpr double k_way_over_depth = 1e-3;
/// What the forces found there may lack of the step's momentum: solving for them leaves far less.
constexpr double k_found_imbalance = 1e-4;
/// What the last of the searches may lack, or the step is divided: into so many sub-steps at most.
constexpr double k_found_far = 1e-2;
constexpr int k_most_substeps_to_find = 16;
/// How much faster than at its start a step may become before the search is repeated.
constexpr double k_spare_reach = 1.25;

Vector6 joined(const btVector3& angular, const btVector3& linear) {
  Vector6 u;
  u << to_eigen(angular), to_eigen(linear);
  return u;
}

void set_velocity(btRigidBody& body, const Vector6& u) {
  body.setAngularVelocity(to_bullet(Vector3d(u.head<3>())));
  body.setLinearVelocity(to_bullet(Vector3d(u.tail<3>())));
}

/// Of what has turned by about `turned` in all [rad]: a rotation itself tells no whole turns.
Vector3d rotation_vector(const Eigen::Matrix3d& rotation, const Vector3d& turned) {
  constexpr double k_turn = 2 * 3.14159265358979323846;
  constexpr double k_no_angle = 1e-6;  // after a whole turn its axis says little
  Eigen::AngleAxisd angle(rotation);
  if (angle.angle() < k_no_angle && turned.norm() > 1) angle = {0, turned.normalized()};
  const double missing = turned.dot(angle.axis()) - angle.angle();
  return (angle.angle() + k_turn * std::round(missing / k_turn)) * angle.axis();
}

bool touches_where_found(const PairState& pair) {
  return std::ranges::any_of(pair.hits, [](const ProximityHit& hit) { return hit.proximity > 0; });
}

/// Effective inverse inertia where the body's angular factor locks axes.
Eigen::Matrix3d inverse_inertia_of(const btRigidBody& body) {
  const Eigen::DiagonalMatrix<double, 3> factor(to_eigen(body.getAngularFactor()));
  return factor * to_eigen(body.getInvInertiaTensorWorld()) * factor;
}

}  // namespace

bool ContactStep::begin(const IslandData& island) {
  const Stopwatch stopwatch(times_.gather);
  island_ = island;
  dt_ = island.info->m_timeStep;
  earlier_events_ = events_.count();
  tally_.begin_group();
  links_.clear();
  for (const btTypedConstraint* constraint : island.constraints)
    if (constraint->getConstraintType() == MAX_CONSTRAINT_TYPE)
      if (const auto* link = dynamic_cast<const LinkConstraint*>(constraint))
        links_.push_back(link);
  if (links_.empty()) return false;

  // Sums must not depend on the order in which Bullet meets the pairs.
  std::sort(links_.begin(), links_.end(), LinkConstraint::comes_before);
  place_.assign(static_cast<std::size_t>(island_.bodies->size()), -1);
  group_.bodies.clear();
  group_.given.clear();
  group_.pairs.clear();
  group_.strands.clear();
  movers_.clear();
  standers_.clear();
  pairs_.clear();
  strands_.clear();
  deformations_.clear();
  for (const LinkConstraint* link : links_) enter(*link);
  for (StrandState* strand : strands_) enter(*strand);
  rows_.gather(island_.rows, *island_.bodies, place_, group_, island_.info->m_sor);
  return true;
}

void ContactStep::enter(btRigidBody& body) {
  if (!is_dynamic(body)) return;
  const int solver_body = body.getCompanionId();
  int& place = place_[static_cast<std::size_t>(solver_body)];
  if (place >= 0) return;
  place = static_cast<int>(movers_.size());
  const btSolverBody& start = (*island_.bodies)[solver_body];
  Mover mover;
  mover.body = &body;
  mover.X_WB_start = to_pose(body.getWorldTransform());
  mover.start_velocity = joined(start.m_angularVelocity, start.m_linearVelocity);
  mover.inverse_mass = to_eigen(start.internalGetInvMass());
  mover.inverse_inertia = inverse_inertia_of(body);
  mover.external = joined(start.m_externalTorqueImpulse, start.m_externalForceImpulse);
  movers_.push_back(mover);
  group_.bodies.emplace_back();
  group_.bodies.back().free_velocity = mover.start_velocity + mover.external;
}

void ContactStep::enter(const LinkConstraint& link) {
  enter(const_cast<btRigidBody&>(link.getRigidBodyA()));
  enter(const_cast<btRigidBody&>(link.getRigidBodyB()));
  if (link.kind() == LinkConstraint::Kind::tie) return;
  if (link.kind() == LinkConstraint::Kind::strand) {
    if (link.second() == 0) strands_.push_back(&registry_.strands.at(link.first()));
    return;
  }
  PairState& pair = *registry_.pairs.at({link.first(), link.second()});
  pairs_.push_back(&pair);
  for (const ColliderId id : {pair.casting, pair.target}) {
    Deformation* deformation = deformation_of(id);
    if (deformation && std::ranges::find(deformations_, deformation) == deformations_.end())
      deformations_.push_back(deformation);
  }
  group_.pairs.push_back({end_of(*registry_.collider(pair.casting).key.body),
                          end_of(*registry_.collider(pair.target).key.body),
                          &pair.frozen,
                          {}});
}

/// When all bodies of its links are in.
void ContactStep::enter(StrandState& strand) {
  strand.ends.clear();
  for (const WorldBodyKey& key : strand.bodies) strand.ends.push_back(end_of(*key.body));
  group_.strands.push_back({strand.ends, &strand.frozen});
}

GroupEnd ContactStep::end_of(btRigidBody& body) {
  GroupEnd end;
  if (is_dynamic(body)) {
    end.body = place_[static_cast<std::size_t>(body.getCompanionId())];
    return end;
  }
  // An island touches few such bodies, and its links come sorted.
  const auto found = std::find_if(standers_.rbegin(), standers_.rend(),
                                  [&](const Stander& stander) { return stander.body == &body; });
  if (found != standers_.rend()) {
    end.given = static_cast<int>(standers_.rend() - found) - 1;
    return end;
  }
  end.given = static_cast<int>(standers_.size());
  standers_.push_back({&body, {}});
  group_.given.emplace_back().velocity = registry_.tracks.velocity(body);
  return end;
}

const Pose& ContactStep::pose_of(const GroupEnd& end) const {
  return end.body >= 0 ? movers_[static_cast<std::size_t>(end.body)].X_WB
                       : standers_[static_cast<std::size_t>(end.given)].X_WB;
}

/// At the start of a sub-step of `h` [s].
Pose ContactStep::standing_pose(const btRigidBody& body, double h) const {
  return registry_.tracks.pose_before(body, h + remaining_ + registry_.tracks.time_left(body));
}

void ContactStep::solve() {
  int substeps = std::max(1, settings_.min_substeps);
  // Where bodies move by their mean velocity Bullet has to be told two, as of sub-steps.
  is_divided_ = substeps > 1 || is_conserving();
  group_.moves_by_mean = is_conserving();
  while (!run(substeps)) {
    is_divided_ = true;
    substeps = wanted_substeps_;
  }
  rows_.end_step();
  rows_.frozen = is_divided_;
}

bool ContactStep::run(int substeps) {
  substeps_ = substeps;
  done_ = 0;
  tally_.begin_run();
  energy_.begin_run(pairs_, strands_);
  for (Mover& mover : movers_) {
    mover.X_WB = mover.X_WB_start;
    mover.velocity = mover.start_velocity;
    mover.turned.setZero();
  }
  events_.go_back_to(earlier_events_);
  for (Deformation* deformation : deformations_) deformation->restart();
  for (PairState* pair : pairs_) {
    pair->impulse.setZero();
    pair->bristles_now = pair->memory.bristles;
    pair->touch_now = pair->memory.touch;
    pair->bed_now = pair->memory.bed;
    pair->sliding_now.clear();
  }
  start_strands();
  rows_.begin_step(is_divided_);
  longest_ = dt_ / substeps;
  while (done_ < dt_)
    if (!run_substep()) return false;
  return true;
}

bool ContactStep::run_substep() {
  const double left = dt_ - done_;
  double h = longest_ < (1 - 1e-9) * left ? longest_ : left;
  start_substep(h);
  if (is_too_coarse(h) || meets_unseen(h)) return false;
  if (look_ahead(h) && is_too_coarse(h)) return false;
  if (const double touch = time_of_touch(h); touch > 0) {
    wanted_substeps_ = substeps_;
    if (!is_divided_) return false;
    start_substep(h = touch);
    longest_ = std::min(longest_, (left - touch) / settings_.substeps_at_first_touch);
  }
  const Stopwatch stopwatch(times_.solve);
  bool afresh = true;
  for (int search = 1;; ++search) {
    tally_.add_search();
    // What is found again goes on from the velocities that the last passes led to.
    const Balance balance = make_passes(h, search == 1);
    if (balance == Balance::lost || (balance == Balance::far && may_be_divided())) {
      ask_for_finer();
      return false;
    }
    if (is_too_coarse(h)) return false;
    const bool stands = !afresh && left_where_found_ <= k_found_imbalance;
    afresh = widen_reach(h);
    if (afresh) continue;
    if (search >= k_most_searches) {
      if (left_where_found_ > k_found_far && may_be_divided()) {
        ask_for_finer();
        return false;
      }
      tally_.give_up_search(left_where_found_);
      break;
    }
    if (may_be_divided() && has_left_start()) {
      ask_for_finer();
      return false;
    }
    if (stands || !find_at_end(h)) break;
  }
  if (!keep_passive(h)) {
    ask_for_finer();
    return false;
  }
  tally_.accept(settings_.pass_tolerance);
  if (is_divided_) {
    move(h);
    rows_.end_substep();
  }
  done_ = h < left ? done_ + h : dt_;
  return true;
}

void ContactStep::start_substep(double h) {
  remaining_ = dt_ - (done_ + h);
  load_bodies(h);
  group_.begin(h);
  rows_.begin_substep(h / dt_);
  const Stopwatch stopwatch(times_.find);
  move_vertices((done_ + h) / dt_);
  open_accounts();
  find(h);
  set_yields(h);
}

void ContactStep::move_vertices(double part) {
  for (Deformation* deformation : deformations_) deformation->move_to(part);
}

/// When all pairs are frozen: how many triangles share the mass of each node.
void ContactStep::set_yields(double h) {
  if (deformations_.empty() || settings_.integration == Integration::explicit_) return;
  const auto counts = [](Deformation* of) { return of ? of->counts() : std::span<int>(); };
  const auto per_mass = [](Deformation* of) {
    return of ? of->per_mass() : std::span<const double>();
  };
  for (Deformation* deformation : deformations_) deformation->clear_counts();
  for (const PairState* pair : pairs_)
    pair->frozen.count_triangles(counts(deformation_of(pair->casting)),
                                 counts(deformation_of(pair->target)));
  for (Deformation* deformation : deformations_) deformation->split_masses();
  for (PairState* pair : pairs_)
    pair->frozen.set_yield(per_mass(deformation_of(pair->casting)),
                           per_mass(deformation_of(pair->target)), done_ + h, h);
}

/// What the pair's triangles hand to the nodes of soft bodies in this sub-step. Bullet moves nodes
/// from where they stand at the start of the step, so there the impulses have their moments.
void ContactStep::push_vertices(const PairState& pair, double h) {
  const auto push = [](const Collider& to, const ElementWeights& at, const Wrench& impulse) {
    if (!to.is_soft()) return;
    std::array<Vector3d, 3> places;
    for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k)
      places[k] = to.deformation->start()[static_cast<std::size_t>(at.vertex[k])];
    const std::array<Vector3d, 3> parts = share_out(at, impulse, places);
    for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k)
      to.deformation->push(at.vertex[k], parts[k]);
  };
  pair.frozen.for_each_force([&](const FrozenForce& f) {
    const Pose& X_WC = pair.frozen.X_WC_acting();
    const Vector3d impulse = X_WC.linear() * (h * f.wrench_C.force);
    const Vector3d moment =
        X_WC.linear() * (h * f.wrench_C.moment) + X_WC.translation().cross(impulse);
    push(registry_.collider(pair.casting), f.casting, {moment, impulse});
    push(registry_.collider(pair.target), f.target, {-moment, -impulse});
  });
}

/// Where a pair that is apart first touches within the next `h` [s], for a step that is divided
/// there; else 0.
double ContactStep::time_of_touch(double h) {
  if (settings_.substeps_at_first_touch == 0 || settings_.max_substeps == 1 ||
      settings_.integration == Integration::explicit_)
    return 0;
  double first = 0;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const double time = ContactEvents::time_of_touch(*pairs_[p], path(p, true, h));
    if (time > 0 && (first == 0 || time < first)) first = time;
  }
  return first;
}

bool ContactStep::follows_touch() const {
  return events_.listener || settings_.substeps_at_first_touch > 0;
}

void ContactStep::load_bodies(double h) {
  for (std::size_t i = 0; i < movers_.size(); ++i) {
    const Mover& mover = movers_[i];
    const Eigen::Matrix3d turned = mover.X_WB.linear() * mover.X_WB_start.linear().transpose();
    GroupBody& body = group_.bodies[i];
    set_mass(body, mover.inverse_mass, turned * mover.inverse_inertia * turned.transpose());
    body.p_W = mover.X_WB.translation();
    body.velocity = mover.velocity;
    body.free_velocity = mover.velocity + mover.external * (h / dt_);
  }
  for (std::size_t i = 0; i < standers_.size(); ++i) {
    standers_[i].X_WB = standing_pose(*standers_[i].body, h);
    StepMotion& motion = group_.given[i];
    motion.p_W = standers_[i].X_WB.translation();
    const double way = is_conserving() ? 0.5 * h : h;
    motion.shift = way * motion.velocity.linear;
    motion.rotation = rotation_by(way * motion.velocity.angular);
  }
}

double ContactStep::layers(const PairState& pair) const {
  return registry_.collider(pair.casting).thinnest_layer +
         registry_.collider(pair.target).thinnest_layer;
}

double ContactStep::reach_limit(const PairState& pair) const {
  return k_reach_over_layer * layers(pair);
}

/// The next step of a fixed ladder of reaches, halves of the limit: what a pair's search remembers
/// holds for one window, so that must not change with every small change of speed.
double ContactStep::reach_for(const PairState& pair, double gap, bool limited) const {
  const double limit = reach_limit(pair);
  double reach = limit;
  while (reach < gap && !limited) reach *= 2;
  while (reach / 2 >= std::max(gap, k_least_reach_over_layer * layers(pair))) reach /= 2;
  return reach;
}

/// As if there were no contact in the sub-step.
StepMotion ContactStep::free_motion(const GroupEnd& end, double h) const {
  StepMotion motion = group_.motion(end);
  if (end.body < 0) return motion;
  const Vector6& u = group_.bodies[static_cast<std::size_t>(end.body)].free_velocity;
  motion.velocity = {u.head<3>(), u.tail<3>()};
  motion.shift = h * u.tail<3>();
  motion.rotation = rotation_by(h * u.head<3>());
  return motion;
}

double ContactStep::travel(std::size_t p, double h) const {
  return travel(p, group_.motion(group_.pairs[p].casting), group_.motion(group_.pairs[p].target),
                h);
}

double ContactStep::travel(std::size_t p, const StepMotion& C, const StepMotion& T,
                           double h) const {
  const Collider& casting = registry_.collider(pairs_[p]->casting);
  const Pose& X_WB = pose_of(group_.pairs[p].casting);
  const Vector3d spin = C.velocity.angular - T.velocity.angular;
  const Vector3d velocity =
      C.velocity.linear - T.velocity.linear - T.velocity.angular.cross(C.p_W - T.p_W);
  // Speed is convex over space: none of the surface is faster than a corner of its box.
  double fastest = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3d p_BP =
        casting.X_BS * casting.box_S.corner(static_cast<Eigen::AlignedBox3d::CornerType>(corner));
    fastest = std::max(fastest, (velocity + spin.cross(X_WB.linear() * p_BP)).norm());
  }
  for (const ColliderId id : {pairs_[p]->casting, pairs_[p]->target})
    if (const Deformation* deformation = deformation_of(id)) fastest += deformation->fastest();
  return h * fastest;
}

void ContactStep::find_hits(std::size_t p, bool at_end) {
  PairState& pair = *pairs_[p];
  pair.keeps_start = false;
  const Pose &X_WBc = pose_of(group_.pairs[p].casting), &X_WBt = pose_of(group_.pairs[p].target);
  pair.X_WC = X_WBc * registry_.collider(pair.casting).X_BS;
  pair.X_WT = X_WBt * registry_.collider(pair.target).X_BS;
  if (has_user_function(pair.pair.settings())) {
    condyle_contact contact = {};
    contact.time = registry_.time + dt_ - remaining_;
    contact.casting = user_body(group_.pairs[p].casting, pair.casting);
    contact.target = user_body(group_.pairs[p].target, pair.target);
    pair.pair.set_user_contact(contact);
  }
  const auto placed = [&](const GroupEnd& end) {
    StepMotion motion = group_.motion(end);
    if (at_end) return motion;
    motion.shift.setZero();
    motion.rotation.setIdentity();
    return motion;
  };
  pair.is_found_ahead = at_end;
  pair.X_CT_found =
      pair.frozen.place(placed(group_.pairs[p].casting), placed(group_.pairs[p].target),
                        at_end ? group_.step() : 0.0, pair.X_WC, pair.X_WT);
  const auto found = pair.pair.find_hits(pair.X_CT_found, pair.reach);
  pair.hits.assign(found.begin(), found.end());
  pair.frozen.take_mean(is_conserving());
  pair.frozen.freeze(pair.pair, pair.hits, pair.reach, pair.bristles_now);
  if (pair.bed_now.is_open && !pair.frozen.deforms())
    pair.frozen.drop_unpressed(pair.hits, pair.bed_now.pressing,
                               pair.bed_now.deepest + reach_limit(pair));
}

/// Finds a pair where the last passes led. Where nothing touches there, as beyond the window, what
/// was met on the way counts.
void ContactStep::find_hits_at_end(std::size_t p) {
  find_hits(p, true);
  if (!touches_where_found(*pairs_[p])) find_hits_at_start_alone(p);
}

void ContactStep::find_hits_at_start_alone(std::size_t p) {
  find_hits(p, false);
  pairs_[p]->keeps_start = true;
}

/// At the start of the sub-step.
condyle_body ContactStep::user_body(const GroupEnd& end, ColliderId collider) const {
  Vector6 velocity;
  if (end.body >= 0) {
    velocity = movers_[static_cast<std::size_t>(end.body)].velocity;
  } else {
    const Twist& given = group_.given[static_cast<std::size_t>(end.given)].velocity;
    velocity << given.angular, given.linear;
  }
  return describe(registry_.collider(collider), pose_of(end), velocity);
}

void ContactStep::start_strands() {
  for (StrandState* strand : strands_) {
    strand->frozen.memory = strand->memory;
    strand->frozen.damage = strand->damage;
  }
}

/// Pairs one by one, for each is much work, then strands by the dozen.
void ContactStep::find(double h) {
  constexpr std::size_t k_strands = 12;
  const std::size_t dozens = (strands_.size() + k_strands - 1) / k_strands;
  workers_.share(settings_.threads, pairs_.size() + dozens, [this, h](std::size_t i) {
    if (i < pairs_.size()) {
      // Not before gaps have had their say in how fine the sub-steps are.
      const bool limited = substeps_ > std::max(1, settings_.min_substeps);
      const double way = travel(i, h);
      pairs_[i]->reach = reach_for(*pairs_[i], k_spare_reach * way, limited);
      // Where it is to be, unless it might pass through what it is to meet.
      return find_hits(i, way <= reach_limit(*pairs_[i]));
    }
    const std::size_t first = (i - pairs_.size()) * k_strands;
    const std::size_t last = std::min(strands_.size(), first + k_strands);
    for (std::size_t s = first; s < last; ++s) freeze_strand(*strands_[s]);
  });
}

void ContactStep::freeze_strand(StrandState& strand) {
  thread_local std::vector<double> inverse_masses;  // of the strand's bodies
  FrozenStrand& frozen = strand.frozen;
  frozen.X_WB_start.clear();
  frozen.is_given.clear();
  inverse_masses.clear();
  for (const GroupEnd& end : strand.ends) {
    frozen.is_given.push_back(end.body < 0);
    frozen.X_WB_start.push_back(pose_of(end));
    inverse_masses.push_back(
        end.body < 0 ? 0 : group_.bodies[static_cast<std::size_t>(end.body)].inverse_mass);
  }
  freeze(frozen, inverse_masses);
}

bool ContactStep::is_too_coarse(double h) {
  if (substeps_ >= settings_.max_substeps || settings_.integration == Integration::explicit_)
    return false;
  int finer = 1;
  for (std::size_t p = 0; p < pairs_.size(); ++p) finer = std::max(finer, wanted_substeps(p, h));
  if (finer > 1) ask_for(finer);
  return finer > 1;
}

/// So many times finer sub-steps, at least one more of them.
void ContactStep::ask_for(int finer) {
  wanted_substeps_ =
      settings_.max_substeps / finer < substeps_ ? settings_.max_substeps : finer * substeps_;
}

/// Whether some pair that is apart comes to touch in a way that no ray of its start foretells, as
/// of bodies that come from the side, for rays go along normals, or that were let go. Finer
/// sub-steps find it in time.
bool ContactStep::meets_unseen(double h) {
  if (substeps_ >= settings_.max_substeps || settings_.integration == Integration::explicit_)
    return false;
  int finer = 1;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const StepMotion C = free_motion(group_.pairs[p].casting, h);
    const StepMotion T = free_motion(group_.pairs[p].target, h);
    const double way = travel(p, C, T, h), finest = way / reach_limit(*pairs_[p]);
    if (finest > finer && !touches_where_found(*pairs_[p]) &&
        !pairs_[p]->frozen.foresees_touch(C, T) && touches_on_way(p, way, h))
      finer = static_cast<int>(std::min(1e6, std::ceil(finest)));
  }
  if (finer > 1) ask_for(finer);
  return finer > 1;
}

/// Looks at poses on the free way that lie no further apart than half of what would have to be
/// passed through.
bool ContactStep::touches_on_way(std::size_t p, double way, double h) {
  constexpr double k_most_looks = 32;
  const auto thickness = [this](ColliderId id) {
    return registry_.collider(id).box_S.sizes().minCoeff();
  };
  PairState& pair = *pairs_[p];
  const double thin = std::max(thickness(pair.casting), thickness(pair.target));
  const double looks = std::clamp(std::ceil(2 * way / thin), 1.0, k_most_looks);
  const PairPath free_path = path(p, true, h);
  for (int i = 1; i <= static_cast<int>(looks); ++i)
    if (touches(pair.pair, free_path, 0, i * h / looks)) return true;
  return false;
}

/// Finds what touches at the start of the sub-step where it is to be, if it touches there too.
/// Returns whether anything was found anew.
bool ContactStep::look_ahead(double h) {
  if (settings_.integration == Integration::explicit_) return false;
  bool any = false;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    if (pairs_[p]->is_found_ahead || !touches_where_found(*pairs_[p])) continue;
    find_hits_at_end(p);
    any = true;
  }
  if (any) set_yields(h);
  return any;
}

int ContactStep::wanted_substeps(std::size_t p, double h) const {
  return pairs_[p]->frozen.wanted_substeps(group_.motion(group_.pairs[p].casting),
                                           group_.motion(group_.pairs[p].target), h);
}

/// Whether some pair presses where it touched at the start alone, and has since moved by more than
/// it is deep.
bool ContactStep::has_left_start() const {
  return settings_.integration != Integration::explicit_ &&
         std::ranges::any_of(pairs_, [](const PairState* pair) {
           return pair->keeps_start && pair->frozen.has_left_planes(1);
         });
}

/// Finds anew what has moved on from where it was found; whether anything has.
bool ContactStep::find_at_end(double h) {
  if (settings_.integration == Integration::explicit_) return false;
  bool any = false;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    if (pairs_[p]->keeps_start || !pairs_[p]->frozen.has_left_planes(k_way_over_depth)) continue;
    find_hits_at_end(p);
    any = true;
  }
  if (any) set_yields(h);
  return any;
}

bool ContactStep::widen_reach(double h) {
  if (settings_.integration == Integration::explicit_) return false;
  bool widened = false;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    PairState& pair = *pairs_[p];
    const double wanted = std::min(travel(p, h), reach_limit(pair));
    if (wanted <= pair.reach) continue;
    pair.reach = reach_for(pair, k_spare_reach * wanted, true);
    find_hits(p, false);
    widened = true;
  }
  if (widened) set_yields(h);
  return widened;
}

ContactStep::Balance ContactStep::make_passes(double h, bool afresh) {
  if (settings_.integration == Integration::explicit_) {
    group_.apply_explicitly(h);
    rows_.update();
    rows_.iterate(island_.info->m_numIterations);
    return Balance::found;
  }
  if (afresh)
    group_.begin(h);
  else
    group_.begin_again();
  rows_.collect();
  Balance balance = settle(false);
  if (balance == Balance::found || !rows_.solve_joints_at_once()) return balance;
  rows_.restart_substep();
  group_.begin(h);
  find(h);  // afresh, for stiction remembers passes
  set_yields(h);
  rows_.collect();
  return settle(false);
}

/// What finds no balance as of where it leads may find it in sub-steps; laws that jump never do.
bool ContactStep::may_be_divided() const {
  return substeps_ < std::min(k_most_substeps_to_find, settings_.max_substeps);
}

ContactStep::Balance ContactStep::settle(bool rows_are_solved) {
  constexpr double k_far = 1e-2;
  double left = 0;
  for (int pass = 0;; ++pass) {
    left = group_.linearise(settings_.pass_tolerance);
    tally_.add_passes(1);
    if (pass == 0) left_where_found_ = left;
    const bool balanced =
        left <= settings_.pass_tolerance && (pass > 0 || rows_are_solved || rows_.empty());
    if (balanced || pass == settings_.max_passes) break;
    group_.advance();
    if (rows_.empty()) continue;
    rows_.update();
    if (!rows_.iterate(island_.info->m_numIterations)) return Balance::lost;
  }
  tally_residual(left);
  rows_.update();
  is_far_ = left > k_far;
  if (!is_far_) return Balance::found;
  return group_.is_plausible(rows_.wanted_motion()) ? Balance::far : Balance::lost;
}

void ContactStep::tally_residual(double left) {
  const GroupPart part = least_balanced(group_);
  tally_.set_residual(left, part.pair < 0 ? nullptr : pairs_[static_cast<std::size_t>(part.pair)],
                      part.strand < 0 ? nullptr : strands_[static_cast<std::size_t>(part.strand)]);
}

/// After a sub-step that found no balance.
void ContactStep::ask_for_finer() {
  if (substeps_ >= settings_.max_substeps) throw_lost();
  ask_for(2);
}

/// The bodies keep the velocities that they had.
void ContactStep::throw_lost() {
  rows_.begin_step(false);
  std::string where;
  for (const PairState* pair : pairs_) {
    if (!pair->frozen.touches_at_end()) continue;
    where = fmt::format(" where '{}' presses on '{}'", registry_.collider(pair->casting).name,
                        registry_.collider(pair->target).name);
    break;
  }
  throw SimulationError(fmt::format(
      "Contact{} finds no balance in a step of {} s, even in {} sub-steps; give softer layers, "
      "more mass or inertia, or shorter steps",
      where, dt_, substeps_));
}

void ContactStep::correct() {
  if (rows_.frozen || rows_.empty() || settings_.integration == Integration::explicit_) return;
  const Stopwatch stopwatch(times_.solve);
  rows_.collect();
  if (group_.is_balanced(settings_.pass_tolerance)) return;
  tally_.reopen();
  group_.resume();
  Balance balance = settle(true);
  if (balance != Balance::found && rows_.solve_joints_at_once()) {
    group_.begin(dt_);
    find(dt_);
    set_yields(dt_);
    rows_.collect();
    balance = settle(false);
  }
  if (balance == Balance::lost) throw_lost();
  tally_.accept(settings_.pass_tolerance);
}

void ContactStep::move(double h) {
  for (PairState* pair : pairs_) pair->work = pair->frozen.work_at_end(h);
  energy_.add_substep(group_, pairs_, strands_, h);
  if (is_divided_) energy_.add_rows(rows_.work_of_substep());
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    pairs_[p]->impulse += h * group_.pairs[p].forces.force.head<6>();
    pairs_[p]->frozen.keep_bristles(pairs_[p]->bristles_now);
    settle_account(p, h);
    push_vertices(*pairs_[p], h);
    follow_pair(p, h);
  }
  for (StrandState* strand : strands_) carry_on(strand->frozen);
  for (std::size_t i = 0; i < movers_.size(); ++i) {
    Mover& mover = movers_[i];
    Vector6 moved = group_.velocity(static_cast<int>(i));
    const Vector6 start = std::exchange(mover.velocity, moved);
    if (is_conserving()) moved = 0.5 * (moved + start);
    mover.turned += h * moved.head<3>();
    mover.X_WB.translation() += h * moved.tail<3>();
    mover.X_WB.linear() = rotation_by(h * moved.head<3>()) * mover.X_WB.linear();
  }
}

EvenMotion ContactStep::mesh_motion(const GroupEnd& end, const Collider& collider,
                                    bool is_free) const {
  const StepMotion motion = group_.motion(end);
  const Pose& X_WB = pose_of(end);
  EvenMotion mesh{X_WB * collider.X_BS, X_WB.translation(), motion.velocity};
  if (is_free && end.body >= 0) {
    const Vector6& free = group_.bodies[static_cast<std::size_t>(end.body)].free_velocity;
    mesh.velocity = {free.head<3>(), free.tail<3>()};
  }
  return mesh;
}

PairPath ContactStep::path(std::size_t p, bool is_free, double h) const {
  const GroupPair& ends = group_.pairs[p];
  return {mesh_motion(ends.casting, registry_.collider(pairs_[p]->casting), is_free),
          mesh_motion(ends.target, registry_.collider(pairs_[p]->target), is_free), h};
}

/// What is asked for alone: its touching, and its sliding.
void ContactStep::follow_pair(std::size_t p, double h) {
  PairState& pair = *pairs_[p];
  if (follows_touch())
    events_.follow(pair, path(p, false, h), path(p, true, h), dt_ - remaining_ - h,
                   group_.pairs[p].forces.force.segment<3>(3));
  if (!keeps_account(pair.pair.settings())) return;
  add_sliding(make_result(pair, pair.bristles_now), pair.pair.casting(),
              pair.pair.settings().wear_coefficient, h, pair.sliding_now);
}

void ContactStep::finish() {
  tally_.end_group();
  if (!is_divided_) move(dt_);
  energy_.end_group(pairs_, strands_);
  for (const Mover& mover : movers_) {
    note_orientation(mover);
    if (!is_divided_) {
      set_velocity(*mover.body, mover.velocity);
      continue;
    }
    Vector6 mean;
    const Eigen::Matrix3d rotation = mover.X_WB.linear() * mover.X_WB_start.linear().transpose();
    mean << rotation_vector(rotation, mover.turned) / dt_,
        (mover.X_WB.translation() - mover.X_WB_start.translation()) / dt_;
    set_velocity(*mover.body, mean);
    end_velocities_.push_back({mover.body, mover.velocity});
  }
  const Stopwatch stopwatch(times_.publish);
  for (std::size_t p = 0; p < pairs_.size(); ++p) report(p);
  for (StrandState* strand : strands_) {
    strand->memory = strand->frozen.memory;
    strand->damage = strand->frozen.damage;
    put_report(*strand);
  }
}

/// Bullet turns no body by its velocity where that is more than an eighth of a turn in a step.
void ContactStep::note_orientation(const Mover& mover) {
  constexpr double k_most_of_bullet = 0.99 * static_cast<double>(ANGULAR_MOTION_THRESHOLD);
  if (mover.turned.norm() > k_most_of_bullet)
    end_orientations_.push_back({mover.body, Eigen::Quaterniond(mover.X_WB.linear()).normalized()});
}

void ContactStep::set_end_velocities() {
  for (const EndOrientation& end : end_orientations_) {
    btTransform X_WB = end.body->getWorldTransform();
    const Eigen::Quaterniond& R = end.R_WB;
    X_WB.setRotation(btQuaternion(static_cast<btScalar>(R.x()), static_cast<btScalar>(R.y()),
                                  static_cast<btScalar>(R.z()), static_cast<btScalar>(R.w())));
    end.body->setCenterOfMassTransform(X_WB);
  }
  end_orientations_.clear();
  for (const EndVelocity& end : end_velocities_) set_velocity(*end.body, end.velocity);
  end_velocities_.clear();
}

void ContactStep::report(std::size_t p) {
  PairState& pair = *pairs_[p];
  pair.X_WC = pair.frozen.X_WC_found();
  pair.X_WT = pair.frozen.X_WT_found();
  pair.memory.bristles.swap(pair.bristles_now);
  pair.memory.touch = pair.touch_now;
  std::swap(pair.memory.bed, pair.bed_now);
  condyle::enter(pair.sliding_now, pair.pair.casting(), pair.memory.sliding);
  pair.is_result_due = !keeps_account(pair.pair.settings());  // made already
  pair.mean_force = pair.impulse / dt_;
}

}  // namespace condyle::bullet
