#include "condyle/contact/contact_linearisation.h"

namespace condyle {
namespace {

Double2 two_of(const Vector6& g, int first) { return Double2(g[first], g[first + 1]); }

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

}  // namespace

void OuterProductSum::add(const ContactBlock& block, const ContactBlock::Column<double>& weight) {
  // In local variables all twelve sums stay in registers.
  Double2 a0 = column0_[0], a1 = column0_[1], a2 = column0_[2];
  Double2 b0 = column1_[0], b1 = column1_[1], b2 = column1_[2];
  Double2 c1 = column2_[0], c2 = column2_[1], d1 = column3_[0], d2 = column3_[1];
  Double2 e2 = column4_, f2 = column5_;
  for (int i = 0; i < block.count; ++i) {
    const Vector6& g = block.gradient[i];
    const Double2 g0 = two_of(g, 0), g1 = two_of(g, 2), g2 = two_of(g, 4);
    const Double2 s0 = weight[i] * g0, s1 = weight[i] * g1, s2 = weight[i] * g2;
    a0 += s0[0] * g0;
    a1 += s0[0] * g1;
    a2 += s0[0] * g2;
    b0 += s0[1] * g0;
    b1 += s0[1] * g1;
    b2 += s0[1] * g2;
    c1 += s1[0] * g1;
    c2 += s1[0] * g2;
    d1 += s1[1] * g1;
    d2 += s1[1] * g2;
    e2 += s2[0] * g2;
    f2 += s2[1] * g2;
  }
  column0_[0] = a0, column0_[1] = a1, column0_[2] = a2;
  column1_[0] = b0, column1_[1] = b1, column1_[2] = b2;
  column2_[0] = c1, column2_[1] = c2, column3_[0] = d1, column3_[1] = d2;
  column4_ = e2, column5_ = f2;
}

Matrix6 OuterProductSum::matrix() const {
  Matrix6 matrix;
  matrix.col(0) << column0_[0], column0_[1], column0_[2];
  matrix.col(1) << column1_[0], column1_[1], column1_[2];
  matrix.col(2).tail<4>() << column2_[0], column2_[1];
  matrix.col(3).tail<4>() << column3_[0], column3_[1];
  matrix.col(4).tail<2>() << column4_;
  matrix.col(5).tail<2>() << column5_;
  mirror_lower_triangle(matrix);
  return matrix;
}

void LinearisationSums::add_stiffness(const ContactBlock& block) {
  ContactBlock::Column<double> weight;
  for (int i = 0; i < block.count; ++i) weight[i] = block.stiffness[i] * block.area[i];
  stiffness_.add(block, weight);
}

void LinearisationSums::add_damping(const ContactBlock& block, bool has_dissipation,
                                    bool has_friction) {
  ContactBlock::Column<double> weight;
  for (int i = 0; i < block.count; ++i) {
    weight[i] = has_dissipation ? block.normal_damping[i] * block.area[i] : 0;
    if (!has_friction || block.slip_damping[i] == 0) continue;
    const double w = block.slip_damping[i] * block.area[i];
    const Eigen::Vector3d& c = block.rubs_at[i];
    const Eigen::Vector3d wc = w * c;
    weight[i] -= w / (block.cover[i] * block.cover[i]);  // of the part across, n_t = gradient / cover
    slip_weight_ += w;
    slip_first_ += wc;
    for (int k = 0; k < 3; ++k) slip_second_.col(k) += wc * c[k];
  }
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
