#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <functional>
#include <span>

namespace condyle {

/// P' K^-1 P of a symmetric positive definite matrix and some loads, which is symmetric to the bit
/// and positive semi-definite. Unknowns are eliminated from [K P; P' 0] in fronts, dense pieces, by
/// halves of the solid: what is left on the loads is minus the result (nested dissection, George
/// 1973; multifrontal elimination, Duff & Reid 1983). No factor is kept.
///
/// K: both triangles; P: row-major, a column per load; places: per row, where the unknown lies;
/// `progress`: called with the part of the unknowns that are done, and may throw.
Eigen::MatrixXd condensed(const Eigen::SparseMatrix<double>& K,
                          const Eigen::SparseMatrix<double, Eigen::RowMajor>& P,
                          std::span<const Eigen::Vector3d> places,
                          const std::function<void(double part)>& progress);

}  // namespace condyle
