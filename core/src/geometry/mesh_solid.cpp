#include "condyle/geometry/mesh_solid.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/error.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/src/geometry/mesh_solid_data.h"
#include "core/src/mesh/patches.h"
#include "core/src/mesh/welding.h"

namespace condyle::geometry {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

namespace {

double angle_at(const Vector3d& corner, const Vector3d& a, const Vector3d& b) {
  const Vector3d u = a - corner, v = b - corner;
  return std::atan2(u.cross(v).norm(), u.dot(v));
}

/// Whether no vertex across an edge lies above the plane of the triangle, except by rounding.
bool all_edges_convex(const MeshSolidData& data) {
  const double rounding = 1e-12 * data.bounds.diagonal().norm();
  for (int side = 0; side < static_cast<int>(data.across.size()); ++side) {
    const int t = side / 3;
    for (int k = 0; k < 3; ++k) {
      const Vector3d arm = data.corner(data.across[side] / 3, k) - data.corner(t, 0);
      if (data.face_normals[t].dot(arm) > rounding) return false;
    }
  }
  return true;
}

Vector3d barycentric_corner(int k) { return Vector3d::Unit(k); }

Vector3d barycentric_edge(int from, int to, double fraction) {
  Vector3d weights = Vector3d::Zero();
  weights[from] = 1 - fraction;
  weights[to] = fraction;
  return weights;
}

}  // namespace

MeshSolid::MeshSolid(TriangleMesh mesh, MeshNormals normals) {
  require_valid(mesh, "mesh solid");
  // Vertices without triangles are not part of the solid, but support() would find them.
  mesh = mesh::without_unused_vertices(mesh.vertices, std::move(mesh.triangles));
  if (!is_closed(mesh)) {
    throw InputError(
        "mesh solid: the mesh is not closed; weld it and close its holes, so that every "
        "edge has one triangle on each side");
  }
  auto data = std::make_shared<MeshSolidData>(std::move(mesh), normals);
  data->corner_normals.assign(data->mesh.vertices.size(), Vector3d::Zero());
  for (int t = 0; t < static_cast<int>(data->mesh.triangles.size()); ++t) {
    const Vector3d area = area_vector_doubled(data->mesh, t);
    if (!(area.norm() > 0)) {
      throw InputError(fmt::format("mesh solid: triangle {} has no area; repair the mesh", t));
    }
    data->face_normals.push_back(area.normalized());
    for (int k = 0; k < 3; ++k) {
      const double angle =
          angle_at(data->corner(t, k), data->corner(t, (k + 1) % 3), data->corner(t, (k + 2) % 3));
      data->corner_normals[data->mesh.triangles[t][k]] += angle * data->face_normals.back();
    }
  }
  data->convex = find_patches(data->mesh).size() == 1 && all_edges_convex(*data);
  data_ = std::move(data);
}

const TriangleMesh& MeshSolid::mesh() const { return data_->mesh; }

const AlignedBox3d& MeshSolid::bounds() const { return data_->bounds; }

bool MeshSolid::is_convex() const { return data_->convex; }

MeshPoint MeshSolid::nearest_point_on(int triangle, const Vector3d& point) const {
  const Vector3d &a = data_->corner(triangle, 0), &b = data_->corner(triangle, 1),
                 &c = data_->corner(triangle, 2);
  const Vector3d ab = b - a, ac = c - a;
  const double ab_a = ab.dot(point - a), ac_a = ac.dot(point - a);
  if (ab_a <= 0 && ac_a <= 0) return {triangle, barycentric_corner(0)};
  const double ab_b = ab.dot(point - b), ac_b = ac.dot(point - b);
  if (ab_b >= 0 && ac_b <= ab_b) return {triangle, barycentric_corner(1)};
  const double wc = ab_a * ac_b - ab_b * ac_a;
  if (wc <= 0 && ab_a >= 0 && ab_b <= 0) {
    return {triangle, barycentric_edge(0, 1, ab_a / (ab_a - ab_b))};
  }
  const double ab_c = ab.dot(point - c), ac_c = ac.dot(point - c);
  if (ac_c >= 0 && ab_c <= ac_c) return {triangle, barycentric_corner(2)};
  const double wb = ab_c * ac_a - ab_a * ac_c;
  if (wb <= 0 && ac_a >= 0 && ac_c <= 0) {
    return {triangle, barycentric_edge(0, 2, ac_a / (ac_a - ac_c))};
  }
  const double wa = ab_b * ac_c - ab_c * ac_b;
  if (wa <= 0 && ac_b >= ab_b && ab_c >= ac_c) {
    return {triangle, barycentric_edge(1, 2, (ac_b - ab_b) / ((ac_b - ab_b) + (ab_c - ac_c)))};
  }
  return {triangle, Vector3d(wa, wb, wc) / (wa + wb + wc)};
}

MeshPoint MeshSolid::nearest_point(const Vector3d& point) const {
  MeshPoint best;
  double best_squared = std::numeric_limits<double>::infinity();
  data_->tree.for_each_near(
      point, [&] { return best_squared; },
      [&](const TreeTriangle& triangle) {
        const int t = triangle.index;
        const MeshPoint candidate = nearest_point_on(t, point);
        const double squared = (position(candidate) - point).squaredNorm();
        if (best.triangle < 0 || squared < best_squared ||
            (squared == best_squared && t < best.triangle)) {
          best = candidate;
          best_squared = squared;
        }
      });
  return best;
}

int MeshSolid::across(int side) const { return data_->across[side]; }

MeshNormals MeshSolid::normals() const { return data_->normals; }

const Vector3d& MeshSolid::face_normal(int triangle) const { return data_->face_normals[triangle]; }

Vector3d MeshSolid::position(const MeshPoint& at) const {
  return at.weights[0] * data_->corner(at.triangle, 0) +
         at.weights[1] * data_->corner(at.triangle, 1) +
         at.weights[2] * data_->corner(at.triangle, 2);
}

Vector3d MeshSolid::normal(const MeshPoint& at) const {
  if (data_->normals == MeshNormals::faces) return data_->face_normals[at.triangle];
  Vector3d sum = Vector3d::Zero();
  for (int k = 0; k < 3; ++k) {
    sum +=
        at.weights[k] * data_->corner_normals[data_->mesh.triangles[at.triangle][k]].normalized();
  }
  return sum.norm() > 0 ? Vector3d(sum.normalized()) : data_->face_normals[at.triangle];
}

Vector3d MeshSolid::pseudo_normal(const MeshPoint& at) const {
  for (int k = 0; k < 3; ++k) {
    if (at.weights[k] == 1) return data_->corner_normals[data_->mesh.triangles[at.triangle][k]];
  }
  const Vector3d& face = data_->face_normals[at.triangle];
  for (int k = 0; k < 3; ++k) {
    // Side k + 1 is opposite corner k.
    if (at.weights[k] != 0) continue;
    return face + data_->face_normals[data_->across[3 * at.triangle + (k + 1) % 3] / 3];
  }
  return face;
}

SurfacePoint nearest(const MeshSolid& solid, const Vector3d& point) {
  const MeshPoint at = solid.nearest_point(point);
  const Vector3d on = solid.position(at);
  const double distance = (point - on).norm();
  const bool inside = solid.pseudo_normal(at).dot(point - on) < 0;
  return {on, solid.normal(at), inside ? -distance : distance};
}

SurfaceJet implicit(const MeshSolid& solid, const Vector3d& point) {
  const SurfacePoint near = nearest(solid, point);
  return {.value = near.distance, .gradient = near.normal};
}

Vector3d support(const MeshSolid& solid, const Vector3d& direction) {
  const std::vector<Vector3d>& vertices = solid.mesh().vertices;
  return *std::max_element(
      vertices.begin(), vertices.end(),
      [&](const Vector3d& a, const Vector3d& b) { return direction.dot(a) < direction.dot(b); });
}

SolidProperties solid_properties(const MeshSolid& solid) {
  const mesh::MassProperties mass = mass_properties(solid.mesh());
  return {mass.volume, surface_area(solid.mesh()), mass.centre, mass.inertia};
}

}  // namespace condyle::geometry
