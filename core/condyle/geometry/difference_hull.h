#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

namespace condyle {

/// A point of the difference of two solids: a point of one minus a point of the other.
struct DifferencePoint {
  Eigen::Vector3d on_a, on_b;
  Eigen::Vector3d difference() const { return on_a - on_b; }
};

/// The convex hull of points of a difference, which grows by one point at a time.
class DifferenceHull {
 public:
  struct Face {
    std::array<int, 3> points;  ///< counter-clockwise seen from outside
    Eigen::Vector3d normal;     ///< outward, of unit length
    double distance;            ///< of its plane from the origin; negative: the origin is outside
    bool alive = true;
  };

  /// Starts from four of the points that span a volume, and adds the others. `flat` where there are
  /// no such four.
  explicit DifferenceHull(const std::vector<DifferencePoint>& points);

  bool flat() const { return faces_.empty(); }

  /// The face whose plane is nearest to the origin.
  const Face& nearest_face() const;

  /// False where the point is not beyond any face by more than rounding.
  bool insert(const DifferencePoint& point);

  /// The points of the solids where the foot of the origin on a face comes from. The foot may lie
  /// on a neighbour in the same plane.
  DifferencePoint origin_on(const Face& face) const;

 private:
  void add_face(int a, int b, int c);
  Eigen::Vector3d weights_at(const Face& face, const Eigen::Vector3d& point) const;

  std::vector<DifferencePoint> points_;
  std::vector<Face> faces_;
  double rounding_ = 0;
};

}  // namespace condyle
