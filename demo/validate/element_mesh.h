#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "validate/spheres.h"

namespace condyle {

/// A structured mesh of a layer's half section: 8-node quadrilaterals between lines of r and z.
/// Nodes are counted from 1; those of even i and j are corners.
class ElementMesh {
 public:
  /// `columns` even elements up to 1.3 contact radii; from there, and downwards, each is 1.15 times
  /// its neighbour.
  ElementMesh(const SphereCase& one, int columns);

  /// The input of CalculiX: the surface pressed to the sphere's shape over the first `pressed`
  /// columns.
  std::string input(int pressed) const;

  /// The nodes on the surface of the first columns, from the axis on, and their radii [m].
  std::vector<std::pair<int, double>> surface(int columns) const;

 private:
  int node(int i, int j) const {
    return nodes_[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  }
  std::pair<double, double> place(int i, int j) const;

  SphereCase case_;
  std::vector<double> r_, z_;            ///< lines between elements [m]
  std::vector<std::vector<int>> nodes_;  ///< by half steps along r and z; 0: none, in a middle
};

}  // namespace condyle
