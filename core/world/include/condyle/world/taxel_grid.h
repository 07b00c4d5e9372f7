#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/pose.h"
#include "condyle/world/reports.h"
#include "condyle/world/step_report.h"

namespace condyle {

class ContactSurface;

/// A tactile skin: a grid of cells over a surface, each of which tells the mean pressure on it.
class TaxelGrid {
 public:
  /// Cells over a rectangle of `size` (x, y) [m] about the origin of frame G, which lies at X_SG in
  /// the surface's frame: `rows` along y, `columns` along x, and the triangles that face +z of G. A
  /// triangle belongs to the cell over which its centroid lies; a cell wants several of them.
  /// Throws InputError if size, rows or columns are not positive, if a cell would have no triangle,
  /// or if X_SG is not a rotation and a finite shift.
  TaxelGrid(const ContactSurface& surface, const Pose& X_SG, const Eigen::Vector2d& size, int rows,
            int columns);

  /// Numbers of cells along y and along x.
  int rows() const { return rows_; }
  int columns() const { return columns_; }

  /// Clears all cells, before the pairs of a step are added.
  void clear();
  /// Adds the pressure of a pair on the surface, which is that of its casting or its target
  /// collider. Pairs of other colliders add nothing.
  void add(const PairReport& pair, ColliderId surface);
  /// Adds pressures [Pa] of all triangles of the surface, times a factor.
  void add(std::span<const double> pressures, double factor = 1);

  /// Mean pressure on the triangles of each cell [Pa], row by row.
  std::span<const double> pressures() const { return pressures_; }
  /// Force on the triangles of a cell along their normals [N]: pressure times area, summed.
  double normal_force(int row, int column) const;

 private:
  struct Part {
    int triangle, cell;
    double share;  ///< of the cell's area
  };
  int rows_, columns_;
  std::vector<Part> parts_;
  std::vector<double> areas_, pressures_;  ///< per cell [m^2, Pa]
};

}  // namespace condyle
