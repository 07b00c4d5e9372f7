#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "condyle/contact/contact_pair.h"

namespace condyle {

/// A point of a casting triangle by its barycentric weights, the depth of the target's surface
/// below it along the triangle's normal [m], negative across a gap, and the point of the target
/// there, by its weights on the piece's target triangle.
struct OverlayCorner {
  Eigen::Vector3d weights = Eigen::Vector3d::Zero();
  double depth = 0;
  Eigen::Vector3d on_target = Eigen::Vector3d::Zero();
};

/// A convex polygon on one casting triangle, counter-clockwise or clockwise.
struct OverlayPolygon {
  /// The intersection of two triangles has at most six corners; a line of equal depth adds one.
  static constexpr int k_most_corners = 7;
  int count = 0;
  std::array<OverlayCorner, k_most_corners> corners;

  /// Ignores corners beyond k_most_corners: only rounding could add them.
  void add(const OverlayCorner& corner) {
    if (count < k_most_corners) corners[count++] = corner;
  }
  std::span<const OverlayCorner> all() const {
    return {corners.data(), static_cast<std::size_t>(count)};
  }
};

/// The part of a casting triangle above one target triangle. Depth is linear on it.
struct OverlayPiece {
  int casting_triangle = -1;
  int target_triangle = -1;  ///< -1: the target's surface has no triangle there
  double least_depth = 0, greatest_depth = 0;
  OverlayPolygon polygon;
};

enum class OverlayExtent {
  contact,  ///< the casting triangles in contact
  /// Also the triangles around them, up to a gap that bounds the distance of the border of contact:
  /// twice the mean change of depth over a triangle in contact.
  surroundings,
};

/// The part of the polygon that is at least `depth` deep.
OverlayPolygon deeper_than(double depth, const OverlayPolygon& polygon);

/// The least and the greatest depth. Precondition: the polygon has corners.
std::pair<double, double> depth_range(const OverlayPolygon& polygon);

/// Area of the polygon over the area of its triangle.
double area_part(const OverlayPolygon& polygon);

/// Projects the target's triangles onto the casting mesh of a contact, along the casting triangles'
/// normals, and cuts both along each other's sides, so that both surfaces share one set of pieces.
/// Below a hollow side of the casting mesh the normals of its two triangles diverge and would leave
/// a wedge of the target to neither. Up to the plane that halves the angle between them it belongs
/// to the nearer triangle, whose points are spread over it.
///
/// Pieces are found by flooding. On the target, the flood starts at the triangle that a ray met and
/// crosses sides while triangles lie over the casting triangle, face it as the first one does, and
/// are not seen edge on. The ray of a node may meet a triangle near by; the flood finds its way
/// from there. On the casting mesh, it crosses sides beyond the triangles in contact. For a shape,
/// the mesh that represents it is projected. If no target triangle lies below a casting triangle in
/// contact, the casting triangle is one piece with the depth of its ray.
///
/// Depths agree with the proximities of the rays. A solver may have advanced these since the pose,
/// so the depths of each casting triangle are shifted by the difference between its ray's proximity
/// and its depth at the pose; triangles beyond the contact get the shift of their neighbours.
class SurfaceOverlay {
 public:
  /// Makes the overlay of the pair's last result. Allocates nothing once it has seen a contact of
  /// that size.
  void make(const ContactPair& pair, OverlayExtent extent);

  std::span<const OverlayPiece> pieces() const { return pieces_; }
  std::span<OverlayPiece> pieces() { return pieces_; }
  /// Casting triangles in contact, or with a node in contact if nodes cast; ascending.
  std::span<const int> contacts() const { return contacts_; }
  double gap() const { return gap_; }  ///< gap of OverlayExtent::surroundings [m]

 private:
  struct Seed {
    int casting_triangle, target_triangle;
    double depth;  ///< depth of the ray, if the triangle is in contact
    double shift;  ///< proximity of the ray minus depth at the pose
  };

  void begin(const ContactPair& pair);
  void find_contacts();
  bool touches_little(int triangle) const;
  void lay_over_contacts();
  void lay_over_surroundings();
  void find_gap();
  template <class Keeps>
  void flood(const Seed& seed, const Keeps& keeps);
  void go_on(std::size_t first_piece);
  int triangle_below(const ProximityHit& hit) const;
  double shift_of(const ProximityHit& hit, int target_triangle) const;

  const ContactPair* pair_ = nullptr;
  double size_ = 0;  ///< size of the mesh that represents a shape [m]
  double gap_ = 0;
  std::vector<OverlayPiece> pieces_;
  std::vector<int> contacts_;
  std::vector<Seed> seeds_;  ///< seeds of the contacts, then seeds beyond them in the order found
  std::vector<int> front_;   ///< target triangles to visit, nearest first
  /// Per target triangle: the casting triangle from which it was last visited.
  std::vector<int> seen_from_;
  std::vector<char> is_laid_over_;  ///< per casting triangle
  std::vector<double> shifts_;      ///< per casting triangle that has pieces: its shift [m]
};

}  // namespace condyle
