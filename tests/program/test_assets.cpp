// The meshes that the build generates for the scenes.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "condyle/geometry/mesh_solid.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/triangle_mesh.h"
#include "condyle/scene/scene_file.h"
#include "core/src/mesh/topology.h"

namespace condyle::test::assets_tests {

namespace {

std::filesystem::path assets() {
  return std::filesystem::path(CONDYLE_PROGRAM).parent_path().parent_path() / "assets";
}

TriangleMesh asset(const std::string& name) {
  return mesh::read_mesh(assets() / "meshes" / (name + ".ply"), mesh::LengthUnit::metre);
}

double smallest_angle(const TriangleMesh& mesh) {
  double smallest = std::numbers::pi;
  for (const auto& triangle : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      const Eigen::Vector3d& a = mesh.vertices[triangle[k]];
      const Eigen::Vector3d b = mesh.vertices[triangle[(k + 1) % 3]] - a;
      const Eigen::Vector3d c = mesh.vertices[triangle[(k + 2) % 3]] - a;
      smallest = std::min(smallest, std::acos(b.normalized().dot(c.normalized())));
    }
  }
  return smallest * 180 / std::numbers::pi;
}

}  // namespace

TEST_CASE("assets: every mesh is closed, wound outward and free of slivers", "[assets]") {
  for (const char* name : {"knee_femoral_component", "knee_tibial_insert", "hip_femoral_head",
                           "hip_acetabulum", "plate", "finger_pad", "can", "cam_body"}) {
    INFO(name);
    const TriangleMesh mesh = asset(name);
    CHECK(is_closed(mesh));
    CHECK(signed_volume(mesh) > 0);
    CHECK(smallest_angle(mesh) > 14);
    CHECK(mesh.triangles.size() < 25000);
    CHECK(mesh.triangles.size() > (std::string(name).starts_with("knee") ? 15000 : 4000));
  }
}

TEST_CASE("assets: bones are closed, wound outward and free of slivers", "[assets]") {
  for (const char* name : {"bone_distal_femur", "bone_proximal_tibia", "bone_patella",
                           "bone_proximal_femur", "bone_pelvis"}) {
    INFO(name);
    const TriangleMesh mesh = asset(name);
    CHECK(is_closed(mesh));
    CHECK(signed_volume(mesh) > 0);
    CHECK(smallest_angle(mesh) > 14);
    CHECK(mesh.triangles.size() < 35000);  // they are only drawn
  }
}

TEST_CASE("assets: bones have the sizes that are published", "[assets]") {
  const auto extent = [](const char* bone, double low, double high, int axis) {
    Eigen::AlignedBox3d box;
    for (const Eigen::Vector3d& p : asset(bone).vertices)
      if (p.y() > low && p.y() < high) box.extend(p);
    return box.sizes()[axis];
  };
  CHECK(extent("bone_distal_femur", -0.03, 0.02, 2) == Approx(0.084).margin(0.003));
  CHECK(extent("bone_proximal_tibia", -0.02, 0, 2) == Approx(0.076).margin(0.003));
  CHECK(extent("bone_proximal_femur", 0.015, 0.03, 2) == Approx(0.034).margin(0.003));  // its head
  CHECK(extent("bone_patella", -1, 1, 0) == Approx(0.022).margin(0.003));
  CHECK(extent("bone_patella", -1, 1, 1) == Approx(0.034).margin(0.003));
  CHECK(extent("bone_patella", -1, 1, 2) == Approx(0.045).margin(0.003));
  double front = 0;  // how far the anterior superior iliac spine lies before the hip's centre
  for (const Eigen::Vector3d& p : asset("bone_pelvis").vertices)
    if (p.y() > 0.05) front = std::max(front, p.x());
  CHECK(front == Approx(0.22 * 0.238).margin(0.010));
}

TEST_CASE("assets: strands end in the bones that are drawn around them", "[assets]") {
  const std::string name = GENERATE("knee_replacement", "knee_extension");
  const scene::Scene scene = scene::read_scene(assets() / "scenes" / (name + ".json"));
  int ends = 0;
  for (const scene::SceneBody& body : scene.bodies) {
    if (body.name != "femur" && body.name != "tibia") continue;
    const geometry::Shape bone = geometry::MeshSolid(
        asset(body.name == "femur" ? "bone_distal_femur" : "bone_proximal_tibia"));
    for (const scene::SceneLigament& ligament : scene.ligaments) {
      for (const scene::ScenePoint& end : {ligament.path.front(), ligament.path.back()}) {
        if (end.body != body.name) continue;
        INFO(name << ", " << ligament.strand.name << " on " << body.name << " at "
                  << end.p_B.transpose() << ", nearest at "
                  << geometry::nearest(bone, end.p_B).point.transpose());
        CHECK(geometry::is_inside(bone, end.p_B));
        ++ends;
      }
    }
  }
  CHECK(ends == (name == "knee_replacement" ? 18 : 19));
}

TEST_CASE("assets: gears are closed and free of slivers, and their flanks are involutes",
          "[assets]") {
  const auto [name, teeth] =
      GENERATE(table<const char*, int>({{"gear_pinion", 18}, {"gear_wheel", 30}}));
  const TriangleMesh mesh = asset(name);
  CHECK(is_closed(mesh));
  CHECK(signed_volume(mesh) > 0);
  CHECK(smallest_angle(mesh) > 14);
  CHECK(mesh.triangles.size() < 75000);
  // The normal of an involute is tangent to its base circle, and the normal of a chord of a quarter
  // of a millimetre is so to second order.
  const double pitch = 0.001 * teeth, base = pitch * std::cos(20 * std::numbers::pi / 180);
  int flanks = 0;
  for (const auto& triangle : mesh.triangles) {
    const Eigen::Vector3d& a = mesh.vertices[triangle[0]];
    const Eigen::Vector3d& b = mesh.vertices[triangle[1]];
    const Eigen::Vector3d& c = mesh.vertices[triangle[2]];
    const Eigen::Vector3d n = (b - a).cross(c - a).normalized();
    const Eigen::Vector3d low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
    const Eigen::Vector3d p = (low + high) / 2;  // the middle of its rectangle
    const double radius = p.head<2>().norm(), moment = std::abs(p.x() * n.y() - p.y() * n.x());
    const bool is_flank = radius > base + 4e-4 && radius < pitch + 1.8e-3 && std::abs(n.z()) < 0.5;
    if (!is_flank || moment < 0.5 * base) continue;  // otherwise it is the tip, an arc
    ++flanks;
    CHECK(moment == Approx(base).margin(3e-5));
  }
  CHECK(flanks > 200 * teeth);
}

TEST_CASE("assets: the cup is round from outside too, to a fifth of a millimetre", "[assets]") {
  const TriangleMesh cup = asset("hip_acetabulum");
  double lowest = 1;  // distance of the middle of outer facets from the centre
  for (const auto& [a, b, c] : cup.triangles) {
    const Eigen::Vector3d middle = (cup.vertices[a] + cup.vertices[b] + cup.vertices[c]) / 3;
    const bool outer = cup.vertices[a].norm() > 0.0302 && cup.vertices[b].norm() > 0.0302 &&
                       cup.vertices[c].norm() > 0.0302;
    if (outer) lowest = std::min(lowest, middle.norm());
  }
  CHECK(lowest < 0.0303);
  CHECK(lowest > 0.0303 - 2e-4);
}

TEST_CASE("assets: spheres have the volume of the sphere", "[assets]") {
  const auto volume = [](double radius) { return 4 * std::numbers::pi / 3 * std::pow(radius, 3); };
  CHECK(signed_volume(asset("hip_femoral_head")) == Approx(volume(0.024)).epsilon(1e-12));
}

TEST_CASE("assets: the femoral condyles have the stated circle behind", "[assets]") {
  // In the mid plane of a condyle, behind the blend at 40 degrees, 20 mm from the flexion axis.
  int counted = 0;
  for (const Eigen::Vector3d& p : asset("knee_femoral_component").vertices) {
    const double angle = std::atan2(-p.x(), -p.y());
    const bool outside = std::hypot(p.x(), p.y()) > 0.0165;  // excludes the inner face
    if (angle < 0.75 || angle > 2.2 || std::abs(std::abs(p.z()) - 0.022) > 1e-3 || !outside)
      continue;
    // The coronal arc drops by less than (1 mm)^2 / (2 x 28 mm) there.
    CHECK(std::hypot(p.x(), p.y()) == Approx(0.020).margin(2e-5));
    ++counted;
  }
  CHECK(counted > 50);
}

TEST_CASE("assets: the dishes of the insert are arcs about their lowest points", "[assets]") {
  int counted = 0;
  for (const Eigen::Vector3d& p : asset("knee_tibial_insert").vertices) {
    const double across = std::abs(p.z()) - 0.022;
    if (p.y() < -1e-9 || std::hypot(p.x(), across) > 0.008) continue;
    const double height = (0.044 - std::sqrt(0.044 * 0.044 - p.x() * p.x())) +
                          (0.032 - std::sqrt(0.032 * 0.032 - across * across));
    CHECK(p.y() == Approx(height).margin(1e-12));
    ++counted;
  }
  CHECK(counted > 500);
}

}  // namespace condyle::test::assets_tests
