#pragma once

#include <Eigen/Core>
#include <functional>
#include <span>
#include <vector>

namespace condyle {

/// An approximate inverse G'G of a symmetric positive definite matrix whose entries fall with the
/// distance of points, such as 1/r: to precondition conjugate gradients. Points are ordered from
/// coarse to fine, each as far as can be from those before it, and row i of G makes the residual of
/// point i given the nearest points before it (Schaefer, Katzfuss & Owhadi 2021, SIAM J. Sci.
/// Comput. 43:A2019): with C = L L' among them, the last row of L^-1. So G'G is definite, and takes
/// time and memory in proportion to the number of points.
class SparseInverse {
 public:
  /// Points before it that a point looks at.
  static constexpr int k_most = 32;

  /// Orders points. `places`: their numbers, each once. Depends on nothing but these.
  void order(std::span<const Eigen::Vector3d> points, std::span<const int> places, int size);

  /// Makes the rows of the points with is_chosen, by place, for a matrix of these alone.
  /// entry(a, b): the matrix by places.
  void factor(std::span<const char> is_chosen, const std::function<double(int, int)>& entry);

  /// z := G'G r. Both have one value per place; only those of chosen points count and are written.
  void apply(const Eigen::VectorXd& r, Eigen::VectorXd& z) const;

 private:
  struct Row {
    int place = -1;
    int near[k_most] = {};  ///< places
    int count = 0;
  };
  struct Factor {
    int count = 0;  ///< of columns; 0: none yet
    int columns[k_most + 1] = {};
    double values[k_most + 1] = {};
  };

  static void fill(Factor& factor, const std::function<double(int, int)>& entry);

  std::vector<Row> rows_;        ///< from coarse to fine
  std::vector<Factor> factors_;  ///< parallel
  std::vector<int> chosen_;      ///< rows that are
  int size_ = 0;
};

}  // namespace condyle
