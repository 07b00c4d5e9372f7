#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "validate/spheres.h"

namespace condyle {

/// A structured mesh of a layer's half section: 8-node quadrilaterals between lines of r and z.
/// Nodes are numbered from 1; those with even i and j are corners.
class ElementMesh {
 public:
  /// `columns` elements of equal width up to 1.3 contact radii; beyond that, and downwards, each
  /// element is 1.15 times as large as its neighbour.
  ElementMesh(const SphereCase& one, int columns);

  /// The CalculiX input that presses the first `pressed` columns of the surface to the sphere's
  /// shape.
  std::string input(int pressed) const;

  double column_width() const { return r_[1]; }  ///< of the columns of equal width [m]

  /// The surface nodes of the first `columns` columns, from the axis outward, and their radii [m].
  std::vector<std::pair<int, double>> surface(int columns) const;

 private:
  int node(int i, int j) const { return nodes_[i][j]; }
  std::pair<double, double> place(int i, int j) const;

  SphereCase case_;
  std::vector<double> r_, z_;            ///< lines between elements [m]
  std::vector<std::vector<int>> nodes_;  ///< numbers by half steps of r and z; 0: element's middle
};

}  // namespace condyle
