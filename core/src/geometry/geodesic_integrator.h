#pragma once

#include <Eigen/Core>
#include <optional>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "core/src/geometry/height_patch.h"

namespace condyle::geometry {

/// Point, tangent, and both Jacobi fields with their derivatives by length.
using GeodesicState = Eigen::Matrix<double, 10, 1>;

/// Integrates a geodesic of a surface in steps of adaptive length. On a height map each step stays
/// within one patch and ends at its grid lines, where the third derivatives jump.
class GeodesicIntegrator {
 public:
  /// `accuracy`: the allowed error of a step, relative to its length. `most_steps`: steps in a
  /// length like the diagonal of the shape's bounding box, besides those that end at a grid line of
  /// a height map; in all there are at most 100 times as many.
  GeodesicIntegrator(const Shape& shape, const Eigen::Vector3d& point,
                     const Eigen::Vector3d& tangent, double accuracy, int most_steps);

  /// Advances by at most `most` and returns the length of the step: less if the accuracy requires
  /// it; 0 if no step is short enough (the surface is not smooth here) or the steps are used up.
  double step(double most);

  /// The state after a step of length h from here; does not advance.
  GeodesicState ahead(double h) const;

  void jump_to(const GeodesicState& state, double length);
  const GeodesicState& state() const { return state_; }
  double length() const { return length_; }

 private:
  struct Extrapolated {
    GeodesicState state;
    double error;
    bool is_early;  ///< accurate without the last columns
  };
  struct Step {
    double length;
    GeodesicState end;
  };
  Extrapolated extrapolated(double h) const;
  GeodesicState midpoint_steps(double h, int count) const;
  GeodesicState short_step(const GeodesicState& from, double h) const;
  GeodesicState rate(const GeodesicState& state) const;
  GeodesicState on_surface(const GeodesicState& state) const;
  SurfaceJet jet(const Eigen::Vector3d& point) const;
  double allowed(double h) const;
  bool may_step() const;

  /// If a step from here crosses a grid line, shortens it to end at the first one.
  bool end_at_line(Step& taken) const;
  /// The grid line that a step crosses; if it returns over the line, ends the step beyond it.
  std::optional<HeightPatch::Line> line_in(Step& taken) const;

  const Shape* shape_;
  double accuracy_;
  double size_;    ///< length to which errors are relative [m]
  double wanted_;  ///< length of the next step
  double most_steps_;
  double reach_;                      ///< length for which most_steps_ are meant [m]
  int steps_ = 0, lines_ = 0;         ///< steps so far that ended between grid lines, and at one
  const HeightMap* map_;              ///< null if the shape is another
  std::optional<HeightPatch> patch_;  ///< of the map, from here on
  GeodesicState state_, rate_;
  double length_ = 0;
};

}  // namespace condyle::geometry
