#include "support/eigenvalues.h"

#include <Eigen/Eigenvalues>

namespace condyle::test {

Eigen::VectorXd eigenvalues_of(const Eigen::MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric).eigenvalues();
}

}  // namespace condyle::test
