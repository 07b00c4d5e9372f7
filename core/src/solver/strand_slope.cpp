#include "core/src/solver/strand_slope.h"

#include <algorithm>

#include "core/src/base/cross_matrix.h"
#include "core/src/ligament/path_parts.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// One end of a free segment: the point at which it pulls on a body.
struct Station {
  std::size_t body;
  Vector3d p_W;
};

/// Calls `take(from, to, is_wrapped)` for each free segment whose ends are on two bodies.
/// `is_wrapped`: it leads to or from a wrap.
template <typename Take>
void for_each_segment(const ligament::StrandPath& path, const ligament::TracedPath& traced,
                      Take&& take) {
  std::size_t leg = 0, wrap = 0;
  bool is_wrapped = false;
  const auto add = [&](int from, int to) {
    const ligament::PathLeg& ends = traced.legs[leg++];
    if (from == to) return;
    take(Station{static_cast<std::size_t>(from), ends.from_W},
         Station{static_cast<std::size_t>(to), ends.to_W}, is_wrapped);
  };
  int point = 0;
  for (int to = 1; to < static_cast<int>(path.points.size()); ++to) {
    if (!path.points[to].is_active) continue;
    int body = path.points[point].body;
    is_wrapped = wrap < traced.wraps.size() && traced.wraps[wrap].after_point == point;
    for (; wrap < traced.wraps.size() && traced.wraps[wrap].after_point == point; ++wrap) {
      const int over = path.obstacles[traced.wraps[wrap].obstacle].body;
      add(body, over);
      body = over;
    }
    add(body, path.points[to].body);
    point = to;
  }
}

class Slope {
 public:
  Slope(LinearisedStrand& strand, std::span<const StepMotion* const> motions,
        const Vector3d& common_shift, double dt, bool exact)
      : strand_(strand), motions_(motions), common_shift_(common_shift), dt_(dt), exact_(exact) {}

  /// Adds the change of tension along the path: (dt^2 k + dt d) g g^T. The left g has the lever
  /// arms of the forces, the right one, if exact, those of the ends.
  void add_along() {
    const double along = dt_ * (dt_ * stiffness() + strand_.result.damping);
    for (const ligament::LengthGradient& row : strand_.traced.gradients) {
      if (is_given(static_cast<std::size_t>(row.body))) continue;
      const Vector6 left = along * gradient(row, false);
      for (const ligament::LengthGradient& column : strand_.traced.gradients)
        block(row.body, column.body).noalias() += left * gradient(column, exact_).transpose();
    }
  }

  /// Adds the turning of a free segment under tension; with `along`, also the change of tension,
  /// which completes the slope of a straight strand.
  void add_segment(const Station& from, const Station& to, bool is_wrapped, bool along) {
    const Vector3d leg = to.p_W - from.p_W;
    const double length = leg.norm();
    const double shortest = strand_.path.shortest_leg;
    if (length <= 0 && (is_wrapped || shortest == 0)) return;
    const Vector3d e =
        is_wrapped ? Vector3d(leg / length) : ligament::leg_length(leg, shortest).gradient;
    const Matrix3d axial = e * e.transpose();
    const double tension = strand_.result.total_force;
    const double least = is_wrapped ? k_shortest * strand_.traced.length : shortest;
    const double across = tension / std::max(length, least);
    Matrix3d turn = Matrix3d::Identity();
    if (is_wrapped || length >= shortest) turn -= axial;
    Matrix3d M = dt_ * dt_ * across * turn;
    if (along) M += dt_ * (dt_ * stiffness() + strand_.result.damping) * axial;

    const bool from_solves = !is_given(from.body), to_solves = !is_given(to.body);
    if (!from_solves && !to_solves) return;
    const Arms arms_from = arms(from), arms_to = arms(to);
    if (from_solves) add(from.body, arms_from, M, from.body, arms_from);
    if (from_solves && to_solves) {
      add(from.body, arms_from, -M, to.body, arms_to);
      add(to.body, arms_to, -M, from.body, arms_from);
    }
    if (to_solves) add(to.body, arms_to, M, to.body, arms_to);
    if (!exact_) return;
    if (from_solves) add_turn(from.body, tension * e, arms_from);
    if (to_solves) add_turn(to.body, -tension * e, arms_to);
  }

  /// Adds the change of lever arms by the shifts of all bodies: d(arm) = d(shift of this body) -
  /// d(common shift).
  void add_shifts() {
    const double scale = -dt_ * dt_ * strand_.result.total_force;
    for (const ligament::LengthGradient& g : strand_.traced.gradients) {
      const Matrix3d turn = cross_matrix(scale * g.linear);
      for (const ligament::LengthGradient& other : strand_.traced.gradients) {
        const double own = g.body == other.body ? 1 : 0;
        const double share = strand_.share[other.body];
        block(g.body, other.body).topRightCorner<3, 3>() += (own - share) * turn;
      }
    }
  }

 private:
  /// Segments at wraps that are shorter than this part of the path resist turning no more than one
  /// of this length: their ends would slide first.
  static constexpr double k_shortest = 1e-3;

  /// Cross matrices of the lever arm of a force, and of the arm by which its point moves with the
  /// body.
  struct Arms {
    Matrix3d force, end;
  };

  bool is_given(std::size_t body) const {
    return body < strand_.is_given.size() && strand_.is_given[body] != 0;
  }

  double stiffness() const {
    return exact_ ? strand_.result.stiffness : std::max(0.0, strand_.result.stiffness);
  }

  Vector6 gradient(const ligament::LengthGradient& g, bool at_end) const {
    Vector6 result;
    result << g.angular, g.linear;
    if (at_end) return result;
    const Vector3d lever = lever_of(strand_, *motions_[g.body], common_shift_);
    result.head<3>() += lever.cross(g.linear);
    return result;
  }

  Arms arms(const Station& at) const {
    const StepMotion& motion = *motions_[at.body];
    const Vector3d end = at.p_W - motion.p_W - motion.shift;
    const Matrix3d force = cross_matrix(end + lever_of(strand_, motion, common_shift_));
    if (!exact_) return {force, force};
    return {force, cross_matrix(end)};
  }

  Matrix6& block(int row, int column) {
    return strand_.forces
        .slope[static_cast<std::size_t>(row) * motions_.size() + static_cast<std::size_t>(column)];
  }

  /// Adds J^T M J, J = [-cross(arm), 1]: the change of the force on one body by the motion of
  /// another.
  void add(std::size_t row, const Arms& row_arms, const Matrix3d& M, std::size_t column,
           const Arms& column_arms) {
    Matrix6& slope = strand_.forces.slope[row * motions_.size() + column];
    const Matrix3d turned = M * column_arms.end;
    if (strand_.is_straight) {  // its one segment is the first to write here
      slope.topLeftCorner<3, 3>().noalias() = -row_arms.force * turned;
      slope.topRightCorner<3, 3>().noalias() = row_arms.force * M;
      slope.bottomLeftCorner<3, 3>() = -turned;
      slope.bottomRightCorner<3, 3>() = M;
      return;
    }
    slope.topLeftCorner<3, 3>().noalias() -= row_arms.force * turned;
    slope.topRightCorner<3, 3>().noalias() += row_arms.force * M;
    slope.bottomLeftCorner<3, 3>() -= turned;
    slope.bottomRightCorner<3, 3>() += M;
  }

  /// Adds the turning of the arm with the body: d(moment) = (w x r) x f.
  void add_turn(std::size_t body, const Vector3d& force, const Arms& at) {
    Matrix6& slope = strand_.forces.slope[body * motions_.size() + body];
    slope.topLeftCorner<3, 3>().noalias() -= cross_matrix(dt_ * dt_ * force) * at.end;
  }

  LinearisedStrand& strand_;
  std::span<const StepMotion* const> motions_;
  const Vector3d& common_shift_;
  double dt_;
  bool exact_;
};

}  // namespace

void put_slope(LinearisedStrand& strand, std::span<const StepMotion* const> motions,
               const Vector3d& common_shift, double dt, Linearisation linearisation) {
  const bool exact = linearisation == Linearisation::exact;
  Slope slope(strand, motions, common_shift, dt, exact);
  const bool is_straight = strand.traced.legs.size() == 1;
  if (!is_straight) slope.add_along();
  for_each_segment(strand.path, strand.traced,
                   [&](const Station& from, const Station& to, bool is_wrapped) {
                     slope.add_segment(from, to, is_wrapped, is_straight);
                   });
  if (exact && !strand.has_moved_arms) slope.add_shifts();
}

}  // namespace condyle
