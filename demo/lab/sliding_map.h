#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// What presses and slides on each triangle of the casting side over a time.
class SlidingMap {
 public:
  explicit SlidingMap(const ContactSurface& casting);

  /// Adds a time dt [s] with the pressures and velocity of a result.
  void add(const ContactResult& result, const ContactSurface& casting, double dt);

  /// Pressure times slip, summed over the path [Pa m]: the work of friction per area, over mu.
  const std::vector<double>& work() const { return work_; }
  const std::vector<double>& highest_pressure() const { return highest_; }  ///< [Pa]

  /// Share of that work across the direction in which most of it is done, 0 to 1/2 (0 without
  /// work): cross-shear (Turell, Wang & Bellare 2003, Wear 255:1034-1039; Kang et al. 2008,
  /// J. Biomech. 41:340-346). The direction is that of the largest principal value of the work's
  /// tensor in the triangle's plane.
  std::vector<double> cross_shear() const;

 private:
  struct Plane {
    Eigen::Vector3d u, v;  ///< unit vectors along the triangle
  };
  std::vector<Plane> planes_;
  std::vector<double> work_, highest_;
  std::vector<Eigen::Vector3d> tensor_;  ///< of the work along uu, vv, uv [Pa m]
};

}  // namespace condyle
