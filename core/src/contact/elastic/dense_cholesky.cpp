#include "core/src/contact/elastic/dense_cholesky.h"

#include <algorithm>
#include <cmath>

namespace condyle {

/// Makes room for more rows than these, since more are likely to come. Keeps the factor.
void DenseCholesky::make_room(Eigen::Index size) {
  if (size <= stride_) return;
  const Eigen::Index stride = (size + size / 2 + 15) / 8 * 8;
  std::vector<double> wider(static_cast<std::size_t>(stride * stride));
  for (Eigen::Index j = 0; j < size_; ++j) std::copy_n(column(j), size_, wider.data() + j * stride);
  entries_.swap(wider);
  padded_.resize(stride);
  stride_ = stride;
}

bool DenseCholesky::factor(const Eigen::Ref<const Eigen::MatrixXd>& C,
                           std::span<const int> chosen) {
  const auto size = static_cast<Eigen::Index>(chosen.size());
  for (Eigen::Index j = 0; j < size_; ++j) std::fill_n(column(j), size_, 0.0);
  size_ = 0;  // make_room() has nothing to keep
  make_room(size);
  size_ = size;
  for (Eigen::Index j = 0; j < size_; ++j)
    for (Eigen::Index i = j; i < size_; ++i) column(j)[i] = C(chosen[i], chosen[j]);
  return dense_kernels().factor(triangle());
}

bool DenseCholesky::append(std::span<const double> row) {
  make_room(size_ + 1);
  // Solves L l = c, column by column.
  double* const l = padded_.data();
  std::copy(row.begin(), row.end(), l);
  double rest = l[size_];
  for (Eigen::Index j = 0; j < size_; ++j) {
    const double* const below = column(j);
    const double value = l[j] /= below[j];
    rest -= value * value;
    for (Eigen::Index i = j + 1; i < size_; ++i) l[i] -= value * below[i];
  }
  // A rest that may be rounding alone counts as 0.
  if (!(rest > 1e-14 * row[size_])) return false;
  for (Eigen::Index j = 0; j < size_; ++j) column(j)[size_] = l[j];
  column(size_)[size_] = std::sqrt(rest);
  ++size_;
  return true;
}

void DenseCholesky::remove(Eigen::Index row) {
  const Eigen::Index left = size_ - 1;
  for (Eigen::Index j = 0; j < row; ++j) {
    std::copy(column(j) + row + 1, column(j) + size_, column(j) + row);
    column(j)[left] = 0;
  }
  double* const x = padded_.data();
  std::copy(column(row) + row + 1, column(row) + size_, x + row);
  for (Eigen::Index j = row; j < left; ++j) {
    const double* const old = column(j + 1) + 1;  // its entries by their new row numbers
    double* const now = column(j);
    const double diagonal = std::hypot(old[j], x[j]);
    const double cosine = old[j] / diagonal, sine = x[j] / diagonal;
    now[j] = diagonal;
    for (Eigen::Index i = j + 1; i < left; ++i) {
      const double entry = cosine * old[i] + sine * x[i];
      x[i] = cosine * x[i] - sine * old[i];
      now[i] = entry;
    }
    now[left] = 0;
  }
  column(left)[left] = 0;
  size_ = left;
}

void DenseCholesky::solve(Eigen::Ref<Eigen::VectorXd> b) const {
  std::fill(std::copy_n(b.data(), size_, padded_.begin()), padded_.end(), 0.0);
  dense_kernels().solve(triangle(), padded_.data());
  std::copy_n(padded_.begin(), size_, b.data());
}

void DenseCholesky::solve(EightColumns& b) const {
  dense_kernels().solve_eight(triangle(), reinterpret_cast<double(*)[8]>(b.data()));
}

}  // namespace condyle
