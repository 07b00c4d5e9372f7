#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <optional>

#include "condyle/error.h"
#include "condyle/geometry/separation.h"
#include "core/src/geometry/closed_forms.h"
#include "core/src/geometry/convex_distance.h"
#include "core/src/geometry/decompositions.h"
#include "core/src/geometry/unit_normal.h"

namespace condyle::geometry {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// The conditions on (a, b, distance), in metres, and their derivatives.
struct Conditions {
  Vector8 error;
  Matrix87 derivative;
};

class SeparationEquations {
 public:
  SeparationEquations(const Shape& a, const Shape& b, const Pose& X_AB, double size)
      : a_(a), b_(b), X_AB_(X_AB), size_(size) {}

  Conditions at(const Vector7& u) const {
    const Vector3d on_a = u.head<3>(), on_b = u.segment<3>(3);
    const Matrix3d& R = X_AB_.linear();
    const SurfaceJet jet_a = implicit(a_, on_a), jet_b = implicit(b_, X_AB_.inverse() * on_b);
    Conditions c;
    c.derivative.setZero();
    if (!(jet_a.gradient.norm() > 0) || !(jet_b.gradient.norm() > 0)) {
      c.error.setConstant(std::numeric_limits<double>::infinity());
      return c;
    }
    const UnitNormal normal_a(jet_a), normal_b(jet_b);
    c.error << on_a + u[6] * normal_a.n - on_b, size_ * (normal_a.n + R * normal_b.n), jet_a.value,
        jet_b.value;
    c.derivative.block<3, 3>(0, 0) = Matrix3d::Identity() + u[6] * normal_a.derivative;
    c.derivative.block<3, 3>(0, 3) = -Matrix3d::Identity();
    c.derivative.block<3, 1>(0, 6) = normal_a.n;
    c.derivative.block<3, 3>(3, 0) = size_ * normal_a.derivative;
    c.derivative.block<3, 3>(3, 3) = size_ * R * normal_b.derivative * R.transpose();
    c.derivative.block<1, 3>(6, 0) = jet_a.gradient.transpose();
    c.derivative.block<1, 3>(7, 3) = (R * jet_b.gradient).transpose();
    return c;
  }

 private:
  const Shape& a_;
  const Shape& b_;
  const Pose& X_AB_;
  double size_;
};

PairSeparation swapped(const PairSeparation& from_b, const Pose& X_AB) {
  PairSeparation result = from_b;
  result.on_a = X_AB * from_b.on_b;
  result.on_b = X_AB * from_b.on_a;
  result.normal = -(X_AB.linear() * from_b.normal);
  return result;
}

/// B is a sphere.
PairSeparation with_sphere(const Shape& a, double radius, const Pose& X_AB) {
  const Vector3d centre = X_AB.translation();
  const SurfacePoint near = nearest(a, centre);
  const Vector3d arm = centre - near.point;
  const double length = arm.norm();
  const double side = near.distance < 0 ? -1 : 1;
  const Vector3d normal = length > 0 ? Vector3d(side / length * arm) : near.normal;
  return {near.distance - radius, near.point, centre - radius * normal, normal,
          Convergence::converged, 0};
}

/// A is a half space.
PairSeparation with_half_space(const Shape& b, const Pose& X_AB) {
  const Vector3d up_B = X_AB.linear().transpose() * Vector3d::UnitZ();
  const Vector3d lowest = X_AB * support(b, -up_B);
  return {lowest.z(),        {lowest.x(), lowest.y(), 0}, lowest,
          Vector3d::UnitZ(), Convergence::converged,      0};
}

/// A piece of an infinite cylinder, so long that the shortest displacement out is never past its
/// ends.
Shape cut_to_length(const InfiniteCylinder& cylinder, const BoundingSphere& other, double z) {
  return Cylinder{cylinder.radius, std::abs(z) + 4 * (cylinder.radius + other.radius)};
}

double size_at(const Shape& shape, const Vector3d& point) {
  const Eigen::AlignedBox3d box = bounding_box(shape);
  return box.sizes().allFinite() ? box.sizes().norm() : point.norm();
}

/// Refines approximate points by Newton's method and accepts the result if its distance agrees.
/// This sharpens the points of curved shapes; it fails at edges and corners, where supports are
/// exact.
std::optional<PairSeparation> sharpened(const Shape& a, const Shape& b, const Pose& X_AB,
                                        const ConvexDistance& rough, double size) {
  const PairSeparation fine = track_separation(a, b, X_AB, rough.on_a, rough.on_b);
  const bool is_same = std::abs(fine.distance - rough.distance) <= rough.bound + 1e-12 * size;
  if (fine.status != Convergence::converged || !is_same) return {};
  return fine;
}

PairSeparation between_convex(const Shape& a, const Shape& b, const Pose& X_AB) {
  // Two separate convex shapes have a single minimum of distance, so a rough one leads to it.
  const ConvexDistance rough = convex_distance({a, b, X_AB}, 1e-4);
  const double size = size_at(a, rough.on_a) + size_at(b, rough.on_b);
  if (const auto fine = sharpened(a, b, X_AB, rough, size)) return *fine;
  const ConvexDistance exact = rough.distance > 0 ? convex_distance({a, b, X_AB}) : rough;
  if (const auto fine = sharpened(a, b, X_AB, exact, size)) return *fine;
  const bool is_sharp = exact.bound <= 1e-6 * size;
  return {exact.distance,
          exact.on_a,
          exact.on_b,
          exact.normal,
          is_sharp ? Convergence::converged : Convergence::not_converged,
          exact.bound};
}

[[noreturn]] void refuse(const Shape& a, const Shape& b) {
  throw InputError(
      fmt::format("separation of {} and {}: it is known for spheres, for half spaces with bounded "
                  "shapes, and for convex shapes of which one is bounded; for others give a guess "
                  "(track_separation)",
                  name(a), name(b)));
}

}  // namespace

PairSeparation pair_separation(const Shape& a, const Shape& b, const Pose& X_AB) {
  const Pose X_BA = X_AB.inverse();
  if (const auto* sphere = std::get_if<Sphere>(&b)) return with_sphere(a, sphere->radius, X_AB);
  if (const auto* sphere = std::get_if<Sphere>(&a)) {
    return swapped(with_sphere(b, sphere->radius, X_BA), X_AB);
  }
  if (std::holds_alternative<HalfSpace>(a) && is_bounded(b)) return with_half_space(b, X_AB);
  if (std::holds_alternative<HalfSpace>(b) && is_bounded(a)) {
    return swapped(with_half_space(a, X_BA), X_AB);
  }
  if (!is_convex(a) || !is_convex(b)) refuse(a, b);
  if (is_bounded(a) && is_bounded(b)) return between_convex(a, b, X_AB);
  const auto *long_a = std::get_if<InfiniteCylinder>(&a),
             *long_b = std::get_if<InfiniteCylinder>(&b);
  if (long_a && is_bounded(b)) {
    const BoundingSphere around = bounding_sphere(b);
    return between_convex(cut_to_length(*long_a, around, (X_AB * around.centre).z()), b, X_AB);
  }
  if (long_b && is_bounded(a)) {
    const BoundingSphere around = bounding_sphere(a);
    return between_convex(a, cut_to_length(*long_b, around, (X_BA * around.centre).z()), X_AB);
  }
  refuse(a, b);
}

PairSeparation track_separation(const Shape& a, const Shape& b, const Pose& X_AB,
                                const Vector3d& guess_on_a, const Vector3d& guess_on_b) {
  constexpr int k_iterations = 40;
  const double size = size_at(a, guess_on_a) + size_at(b, guess_on_b);
  const SeparationEquations equations(a, b, X_AB, size);
  Vector7 u;
  u << guess_on_a, guess_on_b, normal_at(a, guess_on_a).dot(guess_on_b - guess_on_a);
  Conditions c = equations.at(u);
  double residual = c.error.norm();
  // The effect on the conditions of a rounding error in the unknowns.
  const auto rounding = [&] { return 1e-16 * c.derivative.norm() * (size + u.norm()); };
  for (int i = 0; i < k_iterations && residual > rounding(); ++i) {
    const Vector7 step = least_squares(c.derivative, -c.error);
    if (!step.allFinite()) break;
    bool better = false;
    for (double scale = 1; scale > 1e-4 && !better; scale /= 2) {
      const Vector7 next_u = u + scale * step;
      const Conditions next = equations.at(next_u);
      if (!(next.error.norm() < residual)) continue;
      better = true;
      u = next_u;
      c = next;
      residual = next.error.norm();
    }
    if (!better) break;
  }
  PairSeparation result{u[6], u.head<3>(), u.segment<3>(3), normal_at(a, u.head<3>())};
  result.status = residual <= 16 * rounding() ? Convergence::converged : Convergence::not_converged;
  result.residual = residual;
  return result;
}

}  // namespace condyle::geometry
