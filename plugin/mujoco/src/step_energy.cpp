#include <algorithm>
#include <cmath>
#include <limits>

#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/linearised/linearised_work.h"
#include "core/src/solver/energy_account.h"
#include "plugin/mujoco/src/mujoco_session.h"

// Contact gives no more energy than it was given. Rows are those of an energy, but where passes
// find no balance, it is not the one that the layers hold: rows found at another pose than the one
// to which they lead may give many times as much. Pairs of such a step press only by what their
// accounts hold.

namespace condyle::mujoco {
namespace {

using Eigen::Vector3d;

/// Part of the stored energy below which an account is short: then only what was paid counts.
constexpr double k_whole = 1 - 1e-6;
/// Part of the energy of motion beneath which an error is noise, as of a ball that rolls far in a
/// step.
constexpr double k_little = 3e-3;
/// Residual beyond which pairs are held back that give no more than they have.
constexpr double k_far_off = 1e-2;

bool is_short(const PairStep& pair) {
  return pair.account_now.is_open && pair.account_now.reserve < k_whole * pair.account_now.stored;
}

/// Whether what was paid counts, and not what layers store: where a step is out of balance, as long
/// as that leaves the account short, and under laws of patches, which jump with the patch.
bool counts(const PairStep& pair, double residual) {
  return residual > k_unbalanced || is_short(pair) || acts_on_patches(pair.pair.normal_law());
}

}  // namespace

/// The velocities of a pair's bodies at which its rows lead to where contact was found, and to the
/// end of the step.
RowMotions MujocoSession::motions_of(const PairInStep& in_step) const {
  const auto of = [&](const SessionCollider& collider) {
    const int body = collider.body;
    RowMotion motion{
        bodies_.start_pose(body).translation(), {}, bodies_.twist(body, bodies_.led_by())};
    if (is_moved(body))
      motion.to_found = bodies_.twist(body, in_step.found_by);
    else if (in_step.is_led)
      motion.to_found = bodies_.given_twist(body);
    return motion;
  };
  return {of(in_step.pair->casting_collider), of(in_step.pair->target_collider)};
}

/// The part of its depth at the start by which each row may press so that a pair gives at most this
/// `energy` [J]: a row of stiffness k that starts with the force f gives at most f^2 / 4k, since it
/// gives (f - k x) x while the bodies part by x.
double MujocoSession::part_that_gives(double energy, const PairInStep& in_step) const {
  const RowMotions motions = motions_of(in_step);
  double most = 0;
  for (const NormalRow& row : in_step.rows.normal) {
    const double start = std::max(0.0, motions.force_at_start(row, bodies_.time_step()));
    most += start * start / (4 * row.stiffness);
  }
  return most > energy ? std::sqrt(energy / most) : 1;
}

/// The work of a pair's normal rows over the displacement of the step [J].
double MujocoSession::given_by(const PairInStep& in_step) const {
  const RowMotions motions = motions_of(in_step);
  double given = 0;
  int number = in_step.first_contact;
  for (const NormalRow& row : in_step.rows.normal)
    if (const int at = added_contact(number++).efc_address; at >= 0)
      given += data.efc_force[at] * bodies_.time_step() * motions.parting_at_end(row);
  return given;
}

/// Opens the account of a pair that is new in this step with the energy that its layers hold at the
/// start. Returns whether it was closed: then the pair must be found again where it was.
bool MujocoSession::open_account(PairInStep& in_step) {
  SessionPair& pair = *in_step.pair;
  if (pair.account_now.is_open) return false;
  find_hits(in_step, false);
  pair.account_now.is_open = true;
  pair.account_now.stored = pair.account_now.reserve = pair.linearised.elastic_where_found();
  pair.memory.account = pair.account_now;
  return true;
}

/// The most that a pair may give which is met for the first time in a step [J]: what it has, where
/// pairs of the step are held back already.
double MujocoSession::most_that_gives(PairInStep& in_step) {
  if (!holds_back_ || !is_bounded(*in_step.pair)) return std::numeric_limits<double>::infinity();
  open_account(in_step);
  return std::max(0.0, in_step.pair->account_now.reserve);
}

/// The energy of motion of a pair's bodies at the start of the step [J], without their turning.
double MujocoSession::energy_of_motion(const SessionPair& pair) const {
  double energy = 0;
  for (const int body : {pair.casting_collider.body, pair.target_collider.body})
    if (is_moved(body))
      energy +=
          model.body_mass[body] / 2 * bodies_.change(body, start_velocity_).linear.squaredNorm();
  return energy;
}

/// Whether a pair in balance that has given this [J] gives notably more than its layers lose: fast
/// bodies that went through one another in the step are pushed on at its end, not back, and
/// triangles of a body that turns or slides fast may come in deep, for which nobody pays. Bodies
/// that creep along facets get as much from one as they lose to the next.
bool MujocoSession::gives_unpaid(const PairInStep& in_step, double given) const {
  constexpr double k_creeps = 1.0 / 8;  // of the layers, in a step; Bullet's plugin divides others
  const SessionPair& pair = *in_step.pair;
  if (!(given > 0) || travel_of(pair) <= k_creeps * layers(pair)) return false;
  const double had = pair.account_now.is_open ? pair.account_now.stored : 0;
  const double has = pair.linearised.work_at_end(bodies_.time_step()).layers;
  const double uneven = goes_far(pair) ? 0.1 : 0.5;  // of what layers hold
  return given > had - has + k_little * energy_of_motion(pair) + uneven * had;
}

/// Whether the coordinates are not those to which the last step led. MuJoCo rounds quaternions anew
/// when it looks where bodies are.
bool MujocoSession::is_put() const {
  constexpr double k_rounding = 1e-12;
  if (end_.size() == 0) return true;
  const auto now = coordinates().array();
  return ((now - end_.array()).abs() > k_rounding * now.abs().max(1)).any();
}

/// Whether a pair's bodies may not be where the last step left them.
bool MujocoSession::may_have_been_put(const SessionPair& pair) const {
  const auto is_mocap = [this](int body) {
    return !is_moved(body) && model.body_mocapid[model.body_rootid[body]] >= 0;
  };
  return was_put_ || is_mocap(pair.casting_collider.body) || is_mocap(pair.target_collider.body);
}

/// Whether the layers of a pair held more at the start of the step than its account knows, where
/// bodies were put; then it knows. Elsewhere nobody has paid for it: triangles that turn about an
/// edge may be deep at once. The pair must be found again where it was. After a step out of
/// balance layers hold what nobody paid.
bool MujocoSession::had_more(PairInStep& in_step) {
  PairAccount& account = in_step.pair->account_now;
  if (account.is_paid || !may_have_been_put(*in_step.pair)) return false;
  find_hits(in_step, false);
  const double had = in_step.pair->linearised.elastic_where_found();
  if (!(had > account.stored)) return false;
  account.stored = account.reserve = had;
  in_step.pair->memory.account = account;
  return true;
}

/// After passes: holds back pairs that gave more than they have, where that counts; all of them in
/// the last trial, and where the step is far from balance, since what corrects few rows of friction
/// is no friction there. Returns whether the step must be solved again.
bool MujocoSession::hold_back(bool is_last) {
  const bool all = is_last || residual_ > k_far_off;
  bool any = false;
  for (std::size_t i = 0; i < count_in_step_; ++i) {
    PairInStep& in_step = in_step_[i];
    SessionPair& pair = *in_step.pair;
    if (!is_bounded(pair)) continue;
    const double given = given_by(in_step);
    if (!counts(pair, residual_)) {
      if (!gives_unpaid(in_step, given)) continue;
      any = true;
      if (had_more(in_step)) continue;
    }
    if (!all && !(given > 0)) continue;
    any = open_account(in_step) || any;
    const double reserve = std::max(0.0, pair.account_now.reserve);
    if (in_step.may_give <= reserve || (!all && given <= reserve)) continue;
    in_step.may_give = reserve;
    any = true;
  }
  holds_back_ = holds_back_ || any;
  return any;
}

/// Carries a pair's account to the end of the step. In balance, layers hold what they store; else
/// what was paid counts, as far as they store it. What they store beyond is due to them from the
/// load on the bodies, which would stay where they have sunk in.
void MujocoSession::update_account(PairInStep& in_step) {
  constexpr double k_recovery = 0.25;  // [s]
  SessionPair& pair = *in_step.pair;
  PairAccount& account = pair.account_now;
  if (!is_stepping_ || !is_bounded(pair)) {
    account.is_open = false;
    return;
  }
  const double h = bodies_.time_step();
  const double layers = pair.linearised.work_at_end(h).layers;
  const double given = given_by(in_step);
  account.is_paid = counts(pair, residual_) || (account.is_open && gives_unpaid(in_step, given));
  if (!account.is_paid) {
    account.reserve = layers;
  } else {
    if (!account.is_open) account.reserve = 0;
    // Bodies have not paid for forces that did not move them.
    const double paid = unsolved_ > k_unbalanced ? std::min(0.0, -given) : -given;
    account.reserve = std::clamp(account.reserve + paid, 0.0, layers);
    double load = 0;
    for (const int body : {pair.casting_collider.body, pair.target_collider.body})
      if (is_moved(body))
        load +=
            model.body_mass[body] * bodies_.change(body, of_dofs(data.qacc_smooth)).linear.norm();
    const double deepest =
        pair.linearised.deepest_after(bodies_.motion(pair.casting_collider.body, true),
                                      bodies_.motion(pair.target_collider.body, true));
    const double wanted = std::min(layers, load * std::max(0.0, deepest));
    account.reserve += std::clamp(wanted - account.reserve, 0.0, h / k_recovery * wanted);
  }
  if (!acts_on_patches(pair.pair.normal_law()) &&
      layers - account.reserve < k_little * energy_of_motion(pair))
    account.reserve = layers;
  account.stored = layers;
  account.is_open = true;
}

}  // namespace condyle::mujoco
