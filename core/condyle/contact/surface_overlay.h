#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "condyle/contact/contact_pair.h"

namespace condyle {

/// A point of a casting triangle: its place by barycentric weights, and how deep below it, along
/// the triangle's normal, the target's surface lies [m]; negative across a gap.
struct OverlayCorner {
  Eigen::Vector3d weights = Eigen::Vector3d::Zero();
  double depth = 0;
};

/// A convex polygon on one casting triangle, counter-clockwise or clockwise.
struct OverlayPolygon {
  /// Two triangles cut each other to six corners at most, a line of equal depth adds one.
  static constexpr int k_most_corners = 7;
  int count = 0;
  std::array<OverlayCorner, k_most_corners> corners;

  /// Rounding alone could add more, of no extent: they are left out.
  void add(const OverlayCorner& corner) {
    if (count < k_most_corners) corners[static_cast<std::size_t>(count++)] = corner;
  }
  std::span<const OverlayCorner> all() const {
    return {corners.data(), static_cast<std::size_t>(count)};
  }
};

/// The part of a casting triangle that has one target triangle below it. Depth is linear on it.
struct OverlayPiece {
  int casting_triangle = -1;
  int target_triangle = -1;  ///< -1: the target's surface has no triangle there
  double least_depth = 0, greatest_depth = 0;
  OverlayPolygon polygon;
};

enum class OverlayExtent {
  contact,  ///< the casting triangles in contact
  /// Also those about them, up to a gap that says how far off the border of contact may be: twice
  /// what depth changes over a triangle in contact, in the mean.
  surroundings,
};

/// The polygon's part where `depth` is at least this.
OverlayPolygon deeper_than(double depth, const OverlayPolygon& polygon);

/// Area as a part of its triangle's.
double area_part(const OverlayPolygon& polygon);

/// Lays the target's triangles over the casting mesh of a contact, along the casting triangles'
/// normals, and cuts both along each other's sides: so both surfaces share one set of pieces.
///
/// Found by flooding: over the target's sides from the triangle that a ray met, as long as what
/// comes lies over the casting triangle, faces it as the first does, and is not seen edge on; and
/// over the casting mesh's sides beyond the triangles in contact. Of a shape, the mesh that stands
/// for it is laid over. A casting triangle in contact below which no target triangle is found is a
/// piece of its own, as deep as its ray said.
///
/// Depths are those of the rays: a solver may have moved them on since the pose, so each casting
/// triangle's are shifted by what its ray says beyond the pose, and those beyond the contact like
/// their neighbours'.
class SurfaceOverlay {
 public:
  /// Of the pair's last result. Allocates nothing once it has seen contacts of the size.
  void make(const ContactPair& pair, OverlayExtent extent);

  std::span<const OverlayPiece> pieces() const { return pieces_; }
  /// Casting triangles in contact, of nodes those with one in contact; ascending.
  std::span<const int> contacts() const { return contacts_; }
  double gap() const { return gap_; }  ///< of OverlayExtent::surroundings [m]

 private:
  struct Seed {
    int casting_triangle, target_triangle;
    double depth;  ///< of the ray, where that triangle is in contact
    double shift;  ///< what its depth has more than the pose says
  };

  void begin(const ContactPair& pair);
  void find_contacts();
  void lay_over_contacts();
  void lay_over_surroundings();
  void find_gap();
  template <class Keeps>
  void flood(const Seed& seed, const Keeps& keeps);
  void go_on(std::size_t first_piece);
  int triangle_below(const ProximityHit& hit) const;
  double shift_of(const ProximityHit& hit, int target_triangle) const;

  const ContactPair* pair_ = nullptr;
  double size_ = 0;  ///< of the mesh that stands for a shape [m]
  double gap_ = 0;
  std::vector<OverlayPiece> pieces_;
  std::vector<int> contacts_;
  std::vector<Seed> seeds_;         ///< the contacts' first, then those beyond in the order found
  std::vector<int> front_;          ///< target triangles to look at
  std::vector<int> seen_from_;      ///< per target triangle the casting triangle last laid over it
  std::vector<char> is_laid_over_;  ///< per casting triangle
  std::vector<double> shifts_;      ///< the same, of those laid over [m]
};

}  // namespace condyle
