#include <fmt/core.h>

#include <Eigen/Geometry>

#include "condyle/error.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// The common corner of the tetrahedra. It lies close to the mesh, since far away their volumes
/// would cancel.
Vector3d mean_vertex(const TriangleMesh& mesh) {
  Vector3d sum = Vector3d::Zero();
  for (const Vector3d& vertex : mesh.vertices) sum += vertex;
  return sum / static_cast<double>(std::max<std::size_t>(mesh.vertices.size(), 1));
}

struct VolumeMoments {
  double volume = 0;
  Vector3d first = Vector3d::Zero();   ///< integral of x
  Matrix3d second = Matrix3d::Zero();  ///< integral of x x^T
};

VolumeMoments volume_moments(const TriangleMesh& mesh, const Vector3d& origin) {
  VolumeMoments moments;
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vector3d a = mesh.vertices[i] - origin;
    const Vector3d b = mesh.vertices[j] - origin;
    const Vector3d c = mesh.vertices[k] - origin;
    const double volume = a.dot(b.cross(c)) / 6;
    const Vector3d sum = a + b + c;
    moments.volume += volume;
    moments.first += volume / 4 * sum;
    moments.second +=
        volume / 20 *
        (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
  }
  return moments;
}

}  // namespace

double surface_area(const TriangleMesh& mesh) {
  double doubled = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    doubled += area_vector_doubled(mesh, static_cast<int>(t)).norm();
  }
  return doubled / 2;
}

double signed_volume(const TriangleMesh& mesh) {
  const Vector3d origin = mean_vertex(mesh);
  double sixfold = 0;
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vector3d a = mesh.vertices[i] - origin;
    sixfold += a.dot((mesh.vertices[j] - origin).cross(mesh.vertices[k] - origin));
  }
  return sixfold / 6;
}

MassProperties mass_properties(const TriangleMesh& mesh) {
  const Vector3d origin = mean_vertex(mesh);
  const VolumeMoments moments = volume_moments(mesh, origin);
  if (!(moments.volume > 0)) {
    throw InputError(fmt::format(
        "mesh of {} triangles: its volume is {} m^3, so it is wound inward, flat or open; give a "
        "closed mesh wound outward (repair can turn it)",
        mesh.triangles.size(), moments.volume));
  }
  const Vector3d offset = moments.first / moments.volume;
  const Matrix3d central = moments.second - moments.volume * offset * offset.transpose();
  const Matrix3d inertia = central.trace() * Matrix3d::Identity() - central;
  return {moments.volume, origin + offset, inertia};
}

}  // namespace condyle::mesh
