#include <algorithm>
#include <cmath>
#include <numeric>

#include "condyle/mesh/mesh_repair.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/src/mesh/mesh_findings.h"
#include "core/src/mesh/patches.h"
#include "core/src/mesh/topology.h"
#include "core/src/mesh/triangle_shape.h"

namespace condyle::mesh {
namespace {

/// Disjoint sets of elements numbered from 0, joined pair by pair.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  int root(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  void join(int i, int j) { parent_[root(i)] = root(j); }

 private:
  std::vector<int> parent_;
};

void measure(const TriangleMesh& mesh, MeshReport& report) {
  report.triangles = static_cast<int>(mesh.triangles.size());
  report.vertices = static_cast<int>(mesh.vertices.size());
  const Eigen::AlignedBox3d box = bounding_box(mesh);
  report.low = box.min();
  report.high = box.max();
  report.area = surface_area(mesh);
}

void count_triangles_and_vertices(const TriangleMesh& mesh, MeshReport& report) {
  for (const auto& triangle : mesh.triangles) {
    if (is_degenerate(mesh, triangle)) ++report.degenerate_triangles;
    if (is_sliver(mesh, triangle)) ++report.slivers;
  }
  const int used_count = used_vertex_count(mesh);
  report.unused_vertices = report.vertices - used_count;
  report.coincident_vertices = used_count - static_cast<int>(welded(mesh).vertices.size());
  report.duplicate_triangles = static_cast<int>(duplicate_triangles(mesh).size());
}

void count_edges(const TriangleMesh& mesh, MeshReport& report) {
  DisjointSets components(mesh.triangles.size());
  DisjointSets borders(mesh.vertices.size());
  std::vector<int> border_vertices;
  int edges = 0;
  for_each_edge(sorted_edge_uses(mesh), [&](auto first, auto last) {
    ++edges;
    for (auto use = first; use != last; ++use) components.join(use->triangle, first->triangle);
    if (last - first == 1) {
      ++report.open_edges;
      borders.join(first->low, first->high);
      border_vertices.push_back(first->low);
    }
    if (last - first > 2) ++report.non_manifold_edges;
    if (last - first == 2 && first->forward == (first + 1)->forward) ++report.turned_edges;
  });
  for (int t = 0; t < report.triangles; ++t) report.components += components.root(t) == t;
  for (int& vertex : border_vertices) vertex = borders.root(vertex);
  std::sort(border_vertices.begin(), border_vertices.end());
  report.borders = static_cast<int>(std::unique(border_vertices.begin(), border_vertices.end()) -
                                    border_vertices.begin());
  report.closed = report.open_edges == 0 && report.non_manifold_edges == 0;
  report.euler_characteristic = report.vertices - report.unused_vertices - edges + report.triangles;
}

double outward_fraction(const TriangleMesh& mesh, double size) {
  constexpr double k_flat = 1e-5;  // of the size: more than files round coordinates
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double doubled_area = 0;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const double weight = area_vector_doubled(mesh, t).norm();
    centre += weight * centroid(mesh, t);
    doubled_area += weight;
  }
  if (doubled_area == 0) return 0;
  centre /= doubled_area;
  double outward = 0;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const Eigen::Vector3d normal = area_vector_doubled(mesh, t);
    const double height = normal.dot(centroid(mesh, t) - centre), area = normal.norm();
    if (std::abs(height) <= k_flat * size * area)
      outward += area / 2;
    else if (height > 0)
      outward += area;
  }
  return outward / doubled_area;
}

void judge_orientation(const TriangleMesh& mesh, MeshReport& report) {
  for (const Patch& patch : find_patches(mesh)) {
    if (!patch.orientable) ++report.one_sided_components;
    if (patch.consistent() && patch.first_is_inward) ++report.inward_components;
  }
  if (report.closed && report.turned_edges == 0) report.volume = signed_volume(mesh);
  report.outward_fraction = outward_fraction(mesh, (report.high - report.low).maxCoeff());
}

}  // namespace

MeshReport inspect(const TriangleMesh& mesh) {
  require_valid(mesh, "mesh to inspect");
  MeshReport report;
  measure(mesh, report);
  count_triangles_and_vertices(mesh, report);
  count_edges(mesh, report);
  judge_orientation(mesh, report);
  report.findings = find_problems(report);
  return report;
}

MeshReport inspect(const MeshInFile& mesh) {
  MeshReport report = inspect(mesh.mesh);
  report.findings.insert(report.findings.begin(), mesh.findings.begin(), mesh.findings.end());
  return report;
}

}  // namespace condyle::mesh
