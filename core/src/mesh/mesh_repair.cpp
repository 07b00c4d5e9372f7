#include "condyle/mesh/mesh_repair.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "core/src/base/counted.h"
#include "core/src/mesh/close_vertices.h"
#include "core/src/mesh/flat_triangles.h"
#include "core/src/mesh/patches.h"
#include "core/src/mesh/topology.h"
#include "core/src/mesh/triangle_shape.h"

namespace condyle::mesh {
namespace {

std::string triangles_counted(int count) { return counted(count, "triangle", "triangles"); }

void weld(RepairedMesh& result, double distance) {
  const int used = used_vertex_count(result.mesh);
  const int unused = static_cast<int>(result.mesh.vertices.size()) - used;
  if (distance > 0) draw_close_vertices_together(result.mesh, distance);
  result.mesh = welded(result.mesh);
  const int merged = used - static_cast<int>(result.mesh.vertices.size());
  if (merged > 0) {
    result.done.push_back(fmt::format(
        "merged {} into others {}", counted(merged, "vertex", "vertices"),
        distance > 0 ? fmt::format("within {} m", distance) : "at exactly the same position"));
  }
  if (unused > 0) {
    result.done.push_back(
        fmt::format("dropped {} that no triangle uses", counted(unused, "vertex", "vertices")));
  }
}

void remove_degenerate(RepairedMesh& result) {
  const FlatTriangleCounts counts = remove_flat_triangles(result.mesh);
  if (counts.dropped > 0) {
    result.done.push_back(
        fmt::format("dropped {} without area", triangles_counted(counts.dropped)));
  }
  if (counts.cut_out > 0) {
    result.done.push_back(
        fmt::format("dropped {} without area that no diagonal could replace; edges beside {} are "
                    "open now",
                    triangles_counted(counts.cut_out), counts.cut_out == 1 ? "it" : "them"));
  }
  if (counts.turned > 0) {
    result.done.push_back(
        fmt::format("turned the diagonal between {} without area and the neighbour",
                    triangles_counted(counts.turned)));
  }
}

void drop_duplicates(RepairedMesh& result) {
  const std::vector<int> duplicates = duplicate_triangles(result.mesh);
  if (duplicates.empty()) return;
  std::vector<std::array<int, 3>> kept;
  auto next = duplicates.begin();
  for (int t = 0; t < static_cast<int>(result.mesh.triangles.size()); ++t) {
    if (next != duplicates.end() && *next == t) {
      ++next;
    } else {
      kept.push_back(result.mesh.triangles[t]);
    }
  }
  result.mesh.triangles = std::move(kept);
  result.done.push_back(fmt::format("dropped {} on the vertices of an earlier one",
                                    triangles_counted(static_cast<int>(duplicates.size()))));
}

void turn(TriangleMesh& mesh, int t) { std::swap(mesh.triangles[t][1], mesh.triangles[t][2]); }

double area_against(const TriangleMesh& mesh, const Patch& patch, bool against) {
  double doubled = 0;
  for (std::size_t i = 0; i < patch.triangles.size(); ++i) {
    if ((patch.against[i] != 0) == against) {
      doubled += area_vector_doubled(mesh, patch.triangles[i]).norm();
    }
  }
  return doubled / 2;
}

/// Makes the winding of the patch agree with that of most of its area. Keeps `patch` consistent
/// with the mesh.
int unify(TriangleMesh& mesh, Patch& patch) {
  const bool keep_against = area_against(mesh, patch, true) > area_against(mesh, patch, false);
  int turned = 0;
  for (std::size_t i = 0; i < patch.triangles.size(); ++i) {
    if ((patch.against[i] != 0) != keep_against) {
      turn(mesh, patch.triangles[i]);
      ++turned;
    }
    patch.against[i] = 0;
  }
  if (keep_against) patch.first_is_inward = !patch.first_is_inward;
  return turned;
}

void orient(RepairedMesh& result, const RepairOptions& options) {
  int turned = 0, turned_parts = 0;
  for (Patch& patch : find_patches(result.mesh)) {
    if (options.unify_winding && patch.orientable && !patch.consistent()) {
      turned += unify(result.mesh, patch);
    }
    if (options.turn_outward && patch.consistent() && patch.closed && patch.first_is_inward) {
      for (const int t : patch.triangles) turn(result.mesh, t);
      ++turned_parts;
    }
  }
  if (turned > 0) {
    result.done.push_back(
        fmt::format("turned {} so that neighbours agree", triangles_counted(turned)));
  }
  if (turned_parts > 0) {
    result.done.push_back(
        fmt::format("turned {} outward", counted(turned_parts, "closed part", "closed parts")));
  }
}

}  // namespace

RepairedMesh repair(const TriangleMesh& mesh, const RepairOptions& options) {
  require_valid(mesh, "mesh to repair");
  if (!(options.weld_distance >= 0) || !std::isfinite(options.weld_distance)) {
    throw InputError(fmt::format("mesh to repair: the weld distance is {} m; give zero or more",
                                 options.weld_distance));
  }
  RepairedMesh result{mesh, {}, {}};
  if (options.turn_all) {
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) turn(result.mesh, static_cast<int>(t));
    result.done.emplace_back("turned all triangles");
  }
  weld(result, options.weld_distance);
  if (options.remove_degenerate) remove_degenerate(result);
  if (options.drop_duplicates) drop_duplicates(result);
  if (options.unify_winding || options.turn_outward) orient(result, options);
  result.mesh = welded(result.mesh);  // removes the vertices of dropped triangles
  require_valid(result.mesh, "repaired mesh");
  result.report = inspect(result.mesh);
  return result;
}

}  // namespace condyle::mesh
