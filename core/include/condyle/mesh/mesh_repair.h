#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {

/// A finding about a mesh that the user should know.
struct MeshFinding {
  std::string kind;     ///< short, stable name for programs, such as "open_edges"
  std::string problem;  ///< one clause with the count or figure
  std::string remedy;
};

/// Report of inspect. Each edge counts once, however many triangles share it.
struct MeshReport {
  int triangles = 0;                               ///< number of triangles
  int vertices = 0;                                ///< number of vertices, unused ones included
  Eigen::Vector3d low = Eigen::Vector3d::Zero();   ///< lower corner of the bounding box [m]
  Eigen::Vector3d high = Eigen::Vector3d::Zero();  ///< upper corner of the bounding box [m]
  double area = 0;                                 ///< [m^2]
  bool closed = false;           ///< every edge is shared by exactly two triangles
  std::optional<double> volume;  ///< [m^3] if closed and consistently wound; negative: inward
  int components = 0;            ///< parts connected across edges
  int euler_characteristic = 0;  ///< used vertices - edges + triangles; 2 for a closed sphere
  int open_edges = 0;            ///< edges used by one triangle
  int borders = 0;               ///< connected groups of open edges
  int non_manifold_edges = 0;    ///< edges used by more than two triangles
  int slivers = 0;               ///< see is_sliver
  int degenerate_triangles = 0;  ///< see is_degenerate
  int duplicate_triangles = 0;   ///< see duplicate_triangles()
  int unused_vertices = 0;       ///< vertices of no triangle
  int coincident_vertices = 0;   ///< vertices at the exact position of an earlier one: not welded
  int turned_edges = 0;          ///< edges between two triangles of opposite winding
  int inward_components = 0;     ///< closed parts whose triangles face into the body
  int one_sided_components = 0;  ///< parts without a consistent winding, like a Moebius strip
  /// Share of the area that faces away from the centre of area. Useful for open meshes, where
  /// nothing else tells which side is outside: near 1 for a convex surface wound outward, near 0
  /// for a dish. Triangles in line with the centre, as all of a flat plate, count half.
  double outward_fraction = 0;
  std::vector<MeshFinding> findings;
};

/// Examines the mesh. Throws InputError as require_valid does.
MeshReport inspect(const TriangleMesh& mesh);

/// The report for people, in millimetres, with each finding and its remedy; `name` is the heading.
std::string to_text(const MeshReport& report, std::string_view name);

/// The report for programs: a JSON object with figures in SI units and the findings.
std::string to_json(const MeshReport& report);

/// What repair mends.
struct RepairOptions {
  /// Merges vertices at most this far apart [m], each into the lowest-numbered kept vertex within
  /// reach; 0 merges only vertices of equal position. Choose it larger than the width of the cracks
  /// and much smaller than the smallest feature.
  double weld_distance = 0;
  bool remove_degenerate = true;  ///< by flipping a diagonal where dropping would leave a hole
  bool drop_duplicates = true;    ///< of triangles with the same vertices, keeps the first
  bool unify_winding = true;      ///< makes neighbours agree with the winding of most of the area
  bool turn_outward = true;       ///< turns closed parts outward, cavity walls into the cavity
  bool turn_all = false;  ///< first turns every triangle: for open meshes that are inside out
};

/// A repaired mesh, and what was done to it.
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

/// A mesh and what its file leaves open, which the triangles no longer show: polygons that cross
/// themselves or are not plane, or signs that the file is not complete.
struct MeshInFile {
  TriangleMesh mesh;
  std::vector<MeshFinding> findings;
};

/// Reads a mesh as read_mesh does, or without `weld` as read_mesh_as_stored, with the findings
/// about its file. Throws InputError as they do.
MeshInFile read_mesh_with_findings(const std::filesystem::path& file, LengthUnit unit,
                                   bool weld = true);

/// Reports on a mesh from a file: like inspect, with the findings about the file first.
MeshReport inspect(const MeshInFile& mesh);

}  // namespace condyle::mesh
