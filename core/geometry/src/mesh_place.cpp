#include "core/geometry/src/mesh_place.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

namespace condyle::geometry {

using Eigen::Vector3d;

MeshPlace mesh_place(const MeshSides& sides, const MeshPoint& at) {
  MeshPlace place;
  for (int k = 0; k < 3; ++k) {
    const int corner = 3 * at.triangle + k;
    place.point += at.weights[k] * sides.position(corner);
    if (at.weights[k] == 1) place.vertex = sides.vertex(corner);
    if (at.weights[k] == 0) place.side = next_side(corner);
  }
  if (place.vertex >= 0) {
    place.side = -1;
    place.point = sides.positions[place.vertex];
    for (const MeshSides::Fan& fan : sides.fans[place.vertex]) {
      for (const int corner : fan.corners) place.triangles.push_back(corner / 3);
    }
    return place;
  }
  place.triangles.push_back(at.triangle);
  if (place.side >= 0 && sides.across[place.side] >= 0) {
    place.triangles.push_back(sides.across[place.side] / 3);
  }
  return place;
}

MeshGeodesic shortest_by_edges(const MeshSides& sides, const MeshPlace& from, const MeshPlace& to) {
  struct Step {
    double length = std::numeric_limits<double>::infinity();
    int before = -1, triangle = -1;  ///< before: the previous vertex, or -1 for the start
  };
  std::vector<Step> steps(sides.positions.size());
  using Waiting = std::pair<double, int>;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> queue;
  const auto reach = [&](int vertex, const Step& step) {
    if (!(step.length < steps[vertex].length)) return;
    steps[vertex] = step;
    queue.push({step.length, vertex});
  };
  for (const int t : from.triangles) {
    for (const int v : sides.triangles[t]) {
      reach(v, {(sides.positions[v] - from.point).norm(), -1, t});
    }
  }
  Step last;
  while (!queue.empty() && queue.top().first < last.length) {
    const auto [length, vertex] = queue.top();
    queue.pop();
    if (length > steps[vertex].length) continue;
    for (const MeshSides::Fan& fan : sides.fans[vertex]) {
      for (const int corner : fan.corners) {
        const int next = next_side(corner), before = next_side(next);
        reach(sides.vertex(next), {length + sides.length[corner], vertex, corner / 3});
        reach(sides.vertex(before), {length + sides.length[before], vertex, corner / 3});
        if (std::find(to.triangles.begin(), to.triangles.end(), corner / 3) == to.triangles.end()) {
          continue;
        }
        const double whole = length + (to.point - sides.positions[vertex]).norm();
        if (whole < last.length) last = {whole, vertex, corner / 3};
      }
    }
  }
  MeshGeodesic path;
  if (last.before < 0) return path;
  path.length = last.length;
  path.points.push_back(to.point);
  for (Step step = last;; step = steps[step.before]) {
    path.triangles.push_back(step.triangle);
    path.points.push_back(step.before < 0 ? from.point : sides.positions[step.before]);
    if (step.before < 0) break;
  }
  std::reverse(path.points.begin(), path.points.end());
  std::reverse(path.triangles.begin(), path.triangles.end());
  return path;
}

}  // namespace condyle::geometry
