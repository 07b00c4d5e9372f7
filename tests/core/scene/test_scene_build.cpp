#include <catch2/catch.hpp>
#include <numbers>

#include "condyle/mesh/triangle_mesh.h"
#include "condyle/scene/scene_build.h"
#include "core/mesh/temporary_folder.h"
#include "core/scene/src/closest_name.h"
#include "core/src/mesh/topology.h"

namespace condyle::test::scene_build_tests {

using namespace scene;
using Catch::Contains;

namespace {

SceneMesh primitive(PrimitiveShape shape, const Eigen::Vector3d& size, double radius,
                    double tube_radius, double length, int segments) {
  SceneMesh mesh;
  mesh.name = "mesh";
  mesh.source = MeshFromPrimitive{shape, size, radius, tube_radius, length, segments};
  return mesh;
}

SceneMesh box(const Eigen::Vector3d& size) {
  return primitive(PrimitiveShape::box, size, 0, 0, 0, 2);
}

}  // namespace

TEST_CASE("scene primitives: closed, outward and of the volume they name", "[model]") {
  const double pi = std::numbers::pi;
  struct Case {
    SceneMesh mesh;
    double volume;
  };
  const Eigen::Vector3d size(0.1, 0.2, 0.3);
  for (const auto& [mesh, volume] : {
           Case{box(size), 0.006},
           Case{primitive(PrimitiveShape::icosphere, Eigen::Vector3d::Zero(), 0.1, 0, 0, 5),
                4 * pi / 3 * 1e-3},
           Case{primitive(PrimitiveShape::cylinder, Eigen::Vector3d::Zero(), 0.1, 0, 0.3, 96),
                pi * 3e-3},
           Case{primitive(PrimitiveShape::capsule, Eigen::Vector3d::Zero(), 0.1, 0, 0.3, 96),
                pi * (3e-3 + 4e-3 / 3)},
           Case{primitive(PrimitiveShape::torus, Eigen::Vector3d::Zero(), 0.1, 0.03, 0, 200),
                2 * pi * pi * 0.1 * 9e-4},
           Case{primitive(PrimitiveShape::ellipsoid, size, 0, 0, 0, 5), 4 * pi / 3 * 0.006},
       }) {
    const TriangleMesh triangles = make_mesh(mesh);
    CHECK(is_closed(triangles));
    // Facets cut off at most (edge / radius)^2 / 6 of a round body: 1 % at these counts.
    CHECK(signed_volume(triangles) == Approx(volume).epsilon(0.01));
  }
}

TEST_CASE("scene primitives: what would have too many triangles is refused", "[model]") {
  // 8e13 triangles once overflowed a number, which gave a needle of one ring.
  const SceneMesh needle =
      primitive(PrimitiveShape::cylinder, Eigen::Vector3d::Zero(), 1e-6, 0, 1e6, 16);
  CHECK_THAT(input_error_of([&] { make_mesh(needle); }), Contains("triangles"));
}

TEST_CASE("scene body: density fills several meshes like one", "[model]") {
  // A bar of two cubes side by side against the closed form of a bar, m (b^2 + c^2) / 12.
  SceneBody body;
  body.name = "bar";
  body.density = 800;
  body.meshes = {box({0.1, 0.1, 0.1}), box({0.1, 0.1, 0.1})};
  body.meshes[0].X_BM.translation() = Eigen::Vector3d(0.05, 1, 2);
  body.meshes[1].X_BM.translation() = Eigen::Vector3d(0.15, 1, 2);
  const std::vector<TriangleMesh> meshes = {make_mesh(body.meshes[0]), make_mesh(body.meshes[1])};
  const BodyMass mass = make_body_mass(body, meshes);
  CHECK(mass.mass == Approx(1.6));
  CHECK(mass.p_BoBcm.isApprox(Eigen::Vector3d(0.1, 1, 2), 1e-12));
  const Eigen::Vector3d expected = 1.6 / 12 * Eigen::Vector3d(0.02, 0.05, 0.05);
  CHECK(mass.I_BBcm.diagonal().isApprox(expected, 1e-9));
  CHECK(Eigen::Matrix3d(mass.I_BBcm - Eigen::Matrix3d(expected.asDiagonal())).norm() < 1e-12);
}

TEST_CASE("scene body: an open mesh cannot be filled", "[model]") {
  SceneBody body;
  body.name = "sheet";
  body.density = 800;
  body.meshes = {primitive(PrimitiveShape::plane, {0.1, 0.1, 0}, 0, 0, 0, 4)};
  const std::vector<TriangleMesh> meshes = {make_mesh(body.meshes[0])};
  CHECK_THAT(input_error_of([&] { make_body_mass(body, meshes); }),
             Contains("sheet") && Contains("open"));
}

TEST_CASE("scene ligament: the slack length follows from strain or force at the initial pose",
          "[model]") {
  SceneLigament ligament;
  ligament.strand.name = "strand";
  ligament.strand.linear_stiffness = 2000;
  SECTION("strain") {
    ligament.slack_from = SlackFrom::reference_strain;
    ligament.reference = 0.04;
    CHECK(evaluate(make_strand(ligament, 0.05), 0.05, 0).strain == Approx(0.04));
  }
  SECTION("force, in the toe and above it") {
    ligament.slack_from = SlackFrom::reference_force;
    for (const double force : {1.0, 59.0, 200.0}) {
      ligament.reference = force;
      CHECK(evaluate(make_strand(ligament, 0.05), 0.05, 0).spring_force == Approx(force));
    }
  }
  SECTION("ends that coincide") {
    CHECK_THAT(input_error_of([&] { make_strand(ligament, 0); }), Contains("coincide"));
  }
}

TEST_CASE("scene contact: regions hold the triangles on their side", "[model]") {
  SceneMesh mesh = box({0.1, 0.1, 0.1});
  mesh.layer = Layer{1e6, 0.3, 0.01};
  const auto surface = make_surface(mesh, make_mesh(mesh), "box");
  SceneContact contact;
  contact.regions = {{"top", {0, 1, 0}, 0.049}};
  const std::vector<Region> regions = make_regions(contact, *surface);
  REQUIRE(regions.size() == 1);
  CHECK(regions[0].triangles.size() == 8);  // the upper face: 2 x 2 cells
  for (const int t : regions[0].triangles) CHECK(surface->normals()[t].y() > 0.99);
}

TEST_CASE("closest name: finds slips of the finger, not other words", "[model]") {
  const std::vector<std::string> names = {"gravity", "duration", "rate", "bodies"};
  CHECK(closest_name("gravty", names) == "gravity");
  CHECK(closest_name("gravtiy", names) == "gravity");
  CHECK(closest_name("rat", names) == "rate");
  CHECK(closest_name("Bodies", names) == "bodies");
  CHECK(closest_name("BODIES", names) == "bodies");
  CHECK(closest_name("friction", names).empty());
  CHECK(closest_name("", names).empty());
}

}  // namespace condyle::test::scene_build_tests
