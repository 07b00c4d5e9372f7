#include "condyle/contact/elastic/dense_cholesky.h"

#include <Eigen/Cholesky>

namespace condyle {

bool DenseCholesky::factor(const Eigen::Ref<const Eigen::MatrixXd>& C,
                           std::span<const int> chosen) {
  size_ = static_cast<Eigen::Index>(chosen.size());
  const auto entries = static_cast<std::size_t>(size_ * size_);
  if (entries_.size() < entries) entries_.resize(entries);
  Eigen::Map<Eigen::MatrixXd> L(entries_.data(), size_, size_);
  for (Eigen::Index j = 0; j < size_; ++j)
    for (Eigen::Index i = j; i < size_; ++i) L(i, j) = C(chosen[i], chosen[j]);
  Eigen::Ref<Eigen::MatrixXd> in_place(L);
  return Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>>(in_place).info() == Eigen::Success;
}

void DenseCholesky::solve(Eigen::Ref<Eigen::MatrixXd> b) const {
  const Eigen::Map<const Eigen::MatrixXd> L(entries_.data(), size_, size_);
  L.triangularView<Eigen::Lower>().solveInPlace(b);
  L.triangularView<Eigen::Lower>().adjoint().solveInPlace(b);
}

}  // namespace condyle
