#pragma once

#include <Eigen/Core>
#include <functional>
#include <span>
#include <vector>

namespace condyle {

/// An approximate inverse G'G of a symmetric positive definite matrix whose entries fall with the
/// distance of points, such as 1/r: to precondition conjugate gradients. Points are ordered from
/// coarse to fine, each as far as possible from those before it. Row i of G gives the residual of
/// point i given the nearest points before it (Schaefer, Katzfuss & Owhadi 2021, SIAM J. Sci.
/// Comput. 43:A2019): it is the last row of L^-1, with L L' the matrix between these points and
/// point i. So G'G is positive definite, and takes time and memory in proportion to the number of
/// points.
class SparseInverse {
 public:
  /// Limit on the number of earlier points in the row of a point.
  static constexpr int k_most = 32;

  /// Orders points. `places`: the number of each point, all different and below `size`. The order
  /// depends on the arguments alone.
  void order(std::span<const Eigen::Vector3d> points, std::span<const int> places, int size);

  /// Makes the rows of the chosen points for the matrix between these alone. `is_chosen`: a flag
  /// per place; entry(a, b): the matrix between two places.
  void factor(std::span<const char> is_chosen, const std::function<double(int, int)>& entry);

  /// z := G'G r. Both have one value per place; only those of chosen points count and are written.
  void apply(const Eigen::VectorXd& r, Eigen::VectorXd& z) const;

 private:
  struct Row {
    int place = -1;
    int near[k_most] = {};  ///< places of the nearest points before it
    int count = 0;
  };
  struct Factor {
    int count = 0;  ///< number of columns; 0: not made yet
    int columns[k_most + 1] = {};
    double values[k_most + 1] = {};
  };

  static void fill(Factor& factor, const std::function<double(int, int)>& entry);

  std::vector<Row> rows_;        ///< from coarse to fine
  std::vector<Factor> factors_;  ///< parallel to rows_
  std::vector<int> chosen_;      ///< indices of the chosen rows
  int size_ = 0;
};

}  // namespace condyle
