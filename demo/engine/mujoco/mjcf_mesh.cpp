#include "engine/mujoco/mjcf_mesh.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace condyle {
namespace {

using Eigen::Vector3d;

/// The outward normal of the first triangle, and how far the mesh lies behind and before its plane.
struct Flatness {
  Vector3d normal = Vector3d::UnitZ();
  double thickness = 0, size = 0;
};

Flatness flatness_of(const TriangleMesh& mesh) {
  Flatness flat;
  const auto& [a, b, c] = mesh.triangles.front();
  const Vector3d &p = mesh.vertices[a], &q = mesh.vertices[b], &r = mesh.vertices[c];
  flat.normal = (q - p).cross(r - p).normalized();
  double least = 0, most = 0;
  for (const Vector3d& vertex : mesh.vertices) {
    const double height = flat.normal.dot(vertex - p);
    least = std::min(least, height);
    most = std::max(most, height);
    flat.size = std::max(flat.size, (vertex - p).norm());
  }
  flat.thickness = most - least;
  return flat;
}

std::string obj_of(const TriangleMesh& mesh) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const Vector3d& v : mesh.vertices) fmt::format_to(out, "v {} {} {}\n", v.x(), v.y(), v.z());
  for (const auto& [a, b, c] : mesh.triangles)
    fmt::format_to(out, "f {} {} {}\n", a + 1, b + 1, c + 1);
  return text;
}

template <class Number>
void append_bytes(std::string& bytes, Number number) {
  char raw[sizeof number];
  std::memcpy(raw, &number, sizeof number);
  bytes.append(raw, sizeof raw);
}

/// Counts of vertices, normals, texture coordinates and triangles, then the lists, little endian.
std::string msh_of(const TriangleMesh& mesh, const Vector3d& behind) {
  std::string bytes;
  const auto vertices = static_cast<std::int32_t>(mesh.vertices.size() + 1);
  for (const std::int32_t count :
       {vertices, 0, 0, static_cast<std::int32_t>(mesh.triangles.size())})
    append_bytes(bytes, count);
  const auto add = [&bytes](const Vector3d& v) {
    for (const double x : v) append_bytes(bytes, static_cast<float>(x));
  };
  for (const Vector3d& vertex : mesh.vertices) add(vertex);
  add(behind);
  for (const auto& triangle : mesh.triangles)
    for (const int corner : triangle) append_bytes(bytes, static_cast<std::int32_t>(corner));
  return bytes;
}

}  // namespace

MeshAsset mesh_asset(const TriangleMesh& mesh) {
  constexpr double k_flat = 1e-6, k_behind = 0.1;  // of the mesh's size
  const Flatness flat = flatness_of(mesh);
  if (flat.thickness > k_flat * flat.size) return {".obj", obj_of(mesh)};
  Vector3d middle = Vector3d::Zero();
  for (const Vector3d& vertex : mesh.vertices) middle += vertex;
  middle /= static_cast<double>(mesh.vertices.size());
  return {".msh", msh_of(mesh, middle - k_behind * flat.size * flat.normal)};
}

}  // namespace condyle
