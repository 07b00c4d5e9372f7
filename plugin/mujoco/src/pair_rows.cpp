#include "plugin/mujoco/src/pair_rows.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <span>

#include "core/src/contact/laws/friction_curve.h"
#include "core/src/contact/laws/friction_description.h"
#include "plugin/mujoco/src/row_reduction.h"

namespace condyle::mujoco {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// Makes points of order 1, about their middle.
struct Scale {
  Vector3d middle = Vector3d::Zero();
  double size = 1;  ///< [m]

  template <class Rows>
  explicit Scale(const Rows& rows) {
    for (const auto& row : rows) middle += row.point / static_cast<double>(rows.size());
    double far = 0;
    for (const auto& row : rows) far = std::max(far, (row.point - middle).norm());
    if (far > 0) size = far;
  }
  Vector3d operator()(const Vector3d& point) const { return (point - middle) / size; }
};

/// Appends the products of a vector's entries, each once.
template <class Vector>
void put_products(const Vector& v, double weight, MatrixXd& moments, Index column, Index& at) {
  for (Index i = 0; i < v.size(); ++i)
    for (Index j = i; j < v.size(); ++j) moments(at++, column) = weight * v[i] * v[j];
}

/// Keeps the rows with a weight above 0, with `scaled(row, weight)`.
template <class Row, class Scaled>
void keep_weighted(std::vector<Row>& rows, const MatrixXd& moments, const Scaled& scaled) {
  const std::vector<double> weights = few_weights(moments);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!(weights[i] > 0)) continue;
    rows[kept] = rows[i];
    scaled(rows[kept++], weights[i]);
  }
  rows.resize(kept);
}

/// The derivative of a row's gap by the motion of the casting body, in scaled lengths.
Vector6 gradient_of(const NormalRow& row, const Scale& scale) {
  Vector6 gradient;
  gradient << scale(row.point).cross(row.push), row.push;
  return gradient;
}

void scale_row(NormalRow& row, double weight) {
  row.force *= weight;
  row.stiffness *= weight;
}

struct RowSums {
  double force = 0, stiffness = 0;

  explicit RowSums(std::span<const NormalRow> rows) {
    for (const NormalRow& row : rows) force += std::abs(row.force), stiffness += row.stiffness;
  }
};

/// Reduces rows that press so that wrench and 6x6 stiffness stay.
void reduce_pressing(std::vector<NormalRow>& rows) {
  constexpr Index k_moments = 6 + 21;
  if (rows.size() <= k_moments) return;
  const Scale scale(rows);
  const RowSums sums(rows);
  MatrixXd moments(k_moments, static_cast<Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto column = static_cast<Index>(i);
    const Vector6 gradient = gradient_of(rows[i], scale);
    moments.col(column).head<6>() = rows[i].force / sums.force * gradient;
    Index at = 6;
    put_products(gradient, rows[i].stiffness / sums.stiffness, moments, column, at);
  }
  keep_weighted(rows, moments, scale_row);
}

/// Reduces rows with gaps. The nearest stay, since they touch first; of all others the sums of
/// stiffness and of stiffness times gap stay.
void reduce_apart(std::vector<NormalRow>& rows) {
  constexpr std::size_t k_nearest = 20;
  constexpr Index k_moments = 6 + 6;
  if (rows.size() <= k_nearest + k_moments) return;
  std::ranges::nth_element(rows, rows.begin() + k_nearest, {}, &NormalRow::gap);
  std::vector<NormalRow> others(rows.begin() + k_nearest, rows.end());
  rows.resize(k_nearest);
  const Scale scale(others);
  const RowSums sums(others);
  MatrixXd moments(k_moments, static_cast<Index>(others.size()));
  for (std::size_t i = 0; i < others.size(); ++i) {
    const auto column = static_cast<Index>(i);
    const Vector6 gradient = gradient_of(others[i], scale);
    moments.col(column) << others[i].force / sums.force * gradient,
        others[i].stiffness / sums.stiffness * gradient;
  }
  keep_weighted(others, moments, scale_row);
  rows.insert(rows.end(), others.begin(), others.end());
}

/// The entries, each once, of the 6x6 matrix by which a drag of 1 at p resists all motions.
Eigen::Matrix<double, 21, 1> drag_at(const Vector3d& p, const Vector3d& across) {
  const Eigen::Matrix3d along = Eigen::Matrix3d::Identity() - across * across.transpose();
  Eigen::Matrix3d arm;
  arm << 0, -p.z(), p.y(), p.z(), 0, -p.x(), -p.y(), p.x(), 0;
  const Eigen::Matrix3d moment = arm * along, turning = moment * arm.transpose();
  Eigen::Matrix<double, 21, 1> drag;
  Index at = 0;
  for (Index i = 0; i < 3; ++i) {
    for (Index j = i; j < 3; ++j) drag[at++] = turning(i, j);
    for (Index j = i; j < 3; ++j) drag[at++] = along(i, j);
    for (Index j = 0; j < 3; ++j) drag[at++] = moment(i, j);
  }
  return drag;
}

/// The force by which a stretched bristle holds where contact was found.
Vector3d held_by(const FrictionRow& row) {
  const Vector3d force = row.holding * row.stretch;
  const double size = force.norm();
  return size > row.limit ? Vector3d(row.limit / size * force) : force;
}

/// Reduces places that rub so that the 6x6 matrices of drag or bristles, and of limits, stay, the
/// greatest moment by which they resist to turn about their middle, and the wrench of stretched
/// bristles.
void reduce(std::vector<FrictionRow>& rows) {
  double limits = 0, resistance = 0, held = 0;
  const auto resistance_of = [](const FrictionRow& row) { return row.drag + row.holding; };
  for (const FrictionRow& row : rows) {
    limits += row.limit;
    resistance += resistance_of(row);  // the rows of a pair have either drag or bristles
    held += held_by(row).norm();
  }
  // Where all slip, or hold by equal pressures, limits are in proportion to drag.
  constexpr double k_equal = 1e-9;
  const bool is_one = std::ranges::all_of(rows, [&](const FrictionRow& row) {
    return std::abs(row.limit * resistance - resistance_of(row) * limits) <=
           k_equal * row.limit * resistance;
  });
  const Index count = (is_one ? 1 : 2) * 21 + 1 + (held > 0 ? 6 : 0);
  if (static_cast<Index>(rows.size()) <= count) return;
  const Scale scale(rows);
  MatrixXd moments(count, static_cast<Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const FrictionRow& row = rows[i];
    const auto column = static_cast<Index>(i);
    const Vector3d p = scale(row.point);
    const Eigen::Matrix<double, 21, 1> drag = drag_at(p, row.across);
    moments.col(column).head<21>() = resistance_of(row) / resistance * drag;
    if (!is_one) moments.col(column).segment<21>(21) = row.limit / limits * drag;
    moments(is_one ? 21 : 42, column) =
        row.limit / limits * (p - row.across.dot(p) * row.across).norm();
    if (!(held > 0)) continue;
    const Vector3d force = held_by(row) / held;
    moments.col(column).tail<6>() << force, p.cross(force);
  }
  keep_weighted(rows, moments, [](FrictionRow& row, double weight) {
    row.limit *= weight;
    row.drag *= weight;
    row.holding *= weight;
  });
}

/// The speed at which friction is fully up, and the coefficient there.
struct FullFriction {
  double speed = 0, coefficient = 0;
};
FullFriction full_friction(const Friction& law) {
  const bool has_static = law.mode != FrictionMode::dynamic_only;
  return {has_static ? law.stiction_speed : law.friction_speed,
          has_static ? law.static_coefficient : law.dynamic_coefficient};
}

constexpr double k_slips = 1 + 1e-9;

/// Friction of one element. Beneath the speed at which it is fully up, drag and limit follow the
/// law at the present speed of slip; beyond, the force stays as it is now while the body slips on,
/// and falls where the body comes to rest within the step.
FrictionRow friction_of(const ContactElement& element, const FullFriction& full, const Pose& X_W) {
  const double now = element.friction.norm();
  FrictionRow row;
  row.point = X_W * element.rubs_at;
  row.across = X_W.linear() * element.across;
  row.drag = element.drag;
  if (element.holding > 0) {
    row.holding = element.holding;
    row.stretch = X_W.linear() * element.stretch;
    const bool slips = row.holding * row.stretch.norm() > k_slips * now;
    row.limit = slips && now > 0 ? now : full.coefficient * element.force * element.cover;
    return row;
  }
  const double speed = element.drag > 0 ? now / element.drag : 0;
  row.limit = speed > full.speed ? now : full.coefficient * element.force * element.cover;
  if (speed > full.speed) row.drag = now / full.speed;
  return row;
}

/// Friction where nothing presses yet, by the normal force of the last pass.
void add_friction_of_gaps(const std::vector<NormalRow>& nearest, const FullFriction& full,
                          double normal_force, std::vector<FrictionRow>& rows) {
  const double limit = full.coefficient * normal_force / static_cast<double>(nearest.size());
  for (const NormalRow& row : nearest)
    rows.push_back({row.point, row.push.normalized(), limit / full.speed, limit, 0, {}});
}

/// Makes friction that of the normal force that rows had in the last pass, since that balances the
/// other forces, where depths at a pose a micrometre off may tell of many times as much.
void follow_rows(double normal_force, PairRows& rows) {
  if (!(normal_force > 0)) return;
  double found = 0;
  for (const NormalRow& row : rows.normal) found += row.force * row.push.norm();
  if (!(found > 0)) return;
  if (std::ranges::any_of(rows.friction, [](const FrictionRow& row) { return row.holding > 0; }))
    return;
  const double part = normal_force / found;
  rows.rubbing.force *= part;
  rows.rubbing.moment *= part;
  for (FrictionRow& row : rows.friction) {
    row.limit *= part;
    row.drag *= part;
  }
}

}  // namespace

void find_rows(LinearisedContact& contact, const Friction& friction, double dt, double normal_force,
               PairRows& rows) {
  const FullFriction full = full_friction(friction);
  thread_local std::vector<ContactElement> elements;
  thread_local std::vector<NormalRow> apart;
  contact.list_elements(elements);
  rows.normal.clear();
  rows.friction.clear();
  rows.rubbing = {};
  apart.clear();
  const Pose& X_W = contact.found().X_WC_acting;
  for (const ContactElement& element : elements) {
    const double stiffness = element.stiffness + element.damping / dt;
    const bool presses = element.force > 0;
    const double force = presses ? element.force : stiffness * std::min(0.0, element.proximity);
    if (!(stiffness > 0)) continue;
    (presses ? rows.normal : apart)
        .push_back({X_W * element.at, -(X_W.linear() * element.along), -element.proximity, force,
                    stiffness});
    if (presses && (element.drag > 0 || element.holding > 0)) {
      rows.friction.push_back(friction_of(element, full, X_W));
      if (element.holding > 0) continue;
      const Vector3d rubs = X_W.linear() * element.friction;
      rows.rubbing.force += rubs;
      rows.rubbing.moment += rows.friction.back().point.cross(rubs);
    }
  }
  follow_rows(normal_force, rows);
  reduce_pressing(rows.normal);
  reduce_apart(apart);
  if (rows.normal.empty() && !apart.empty() && normal_force > 0 && rubs(friction))
    add_friction_of_gaps(apart, full, normal_force, rows.friction);
  reduce(rows.friction);
  rows.normal.insert(rows.normal.end(), apart.begin(), apart.end());
}

}  // namespace condyle::mujoco
