#pragma once

#include <string>
#include <vector>

#include "condyle/mesh/mesh_report.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

struct RepairOptions {
  /// Merges vertices at most this far apart [m], each into the lowest-numbered kept vertex within
  /// reach; 0 merges only vertices of equal position. Choose it larger than the width of the cracks
  /// and much smaller than the smallest feature.
  double weld_distance = 0;
  bool remove_degenerate = true;  ///< by flipping a diagonal where dropping would leave a hole
  bool drop_duplicates = true;    ///< of triangles with the same vertices, keeps the first
  bool unify_winding = true;      ///< makes neighbours agree with the winding of most of the area
  bool turn_outward = true;       ///< turns closed parts outward, cavity walls into the cavity
  bool turn_all = false;          ///< turns every triangle first: for open meshes inside out
};

struct RepairedMesh {
  TriangleMesh mesh;
  std::vector<std::string> done;  ///< sentences that list the changes; empty if there were none
  MeshReport report;              ///< on the repaired mesh: its findings are what remains
};

/// Repairs what the options ask for, as far as possible without guessing: it fills no holes and
/// separates no parts. If degenerate triangles are removed, a ContactSurface can be made of the
/// result. Vertices that end up unused are dropped. Throws InputError if the mesh is not valid
/// (require_valid), weld_distance is negative or not finite, or no triangle is left.
RepairedMesh repair(const TriangleMesh& mesh, const RepairOptions& options = {});

}  // namespace condyle
