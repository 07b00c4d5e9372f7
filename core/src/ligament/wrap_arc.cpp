#include "core/src/ligament/wrap_arc.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/src/base/checks.h"
#include "core/src/geometry/closed_forms.h"
#include "core/src/geometry/ellipsoid_geodesic.h"
#include "core/src/geometry/geodesic_integrator.h"

namespace condyle::ligament {
namespace {

using Eigen::Vector3d;

/// Radius of a cylinder with or without ends; 0 if the shape is not a cylinder.
double cylinder_radius(const geometry::Shape& shape) {
  if (const auto* cylinder = std::get_if<geometry::InfiniteCylinder>(&shape))
    return cylinder->radius;
  if (const auto* cylinder = std::get_if<geometry::Cylinder>(&shape)) return cylinder->radius;
  return 0;
}

/// The implicit function of the surface that a strand wraps over; for a cylinder with ends, that of
/// its wall.
geometry::SurfaceJet wall(const geometry::Shape& shape, const Vector3d& point) {
  if (const double radius = cylinder_radius(shape); radius > 0)
    return implicit(geometry::InfiniteCylinder{radius}, point);
  return implicit(shape, point);
}

ArcEnd ellipsoid_end(const geometry::Ellipsoid& ellipsoid, const Vector3d& point,
                     const Vector3d& tangent) {
  const Vector3d D = ellipsoid.semi_axes.cwiseAbs2().cwiseInverse();
  const Vector3d g = D.cwiseProduct(point);
  const double per_slope = 1 / g.norm();
  ArcEnd end{point, tangent, g * per_slope, {}};
  end.binormal = end.normal.cross(tangent);
  const Vector3d Dt = D.cwiseProduct(tangent) * per_slope;
  end.along = tangent.dot(Dt);
  end.twist = end.binormal.dot(Dt);
  end.across = end.binormal.dot(D.cwiseProduct(end.binormal)) * per_slope;
  return end;
}

ArcEnd end_at(const geometry::Shape& shape, const Vector3d& point, const Vector3d& tangent) {
  if (const auto* ellipsoid = std::get_if<geometry::Ellipsoid>(&shape)) {
    return ellipsoid_end(*ellipsoid, point, tangent);
  }
  const geometry::SurfaceJet jet = wall(shape, point);
  const double per_slope = 1 / jet.gradient.norm();
  ArcEnd end{point, tangent, jet.gradient * per_slope, {}};
  end.binormal = end.normal.cross(tangent);
  const Vector3d Ht = jet.hessian * tangent * per_slope;
  end.along = tangent.dot(Ht);
  end.twist = end.binormal.dot(Ht);
  end.across = end.binormal.dot(jet.hessian * end.binormal) * per_slope;
  return end;
}

Arc sphere_arc(const geometry::Shape& shape, double R, const ArcStart& start) {
  const double c = std::cos(start.length / R), s = std::sin(start.length / R);
  const Vector3d out = start.point / R;
  Arc arc{end_at(shape, start.point, start.tangent), {}, start.length};
  arc.end = end_at(shape, R * (c * out + s * start.tangent), c * start.tangent - s * out);
  arc.rotational = R * s;
  arc.rotational_rate = c;
  arc.translational = c;
  arc.translational_rate = -s / R;
  return arc;
}

Arc cylinder_arc(const geometry::Shape& shape, double R, const ArcStart& start) {
  const Vector3d out(start.point.x() / R, start.point.y() / R, 0), around(-out.y(), out.x(), 0);
  const double rise = start.tangent.z(), across = around.dot(start.tangent);
  const double c = std::cos(start.length * across / R), s = std::sin(start.length * across / R);
  const Vector3d up(0, 0, start.point.z() + start.length * rise);
  Arc arc{end_at(shape, start.point, start.tangent), {}, start.length};
  arc.end = end_at(shape, R * (c * out + s * around) + up,
                   across * (c * around - s * out) + Vector3d(0, 0, rise));
  arc.rotational = start.length;
  return arc;
}

Arc ellipsoid_arc(const geometry::Shape& shape, const geometry::Ellipsoid& ellipsoid,
                  const ArcStart& start) {
  const geometry::EllipsoidGeodesicEnd end =
      geometry::shoot_ellipsoid_geodesic(ellipsoid, start.point, start.tangent, start.length);
  return {end_at(shape, start.point, start.tangent),
          end_at(shape, end.point, end.tangent),
          start.length,
          end.rotational,
          end.rotational_rate,
          end.translational,
          end.translational_rate};
}

/// A geodesic of negative length is integrated forward from the reversed tangent. This reverses the
/// binormal too, and with it the sign of the shift, of the displacement per turn, and of a
/// derivative by length.
Arc integrated_arc(const geometry::Shape& shape, const ArcStart& start) {
  constexpr double k_accuracy = 1e-12;
  constexpr int k_most_steps = 2000;
  const double side = start.length < 0 ? -1 : 1, length = std::abs(start.length);
  geometry::GeodesicIntegrator walker(shape, start.point, side * start.tangent, k_accuracy,
                                      k_most_steps);
  while (walker.length() < length && walker.step(length - walker.length()) > 0) {
  }
  const geometry::GeodesicState& state = walker.state();
  return {end_at(shape, start.point, start.tangent),
          end_at(shape, state.head<3>(), side * state.segment<3>(3)),
          side * walker.length(),
          side * state[6],
          state[7],
          state[8],
          side * state[9]};
}

/// Puts a nearby point back on the surface: by scaling, or by a few steps of Newton's method along
/// the gradient.
Vector3d back_on_surface(const geometry::Shape& shape, Vector3d point) {
  if (const auto* ellipsoid = std::get_if<geometry::Ellipsoid>(&shape)) {
    return point / point.cwiseQuotient(ellipsoid->semi_axes).norm();
  }
  if (const auto* sphere = std::get_if<geometry::Sphere>(&shape))
    return sphere->radius * point.normalized();
  if (const double R = cylinder_radius(shape); R > 0) {
    const double scale = R / point.head<2>().norm();
    return {scale * point.x(), scale * point.y(), point.z()};
  }
  for (int i = 0; i < 4; ++i) {
    const geometry::SurfaceJet jet = implicit(shape, point);
    point -= jet.value / jet.gradient.squaredNorm() * jet.gradient;
  }
  return point;
}

Vector3d in_tangent_plane(const geometry::Shape& shape, const Vector3d& point,
                          const Vector3d& direction) {
  const Vector3d g = wall(shape, point).gradient;
  return (direction - g.dot(direction) / g.squaredNorm() * g).normalized();
}

}  // namespace

bool can_be_wrapped(const geometry::Shape& shape) {
  return std::holds_alternative<geometry::Sphere>(shape) ||
         std::holds_alternative<geometry::InfiniteCylinder>(shape) ||
         std::holds_alternative<geometry::Cylinder>(shape) ||
         std::holds_alternative<geometry::Ellipsoid>(shape) ||
         std::holds_alternative<geometry::Torus>(shape) ||
         std::holds_alternative<geometry::Capsule>(shape) ||
         std::holds_alternative<geometry::HeightMap>(shape) ||
         std::holds_alternative<geometry::MeshSolid>(shape);
}

Arc shoot_arc(const geometry::Shape& shape, const ArcStart& start) {
  CONDYLE_ASSERT(can_be_wrapped(shape) && !std::holds_alternative<geometry::MeshSolid>(shape));
  if (const auto* ellipsoid = std::get_if<geometry::Ellipsoid>(&shape)) {
    return ellipsoid_arc(shape, *ellipsoid, start);
  }
  if (const auto* sphere = std::get_if<geometry::Sphere>(&shape)) {
    return sphere_arc(shape, sphere->radius, start);
  }
  if (const double R = cylinder_radius(shape); R > 0) return cylinder_arc(shape, R, start);
  return integrated_arc(shape, start);
}

ArcStart changed(const geometry::Shape& shape, const Arc& arc, const ArcChange& change) {
  const ArcEnd& from = arc.start;
  const Vector3d point = from.point + change.along * from.tangent + change.across * from.binormal;
  const Vector3d direction =
      std::cos(change.turn) * from.tangent + std::sin(change.turn) * from.binormal;
  return arc_start_near(shape, point, direction, arc.length + change.stretch);
}

ArcStart arc_start_near(const geometry::Shape& shape, const Vector3d& point,
                        const Vector3d& direction, double length) {
  const Vector3d foot = back_on_surface(shape, point);
  return {foot, in_tangent_plane(shape, foot, direction), length};
}

ArcEnd arc_end(const geometry::Shape& shape, const ArcStart& start) {
  return end_at(shape, start.point, start.tangent);
}

ArcEnd changed_end(const geometry::Shape& shape, const Arc& arc, const ArcChange& change) {
  const ArcEnd& from = arc.end;
  const double along = change.along + change.stretch;
  const double across = change.across * arc.translational + change.turn * arc.rotational;
  const double turn = change.across * arc.translational_rate + change.turn * arc.rotational_rate;
  const Vector3d point =
      back_on_surface(shape, from.point + along * from.tangent + across * from.binormal);
  return end_at(shape, point, in_tangent_plane(shape, point, from.tangent + turn * from.binormal));
}

double wrap_scale(const geometry::Shape& shape) {
  if (const auto* ellipsoid = std::get_if<geometry::Ellipsoid>(&shape))
    return ellipsoid->semi_axes.minCoeff();
  if (const auto* sphere = std::get_if<geometry::Sphere>(&shape)) return sphere->radius;
  if (const double R = cylinder_radius(shape); R > 0) return R;
  if (const auto* torus = std::get_if<geometry::Torus>(&shape)) return torus->minor_radius;
  if (const auto* solid = std::get_if<geometry::MeshSolid>(&shape)) {
    return 0.5 * solid->bounds().sizes().minCoeff();
  }
  const Eigen::AlignedBox3d box = bounding_box(shape);
  return 0.5 * box.sizes().minCoeff();
}

}  // namespace condyle::ligament
