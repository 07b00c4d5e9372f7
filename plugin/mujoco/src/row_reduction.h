#pragma once

#include <Eigen/Core>
#include <vector>

namespace condyle::mujoco {

/// Gives the columns of `moments` weights >= 0, most of them 0, such that the weighted sum of the
/// columns is the plain sum of all: at most as many columns keep a weight as there are rows
/// (Caratheodory 1907). Halves the columns by weighing groups of neighbours (Maalouf, Jubran &
/// Feldman 2019, "Fast and accurate least-mean-squares solvers"), so that the work grows with their
/// number times that of the rows. The sum is kept to 1e-9 of the columns' sizes; rows that are
/// nearly dependent count as dependent.
std::vector<double> few_weights(const Eigen::MatrixXd& moments);

}  // namespace condyle::mujoco
