#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <functional>
#include <span>

namespace condyle {

/// P' K^-1 P for a symmetric positive definite matrix K and loads P. The result is bitwise
/// symmetric and positive semi-definite. The unknowns of [K P; P' 0] are eliminated in dense
/// fronts, halving the solid recursively (nested dissection, George 1973; multifrontal elimination,
/// Duff & Reid 1983); the block left on the loads is minus the result. No factor is stored.
///
/// K: both triangles; P: a column per load; places: position of the unknown of each row;
/// `progress`: called with the fraction of the unknowns that are eliminated, and may throw.
Eigen::MatrixXd condensed(const Eigen::SparseMatrix<double>& K,
                          const Eigen::SparseMatrix<double, Eigen::RowMajor>& P,
                          std::span<const Eigen::Vector3d> places,
                          const std::function<void(double part)>& progress);

}  // namespace condyle
