#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "condyle/ligament/strand_path.h"
#include "core/src/base/checks.h"
#include "core/src/ligament/path_parts.h"
#include "core/src/ligament/wrap_stretch.h"

namespace condyle::ligament {
namespace {

using Eigen::Vector3d;

LengthGradient& gradient_of(TracedPath& traced, int body) {
  for (LengthGradient& gradient : traced.gradients) {
    if (gradient.body == body) return gradient;
  }
  return traced.gradients.emplace_back(LengthGradient{body});
}

/// Free segments shorter than this, relative to wrap_scale, have no direction of their own: only
/// rounding separates their ends.
constexpr double k_no_leg = 1e-9;

/// A point of the path and the body that carries it.
struct Place {
  Vector3d p_W;
  int body;
};

class Tracer {
 public:
  Tracer(const StrandPath& path, std::span<const Pose> X_WB, TracedPath& traced)
      : path_(path), X_WB_(X_WB), traced_(traced) {
    traced.length = traced.lengthening_speed = traced.residual = 0;
    traced.status = PathStatus::complete;
    traced.gradients.clear();
    for (const PathPoint& point : path.points) gradient_of(traced, point.body);
    for (const PathObstacle& obstacle : path.obstacles) gradient_of(traced, obstacle.body);
    traced.point_gradients_W.assign(path.points.size(), Vector3d::Zero());
    traced.legs.clear();
    traced.wraps.clear();
    traced.nodes_S.clear();
  }

  Place place(int point) const {
    const PathPoint& p = path_.points[point];
    return {X_WB_[p.body] * p.p_B, p.body};
  }

  /// Adds the path from one active point to the next, over the wraps between them.
  void stretch(int from, int to, PathMemory& memory) {
    const Place a = place(from), b = place(to);
    const int count = acting(from, to);
    if (count == 0) {
      add_stretch(from, to, a, b, {});
    } else if (count == 1) {
      std::array<WrapSite, 1> sites;
      wrap(from, to, a, b, memory, sites);
    } else {
      std::array<WrapSite, k_most_links> sites;
      wrap(from, to, a, b, memory, std::span(sites).first(count));
    }
  }

 private:
  int acting(int from, int to) const {
    const int point_count = static_cast<int>(path_.points.size());
    int count = 0;
    for (const PathObstacle& obstacle : path_.obstacles) {
      count += acts_between(obstacle, from, to, point_count) ? 1 : 0;
    }
    return count;
  }

  void wrap(int from, int to, const Place& a, const Place& b, PathMemory& memory,
            std::span<WrapSite> sites) {
    const int point_count = static_cast<int>(path_.points.size());
    const int obstacle_count = static_cast<int>(path_.obstacles.size());
    for (int i = 0, k = 0; i < obstacle_count; ++i) {
      const PathObstacle& obstacle = path_.obstacles[i];
      if (!acts_between(obstacle, from, to, point_count)) continue;
      WrapSite& site = sites[k++];
      site.obstacle = i;
      site.shape = &obstacle.shape;
      site.side = &obstacle.side;
      site.X_WS = X_WB_[obstacle.body] * obstacle.X_BS;
      site.memory = &memory.wraps[from * obstacle_count + i];
    }
    WrapStretch wraps{sites};
    solve_stretch(wraps, a.p_W, b.p_W);
    traced_.residual = std::max(traced_.residual, wraps.residual);
    add_stretch(from, to, a, b, sites);
  }

  void add_stretch(int from, int to, const Place& a, const Place& b,
                   std::span<const WrapSite> sites) {
    Place here = a;
    Vector3d along = Vector3d::Zero(), first = Vector3d::Zero(), last = Vector3d::Zero();
    double least = 0;
    bool is_first = true;
    for (const WrapSite& site : sites) {
      note(site);
      if (!site.touch.has_geodesic()) continue;
      const int body = path_.obstacles[site.obstacle].body;
      const Place start{site.X_WS * site.touch.start.point, body};
      least = k_no_leg * wrap_scale(*site.shape);
      last = leg(here, start, site.X_WS.linear() * site.touch.start.tangent, least);
      if (is_first) first = last;
      is_first = false;
      here = {site.X_WS * site.touch.end_point, body};
      along = site.X_WS.linear() * site.touch.end_tangent;
      traced_.length += site.touch.start.length;
      traced_.wraps.push_back({site.obstacle, from, site.touch, start.p_W, here.p_W});
      if (std::holds_alternative<geometry::MeshSolid>(*site.shape))
        add_nodes(site.memory->mesh.nodes);
    }
    last = is_first ? add_leg(a, b, leg_length(b.p_W - a.p_W, path_.shortest_leg))
                    : leg(here, b, along, least);
    traced_.point_gradients_W[from] -= is_first ? last : first;
    traced_.point_gradients_W[to] += last;
  }

  void add_nodes(const std::vector<MeshNode>& nodes) {
    traced_.wraps.back().first_node = static_cast<int>(traced_.nodes_S.size());
    traced_.wraps.back().node_count = static_cast<int>(nodes.size());
    for (const MeshNode& node : nodes) traced_.nodes_S.push_back(node.point);
  }

  void note(const WrapSite& site) {
    const WrapStatus status = site.touch.status;
    traced_.residual = std::max(traced_.residual, site.touch.residual);
    if (status == WrapStatus::not_converged) traced_.status = PathStatus::not_converged;
    if (status == WrapStatus::end_inside && traced_.status == PathStatus::complete) {
      traced_.status = PathStatus::end_inside;
    }
  }

  /// Adds a straight piece between a wrap and a point or wrap, and returns its unit vector, or, if
  /// the piece has almost no length, the tangent `along` of the geodesic that meets it there.
  Vector3d leg(const Place& a, const Place& b, const Vector3d& along, double least) {
    const Vector3d leg = b.p_W - a.p_W;
    const double length = leg.norm();
    return add_leg(a, b, {length, length > least ? Vector3d(leg / length) : along});
  }

  Vector3d add_leg(const Place& a, const Place& b, const LegLength& measured) {
    traced_.length += measured.length;
    traced_.legs.push_back({a.p_W, b.p_W});
    pull(a, -measured.gradient);
    pull(b, measured.gradient);
    return measured.gradient;
  }

  void pull(const Place& at, const Vector3d& e) {
    LengthGradient& gradient = gradient_of(traced_, at.body);
    gradient.linear += e;
    gradient.angular += (at.p_W - X_WB_[at.body].translation()).cross(e);
  }

  const StrandPath& path_;
  std::span<const Pose> X_WB_;
  TracedPath& traced_;
};

double speed_of(const StrandPath& path, const TracedPath& traced, std::span<const Pose> X_WB,
                std::span<const Twist> V_WB_W) {
  double speed = 0;
  if (!V_WB_W.empty()) {
    for (const LengthGradient& g : traced.gradients) {
      const Twist& V = V_WB_W[g.body];
      speed += g.angular.dot(V.angular) + g.linear.dot(V.linear);
    }
  }
  for (std::size_t i = 0; i < path.points.size(); ++i) {
    const double rate = path.points[i].rate;
    if (rate != 0) speed += rate * slope_by_point(path, traced, X_WB, static_cast<int>(i));
  }
  return speed;
}

}  // namespace

PathMemory::PathMemory() = default;
PathMemory::PathMemory(const PathMemory&) = default;
PathMemory::PathMemory(PathMemory&&) noexcept = default;
PathMemory& PathMemory::operator=(const PathMemory&) = default;
PathMemory& PathMemory::operator=(PathMemory&&) noexcept = default;
PathMemory::~PathMemory() = default;

void PathMemory::forget_geodesics() {
  for (WrapMemory& wrap : wraps) wrap.forget_geodesic();
}

void trace(const StrandPath& path, std::span<const Pose> X_WB, std::span<const Twist> V_WB_W,
           PathMemory& memory, TracedPath& traced) {
  CONDYLE_ASSERT(path.points.size() >= 2 && path.points.front().is_active &&
                 path.points.back().is_active);
  memory.wraps.resize(path.points.size() * path.obstacles.size());
  Tracer tracer(path, X_WB, traced);
  const int count = static_cast<int>(path.points.size());
  for (int from = 0, to = 1; to < count; ++to) {
    if (!path.points[to].is_active) continue;
    tracer.stretch(from, to, memory);
    from = to;
  }
  traced.lengthening_speed = speed_of(path, traced, X_WB, V_WB_W);
}

void wrenches(const TracedPath& traced, double tension, std::vector<Wrench>& result) {
  result.clear();
  for (const LengthGradient& g : traced.gradients) {
    result.push_back({-tension * g.angular, -tension * g.linear});
  }
}

double slope_by_point(const StrandPath& path, const TracedPath& traced, std::span<const Pose> X_WB,
                      int point) {
  const PathPoint& p = path.points[point];
  return traced.point_gradients_W[point].dot(X_WB[p.body].linear() * p.slope_B);
}

std::vector<Vector3d> polyline(const StrandPath& path, const TracedPath& traced,
                               std::span<const Pose> X_WB, double step) {
  std::vector<Vector3d> points;
  std::size_t leg = 0;
  const auto add_leg = [&] {
    if (points.empty() || points.back() != traced.legs[leg].from_W) {
      points.push_back(traced.legs[leg].from_W);
    }
    points.push_back(traced.legs[leg++].to_W);
  };
  for (const PathWrap& wrap : traced.wraps) {
    // The leg to a wrap ends where the wrap starts.
    while (leg < traced.legs.size()) {
      add_leg();
      if (traced.legs[leg - 1].to_W == wrap.start_W) break;
    }
    const PathObstacle& obstacle = path.obstacles[wrap.obstacle];
    const Pose X_WS = X_WB[obstacle.body] * obstacle.X_BS;
    for (int k = 1; k + 1 < wrap.node_count; ++k) {
      points.push_back(X_WS * traced.nodes_S[wrap.first_node + k]);
    }
    if (wrap.node_count > 0) continue;
    const ArcStart& start = wrap.touch.start;
    const int parts = std::clamp(static_cast<int>(std::ceil(start.length / step)), 1, 10000);
    for (int k = 1; k < parts; ++k) {
      const double part = start.length * k / parts;
      const Arc arc = shoot_arc(obstacle.shape, {start.point, start.tangent, part});
      points.push_back(X_WS * arc.end.point);
    }
  }
  while (leg < traced.legs.size()) add_leg();
  return points;
}

}  // namespace condyle::ligament
