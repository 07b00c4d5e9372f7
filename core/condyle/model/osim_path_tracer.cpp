#include "condyle/model/osim_path_tracer.h"

#include <array>

#include "condyle/ligament/strand_path.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

StrandEnd end_at(const OsimPointOnBody& point, const OsimBodies& bodies) {
  const Pose& X_GB = bodies.X_GB[point.body];
  StrandEnd end = strand_end(X_GB, bodies.V_GB_G[point.body], point.p_B);
  end.v_W += X_GB.linear() * point.v_B;
  return end;
}

}  // namespace

bool is_active(const OsimPathPoint& point, const OsimState& state) {
  constexpr double k_margin = 1e-5;
  if (point.condition < 0) return true;
  const double q = state.q[point.condition];
  return q >= point.range[0] - k_margin && q <= point.range[1] + k_margin;
}

OsimPointOnBody point_on_body(const OsimModel& model, const OsimPathPoint& point,
                              const OsimState& state) {
  Vector3d p_F = point.p_F, v_F = Vector3d::Zero();
  for (int i = 0; i < 3; ++i) {
    const OsimPathPoint::Component& moving = point.moving[i];
    if (moving.coordinate < 0) continue;
    const std::array q{state.q[moving.coordinate]};
    p_F[i] = moving.function.value(q);
    v_F[i] = moving.function.slope(q, 0) * state.u[moving.coordinate];
  }
  const OsimFrame& frame = model.frames[point.frame];
  return {frame.body, frame.X_BF * p_F, frame.X_BF.linear() * v_F};
}

OsimPathLength trace_straight(const OsimModel& model, const OsimPath& path, const OsimState& state,
                              const OsimBodies& bodies) {
  OsimPathLength sum;
  bool has_start = false;
  StrandEnd start;
  for (const OsimPathPoint& point : path.points) {
    if (!is_active(point, state)) continue;
    const StrandEnd end = end_at(point_on_body(model, point, state), bodies);
    if (has_start) {
      const StrandPath leg = straight_path(start, end);
      sum.length += leg.length;
      sum.lengthening_speed += leg.lengthening_speed;
    }
    start = end;
    has_start = true;
  }
  return sum;
}

}  // namespace condyle
