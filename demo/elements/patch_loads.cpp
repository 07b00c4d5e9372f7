#include "elements/patch_loads.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

namespace condyle {
namespace {

/// The location of a point of the plan in one of its triangles.
struct PlanPlace {
  int triangle = -1;
  Eigen::Vector3d part;  ///< barycentric coordinates
};

Eigen::Vector3d parts_of(const PlanMesh& plan, int t, const Eigen::Vector2d& p) {
  const auto& corners = plan.triangles[t];
  const Eigen::Vector2d a = plan.points[corners[0]];
  Eigen::Matrix2d sides;
  sides << plan.points[corners[1]] - a, plan.points[corners[2]] - a;
  const Eigen::Vector2d st = sides.inverse() * (p - a);
  return {1 - st.sum(), st[0], st[1]};
}

/// Finds the triangle of a point of the plan. The plan's outline is straighter than the surface's,
/// so some points lie slightly outside it; they get the triangle that they are least outside of.
class PlanPlaces {
 public:
  explicit PlanPlaces(const PlanMesh& plan) : plan_(plan), tree_(flat_mesh(plan)) {}

  PlanPlace find(const Eigen::Vector2d& p) const {
    const geometry::RayHit hit =
        tree_.nearest({Eigen::Vector3d(p.x(), p.y(), 1), -Eigen::Vector3d::UnitZ()}, k_far);
    if (hit.triangle >= 0) return {hit.triangle, parts_of(plan_, hit.triangle, p)};
    PlanPlace best;
    double least = -k_most_outside;
    for (int t = 0; t < static_cast<int>(plan_.triangles.size()); ++t) {
      const Eigen::Vector3d part = parts_of(plan_, t, p);
      if (!(part.minCoeff() > least)) continue;
      least = part.minCoeff();
      best = {t, part};
    }
    return best;
  }

 private:
  static constexpr double k_far = 2, k_most_outside = 0.25;  // [m]; fraction of a triangle's height

  static TriangleMesh flat_mesh(const PlanMesh& plan) {
    TriangleMesh mesh;
    for (const Eigen::Vector2d& p : plan.points) mesh.vertices.emplace_back(p.x(), p.y(), 0);
    for (const auto& t : plan.triangles) mesh.triangles.push_back({t[0], t[1], t[2]});
    return mesh;
  }

  const PlanMesh& plan_;
  geometry::TriangleTree tree_;
};

/// The shape functions of a six-node triangle at barycentric coordinates.
Eigen::Matrix<double, 6, 1> shapes_at(const Eigen::Vector3d& part) {
  Eigen::Matrix<double, 6, 1> N;
  for (int k = 0; k < 3; ++k) {
    N[k] = part[k] * (2 * part[k] - 1);
    N[3 + k] = 4 * part[k] * part[(k + 1) % 3];
  }
  return N;
}

/// Calls visit(point) for the centroid of each of `parts`^2 equal parts of a triangle.
template <class Visit>
void for_each_part(const TriangleMesh& mesh, int t, int parts, const Visit& visit) {
  const auto& corners = mesh.triangles[t];
  const Eigen::Vector3d a = mesh.vertices[corners[0]], u = mesh.vertices[corners[1]] - a,
                        v = mesh.vertices[corners[2]] - a;
  for (int i = 0; i < parts; ++i) {
    for (int j = 0; i + j < parts; ++j) {
      visit(Eigen::Vector3d(a + (i + 1.0 / 3) / parts * u + (j + 1.0 / 3) / parts * v));
      if (i + j + 1 < parts)
        visit(Eigen::Vector3d(a + (i + 2.0 / 3) / parts * u + (j + 2.0 / 3) / parts * v));
    }
  }
}

int parts_for(const TriangleMesh& mesh, int t, double size) {
  double longest = 0;
  for (int k = 0; k < 3; ++k)
    longest = std::max(longest, (mesh.vertices[mesh.triangles[t][k]] -
                                 mesh.vertices[mesh.triangles[t][(k + 1) % 3]])
                                    .norm());
  return std::clamp(static_cast<int>(std::ceil(3 * longest / size)), 1, 12);
}

/// Row of the stiffness by node and axis; -1 for a displacement that is held.
std::vector<std::array<int, 3>> rows_of(const Stiffness& stiffness, std::size_t nodes) {
  std::vector<std::array<int, 3>> rows(nodes, {-1, -1, -1});
  for (std::size_t row = 0; row < stiffness.node.size(); ++row)
    rows[stiffness.node[row]][stiffness.axis[row]] = static_cast<int>(row);
  return rows;
}

}  // namespace

PatchLoads make_patch_loads(const ContactSurface& surface, const LayerNodes& nodes,
                            const Footprint& footprint, const LayerSolid& solid,
                            const Stiffness& stiffness, double size) {
  const PlanPlaces places(solid.plan);
  const std::vector<std::array<int, 3>> rows = rows_of(stiffness, solid.nodes.size());
  std::vector<bool> is_on_solid(static_cast<std::size_t>(surface.triangle_count()), false);
  for (const int t : footprint.triangles) is_on_solid[t] = true;
  PatchLoads loads;
  std::vector<Eigen::Triplet<double, int>> entries;
  for (int node = 0; node < nodes.count(); ++node) {
    std::vector<Eigen::Triplet<double, int>> own;
    const auto column = static_cast<int>(loads.nodes.size());
    double area = 0;
    for (const int t : nodes.triangles_of(node)) {
      if (!is_on_solid[t]) continue;
      const int parts = parts_for(surface.mesh(), t, size);
      const double piece = surface.areas()[t] / (parts * parts);
      const Eigen::Vector3d force = piece * (footprint.R_FS * surface.normals()[t]);
      for_each_part(surface.mesh(), t, parts, [&](const Eigen::Vector3d& point) {
        const PlanPlace place = places.find((footprint.R_FS * point).head<2>());
        if (place.triangle < 0) return;
        area += piece;
        const Eigen::Matrix<double, 6, 1> N = shapes_at(place.part);
        for (int k = 0; k < 6; ++k) {
          const int top = solid.top_node[solid.plan.triangles[place.triangle][k]] - 1;
          for (int axis = 0; axis < 3; ++axis)
            own.emplace_back(rows[top][axis], column, N[k] * force[axis]);
        }
      });
    }
    if (!(area > 0.5 * nodes.areas[node])) continue;
    loads.nodes.push_back(node);
    for (const auto& entry : own)
      entries.emplace_back(entry.row(), entry.col(), entry.value() / area);
  }
  loads.P.resize(stiffness.K.rows(), static_cast<Eigen::Index>(loads.nodes.size()));
  loads.P.setFromTriplets(entries.begin(), entries.end());
  return loads;
}

}  // namespace condyle
