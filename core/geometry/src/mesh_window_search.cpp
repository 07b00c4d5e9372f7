#include "core/geometry/src/mesh_window_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/src/base/checks.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using std::numbers::pi;

/// Relative margin by which a path must be shorter to count as shorter: well above rounding and far
/// below any practical accuracy.
constexpr double k_margin = 1e-12;

/// Unfolds a point about a side into the plane of the side's triangle, into the half plane that
/// holds the triangle.
Vector2d laid_flat(const MeshSides& sides, int side, const Vector3d& point) {
  const Vector3d arm = point - sides.position(side);
  const double x = arm.dot(sides.along[side]);
  return {x, (arm - x * sides.along[side]).norm()};
}

/// x at which the line from a source below the x axis to a point above it crosses the axis.
double crossing(const Vector2d& source, const Vector2d& point) {
  const double rise = point.y() - source.y();
  return rise > 0 ? source.x() - (point.x() - source.x()) * source.y() / rise : point.x();
}

/// Distance from the origin to where the line from a source through (x, 0) meets the ray from the
/// origin along the unit vector `d`.
double met_at(const Vector2d& source, double x, const Vector2d& d) {
  const double depth = -source.y();
  return depth * x / (depth * d.x() + d.y() * (source.x() - x));
}

/// Whether a path that arrives from `turn` must bend at the vertex to enter a corner of the fan:
/// some directions in the corner lie half a turn or more from the arrival on both sides.
bool needs_bend(const MeshSides& sides, const MeshSides::Fan& fan, int corner, double turn) {
  constexpr double k_angle_margin = 1e-9;  // extra corners do no harm
  const double half = pi - k_angle_margin;
  if (!fan.closed) {
    const double first = sides.turn[corner] - turn;
    return first <= -half || first + sides.angle[corner] >= half;
  }
  double first = std::fmod(sides.turn[corner] - turn, fan.angle);
  if (first < 0) first += fan.angle;
  const double last = first + sides.angle[corner];
  const bool before_wrap = last >= half && first <= fan.angle - half;
  return before_wrap || last - fan.angle >= half;
}

}  // namespace

MeshWindowSearch::MeshWindowSearch(const MeshSides& sides, const MeshPlace& from,
                                   const MeshPlace& to, double limit)
    : sides_(sides),
      from_(from),
      to_(to),
      limit_(limit * (1 + k_margin)),
      arrivals_(sides.positions.size()),
      occupants_(sides.across.size()) {}

bool MeshWindowSearch::run(int most_windows) {
  leave_start();
  while (least_left() < best_.length) {
    if (windows_.size() >= static_cast<std::size_t>(most_windows)) return false;
    const Entry entry = queue_.top();
    queue_.pop();
    if (entry.window >= 0) {
      enter(entry.window);
    } else if (entry.least <= least_by(entry.vertex)) {
      bend(entry.vertex);
    }
  }
  return true;
}

double MeshWindowSearch::least_left() const {
  return queue_.empty() ? k_infinity : queue_.top().least;
}

void MeshWindowSearch::leave_start() {
  roots_.push_back({from_.point, 0, -1, -1, -1});
  if (from_.vertex >= 0) arrivals_[from_.vertex].length = 0;
  const int other_side = from_.side >= 0 ? sides_.across[from_.side] : -1;
  for (const int t : from_.triangles) {
    if (leads_to_end(t)) offer({(to_.point - from_.point).norm(), -1, 0, t});
    for (int corner = 3 * t; corner < 3 * t + 3; ++corner) {
      const double length = (sides_.position(corner) - from_.point).norm();
      arrive(corner, from_.point, {.length = length, .root = 0, .triangle = t});
      const int opposite = next_side(corner);
      const bool leaves_over_it = from_.vertex >= 0
                                      ? sides_.vertex(corner) == from_.vertex
                                      : opposite != from_.side && opposite != other_side;
      if (leaves_over_it) spread(0, corner);
    }
  }
}

void MeshWindowSearch::enter(int index) {
  const Window w = windows_[index];
  const double before = roots_[w.root].length;
  const Vector2d& apex = sides_.apex[w.side];
  if (leads_to_end(w.side / 3)) {
    offer({before + through(w, laid_flat(sides_, w.side, to_.point)), index, -1, -1});
  }
  const double x = crossing(w.source, apex);
  const int corner = next_side(next_side(w.side));
  arrive(corner, sides_.point_on(w.side, std::clamp(x, w.low, w.high)),
         {.length = before + through(w, apex), .window = index});
  bool left = w.low < x, right = x < w.high;
  if (left && right) {
    // Of all windows that see the apex through this side, only the shortest may split: a line of
    // another window beyond the shortest line to the apex would have to cross that line.
    Occupant& occupant = occupants_[w.side];
    const double length = before + (apex - w.source).norm();
    if (length < occupant.length) {
      occupant = {length, x};
    } else {
      (x <= occupant.crossing ? right : left) = false;
    }
  }
  if (left) enter_left(index, w.low, std::min(x, w.high), x);
  if (right) enter_right(index, std::max(x, w.low), w.high, x);
}

// Propagates across the side from the apex to the window's first corner; `side` is that side in the
// other triangle.
void MeshWindowSearch::enter_left(int parent, double low, double high, double x) {
  const Window& w = windows_[parent];
  const int side = sides_.across[next_side(next_side(w.side))];
  if (side < 0) return;
  const Vector2d &apex = sides_.apex[w.side], d = apex / sides_.length[side];
  const Vector2d n(-d.y(), d.x()), behind(sides_.length[w.side], 0);
  const double length = sides_.length[side];
  Window child{side, parent, w.root, 0, length, {d.dot(w.source), std::min(0.0, n.dot(w.source))}};
  child.low = std::clamp(met_at(w.source, low, d), 0.0, length);
  if (high < x) child.high = std::clamp(met_at(w.source, high, d), 0.0, length);
  const double behind_length = arrivals_[sides_.vertex(next_side(w.side))].length;
  const double behind_distance = (behind - child.low * d).norm();
  if (!is_beaten(child, behind_length, behind_distance, child.low)) add(child);
}

// Propagates across the side from the window's second corner to the apex, as the mirror image.
void MeshWindowSearch::enter_right(int parent, double low, double high, double x) {
  const Window& w = windows_[parent];
  const int side = sides_.across[next_side(w.side)];
  if (side < 0) return;
  const double length = sides_.length[side], base = sides_.length[w.side];
  const Vector2d& apex = sides_.apex[w.side];
  const Vector2d d = (Vector2d(base, 0) - apex) / length, n(-d.y(), d.x());
  const Vector2d source = w.source - apex, mirrored(base - w.source.x(), w.source.y());
  const auto place = [&](double at) {
    return std::clamp(length - met_at(mirrored, base - at, {d.x(), -d.y()}), 0.0, length);
  };
  Window child{side, parent, w.root, 0, length, {d.dot(source), std::min(0.0, n.dot(source))}};
  if (low > x) child.low = place(low);
  child.high = place(high);
  const double behind_length = arrivals_[sides_.vertex(w.side)].length;
  const double behind_distance = (apex + child.high * d).norm();
  if (!is_beaten(child, behind_length, behind_distance, child.high)) add(child);
}

// Xin & Wang 2009, theorem 3.2: if a path through a corner to one end of the window is shorter than
// the window's line there, it is shorter for all lines of the window. `behind` refers to the third
// corner of the triangle that the lines have crossed: the length of the path to it, and its
// distance from the end `behind_place` of the window.
bool MeshWindowSearch::is_beaten(const Window& child, double behind_length, double behind_distance,
                                 double behind_place) const {
  const double before = roots_[child.root].length * (1 - k_margin);
  const auto line_to = [&](double x) {
    return before + (1 - k_margin) * (Vector2d(x, 0) - child.source).norm();
  };
  const double by_first = arrivals_[sides_.vertex(child.side)].length + child.high;
  const double by_second = arrivals_[sides_.vertex(next_side(child.side))].length +
                           sides_.length[child.side] - child.low;
  return by_first < line_to(child.high) || by_second < line_to(child.low) ||
         behind_length + behind_distance < line_to(behind_place);
}

void MeshWindowSearch::bend(int vertex) {
  const Arrival arrival = arrivals_[vertex];
  const int root = static_cast<int>(roots_.size());
  const Vector3d& point = sides_.positions[vertex];
  roots_.push_back({point, arrival.length, arrival.window, arrival.root, arrival.triangle});
  const std::vector<MeshSides::Fan>& fans = sides_.fans[vertex];
  for (int f = 0; f < static_cast<int>(fans.size()); ++f) {
    for (const int corner : fans[f].corners) {
      const int next = next_side(corner), last = next_side(next);
      for (const auto& [end, side] : {std::pair(next, corner), std::pair(last, last)}) {
        arrive(
            end, point,
            {.length = arrival.length + sides_.length[side], .root = root, .triangle = corner / 3});
      }
      if (leads_to_end(corner / 3)) {
        offer({arrival.length + (to_.point - point).norm(), -1, root, corner / 3});
      }
      if (f != arrival.fan || needs_bend(sides_, fans[f], corner, arrival.turn)) {
        spread(root, corner);
      }
    }
  }
}

/// Adds the window of all lines from a root in a triangle that leave it across the side opposite a
/// corner.
void MeshWindowSearch::spread(int root, int corner) {
  const int side = sides_.across[next_side(corner)];
  if (side < 0) return;
  Vector2d source = laid_flat(sides_, side, roots_[root].point);
  source.y() = -source.y();
  add({side, -1, root, 0, sides_.length[side], source});
}

/// Offers a path to a corner of a triangle from a point of that triangle.
void MeshWindowSearch::arrive(int corner, const Vector3d& from, Arrival arrival) {
  const int vertex = sides_.vertex(corner);
  if (!(arrival.length < arrivals_[vertex].length)) return;
  const Vector2d back = laid_flat(sides_, corner, from);
  arrival.fan = sides_.fan_of[corner];
  arrival.turn =
      sides_.turn[corner] + std::min(std::atan2(back.y(), back.x()), sides_.angle[corner]);
  arrivals_[vertex] = arrival;
  if (sides_.may_bend(vertex) && least_by(vertex) <= limit_) {
    queue_.push({least_by(vertex), -1, vertex});
  }
}

double MeshWindowSearch::least_by(int vertex) const {
  return arrivals_[vertex].length + (to_.point - sides_.positions[vertex]).norm();
}

void MeshWindowSearch::offer(const Best& best) {
  if (!(best.length < best_.length)) return;
  best_ = best;
  limit_ = std::min(limit_, best.length);
}

void MeshWindowSearch::add(const Window& window) {
  if (!(window.high - window.low > 1e-14 * sides_.length[window.side])) return;
  // Lower bound: from the window straight to the end, which is unfolded beyond the side.
  const double least =
      roots_[window.root].length + through(window, laid_flat(sides_, window.side, to_.point));
  if (!(least <= limit_)) return;
  queue_.push({least, static_cast<int>(windows_.size()), -1});
  windows_.push_back(window);
}

bool MeshWindowSearch::leads_to_end(int triangle) const {
  return std::find(to_.triangles.begin(), to_.triangles.end(), triangle) != to_.triangles.end();
}

/// The length from the source through the window to a point beyond the side: straight, or bent at
/// an end of the window.
double MeshWindowSearch::through(const Window& w, const Vector2d& point) const {
  const Vector2d at(std::clamp(crossing(w.source, point), w.low, w.high), 0);
  return (at - w.source).norm() + (point - at).norm();
}

MeshGeodesic MeshWindowSearch::path() const {
  CONDYLE_ASSERT(std::isfinite(length()));
  MeshGeodesic path;
  const auto go_back = [&](const Vector3d& point, int triangle) {
    const double stretch = (point - path.points.back()).norm();
    if (stretch <= 1e-15 * best_.length) return;  // several windows meet at this corner
    path.points.push_back(point);
    path.triangles.push_back(triangle);
    path.length += stretch;
  };
  path.points.push_back(to_.point);
  int window = best_.window, root = best_.root, triangle = best_.triangle;
  Vector2d point = window < 0 ? Vector2d() : laid_flat(sides_, windows_[window].side, to_.point);
  while (root >= 0 || window >= 0) {
    if (window < 0) {
      go_back(roots_[root].point, triangle);
    }
    while (window >= 0) {
      const Window& w = windows_[window];
      const double x = std::clamp(crossing(w.source, point), w.low, w.high);
      go_back(sides_.point_on(w.side, x), w.side / 3);
      if (w.parent >= 0) {
        // The same point in the frame of the previous side.
        const int before = windows_[w.parent].side, here = sides_.across[w.side];
        const Vector2d& apex = sides_.apex[before];
        const bool left = here != next_side(before);
        const double part = x / sides_.length[w.side];
        point = left ? Vector2d(part * apex)
                     : Vector2d((1 - part) * apex + Vector2d(part * sides_.length[before], 0));
      } else {
        root = w.root;
        go_back(roots_[root].point, sides_.across[w.side] / 3);
      }
      window = w.parent;
    }
    const Root& r = roots_[root];
    window = r.window;
    triangle = r.triangle;
    if (window >= 0) point = sides_.apex[windows_[window].side];
    root = r.root;
  }
  std::reverse(path.points.begin(), path.points.end());
  std::reverse(path.triangles.begin(), path.triangles.end());
  return path;
}

}  // namespace condyle::geometry
