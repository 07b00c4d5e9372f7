#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

namespace condyle::geometry {

/// A point of the Minkowski difference of two solids: a point of A minus a point of B.
struct DifferencePoint {
  Eigen::Vector3d on_a, on_b;
  Eigen::Vector3d difference() const { return on_a - on_b; }
};

/// The convex hull of points of a difference. It grows by one point at a time.
class DifferenceHull {
 public:
  struct Face {
    std::array<int, 3> points;  ///< counter-clockwise seen from outside
    Eigen::Vector3d normal;     ///< outward, of unit length
    /// Distance of its plane from the origin; negative if the origin is outside.
    double distance;
    bool alive = true;
  };

  /// Starts from four of the points that span a volume and adds the others. The hull is flat() if
  /// no four points span a volume.
  explicit DifferenceHull(const std::vector<DifferencePoint>& points);

  bool flat() const { return faces_.empty(); }

  /// The face whose plane is nearest to the origin.
  const Face& nearest_face() const;

  /// Adds a point. Returns false if the point is not beyond any face by more than rounding.
  bool insert(const DifferencePoint& point);

  /// The points of the two solids that correspond to the projection of the origin onto the face's
  /// plane. The projection may lie on a neighbouring face in the same plane.
  DifferencePoint origin_on(const Face& face) const;

 private:
  void add_face(int a, int b, int c);
  Eigen::Vector3d weights_at(const Face& face, const Eigen::Vector3d& point) const;

  std::vector<DifferencePoint> points_;
  std::vector<Face> faces_;
  double rounding_ = 0;
};

}  // namespace condyle::geometry
