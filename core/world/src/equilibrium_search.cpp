#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "condyle/error.h"
#include "core/src/contact/linearised/step_motion.h"
#include "core/world/src/equilibrium_rows.h"
#include "core/world/src/equilibrium_state.h"
#include "core/world/src/force_hull.h"
#include "core/world/src/pose_mixing.h"
#include "core/world/src/session_pair.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

// Stiffness k of the method, as a multiple of the largest force over the largest radius.
constexpr double k_first = 20, k_first_nearby = 0.1, k_softest = 1e-3, k_stiffest = 2e4;
constexpr double k_change = 10;  ///< by which k falls and rises
/// Where no force is known yet, a step that moves nothing notably finds the forces [N/m].
constexpr double k_probing = 1e9;

// Parts of the radius by which a step moves a body (or its turn).
constexpr double k_leap = 0.0505;      ///< at k_first, loads alone move a body by nearly that
constexpr double k_driven_leap = 0.2;  ///< if coordinates are driven in it
constexpr double k_stride = 0.03;      ///< steps on the way are to be about that long
constexpr double k_travels = 0.01;     ///< the body is on its way
constexpr double k_at_rest = 1e-6;     ///< so little that imbalances may be taken together
constexpr double k_farthest = 15;      ///< a body on which nothing acts goes no farther
/// So many steps that come no nearer to balance are enough where an equilibrium was known before.
constexpr int k_in_vain = 200;
constexpr double k_far_off = 1e-2;  ///< if they leave more imbalance

/// Part of the imbalance that a step leaves where steps are slow.
constexpr double k_slow = 0.2;
/// Error of a held coordinate that is left [rad], or as a part of the radius.
constexpr double k_held_error = 1e-10;

constexpr std::size_t k_remembered = 5;  ///< imbalances whose mean may balance

/// Searches one equilibrium.
class EquilibriumSearch {
 public:
  EquilibriumSearch(EquilibriumState& state, std::shared_ptr<const EngineMemory> before)
      : state_(state), whole_(std::move(before)) {
    for (const EquilibriumBody& body : bodies()) radius_ = std::max(radius_, body.radius);
    for (const EquilibriumBody& body : bodies()) start_.push_back(body.X_WB);
  }

  EquilibriumReport run();

 private:
  std::vector<EquilibriumBody>& bodies() { return state_.engine.bodies; }

  bool step();
  void make_up();
  double leap();
  double acting_load();
  void read_load();
  void read_imbalance(double leap);
  bool is_balanced(double leap);
  bool is_roughly_balanced(double leap);
  void relax(bool is_astray);
  void soften(double leap);
  void stiffen(const BodyPoses& before, double leap);
  void go_further();
  void require_no_stiction();
  [[noreturn]] void refuse(const std::string& why);
  void refuse_if_lost();
  bool anything_acts_on(int body);
  int least_balanced();

  EquilibriumState& state_;
  double radius_ = 0;  ///< the largest
  double load_ = 0;    ///< the largest force of the last step [N]
  double most_load_ = 0;
  double part_ = k_first;
  double least_part_ = k_softest;
  double part_before_ = 0;  ///< of the step before
  BodyPoses start_;
  HeldRows rows_;
  std::vector<Eigen::VectorXd> imbalances_;  ///< of the last steps, the last one last, over load_
  double residual_before_ = INFINITY, least_residual_ = INFINITY;
  int since_least_ = 0;  ///< steps since the residual fell notably
  int steady_ = 0;       ///< steps since the residual rose
  int patience_ = 5;     ///< so many lets k fall
  bool was_relaxed_ = false;
  std::shared_ptr<const EngineMemory> whole_;  ///< what the session knew before the search
  PoseMixing mixing_;
  std::string failure_;  ///< why the last step failed; empty if it did not
  EquilibriumReport report_;
};

/// Makes a step of the method. Returns false if it finds no balance, or leads through a surface;
/// the bodies may then have moved.
bool EquilibriumSearch::step() {
  constexpr double k_of_residual = 1e-3, k_at_first = 1e-6;
  StepSettings settings = state_.session.settings();
  const double tolerance = state_.settings.tolerance;
  const double wanted = std::min(k_at_first, k_of_residual * residual_before_);
  settings.pass_tolerance = std::max(0.1 * tolerance, wanted);
  state_.session.set_settings(settings);
  state_.engine.stiffness = most_load_ > 0 ? part_ * load_ / radius_ : k_probing;
  set_loads(state_);
  rows_.set(state_, radius_);
  ++report_.iterations;
  try {
    state_.session.step(EquilibriumBodies::k_step, rows_.rows());
    failure_.clear();
  } catch (const SimulationError& error) {
    failure_ = error.what();
    state_.session.restore(*whole_);
    return false;
  }
  rows_.read_forces();
  return state_.session.step_report().passed == 0;
}

/// Makes whole again what has torn at poses that are not the last.
void EquilibriumSearch::make_up() {
  const auto may_fail = [&](const StrandReport& strand) {
    return std::isfinite(state_.session.strand(strand.id).failure_strain);
  };
  if (std::ranges::any_of(state_.session.strands(), may_fail)) state_.session.restore(*whole_);
}

double EquilibriumSearch::leap() {
  double largest = 0;
  for (const EquilibriumBody& body : bodies())
    if (body.is_free())
      largest = std::max(
          {largest, body.moved.head<3>().norm(), body.moved.tail<3>().norm() / body.radius});
  return largest;
}

/// The largest force that acts now, moments over the radius [N].
double EquilibriumSearch::acting_load() {
  double largest = 0;
  for (const PointLoad& load : state_.loads)
    largest = std::max({largest, load.force.norm(), load.moment.norm() / radius_});
  for (const PairReport& pair : state_.session.pairs())
    largest = std::max(largest, pair.F_casting_W.force.norm());
  for (const StrandReport& strand : state_.session.strands())
    if (state_.session.strand(strand.id).applies_force)
      largest = std::max(largest, strand.force.total_force);
  for (const HeldJoint& held : state_.joints)
    largest = std::max({largest, held.force.head<3>().cwiseAbs().maxCoeff() / radius_,
                        held.force.tail<3>().cwiseAbs().maxCoeff()});
  return largest;
}

/// Where all forces fade away, as of springs that become slack, what they were stays the measure.
void EquilibriumSearch::read_load() {
  constexpr double k_faded = 1e-6;
  const double now = acting_load();
  most_load_ = std::max(most_load_, now);
  load_ = std::max(now, k_faded * most_load_);
}

/// What the last step has left unbalanced: k times its displacement, and what its passes have left.
/// The step turns no forces, while contact follows the surfaces: a displacement, as a part of the
/// radius, changes the direction of a force by about as much.
void EquilibriumSearch::read_imbalance(double leap) {
  Eigen::VectorXd imbalance(6 * state_.engine.count());
  Eigen::Index at = 0;
  const double part = load_ > 0 ? state_.engine.stiffness / load_ : 0;
  report_.residual = 0;
  for (const EquilibriumBody& body : bodies()) {
    Vector6 of_body = part * body.moved;
    of_body.head<3>() *= body.radius;
    if (!body.is_free()) of_body.setZero();
    imbalance.segment<6>(at) = of_body;
    report_.residual = std::max(report_.residual, of_body.norm());
    at += 6;
  }
  report_.residual += state_.session.step_report().residual + leap;
  report_.jump = report_.residual;
  if (imbalances_.size() == k_remembered) imbalances_.erase(imbalances_.begin());
  imbalances_.push_back(std::move(imbalance));
}

/// Whether forces balance, and contact was found where the bodies are.
bool EquilibriumSearch::is_balanced(double leap) {
  const EquilibriumSettings& settings = state_.settings;
  if (leap > k_at_rest || held_error(state_, radius_) > k_held_error) {
    imbalances_.clear();
    return false;
  }
  if (report_.residual <= settings.tolerance) return true;
  if (report_.residual > settings.largest_jump || imbalances_.size() < 2) return false;
  const double mean = distance_of_hull(imbalances_) + state_.session.step_report().residual;
  if (mean > settings.tolerance) return false;
  report_.residual = mean;
  for (const Eigen::VectorXd& imbalance : imbalances_)
    report_.jump = std::max(report_.jump, imbalance.norm());
  return report_.jump <= settings.largest_jump;
}

/// Whether the bodies are about as near to balance as steps come that go to and fro over edges
/// between facets, where forces jump.
bool EquilibriumSearch::is_roughly_balanced(double leap) {
  constexpr double k_gain = 0.7, k_nearly = 1.5;
  constexpr int k_long = 50;
  if (report_.residual < k_gain * least_residual_) {
    least_residual_ = report_.residual;
    since_least_ = 0;
  }
  const double most = state_.settings.rough_tolerance;
  if (++since_least_ < k_long || leap > most || report_.residual > most) return false;
  return held_error(state_, radius_) <= k_held_error &&
         (report_.residual <= k_nearly * least_residual_ || since_least_ >= 2 * k_long);
}

/// Lets k fall again after some steps that have not gone astray, and after more of them each time
/// that they then do.
void EquilibriumSearch::relax(bool is_astray) {
  constexpr double k_stiff = 100;  // lower ones lead joints of smooth parts to other rests
  if (is_astray && was_relaxed_) patience_ *= 2;
  if (is_astray) was_relaxed_ = false;
  steady_ = is_astray ? 0 : steady_ + 1;
  if (steady_ < patience_ || least_part_ < k_stiff) return;
  steady_ = 0;
  was_relaxed_ = true;
  least_part_ = std::max(least_part_ / k_change, k_softest);
}

/// Chooses k for the next step, such that a body on its way goes about as far as it may. Where less
/// of it has left more imbalance, the step went too far.
void EquilibriumSearch::soften(double leap) {
  constexpr double k_more = 2, k_grows = 1.05;
  const double before = part_;
  const double most = part_ == part_before_ ? k_grows : k_more;
  part_before_ = part_;
  const bool is_astray = report_.residual > most * residual_before_;
  relax(is_astray);
  if (is_astray && leap > k_at_rest && part_ < k_first) {
    part_ *= k_change;
    least_part_ = part_;
  } else {
    part_ = std::max(part_ * std::clamp(leap / k_stride, 1 / k_change, 2.0), least_part_);
  }
  const bool is_slow = report_.residual > k_slow * residual_before_ && leap < k_travels;
  residual_before_ = report_.residual;
  if (part_ == before && is_slow)
    go_further();
  else
    mixing_.clear();
}

/// Moves the bodies towards where the last steps lead, each by so much of its own radius at most.
void EquilibriumSearch::go_further() {
  Eigen::VectorXd moved = Eigen::VectorXd::Zero(6 * state_.engine.count());
  for (int b = 0; b < state_.engine.count(); ++b)
    if (const EquilibriumBody& body = bodies()[static_cast<std::size_t>(b)]; body.is_free())
      moved.segment<6>(6 * b) << body.moved.head<3>(), body.moved.tail<3>() / body.radius;
  const Eigen::VectorXd further = mixing_.further(moved, k_stride);
  for (int b = 0; b < state_.engine.count(); ++b) {
    EquilibriumBody& body = bodies()[static_cast<std::size_t>(b)];
    if (!body.is_free()) continue;
    body.X_WB.linear() = rotation_by(further.segment<3>(6 * b)) * body.X_WB.linear();
    body.X_WB.translation() += body.radius * further.segment<3>(6 * b + 3);
  }
}

/// Takes a step back, to repeat it stiffer.
void EquilibriumSearch::stiffen(const BodyPoses& before, double leap) {
  if (part_ >= k_stiffest)
    refuse("no step leads towards balance" +
           (failure_.empty() ? failure_ : ", and the last one failed: " + failure_));
  state_.put(before);
  part_ = std::min(part_ * std::clamp(1.5 * leap / k_stride, 2.0, k_change), k_stiffest);
  imbalances_.clear();
  mixing_.clear();
}

void EquilibriumSearch::require_no_stiction() {
  for (const PairReport& report : state_.session.pairs()) {
    const auto pair = report.source.pair.lock();
    if (pair && pair->pair.settings().friction.mode == FrictionMode::stiction)
      throw InputError(fmt::format(
          "Contact of '{}' on '{}' has stiction, of which no equilibrium follows from poses alone; "
          "give it no friction, or friction regularised by speed, which does not act at rest",
          pair->casting_collider.name, pair->target_collider.name));
  }
}

int EquilibriumSearch::least_balanced() {
  int worst = 0;
  double most = -1;
  for (int b = 0; b < state_.engine.count(); ++b) {
    const EquilibriumBody& body = bodies()[static_cast<std::size_t>(b)];
    const double left =
        std::max(body.moved.head<3>().norm() * body.radius, body.moved.tail<3>().norm());
    if (!body.is_free() || left <= most) continue;
    most = left;
    worst = b;
  }
  return worst;
}

void EquilibriumSearch::refuse(const std::string& why) {
  const EquilibriumBody& body = bodies()[static_cast<std::size_t>(least_balanced())];
  throw SimulationError(fmt::format(
      "No equilibrium of '{}' after {} steps: {}; an imbalance of {:.2g} of the largest "
      "force, {:.4g} N, is left",
      body.name, report_.iterations, why, report_.residual, load_));
}

bool EquilibriumSearch::anything_acts_on(int body) {
  for (const PairReport& report : state_.session.pairs()) {
    const auto pair = report.source.pair.lock();
    if (pair && !report.F_casting_W.force.isZero(0) &&
        (pair->casting_collider.body == body || pair->target_collider.body == body))
      return true;
  }
  for (const StrandReport& strand : state_.session.strands())
    if (!state_.session.strand_wrench(strand.id, body).force.isZero(0)) return true;
  return std::ranges::any_of(state_.joints, [&](const HeldJoint& held) {
    return (held.joint.body_a == body || held.joint.body_b == body) && !held.force.isZero(0);
  });
}

/// Refuses where a body goes on and on under its loads.
void EquilibriumSearch::refuse_if_lost() {
  for (int b = 0; b < state_.engine.count(); ++b) {
    const EquilibriumBody& body = bodies()[static_cast<std::size_t>(b)];
    if (!body.is_free()) continue;
    const double way = (body.X_WB.translation() - start_[b].translation()).norm();
    if (way < k_farthest * radius_ || anything_acts_on(b)) continue;
    throw SimulationError(fmt::format(
        "No equilibrium: nothing holds '{}' against its load of {:.4g} N; it has moved by {:.3g} m "
        "without a contact, a taut strand or a joint; put it nearer to what carries it, or hold it",
        body.name, body.load.tail<3>().norm(), way));
  }
}

EquilibriumReport EquilibriumSearch::run() {
  if (radius_ == 0) throw InputError("An equilibrium needs a body that is free to move");
  if (!state_.found.empty()) part_ = k_first_nearby;
  read_load();
  for (int i = 0; i < state_.settings.max_iterations; ++i) {
    const BodyPoses before = state_.poses();
    if (!step()) {
      make_up();
      stiffen(before, INFINITY);
      continue;
    }
    require_no_stiction();
    const double leap = this->leap();
    const double most_leap = rows_.are_driven() ? k_driven_leap : k_leap;
    if (leap > most_leap && part_ < k_stiffest) {
      stiffen(before, leap);
      make_up();
      continue;
    }
    read_load();  // not of a step that is taken back, which may have led deep into a surface
    read_imbalance(leap);
    if (is_balanced(leap) || is_roughly_balanced(leap)) {
      double travel = 0;
      for (std::size_t b = 0; b < bodies().size(); ++b) {
        const Pose& X_WB = bodies()[b].X_WB;
        if (!bodies()[b].is_free()) continue;
        const double turn =
            Eigen::AngleAxisd(X_WB.linear() * start_[b].linear().transpose()).angle();
        travel =
            std::max({travel, turn,
                      (X_WB.translation() - start_[b].translation()).norm() / bodies()[b].radius});
      }
      report_.travel = travel;
      report_.load = load_;
      return report_;
    }
    soften(leap);
    refuse_if_lost();
    if (state_.report.iterations > 0 && since_least_ > k_in_vain && report_.residual > k_far_off)
      refuse("it comes no nearer to balance, as a body that slips off what carries it");
    make_up();
  }
  refuse(
      "forces do not come into balance, as where only friction would hold it, or facets are "
      "coarse");
}

}  // namespace

EquilibriumReport find_equilibrium(EquilibriumState& state,
                                   std::shared_ptr<const EngineMemory> before) {
  return EquilibriumSearch(state, std::move(before)).run();
}

}  // namespace condyle
