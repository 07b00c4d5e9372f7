#include "condyle/contact/contact_linearisation.h"

namespace condyle {
namespace {

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& v) {
  Eigen::Matrix3d m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

void mirror_lower_triangle(Matrix6& matrix) {
  for (int column = 1; column < 6; ++column) {
    for (int row = 0; row < column; ++row) matrix(row, column) = matrix(column, row);
  }
}

/// Writes zeros behind the last of `count` weights of a block.
void pad(int count, ContactBlock::Column<double>& weight) {
  for (int i = count; i % 8 != 0; ++i) weight[i] = 0;
}

}  // namespace

void OuterProductSum::add(const ContactBlock& block, const ContactBlock::Column<double>& weight) {
  contact_kernels().add_outer_products(columns_of(block), weight.data(), sums_);
}

Matrix6 OuterProductSum::matrix() const {
  Matrix6 matrix;
  int i = 0;
  for (int column = 0; column < 6; ++column)
    for (int row = column; row < 6; ++row) matrix(row, column) = lane_total(sums_[i++]);
  mirror_lower_triangle(matrix);
  return matrix;
}

void LinearisationSums::add_stiffness(const ContactBlock& block) {
  alignas(64) ContactBlock::Column<double> weight;
  for (int i = 0; i < block.count; ++i) weight[i] = block.stiffness[i] * block.area[i];
  pad(block.count, weight);
  stiffness_.add(block, weight);
}

void LinearisationSums::add_damping(const ContactBlock& block, bool has_dissipation,
                                    bool has_friction) {
  alignas(64) ContactBlock::Column<double> weight;
  for (int i = 0; i < block.count; ++i) {
    weight[i] = has_dissipation ? block.normal_damping[i] * block.area[i] : 0;
    if (!has_friction || block.slip_damping[i] == 0) continue;
    const double w = block.slip_damping[i] * block.area[i];
    const Eigen::Vector3d c = block.rubs_at[i];
    const Eigen::Vector3d wc = w * c;
    weight[i] -=
        // Removes the part along the normal, n_t = gradient / cover.
        w / (block.cover[i] * block.cover[i]);
    slip_weight_ += w;
    slip_first_ += wc;
    for (int k = 0; k < 3; ++k) slip_second_.col(k) += wc * c[k];
  }
  pad(block.count, weight);
  damping_.add(block, weight);
}

Matrix6 LinearisationSums::damping() const {
  // J^T J = [|c|^2 - c c^T, c x; -c x, 1]
  Matrix6 damping = damping_.matrix();
  damping.topLeftCorner<3, 3>() +=
      slip_second_.trace() * Eigen::Matrix3d::Identity() - slip_second_;
  damping.bottomLeftCorner<3, 3>() -= cross_matrix(slip_first_);
  damping.bottomRightCorner<3, 3>() += slip_weight_ * Eigen::Matrix3d::Identity();
  mirror_lower_triangle(damping);
  return damping;
}

}  // namespace condyle
