#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Something about a mesh that a user should know.
struct MeshFinding {
  std::string kind;     ///< short and stable, such as "open_edges", for programs
  std::string problem;  ///< one clause with the count or figure
  std::string remedy;
};

/// What inspect finds. Edges count once however many triangles share them.
struct MeshReport {
  int triangles = 0;
  int vertices = 0;
  Eigen::Vector3d low = Eigen::Vector3d::Zero();  ///< corners of the bounding box [m]
  Eigen::Vector3d high = Eigen::Vector3d::Zero();
  double area = 0;               ///< [m^2]
  bool closed = false;           ///< every edge is shared by exactly two triangles
  std::optional<double> volume;  ///< [m^3] where closed and wound consistently; negative: inward
  int components = 0;            ///< parts that hang together across edges
  int euler_characteristic = 0;  ///< used vertices - edges + triangles; 2 for a closed sphere
  int open_edges = 0;            ///< used by one triangle
  int borders = 0;               ///< connected groups of open edges
  int non_manifold_edges = 0;    ///< used by more than two triangles
  int slivers = 0;               ///< see triangle_shape.h, as are the next two
  int degenerate_triangles = 0;
  int duplicate_triangles = 0;
  int unused_vertices = 0;
  int coincident_vertices = 0;   ///< at the exact position of an earlier one: not welded
  int turned_edges = 0;          ///< between two triangles of which one is wound the wrong way
  int inward_components = 0;     ///< closed parts whose triangles face into the body
  int one_sided_components = 0;  ///< without a consistent winding, as a Moebius strip
  /// Part of the area that faces away from the centre of area. For open meshes, where nothing says
  /// which side is outside: near 1 for a convex surface wound outward, near 0 for a dish.
  double outward_fraction = 0;
  std::vector<MeshFinding> findings;
};

/// Examines the mesh. Throws InputError as require_valid does.
MeshReport inspect(const TriangleMesh& mesh);

/// The report for people, in millimetres, with each finding and its remedy; `name` heads it.
std::string to_text(const MeshReport& report, std::string_view name);

/// The report for programs: a JSON object with SI figures and the findings.
std::string to_json(const MeshReport& report);

}  // namespace condyle
