#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>

#include "condyle/mesh/triangle_mesh.h"
#include "view/camera.h"

namespace condyle {

/// A plane of the world beyond which meshes and maps are not drawn.
struct CutPlane {
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();  ///< unit vector to what is left out
  double offset = 0;                                  ///< of the plane along the normal [m]

  bool leaves_out(const Eigen::Vector3d& p_W) const { return normal.dot(p_W) > offset; }
  CutPlane turned_round() const { return {-normal, -offset}; }
};

/// Across what a scene is cut.
enum class CutAcross { nothing, x, y, z, view };
constexpr const char* word_of(CutAcross value) {
  switch (value) {
    case CutAcross::nothing:
      return "nothing";
    case CutAcross::x:
      return "x";
    case CutAcross::y:
      return "y";
    case CutAcross::z:
      return "z";
    case CutAcross::view:
      return "view";
  }
  return nullptr;
}

struct Cut {
  CutAcross across = CutAcross::nothing;
  CutPlane plane;
  std::optional<CutPlane> active() const {
    return across == CutAcross::nothing ? std::nullopt : std::optional(plane);
  }
};

/// A cut through a point that leaves out what is on the side of the eye.
Cut cut_through(const Eigen::Vector3d& p_W, CutAcross across, const Camera& camera);

/// The cut that "x=12" names: across x at 12 mm of the world, without what is beyond; "-x=12"
/// leaves out the other side. Throws InputError.
Cut named_cut(const std::string& text);

/// Whether the mesh encloses a volume: each side of a triangle is met by another that runs the
/// other way. Vertices at one place count as one.
bool is_closed(const TriangleMesh& mesh);

}  // namespace condyle
