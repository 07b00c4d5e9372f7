#pragma once

#include "condyle/contact/contact_result.h"
#include "condyle/pose.h"
#include "core/src/contact/contact_block.h"
#include "core/src/contact/contact_kernels.h"
#include "core/src/contact/make_once.h"

namespace condyle {

class ElasticLayer;

/// Sum of w g g^T over six-vectors g. Sums only the lower triangle, eight contacts at a time.
class OuterProductSum {
 public:
  /// Adds weight_i g_i g_i^T for the gradients of a padded block. Weights must be padded too.
  void add(const ContactBlock& block, const ContactBlock::Column<double>& weight);

  /// The full symmetric matrix.
  Matrix6 matrix() const;

 private:
  alignas(64) double sums_[k_lower_triangle][8] = {};
};

/// Stiffness and damping matrices of a contact for an implicit step, 6 x 6, about the origin of C
/// and in C.
///
/// With A, c, n of each casting triangle in contact, its proximity changes by g . displacement,
/// g = [c x n; n], so
///   stiffness = sum (dp/dd) A g g^T
///   damping   = sum (dp/dd') A g g^T  +  sum (slip damping) A J^T (1 - n n^T) J,
/// where J = [-c x, 1] maps a motion of the body to that of c. Both are symmetric positive
/// semi-definite. They neglect that lever arms and normals turn with the body, and that the true
/// rate of proximity follows the target's normal, which would make them unsymmetric.
///
/// Since n^T J = g^T, friction subtracts w = (slip damping) A from the weight of g g^T. The rest,
/// the sum of w J^T J, follows from the sums of w, w c and w c c^T.
class LinearisationSums {
 public:
  void add_stiffness(const ContactBlock& block);
  void add_damping(const ContactBlock& block, bool has_dissipation, bool has_friction);

  Matrix6 stiffness() const { return stiffness_.matrix(); }
  Matrix6 damping() const;

 private:
  OuterProductSum stiffness_, damping_;
  double slip_weight_ = 0;
  Eigen::Vector3d slip_first_ = Eigen::Vector3d::Zero();
  Eigen::Matrix3d slip_second_ = Eigen::Matrix3d::Zero();
};

/// Stiffness and damping of a pair's last result. They are made when they are first read, from the
/// blocks of the result (patch_report.h). Several threads may read.
class LinearisationReport {
 public:
  /// Connects the matrices of the result to this report, which must outlive the result and must not
  /// move.
  void give(ContactResult& result);

  /// Starts a result of the contacts in these blocks, which must be kept until the next result.
  void begin(std::span<const ContactBlock> blocks, bool has_dissipation, bool has_friction);

  /// Call after begin() if the result is that of an elastic layer: the stiffness is then `share`
  /// times the layer's elastic stiffness, without the effect of dissipation. The layer must keep
  /// the hits that it has met until the next result.
  void take_stiffness_of(ElasticLayer& layer, double share);
  /// Call after begin() if the result is a copy of that of an elastic layer.
  void have_no_stiffness();

 private:
  void add(const ContactBlock& block);
  void make();
  static const Matrix6& stiffness_of(LinearisationReport& report);
  static const Matrix6& damping_of(LinearisationReport& report);

  std::span<const ContactBlock> blocks_;
  bool has_dissipation_ = false, has_friction_ = false;
  ElasticLayer* layer_ = nullptr;  ///< null unless the result is that of an elastic layer
  double share_ = 1;
  LinearisationSums sums_;
  Matrix6 stiffness_ = Matrix6::Zero(), damping_ = Matrix6::Zero();
  MakeOnce once_;
};

}  // namespace condyle
