#include <algorithm>

#include "core/src/contact/contact_evaluator.h"
#include "core/src/solver/pair_result.h"
#include "plugin/mujoco/src/mujoco_session.h"
#include "plugin/mujoco/src/pressure_drawing.h"

namespace condyle::mujoco {

/// Each map lies where MuJoCo shows its geom, and above it by a little of the model's size, since
/// two surfaces in one place flicker.
int MujocoSession::draw_pressure(mjvScene& scene, double most_pressure) const {
  constexpr double k_lift_over_extent = 2e-4;
  double most = most_pressure > 0 ? most_pressure : 0;
  if (most == 0)
    for (const PairReport& report : pair_reports)
      most = std::max(most, report.result().total.max_pressure);
  int left_out = 0;
  for (const PairReport& report : pair_reports) {
    const SessionCollider& casting = colliders.at(report.casting.value);
    left_out += draw(*casting.surface, report.casting_map(),
                     bodies_.start_pose(casting.body) * casting.X_BS, most,
                     k_lift_over_extent * model.stat.extent, scene);
  }
  return left_out;
}

}  // namespace condyle::mujoco
