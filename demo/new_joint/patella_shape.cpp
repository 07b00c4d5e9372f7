#include "new_joint/patella_shape.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "condyle/error.h"
#include "new_joint/flat_face.h"
#include "new_joint/mirror_plane.h"
#include "new_joint/surface_samples.h"

namespace condyle {
namespace {

constexpr int k_patella_samples = 2000;

/// Principal axes of the surface, from that of least extent to that of most.
Eigen::Matrix3d principal_axes(const SurfaceSamples& samples) {
  const Eigen::Matrix3Xd from_centre = samples.points.colwise() - samples.centre;
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(from_centre * from_centre.transpose())
      .eigenvectors();
}

Eigen::AlignedBox3d box_along(const TriangleMesh& mesh, const Eigen::Matrix3d& R_PM) {
  Eigen::AlignedBox3d box;
  for (const Eigen::Vector3d& v : mesh.vertices) box.extend(R_PM * v);
  return box;
}

/// The outward normal of the flat face across the axis that a button has.
std::optional<Eigen::Vector3d> flat_front(const TriangleMesh& mesh, const Eigen::Vector3d& axis) {
  constexpr double k_within = 20 * std::numbers::pi / 180, k_least_share = 0.25;
  const double size = bounding_box(mesh).sizes().maxCoeff();
  const Facets facets = facets_of(mesh);
  for (const Eigen::Vector3d& side : {axis, Eigen::Vector3d(-axis)}) {
    const auto face = largest_flat_face(facets, size, side, k_within);
    if (face && face->area_share > k_least_share) return face->normal;
  }
  return std::nullopt;
}

/// Where an open sheet shows the back of its faces, as a button without its flat face does.
std::optional<Eigen::Vector3d> open_front(const TriangleMesh& mesh) {
  constexpr double k_least_share = 0.25;  // of the area; that of a closed surface is zero
  Eigen::Vector3d open = Eigen::Vector3d::Zero();
  double area = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Eigen::Vector3d twice =
        (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]);
    open -= twice;
    area += twice.norm();
  }
  if (!(open.norm() > k_least_share * area)) return std::nullopt;
  return open.normalized();
}

Eigen::Matrix3d frame_of(const Eigen::Vector3d& x, const Eigen::Vector3d& z) {
  Eigen::Matrix3d R_PM;
  R_PM << x.transpose(), z.cross(x).transpose(), z.transpose();
  return R_PM;
}

/// Whether the surface is wider, along z, above the middle of its height than below.
bool is_wider_above(const Eigen::Matrix3Xd& in_P, double middle) {
  double above = 0, below = 0;
  int count_above = 0, count_below = 0;
  for (const auto& p : in_P.colwise()) {
    (p.y() > middle ? above : below) += std::abs(p.z() - in_P.row(2).mean());
    ++(p.y() > middle ? count_above : count_below);
  }
  return above * count_below > below * count_above;
}

}  // namespace

PatellaShape find_patella_shape(const TriangleMesh& mesh, const std::string& what) {
  constexpr double k_flattest = 0.85;  // of the height and of the width
  const SurfaceSamples samples = sample_surface(mesh, k_patella_samples);
  const Eigen::Matrix3d axes = principal_axes(samples);
  Eigen::Vector3d x = axes.col(0), z = axes.col(2);
  std::optional<Eigen::Vector3d> flat = flat_front(mesh, x);
  if (!flat) flat = open_front(mesh);
  if (flat) {
    x = *flat;
    z = (z - z.dot(x) * x).normalized();
  } else {
    z = find_mirror_plane(mesh, x).normal;
  }
  Eigen::Matrix3d R_PM = frame_of(x, z);
  Eigen::AlignedBox3d box = box_along(mesh, R_PM);
  if (box.sizes().x() > k_flattest * std::min(box.sizes().y(), box.sizes().z()))
    throw InputError(fmt::format(
        "{}: does not look like a patella: it is {:.0f} mm thick and {:.0f} by {:.0f} mm wide; a "
        "patella, or its button, is flatter",
        what, 1e3 * box.sizes().x(), 1e3 * box.sizes().y(), 1e3 * box.sizes().z()));
  if (!flat && (R_PM * samples.centre).x() < box.center().x()) R_PM = frame_of(-x, z);
  if (!is_wider_above(R_PM * samples.points, box_along(mesh, R_PM).center().y()))
    R_PM = frame_of(R_PM.row(0).transpose(), -R_PM.row(2).transpose());
  box = box_along(mesh, R_PM);
  PatellaShape shape{.sizes = box.sizes(), .is_button = flat.has_value()};
  shape.X_PM.linear() = R_PM;
  shape.X_PM.translation() = -box.center();
  return shape;
}

}  // namespace condyle
