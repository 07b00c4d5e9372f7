#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/surface_overlay.h"

namespace condyle {

/// How the values of casting triangles are shown between them.
enum class PatchStyle {
  flat,    ///< one value on all of each triangle in contact
  smooth,  ///< running on over the triangles, to the border of contact
};

/// A place on a triangle of a mesh, by its barycentric weights, and the value there.
struct PatchCorner {
  Eigen::Vector3d weights = Eigen::Vector3d::Zero();
  double value = 0;
};

/// A triangle cut out of triangle `triangle` of a mesh; values are linear on it.
struct PatchPiece {
  int triangle = -1;
  std::array<PatchCorner, 3> corners;
};

/// Where two surfaces are in contact, as a surface of its own on either side with the pressure that
/// acts there [Pa], for drawing. The places are on the pair's meshes, wherever they are drawn; of a
/// shape, on the mesh that stands for it.
///
/// Flat: on the casting side each triangle in contact, with its pressure; on the target what lies
/// below it along its normal, of area A / |n_c . n_t|.
///
/// Smooth: both sides end on a line of equal depth d0 between the two surfaces, which cuts through
/// triangles. It is the line that encloses the area of the contact: near d = 0, where the surfaces
/// cut each other, and there on fine meshes, for which casting triangles are counted whole. Where
/// no line encloses it, as where the target ends with an edge, it is that of d = 0. Pressures are
/// those of the result: at each vertex of the casting mesh the mean over the triangles in contact
/// about it, linear between, and all times a factor near 1, so that the sum of the forces p A
/// stays; none is above the greatest of the result.
///
/// Where nodes cast, the casting triangles of which a node is in contact stand for them: flat, with
/// the values of ContactPair::casting_map; smooth, inside the nodes' area.
class PatchSurface {
 public:
  /// Of the pair's last result. Allocates nothing once it has seen contacts of the size, of nodes
  /// a little.
  void make(const ContactPair& pair, PatchStyle style);

  std::span<const PatchPiece> on_casting() const { return on_casting_; }
  std::span<const PatchPiece> on_target() const { return on_target_; }

 private:
  void make_flat(const ContactPair& pair);
  void make_smooth(const ContactPair& pair);
  double border_depth(double area) const;
  double area_deeper_than(double depth) const;
  void cut(double border);
  void average_over_vertices(const ContactPair& pair);
  Eigen::Vector3d corner_pressures(const std::array<int, 3>& corners) const;
  void find_values(const ContactPair& pair);
  double shown_force(const TriangleMesh& mesh) const;

  SurfaceOverlay overlay_;
  std::vector<double> areas_;                            ///< of the pieces [m^2]
  std::vector<OverlayPiece> cut_;                        ///< those inside the border
  std::vector<double> vertex_areas_, vertex_pressures_;  ///< of the casting triangles in contact
  std::vector<std::array<double, OverlayPolygon::k_most_corners>> values_;  ///< parallel to cut_
  std::vector<PatchPiece> on_casting_, on_target_;
};

/// The triangles of which the value is above 0, as pieces. Smooth: at each vertex the mean over
/// those of its triangles, by area; the integral over the mesh stays the same.
std::vector<PatchPiece> value_patch(const TriangleMesh& mesh, std::span<const double> per_triangle,
                                    PatchStyle style);

}  // namespace condyle
