#include "bench/sphere_pairs.h"

#include <cmath>
#include <numbers>

#include "condyle/mesh/primitives.h"

namespace condyle::bench {
namespace {

using std::numbers::pi;

constexpr Layer k_sphere_layer{
    .elastic_modulus = 463e6, .poissons_ratio = 0.46, .thickness = 0.008};
constexpr double k_pair_ball_radius = 0.05;
constexpr double k_pair_turn = 0.1 * pi / 180;

std::shared_ptr<const ContactSurface> polyethylene(TriangleMesh mesh, const char* name) {
  return std::make_shared<ContactSurface>(std::move(mesh), k_sphere_layer, name);
}

/// Adds a ring of `slices` points about the z axis.
void add_ring(TriangleMesh& mesh, double radius, double z, int slices) {
  for (int i = 0; i < slices; ++i) {
    const double angle = 2 * pi * i / slices;
    mesh.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
  }
}

/// A bowl open towards +z: a wall between two spheres around the origin, up to `half_angle` from
/// the -z axis, with `stacks` rings inside and a fifth as many outside. Closed, wound outward.
TriangleMesh make_bowl(double inner_radius, double outer_radius, double half_angle, int slices,
                       int stacks) {
  const int outer_stacks = stacks / 5;
  TriangleMesh mesh;
  mesh.vertices.emplace_back(0, 0, -inner_radius);
  for (int j = 1; j <= stacks; ++j) {
    const double angle = half_angle * j / stacks;
    add_ring(mesh, inner_radius * std::sin(angle), -inner_radius * std::cos(angle), slices);
  }
  for (int j = outer_stacks; j >= 1; --j) {
    const double angle = half_angle * j / outer_stacks;
    add_ring(mesh, outer_radius * std::sin(angle), -outer_radius * std::cos(angle), slices);
  }
  mesh.vertices.emplace_back(0, 0, -outer_radius);

  const int rings = stacks + outer_stacks, last = 1 + rings * slices;
  for (int i = 0; i < slices; ++i) {
    const int next = (i + 1) % slices;
    mesh.triangles.push_back({0, 1 + i, 1 + next});
    for (int j = 0; j + 1 < rings; ++j) {
      const int a = 1 + j * slices + i, b = 1 + j * slices + next;
      mesh.triangles.push_back({a, a + slices, b + slices});
      mesh.triangles.push_back({a, b + slices, b});
    }
    const int first = 1 + (rings - 1) * slices;
    mesh.triangles.push_back({first + i, last, first + next});
  }
  return mesh;
}

/// A sphere of about n triangles by longitude and latitude, nearly square at its equator.
TriangleMesh make_ball(double radius, int triangles) {
  const int stacks = static_cast<int>(std::lround(std::sqrt(triangles / 4.0)));
  return mesh::make_uv_sphere(radius, 2 * stacks, stacks + 1);
}

}  // namespace

PairCase hip_closed() {
  constexpr double k_head = 0.024, k_socket = 0.0241, k_wall = 0.008, k_pressed = 0.13e-3;
  PairCase pair{
      "hip_closed",
      "ball turning in its socket, socket casting",
      polyethylene(make_bowl(k_socket, k_socket + k_wall, 75 * pi / 180, 250, 83), "socket"),
      polyethylene(make_ball(k_head, 50000), "ball"),
      {},
      {}};
  pair.settings.max_proximity = 0.004;
  for (int i = 0; i < 300; ++i) {
    Pose X_CT(Eigen::AngleAxisd(k_pair_turn * i, Eigen::Vector3d::UnitX()));
    X_CT.translation() = Eigen::Vector3d(0, 0, -k_pressed);
    pair.poses_CT.push_back(X_CT);
  }
  return pair;
}

PairCase two_spheres(int triangles, double depth, int steps) {
  const auto ball = polyethylene(make_ball(k_pair_ball_radius, triangles), "ball");
  PairCase pair{"two_spheres", "one ball rolls on another", ball, ball, {}, {}};
  for (int i = 0; i < steps; ++i) {
    const double angle = k_pair_turn * i;  // contact moves along both equators
    Pose X_CT(Eigen::AngleAxisd(2 * angle, Eigen::Vector3d::UnitZ()));
    X_CT.translation() =
        (2 * k_pair_ball_radius - depth) * Eigen::Vector3d(std::cos(angle), std::sin(angle), 0);
    pair.poses_CT.push_back(X_CT);
  }
  return pair;
}

double depth_for_contacts(int triangles, double contacts) {
  // A triangle is in contact within asin(s) of the line between the centres, at a depth of
  // 2 R (1 - sqrt(1 - s^2)). Its share of the whole sphere is (1 - sqrt(1 - s^2)) / 2; at the
  // equator a mesh by longitude is thinner by 2 / pi than its mean.
  const double share = contacts / triangles * pi / 2;
  return 4 * k_pair_ball_radius * share;
}

}  // namespace condyle::bench
