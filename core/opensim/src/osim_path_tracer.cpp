#include "core/opensim/src/osim_path_tracer.h"

#include <array>

#include "core/src/ligament/path_parts.h"

namespace condyle::opensim {
namespace {

using Eigen::Vector3d;

ligament::PathObstacle obstacle_of(const OsimModel& model, const OsimPathWrap& entry) {
  const OsimWrap& wrap = model.wraps[entry.wrap];
  const OsimFrame& frame = model.frames[wrap.frame];
  ligament::PathObstacle obstacle;
  obstacle.name = wrap.name;
  obstacle.body = frame.body;
  obstacle.X_BS = frame.X_BF * wrap.X_FW;
  obstacle.shape = wrap_shape(wrap);
  obstacle.side = ligament::side_of_quadrant(wrap.quadrant);
  obstacle.first_point = entry.first < 0 ? 0 : entry.first;
  obstacle.last_point = entry.last;
  return obstacle;
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

geometry::Shape wrap_shape(const OsimWrap& wrap) {
  switch (wrap.kind) {
    case OsimWrapKind::cylinder:
      return geometry::Cylinder{wrap.radius, wrap.length / 2};
    case OsimWrapKind::ellipsoid:
      return geometry::Ellipsoid{wrap.semi_axes};
    case OsimWrapKind::torus:
      return geometry::Torus{wrap.outer_radius, wrap.inner_radius};
    case OsimWrapKind::sphere:
      break;
  }
  return geometry::Sphere{wrap.radius};
}

OsimPathTracer::OsimPathTracer(const OsimModel& model, const OsimPath& path,
                               const std::string& what, ModelReport& report)
    : model_(&model), model_path_(&path) {
  for (const OsimPathPoint& point : path.points) {
    path_.points.push_back({.body = model.frames[point.frame].body});
  }
  if (path.points.front().condition >= 0 || path.points.back().condition >= 0) {
    report.add("conditional point at the end of a path", "it is always part of the path");
  }
  for (const OsimPathWrap& wrap : path.wraps) {
    if (model.wraps[wrap.wrap].active) path_.obstacles.push_back(obstacle_of(model, wrap));
  }
  require_valid(path_, static_cast<int>(model.bodies.size()), what);
}

const ligament::TracedPath& OsimPathTracer::trace(const OsimState& state,
                                                  const OsimBodies& bodies) {
  place_points(state);
  ligament::trace(path_, bodies.X_GB, bodies.V_GB_G, memory_, traced_);
  return traced_;
}

double OsimPathTracer::lengthening_speed(const OsimState& state, const OsimBodies& bodies) const {
  double speed = 0;
  for (const ligament::LengthGradient& g : traced_.gradients) {
    const Twist& V = bodies.V_GB_G[g.body];
    speed += g.angular.dot(V.angular) + g.linear.dot(V.linear);
  }
  for (std::size_t i = 0; i < model_path_->points.size(); ++i) {
    const OsimPointOnBody moving = point_on_body(*model_, model_path_->points[i], state);
    speed += traced_.point_gradients_W[i].dot(bodies.X_GB[moving.body].linear() * moving.v_B);
  }
  return speed;
}

void OsimPathTracer::place_points(const OsimState& state) {
  const std::size_t last = model_path_->points.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const OsimPathPoint& point = model_path_->points[i];
    const OsimPointOnBody placed = point_on_body(*model_, point, state);
    ligament::PathPoint& here = path_.points[i];
    here.p_B = placed.p_B;
    here.slope_B = placed.v_B;  // derivative by a parameter that increases at a rate of 1
    here.rate = 1;
    here.is_active = i == 0 || i == last || is_active(point, state);
  }
}

}  // namespace condyle::opensim
