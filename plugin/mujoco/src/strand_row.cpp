#include "plugin/mujoco/src/strand_row.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "condyle/error.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

using Eigen::Vector3d;

/// The motions of the strand's bodies to where the velocities lead.
struct BodyMotions {
  BodyMotions(const SessionStrand& strand, const StepBodies& bodies) {
    for (const int body : strand.bodies) all.push_back(bodies.motion(body, true));
    for (const StepMotion& motion : all) pointers.push_back(&motion);
  }
  std::vector<StepMotion> all;
  std::vector<const StepMotion*> pointers;
};

Vector3d common_shift(const LinearisedStrand& strand, const std::vector<StepMotion>& motions) {
  Vector3d shift = Vector3d::Zero();
  for (std::size_t i = 0; i < motions.size(); ++i) shift += strand.share[i] * motions[i].shift;
  return shift;
}

}  // namespace

void prepare_tendon(mjModel& model, int tendon, const std::string& strand) {
  const auto refuse = [&](const char* problem) {
    throw InputError(fmt::format("Strand '{}': tendon {} {}", strand, tendon, problem));
  };
  if (tendon < 0 || tendon >= model.ntendon)
    refuse("does not exist; give the model a <spatial> tendon over the bodies of the strand");
  if (model.wrap_type[model.tendon_adr[tendon]] == mjWRAP_JOINT)
    refuse("is a fixed one, of joints; a strand needs a <spatial> tendon");
  if (model.tendon_stiffness[tendon] != 0 || model.tendon_damping[tendon] != 0 ||
      model.tendon_frictionloss[tendon] != 0)
    refuse(
        "has stiffness, damping or friction of its own, which would act beside the strand; "
        "remove them");
  constexpr double k_always_longer = -1;
  constexpr double k_no_length = 1e-9;  // [m]; a range up to there is a strand's already
  if (model.tendon_limited[tendon] != 0 && model.tendon_range[2 * tendon + 1] > k_no_length)
    refuse("has a limit of its own, which the strand would take the place of; remove its range");
  model.tendon_limited[tendon] = 1;
  model.tendon_range[2 * tendon] = -mjMAXVAL;
  model.tendon_range[2 * tendon + 1] = k_always_longer;
  // Where nobody sets the row, as for other data of the model, it has no spring and next to no
  // force: at most a ten-thousandth of what would keep the tendon from growing longer faster.
  constexpr mjtNum k_softest = 1e-4;
  const mjtNum impedance[] = {k_softest, k_softest, 1, 0.5, 2};
  mju_zero(model.tendon_solref_lim + mjNREF * tendon, mjNREF);
  mju_copy(model.tendon_solimp_lim + mjNIMP * tendon, impedance, mjNIMP);
}

void require_passed(const mjModel& model, int tendon, std::span<const int> bodies,
                    const std::string& strand) {
  std::vector<bool> is_reached(static_cast<std::size_t>(model.nv), false);
  const auto for_each_dof = [&model](int body, const auto& use) {
    for (; body > 0; body = model.body_parentid[body])
      for (int i = 0; i < model.body_dofnum[body]; ++i) use(model.body_dofadr[body] + i);
  };
  for (int i = 0; i < model.tendon_num[tendon]; ++i) {
    const int at = model.tendon_adr[tendon] + i, object = model.wrap_objid[at];
    if (model.wrap_type[at] == mjWRAP_PULLEY) continue;
    const int body =
        model.wrap_type[at] == mjWRAP_SITE ? model.site_bodyid[object] : model.geom_bodyid[object];
    for_each_dof(body, [&](int dof) { is_reached[static_cast<std::size_t>(dof)] = true; });
  }
  for (const int body : bodies)
    for_each_dof(body, [&](int dof) {
      if (is_reached[static_cast<std::size_t>(dof)]) return;
      const char* const name = mj_id2name(&model, mjOBJ_BODY, body);
      throw InputError(fmt::format(
          "Strand '{}': its tendon {} does not pass over all of its bodies; give the tendon a site "
          "on body '{}' too",
          strand, tendon, name == nullptr ? std::to_string(body) : name));
    });
}

void begin_step(SessionStrand& strand, const StepBodies& bodies) {
  restart(strand);
  LinearisedStrand& linearised = strand.linearised;
  linearised.X_WB_start.clear();
  linearised.inverse_mass.clear();
  for (const int body : strand.bodies) {
    linearised.X_WB_start.push_back(bodies.start_pose(body));
    linearised.inverse_mass.push_back(bodies.motion(body, false).inverse_mass);
  }
  linearise(linearised);
}

void evaluate_where_led(SessionStrand& strand, const StepBodies& bodies) {
  const BodyMotions motions(strand, bodies);
  evaluate(strand.linearised, motions.pointers, bodies.time_step(), Linearisation::none);
}

void find_row(const StepBodies& bodies, StrandRow& row) {
  const LinearisedStrand& strand = row.strand->linearised;
  const ligament::StrandForce& force = strand.result;
  // A slack strand that becomes taut in the step pulls as over its toe; the next pass knows better.
  const double stiff = strand.strand.linear_stiffness / strand.strand.slack_length;
  constexpr double k_least_part = 1e-6;  // a strand that tears gives way, which is no energy
  row.stiffness =
      std::max(force.stiffness + force.damping / bodies.time_step(), k_least_part * stiff);
  row.tension = force.total_force;
  if (force.strain <= 0) {
    row.stiffness = stiff / 2;
    row.tension = row.stiffness * force.strain * strand.strand.slack_length;
  }
  const BodyMotions motions(*row.strand, bodies);
  const Vector3d shift = common_shift(strand, motions.all);
  row.gradient.setZero(bodies.led_by().size());
  for (const ligament::LengthGradient& g : strand.traced.gradients) {
    const int body = row.strand->bodies[static_cast<std::size_t>(g.body)];
    const Vector3d lever = motions.all[static_cast<std::size_t>(g.body)].shift - shift;
    Vector6 by_body;
    by_body << g.angular + lever.cross(g.linear), g.linear;
    if (bodies.is_moved(body)) row.gradient += bodies.jacobian(body).transpose() * by_body;
  }
}

int row_of_tendon(const mjData& data, int tendon) {
  for (int row = 0; row < data.nefc; ++row)
    if (data.efc_type[row] == mjCNSTR_LIMIT_TENDON && data.efc_id[row] == tendon) return row;
  return -1;
}

void put_jacobian(const mjModel& model, mjData& data, int at, const StrandRow& row) {
  if (mj_isSparse(&model) == 0) {
    mju_scl(data.efc_J + static_cast<std::ptrdiff_t>(at) * model.nv, row.gradient.data(), -1,
            int_of(model.nv));
    return;
  }
  const int first = data.efc_J_rowadr[at];
  for (int k = 0; k < data.efc_J_rownnz[at]; ++k) {
    const int dof = data.efc_J_colind[first + k];
    data.efc_J[first + k] = -row.gradient[dof];
    set_transposed(data, at, dof, -row.gradient[dof]);
  }
}

}  // namespace condyle::mujoco
