#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

class ContactPair;

/// How the values of casting triangles are drawn.
enum class PatchStyle {
  flat,    ///< constant on each triangle in contact
  smooth,  ///< continuous over the triangles, up to the border of contact
};

/// A point of a mesh triangle by its barycentric weights, and the value at that point.
struct PatchCorner {
  Eigen::Vector3d weights = Eigen::Vector3d::Zero();
  double value = 0;
};

/// A triangle cut out of triangle `triangle` of a mesh. Values are linear on it.
struct PatchPiece {
  int triangle = -1;
  std::array<PatchCorner, 3> corners;
};

/// The area of contact of two surfaces as a surface on either side, with the pressure [Pa], for
/// drawing. Its points lie on the pair's meshes; on a shape, on the mesh that represents it.
///
/// Flat: on the casting side each triangle in contact, with its pressure; on the target the part
/// that lies below the triangle along its normal, of area A / |n_c . n_t|. Where the casting mesh
/// is hollow the normals of neighbours diverge; each then has half of the wedge between them.
///
/// Smooth: both sides end at a line of equal depth d0 between the two surfaces, which cuts through
/// triangles. For this line the depth at a vertex of the casting mesh is the mean over its
/// triangles, and linear in between: the facets of two fine meshes intersect in a line that is
/// frayed. It is the line that encloses the contact area. Because that area consists of whole
/// casting triangles, d0 differs from 0, the depth at which the surfaces intersect; on fine meshes
/// it is near 0. If no line encloses the contact area, for example if the target ends at an edge,
/// d0 is 0. At each vertex of the casting mesh the pressure is the mean over its triangles in
/// contact; it is linear in between. All pressures are multiplied by a factor near 1, so that the
/// sum of the forces p A is that of the result. No pressure exceeds the greatest of the result.
///
/// If nodes cast, the casting triangles that have a node in contact are drawn: flat with the values
/// of ContactPair::casting_map, smooth within a line that encloses the nodes' area.
class PatchSurface {
 public:
  PatchSurface();
  PatchSurface(PatchSurface&&) noexcept;
  PatchSurface& operator=(PatchSurface&&) noexcept;
  ~PatchSurface();

  /// Makes the surface from the pair's last result. Allocates nothing once it has seen a contact of
  /// that size, except a little if nodes cast.
  void make(const ContactPair& pair, PatchStyle style);

  /// Shows other values than the pressure, one per triangle of the casting mesh and in any unit. Of
  /// those in contact, the mean over the area takes the place of the force in what is said above.
  void make(const ContactPair& pair, PatchStyle style, std::span<const double> per_triangle);

  /// The pieces on the casting mesh and on the target mesh, until the next call of make().
  std::span<const PatchPiece> on_casting() const;
  std::span<const PatchPiece> on_target() const;

 private:
  class Maker;
  std::unique_ptr<Maker> maker_;
};

/// The triangles that have a value, as pieces; NaN means none. Values have any unit. Smooth: the
/// value at a vertex is the area-weighted mean over those of its triangles that have one; the
/// integral over the mesh does not change.
std::vector<PatchPiece> value_patch(const TriangleMesh& mesh, std::span<const double> per_triangle,
                                    PatchStyle style);

}  // namespace condyle
