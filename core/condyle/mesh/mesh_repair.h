#pragma once

#include <string>
#include <vector>

#include "condyle/mesh/mesh_report.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

struct RepairOptions {
  /// Merges vertices at most this far apart [m], each into the lowest-numbered one in reach that
  /// was kept; 0: those of equal position alone. Choose it above the width of the cracks and well
  /// below the smallest feature.
  double weld_distance = 0;
  bool remove_degenerate = true;  ///< by turning the diagonal where dropping would leave a hole
  bool drop_duplicates = true;    ///< the first of triangles on the same vertices stays
  bool unify_winding = true;      ///< neighbours agree; in open parts with the larger area
  bool turn_outward = true;       ///< closed parts outward, walls of cavities into the cavity
  bool turn_all = false;          ///< turns every triangle first: for open meshes inside out
};

struct RepairedMesh {
  TriangleMesh mesh;
  std::vector<std::string> done;  ///< sentences that say what was changed; empty: nothing
  MeshReport report;              ///< of the repaired mesh: its findings are what is left
};

/// Repairs what the options ask for, as far as it is possible without guessing: it fills no hole
/// and separates no parts. Where degenerate triangles are removed, a ContactSurface can be made of
/// what comes out. Vertices that end up unused are dropped. Throws InputError where the
/// mesh is not valid (require_valid), weld_distance is negative or not finite, or no triangle is
/// left.
RepairedMesh repair(const TriangleMesh& mesh, const RepairOptions& options = {});

}  // namespace condyle
