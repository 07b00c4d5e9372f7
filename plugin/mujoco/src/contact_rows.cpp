#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "condyle/error.h"
#include "plugin/mujoco/src/engine_warnings.h"
#include "plugin/mujoco/src/model_checks.h"
#include "plugin/mujoco/src/mujoco_session.h"
#include "plugin/mujoco/src/mujoco_version.h"
#include "plugin/mujoco/src/wrench_sum.h"

namespace condyle::mujoco {
namespace {

using Eigen::Vector3d;

/// The acceleration at which a row without force would start to press [m/s^2]: never.
constexpr double k_never = 1e9;
/// Mass of a row that cannot bear anything; MuJoCo divides by it [kg].
constexpr double k_least_mass = 1e-15;

/// What a contact's number adds to the power of its impedance. Later versions of MuJoCo sort
/// contacts by their geoms, so that their places do not tell them.
constexpr double k_number = 1e-6;
constexpr long k_most_numbers = 500000;  // MuJoCo's own contacts have a power of 2

void put(const Vector3d& v, mjtNum* to) { mju_copy3(to, v.data()); }

/// Two unit vectors perpendicular to one another and to `v`.
std::pair<Vector3d, Vector3d> across(const Vector3d& v) {
  const Vector3d first = v.unitOrthogonal();
  return {first, v.normalized().cross(first)};
}

Vector3d velocity_at(const Vector3d& point, const Vector3d& p_W, const Twist& twist) {
  return twist.linear + twist.angular.cross(point - p_W);
}

Wrench about(const Vector3d& p_W, const Vector3d& point, const Vector3d& force) {
  return {(point - p_W).cross(force), force};
}

/// The contact of a row that MuJoCo knows by its place.
mjContact contact_at(const Vector3d& point, double gap, int dimensions) {
  mjContact contact = {};
  put(point, contact.pos);
  contact.dist = gap;
  contact.dim = dimensions;
  contact.efc_address = -1;
  // Valid, though set_rows() replaces what MuJoCo makes of them.
  contact.solref[0] = 0.02;
  contact.solref[1] = 1;
  const mjtNum impedance[] = {0.9, 0.95, 0.001, 0.5, 2};
  std::copy_n(impedance, mjNIMP, contact.solimp);
  std::fill_n(contact.friction, 5, 1.0);
  return contact;
}

/// Whether a tendon's row acts on all that the strand moves here.
bool reaches(const mjData& data, const StrandRow& strand, int row) {
  for (int dof = 0; dof < strand.gradient.size(); ++dof)
    if (strand.gradient[dof] != 0 && !can_act(data, row, dof)) return false;
  return true;
}

}  // namespace

void MujocoSession::add_contact(mjContact& contact, const PairInStep& in_step) {
  contact.solimp[mjNIMP - 1] = 1 + k_number * added_contacts_++;
  set_geoms(contact, in_step.target_geom, in_step.casting_geom);
  if (mj_addContact(&model, &data, &contact) == 0) {
    contacts_when_added_ = data.ncon;
    return;
  }
  throw SimulationError(fmt::format(
      "MuJoCo has no room for the contact of '{}' on '{}' ({} rows); give the model more in {}",
      in_step.pair->casting_side.name, in_step.pair->target_side.name,
      in_step.rows.normal.size() + in_step.rows.friction.size(), k_more_room));
}

/// The casting body is MuJoCo's second one, on which a row's force acts along its frame.
void MujocoSession::add_contacts(PairInStep& in_step) {
  in_step.first_contact = added_contacts_;
  for (const NormalRow& row : in_step.rows.normal) {
    mjContact contact = contact_at(row.point, row.gap, 1);
    const auto [first, second] = across(row.push);
    put(row.push, contact.frame);
    put(first, contact.frame + 3);
    put(second, contact.frame + 6);
    add_contact(contact, in_step);
  }
  for (const FrictionRow& row : in_step.rows.friction) {
    mjContact contact = contact_at(row.point, 0, 3);
    const auto [first, second] = across(row.across);
    put(first, contact.frame + 3);
    put(second, contact.frame + 6);
    add_contact(contact, in_step);
  }
}

/// Finds the contacts that were added, after MuJoCo may have sorted them. Those of an earlier
/// computation, which one that skips positions leaves as they are, keep their rows too.
void MujocoSession::find_contacts() {
  place_of_contact_.assign(static_cast<std::size_t>(added_contacts_), -1);
  const auto is_ours = [this](int geom) {
    return geom >= 0 && collider_of_geom_[static_cast<std::size_t>(geom)] >= 0;
  };
  for (int i = 0; i < data.ncon; ++i) {
    const mjContact& contact = data.contact[i];
    if (!is_ours(contact.geom1) || !is_ours(contact.geom2)) continue;
    const long number = std::lround((contact.solimp[mjNIMP - 1] - 1) / k_number);
    if (number > k_most_numbers)
      throw SimulationError(fmt::format(
          "Another library has put its own function in MuJoCo's mjCOLLISIONFUNC, and '{}' touches "
          "'{}' by it; let the function call the one that it found there, or put it there first",
          colliders.at(collider_of_geom_[static_cast<std::size_t>(contact.geom1)]).name,
          colliders.at(collider_of_geom_[static_cast<std::size_t>(contact.geom2)]).name));
    if (number >= added_contacts_) continue;
    place_of_contact_.at(static_cast<std::size_t>(number)) = i;
  }
}

mjContact& MujocoSession::added_contact(int number) const {
  return data.contact[place_of_contact_[static_cast<std::size_t>(number)]];
}

void MujocoSession::require_rows_set() const {
  if (are_rows_set_) return;
  throw SimulationError(
      "Another library has put its own function in MuJoCo's mjcb_passive, and contact is not set "
      "in "
      "it any more; let the function call the one that it found there, or put it there first");
}

void MujocoSession::set_rows() {
  try {
    if (!is_forward_) begin_forward();  // no pair is near
    is_forward_ = false;
    are_rows_set_ = true;
    if (failure_) return;  // contacts may be missing
    require_no_warning(model, data, warned_);
    add_damping();
    find_contacts();
    for (std::size_t i = 0; i < count_in_step_; ++i) {
      set_rows(in_step_[i]);
      push_by_correction(in_step_[i]);
    }
    set_strand_rows();
  } catch (...) {
    fail();
  }
  stop_if_failed();
}

/// Adds what damping of joints adds to the inertia in a step of Euler's, so that contact is solved
/// with it: MuJoCo would add it afterwards, and contact would lag behind.
void MujocoSession::add_damping() {
  if (!damps_in_step(model)) return;
  require_linear_damping(model);
  if (!is_stepping_) {
    if (const double part = damping_over_inertia(model); part > k_most_damping)
      throw SimulationError(fmt::format(
          "Damping of joints is {:.2g} of their inertia in a step, with which contact lags behind "
          "in mj_step(); make steps with Plugin::step(), or damp joints by less",
          part));
    return;
  }
  bool has_any = false;
  for (int dof = 0; dof < model.nv; ++dof) {
    if (model.dof_damping[dof] <= 0) continue;
    inertia_diagonal(model, data, dof) += model.opt.timestep * model.dof_damping[dof];
    has_any = true;
  }
  if (has_any) mj_factorM(&model, &data);
}

/// Sets each row's diagonal and reference so that its convex cost is that of the law:
/// docs/mujoco.md.
void MujocoSession::set_rows(const PairInStep& in_step) {
  const double h = bodies_.time_step();
  const int casting = in_step.pair->casting_collider.body;
  const int target = in_step.pair->target_collider.body;
  const Vector3d p_C = bodies_.start_pose(casting).translation();
  const Vector3d p_T = bodies_.start_pose(target).translation();
  // How much faster a body came to where contact was found than MuJoCo knows it to be now. MuJoCo
  // knows nothing of given velocities.
  const auto beyond = [&](int body) {
    if (bodies_.is_moved(body)) return bodies_.twist(body, in_step.found_by - start_velocity_);
    Twist given = bodies_.given_twist(body);
    if (in_step.is_led) return Twist{};
    return Twist{-given.angular, -given.linear};
  };
  const Twist C = beyond(casting), T = beyond(target);
  const Twist given_C = bodies_.given_twist(casting), given_T = bodies_.given_twist(target);
  const RowMotions motions = motions_of(in_step);
  const double held_back =
      std::isfinite(in_step.may_give) ? 1 - part_that_gives(in_step.may_give, in_step) : 0;
  int number = in_step.first_contact;
  const auto row_of = [&](const mjContact& contact) {
    if (contact.efc_address >= 0) return contact.efc_address;
    throw SimulationError(
        fmt::format("MuJoCo has made no rows for the contact of '{}' on '{}'; give the model more "
                    "in {}",
                    in_step.pair->casting_side.name, in_step.pair->target_side.name, k_more_room));
  };
  for (const NormalRow& row : in_step.rows.normal) {
    const int at = row_of(added_contact(number++));
    const Vector3d moved = velocity_at(row.point, p_C, C) - velocity_at(row.point, p_T, T);
    const double mass = row.stiffness * h * h;
    data.efc_pos[at] = -1;
    const double less = held_back * std::max(0.0, motions.force_at_start(row, h));
    set_row(data, at, mass, (row.force - less) / mass + row.push.dot(moved) / h, 0);
  }
  for (const FrictionRow& row : in_step.rows.friction) {
    mjContact& contact = added_contact(number++);
    const int at = row_of(contact);
    const double normal = std::max(k_least_mass, row.limit / friction_offset_);
    const double tangent = std::max(k_least_mass, row.drag * h + row.holding * h * h);
    const Vector3d given =
        velocity_at(row.point, p_C, given_C) - velocity_at(row.point, p_T, given_T);
    data.efc_pos[at] = data.efc_pos[at + 1] = data.efc_pos[at + 2] = -1;
    set_row(data, at, normal, friction_offset_, 0);
    // Minus the acceleration at which nothing would hold, at rest.
    Vector3d against = given / h;
    if (row.holding > 0) {
      const Vector3d moved = velocity_at(row.point, p_C, C) - velocity_at(row.point, p_T, T);
      against = row.stretch / (h * h) - moved / h;
    }
    for (int i = 1; i <= 2; ++i) {
      const Eigen::Map<const Vector3d> axis(contact.frame + 3 * i);
      set_row(data, at + i, tangent, -axis.dot(against), row.holding > 0 ? 0 : 1 / h);
    }
    contact.mu = std::sqrt(normal / tangent);
  }
}

/// Strands that do not act leave their tendons' rows without force. A tendon whose length no joint
/// changes at the start of the step has no row.
void MujocoSession::set_strand_rows() {
  const double h = bodies_.time_step();
  const Eigen::VectorXd beyond = bodies_.led_by() - start_velocity_;
  for (const auto& [id, tendon] : tendon_of_strand_) {
    const int at = row_of_tendon(data, tendon);
    if (at < 0) continue;
    data.efc_pos[at] = -1;
    set_row(data, at, k_least_mass, -k_never, 0);
  }
  for (StrandRow& row : strand_rows_) {
    const int at = row_of_tendon(data, row.tendon);
    row.is_pushed = false;
    if (at < 0 || !reaches(data, row, at)) {
      push_by_strand(row);
      continue;
    }
    const double mass = std::max(k_least_mass, row.stiffness * h * h);
    put_jacobian(model, data, at, row);
    set_row(data, at, mass, row.tension / mass - row.gradient.dot(beyond) / h, 0);
  }
}

/// Lets a strand without a row, or with one that does not reach all, pull as it does where the
/// velocities lead, such as at the dead centre of a mechanism; passes find the tension at the end.
/// Throws SimulationError for a strand that is too stiff for that.
void MujocoSession::push_by_strand(StrandRow& row) {
  row.is_pushed = true;
  constexpr double k_most = 0.25;  // of an error that a pass leaves to the next
  const double h = bodies_.time_step();
  Eigen::VectorXd change(model.nv);
  mj_solveM(&model, &data, change.data(), row.gradient.data(), 1);
  if (h * h * row.stiffness * row.gradient.dot(change) > k_most)
    throw SimulationError(fmt::format(
        "Strand '{}': no joint changes the length of its tendon {} here, so that MuJoCo has no row "
        "for it, but the strand's own length changes; lead the tendon over the sites and surfaces "
        "of the strand",
        row.strand->linearised.strand.name, row.tendon));
  Eigen::Map<Eigen::VectorXd>(data.qfrc_passive, model.nv) -=
      std::max(0.0, row.tension) * row.gradient;
}

/// Finds what few rows of friction miss where they start, at the velocities that lead there: they
/// have the drag and the limits of all triangles, but not their sum where some slip and others
/// stick. Of the first pass, whose velocities know nothing of contact, and of pairs that are held
/// back, nothing.
void MujocoSession::correct(PairInStep& in_step) const {
  in_step.correction = {};
  if (!is_stepping_ || guess_.size() == 0 || std::isfinite(in_step.may_give)) return;
  if (in_step.rows.rubbing.force.isZero(0)) return;
  const RowMotions motions = motions_of(in_step);
  const Vector3d& p_C = motions.casting.p_W;
  const Wrench& all = in_step.rows.rubbing;
  in_step.correction = {all.moment - p_C.cross(all.force), all.force};
  for (const FrictionRow& row : in_step.rows.friction) {
    const Vector3d force = row.drag * motions.slip_where_found(row);
    const double size = force.norm();
    if (size > 0)
      add_to(in_step.correction, about(p_C, row.point, std::min(1.0, row.limit / size) * force));
  }
}

void MujocoSession::push_by_correction(const PairInStep& in_step) {
  const int casting = in_step.pair->casting_collider.body;
  const int target = in_step.pair->target_collider.body;
  const auto& [moment, force] = in_step.correction;
  const Vector3d apart =
      bodies_.start_pose(casting).translation() - bodies_.start_pose(target).translation();
  Eigen::Map<Eigen::VectorXd> forces(data.qfrc_passive, model.nv);
  Vector6 on_casting, on_target;
  on_casting << moment, force;
  on_target << -moment - apart.cross(force), -force;
  if (bodies_.is_moved(casting)) forces += bodies_.jacobian(casting).transpose() * on_casting;
  if (bodies_.is_moved(target)) forces += bodies_.jacobian(target).transpose() * on_target;
}

/// The wrench of a pair's rows on the casting body's centre of mass at the start of the step.
Wrench MujocoSession::applied_by(const PairInStep& in_step) const {
  const Vector3d p_C = bodies_.start_pose(in_step.pair->casting_collider.body).translation();
  Wrench sum;
  int number = in_step.first_contact;
  for (const NormalRow& row : in_step.rows.normal) {
    const int at = added_contact(number++).efc_address;
    if (at >= 0) add_to(sum, about(p_C, row.point, data.efc_force[at] * row.push));
  }
  for (const FrictionRow& row : in_step.rows.friction) {
    const mjContact& contact = added_contact(number++);
    if (contact.efc_address < 0) continue;
    const mjtNum* const force = data.efc_force + contact.efc_address;
    const auto axis = [&contact](int i) {
      return Eigen::Map<const Vector3d>(contact.frame + 3 * i);
    };
    add_to(sum, about(p_C, row.point, force[1] * axis(1) + force[2] * axis(2)));
  }
  add_to(sum, in_step.correction);
  return sum;
}

double MujocoSession::normal_force_of(const PairInStep& in_step) const {
  double sum = 0;
  int number = in_step.first_contact;
  for (const NormalRow& row : in_step.rows.normal)
    if (const int at = added_contact(number++).efc_address; at >= 0)
      sum += data.efc_force[at] * row.push.norm();
  return sum;
}

}  // namespace condyle::mujoco
