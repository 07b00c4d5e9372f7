#include "core/world/src/session_checks.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"

namespace condyle {
namespace {

bool is_finite(const Twist& twist) { return twist.angular.allFinite() && twist.linear.allFinite(); }

}  // namespace

const StepSettings& checked(const StepSettings& settings) {
  if (settings.max_passes < 1 || settings.min_substeps < 1 ||
      settings.max_substeps < settings.min_substeps || settings.substeps_at_first_touch < 0 ||
      settings.threads < 1 || !(settings.pass_tolerance >= 0))
    throw InputError(
        "Settings of the step: need max_passes >= 1, 1 <= min_substeps <= max_substeps, "
        "substeps_at_first_touch >= 0, threads >= 1 and pass_tolerance >= 0");
  return settings;
}

void require_state(const BodyState& state, int body) {
  const auto refuse = [body](const char* problem) {
    throw InputError(fmt::format("Body {}: its {}; repair it before the step", body, problem));
  };
  if (!state.X_WB.matrix().allFinite()) refuse("pose has a number that is not finite");
  if (!is_finite(state.velocity)) refuse("velocity is not finite");
  if (!is_finite(state.by_forces)) refuse("change of velocity by forces is not finite");
  if (!(state.inverse_mass >= 0) || !std::isfinite(state.inverse_mass))
    refuse("inverse mass is not a finite number of at least 0");
  if (!state.inverse_inertia_W.allFinite()) refuse("inverse inertia is not finite");
  if (state.inverse_mass > 0 && !(state.inverse_inertia_W.determinant() > 0))
    refuse("inverse inertia is not positive definite, although it has mass");
  const double squares = state.velocity.linear.squaredNorm() + state.velocity.angular.squaredNorm();
  if (!std::isfinite(squares * squares)) refuse("velocity is too large");
}

void require_rows(std::span<const JointRow> rows, int bodies) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const JointRow& row = rows[i];
    const auto refuse = [i](const char* problem) {
      throw InputError(fmt::format("Row {} of the joints {}", i, problem));
    };
    for (const int body : {row.body_a, row.body_b})
      if (body < -1 || body >= bodies) refuse("is on a body that does not exist");
    if (!row.J_a.allFinite() || !row.J_b.allFinite() || !std::isfinite(row.velocity))
      refuse("has a number that is not finite");
    if (!(row.compliance >= 0)) refuse("has a compliance below 0");
    if (!(row.lower <= row.upper)) refuse("has a lower limit above its upper one");
    if (row.friction_of == -1) continue;
    if (row.friction_of < 0 || row.friction_of >= static_cast<int>(i))
      refuse("is the friction of a row that is not before it");
    const JointRow& contact = rows[static_cast<std::size_t>(row.friction_of)];
    if (contact.friction_of != -1) refuse("is the friction of a row of friction");
    if (contact.body_a != row.body_a || contact.body_b != row.body_b)
      refuse("is on other bodies than the row whose friction it is");
    if (!(row.friction >= 0) || !std::isfinite(row.friction))
      refuse("has a friction coefficient that is not a finite number of at least 0");
  }
}

void require_body(int body, const EngineBodies& engine, const std::string& what) {
  if (body < 0 || body >= engine.count())
    throw InputError(
        fmt::format("{}: there is no body {}; the engine has {}", what, body, engine.count()));
}

void require_rigid(const Pose& X_BS, const std::string& what) {
  if (!X_BS.translation().allFinite() || !X_BS.linear().isUnitary(1e-9) ||
      !(X_BS.linear().determinant() > 0))
    throw InputError(what + ": its pose X_BS in the body is not a rotation and a finite shift");
}

void require_fixed_points(const ligament::StrandPath& path, const std::string& what) {
  for (const ligament::PathPoint& point : path.points)
    if (point.rate != 0 || !point.slope_B.isZero(0))
      throw InputError(
          what +
          ": it has a point that moves with a coordinate, of which an engine of bodies "
          "has none; give a point that is fixed to a body");
}

void require_distinct(std::span<const int> bodies, const EngineBodies& engine,
                      const std::string& what) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    require_body(bodies[i], engine, what);
    if (std::ranges::count(bodies.first(i), bodies[i]) > 0)
      throw InputError(what + ": a body is listed twice");
  }
  if (bodies.size() < 2) throw InputError(what + ": all of it is on one body");
}

}  // namespace condyle
