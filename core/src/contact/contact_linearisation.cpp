#include "core/src/contact/contact_linearisation.h"

#include <limits>

#include "core/src/base/checks.h"
#include "core/src/base/cross_matrix.h"
#include "core/src/base/symmetric.h"
#include "core/src/contact/elastic/elastic_layer.h"

namespace condyle {
namespace {

void mirror_lower_triangle(Matrix6& matrix) {
  for (int column = 1; column < 6; ++column) {
    for (int row = 0; row < column; ++row) matrix(row, column) = matrix(column, row);
  }
}

/// Writes zeros behind the last of `count` weights of a block.
void pad_weights(int count, ContactBlock::Column<double>& weight) {
  for (int i = count; i % 8 != 0; ++i) weight[i] = 0;
}

}  // namespace

void OuterProductSum::add(const ContactBlock& block, const ContactBlock::Column<double>& weight) {
  contact_kernels().add_outer_products(block, weight, sums_);
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
  pad_weights(block.count, weight);
  stiffness_.add(block, weight);
}

void LinearisationSums::add_damping(const ContactBlock& block, bool has_dissipation,
                                    bool has_friction) {
  alignas(64) ContactBlock::Column<double> weight;
  for (int i = 0; i < block.count; ++i)
    weight[i] = has_dissipation ? block.normal_damping[i] * block.area[i] : 0;
  for (int i = 0; i < (has_friction ? block.count : 0); ++i) {
    if (block.slip_damping[i] == 0) continue;
    const double w = block.slip_damping[i] * block.area[i];
    const Eigen::Vector3d c = vector_at(block.rubs_at, i);
    const Eigen::Vector3d wc = w * c;
    weight[i] -=
        // Removes the part along the normal, n_t = gradient / cover.
        w / (block.cover[i] * block.cover[i]);
    slip_weight_ += w;
    slip_first_ += wc;
    for (int k = 0; k < 3; ++k) slip_second_.col(k) += wc * c[k];
  }
  pad_weights(block.count, weight);
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

void LinearisationReport::give(ContactResult& result) {
  result.stiffness.come_from<LinearisationReport, stiffness_of>(*this);
  result.damping.come_from<LinearisationReport, damping_of>(*this);
}

void LinearisationReport::begin(std::span<const ContactBlock> blocks, bool has_dissipation,
                                bool has_friction) {
  blocks_ = blocks;
  has_dissipation_ = has_dissipation;
  has_friction_ = has_friction;
  layer_ = nullptr;
  once_.forget();
}

void LinearisationReport::take_stiffness_of(ElasticLayer& layer, double share) {
  layer_ = &layer;
  share_ = share;
}

void LinearisationReport::have_no_stiffness() {
  once_([this] {
    make();
    stiffness_.setConstant(std::numeric_limits<double>::quiet_NaN());
  });
}

void LinearisationReport::add(const ContactBlock& block) {
  sums_.add_stiffness(block);
  if (has_dissipation_ || has_friction_) sums_.add_damping(block, has_dissipation_, has_friction_);
}

void LinearisationReport::make() {
  sums_ = {};
  for (const ContactBlock& block : blocks_) add(block);
  stiffness_ = layer_ != nullptr ? Matrix6(share_ * layer_->stiffness()) : sums_.stiffness();
  damping_ = sums_.damping();
  CONDYLE_VALIDATE(is_symmetric(stiffness_) && is_symmetric(damping_));
}

const Matrix6& LinearisationReport::stiffness_of(LinearisationReport& report) {
  report.once_([&] { report.make(); });
  return report.stiffness_;
}

const Matrix6& LinearisationReport::damping_of(LinearisationReport& report) {
  report.once_([&] { report.make(); });
  return report.damping_;
}

}  // namespace condyle
