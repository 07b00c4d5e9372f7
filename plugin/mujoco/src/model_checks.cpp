#include "plugin/mujoco/src/model_checks.h"

#include <fmt/core.h>

#include <algorithm>

#include "condyle/error.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {

void require_same_version() {
  if (mj_version() == mjVERSION_HEADER) return;
  throw InputError(fmt::format(
      "MuJoCo's library is version {}, but Condyle was compiled with the headers of {}: "
      "their data differ; compile Condyle with the headers of the library",
      mj_version(), mjVERSION_HEADER));
}

void require_options(const mjModel& model, bool rubs) {
  const mjOption& opt = model.opt;
  const auto refuse = [](const char* problem) {
    throw InputError(std::string("MuJoCo's option: ") + problem);
  };
  if (opt.integrator != mjINT_EULER)
    refuse(
        "the integrator is not Euler, whose step is that of the contact's law; set "
        "integrator=\"Euler\"");
  if (skips_passive(model))
    refuse("passive forces are disabled, and with them the hook that sets contact; enable them");
  if ((opt.disableflags & (mjDSBL_CONTACT | mjDSBL_CONSTRAINT)) != 0)
    refuse("contact or constraints are disabled; enable them");
  if (lets_sleep(opt))
    refuse(
        "bodies that sleep are left out of steps, and their contact with them; leave out "
        "<flag sleep=\"enable\"/>");
  if (overrides_margins(opt))
    refuse(
        "override takes the place of the margins within which contact is looked for, so that fast "
        "bodies would meet unseen; leave out <flag override=\"enable\"/>");
  if (!rubs) return;
  if (opt.cone != mjCONE_ELLIPTIC)
    refuse("friction needs cone=\"elliptic\": rows of a pyramid lift what slides");
  if (opt.solver == mjSOL_PGS)
    refuse("friction needs solver=\"Newton\" or \"CG\": with PGS what has stuck never slips again");
  if (opt.noslip_iterations > 0)
    refuse("noslip_iterations changes friction after it was solved; set it to 0");
}

void require_limits(const mjModel& model) {
  if ((model.opt.disableflags & mjDSBL_LIMIT) == 0) return;
  throw InputError(
      "MuJoCo's option: limits are disabled, and with them the rows that tendons lend to strands; "
      "leave out <flag limit=\"disable\"/>");
}

void require_linear_damping(const mjModel& model) {
  for (int dof = 0; dof < model.nv; ++dof) {
    if (!has_more_damping(model, dof)) continue;
    const int joint = model.dof_jntid[dof];
    const char* const name = mj_id2name(&model, mjOBJ_JOINT, joint);
    throw SimulationError(fmt::format(
        "Joint {} has damping by powers of its velocity, or by an actuator, which MuJoCo adds when "
        "contact has been solved, so that contact would lag behind; give the joint one coefficient "
        "of damping, or disable eulerdamp in <flag>",
        name == nullptr ? std::to_string(joint) : fmt::format("'{}'", name)));
  }
}

double damping_over_inertia(const mjModel& model) {
  double most = 0;
  for (int dof = 0; dof < model.nv; ++dof)
    most = std::max(most, model.opt.timestep * model.dof_damping[dof] / model.dof_M0[dof]);
  return most;
}

}  // namespace condyle::mujoco
