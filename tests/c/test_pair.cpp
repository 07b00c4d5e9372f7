// Pairs and surfaces of the interface for C give what those of C++ give, bit for bit.
#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "c/c_handles.h"
#include "condyle/contact/contact_pair.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "core/mesh/temporary_folder.h"

namespace condyle::test::c_pair_tests {
namespace {

constexpr Layer k_layer{463e6, 0.46, 0.008};
using Pose7 = std::array<double, 7>;
using Twist6 = std::array<double, 6>;

Pose pose_of(const Pose7& p) {
  Pose X = Pose::Identity();
  X.linear() = Eigen::Quaterniond(p[6], p[3], p[4], p[5]).normalized().toRotationMatrix();
  X.translation() = Eigen::Vector3d(p[0], p[1], p[2]);
  return X;
}

Pose7 array_of(const Pose& X) {
  const Eigen::Quaterniond q(X.linear());
  const Eigen::Vector3d p = X.translation();
  return {p.x(), p.y(), p.z(), q.x(), q.y(), q.z(), q.w()};
}

/// A flat ellipsoid over a plate, with random tilts and speeds.
struct Pressing {
  TriangleMesh plate = mesh::make_plane_grid(0.03, 0.03, 30, 30);
  TriangleMesh dome = mesh::make_ellipsoid({0.025, 0.02, 0.022}, 4);
  const char* json =
      R"({"law": "nonlinear", "layers": "two_layer", "dissipation": 0.5, "max_proximity": 0.004,
          "friction": {"static_coefficient": 0.2, "dynamic_coefficient": 0.1}})";

  ContactSettings settings() const {
    ContactSettings same;
    same.formulation = Formulation::nonlinear;
    same.lumped = false;
    same.dissipation = 0.5;
    same.max_proximity = 0.004;
    same.friction.static_coefficient = 0.2;
    same.friction.dynamic_coefficient = 0.1;
    return same;
  }
};

std::vector<double> pressures(const condyle_pair* pair, int side, std::size_t count) {
  std::vector<double> values(count);
  require_ok(condyle_pair_pressure(pair, side, values.data(), count));
  return values;
}

std::vector<double> proximities(const condyle_pair* pair, int side, std::size_t count) {
  std::vector<double> values(count);
  require_ok(condyle_pair_proximity(pair, side, values.data(), count));
  return values;
}

TEST_CASE("a pair in C has the bits of a pair in C++", "[c]") {
  const Pressing pressing;
  const auto plate = surface_of(pressing.plate, k_layer), dome = surface_of(pressing.dome, k_layer);
  const auto pair = owned(condyle_pair_create(plate.get(), dome.get(), pressing.json));
  ContactPair same(std::make_shared<ContactSurface>(pressing.plate, k_layer),
                   std::make_shared<ContactSurface>(pressing.dome, k_layer), pressing.settings());

  const unsigned seed = 20;
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int round = 0; round < 5; ++round) {
    const Pose7 X_WT{1e-3 * any(random), 1e-3 * any(random), 0.0216, 0.05 * any(random),
                     0.05 * any(random), any(random),        1};
    const Twist6 V_WT{any(random),       any(random),       any(random),
                      0.1 * any(random), 0.1 * any(random), 0.1 * any(random)};
    require_ok(condyle_pair_evaluate(pair.get(), nullptr, X_WT.data(), nullptr, V_WT.data()));

    const Pose X_CT = pose_of(X_WT);
    const Eigen::Vector3d w(V_WT[0], V_WT[1], V_WT[2]), v(V_WT[3], V_WT[4], V_WT[5]);
    const ContactResult& result =
        same.evaluate(X_CT, {-w, -v - w.cross(Eigen::Vector3d(-X_CT.translation()))});
    REQUIRE(result.total.n_contacting > 20);
    condyle_result figures;
    require_ok(condyle_pair_result(pair.get(), &figures, sizeof figures));
    for (int i = 0; i < 3; ++i) {
      CHECK(figures.wrench[i] == result.F_casting_C.moment[i]);
      CHECK(figures.wrench[3 + i] == result.F_casting_C.force[i]);
      CHECK(figures.friction_force[i] == result.total.friction_force[i]);
      CHECK(figures.pressure_centre[i] == result.total.center_of_pressure[i]);
    }
    CHECK(figures.friction_force[0] != 0);
    CHECK(figures.contact_area == result.total.contact_area);
    CHECK(figures.mean_pressure == result.total.mean_pressure);
    CHECK(figures.peak_pressure == result.total.max_pressure);
    CHECK(figures.mean_proximity == result.total.mean_proximity);
    CHECK(figures.max_proximity == result.total.max_proximity);
    CHECK(figures.potential_energy == result.total.potential_energy);
    CHECK(figures.touching_triangles == result.total.n_contacting);
    CHECK(figures.clamped_triangles == result.clamped_triangles);

    const std::size_t casting = pressing.plate.triangles.size(),
                      target = pressing.dome.triangles.size();
    CHECK(pressures(pair.get(), CONDYLE_CASTING, casting) == same.casting_map().pressure);
    CHECK(proximities(pair.get(), CONDYLE_CASTING, casting) == same.casting_map().proximity);
    CHECK(pressures(pair.get(), CONDYLE_TARGET, target) == same.target_map().pressure);
    CHECK(proximities(pair.get(), CONDYLE_TARGET, target) == same.target_map().proximity);
    double stiffness[36];
    require_ok(condyle_pair_stiffness(pair.get(), stiffness));
    for (int i = 0; i < 36; ++i) CHECK(stiffness[i] == result.stiffness(i / 6, i % 6));
  }
}

// The frame of the world does not matter: displacing it turns the wrenches with it, and a common
// motion of both bodies is none. Rounding of poses of about 1 m, 1e-16 m, beside depths of 0.4 mm
// under forces that grow with the square of depth: 1e-12, and less far from the origin.
TEST_CASE("wrenches in the world turn with it, and balance", "[c]") {
  const Pressing pressing;
  const auto plate = surface_of(pressing.plate, k_layer), dome = surface_of(pressing.dome, k_layer);
  const auto pair = owned(condyle_pair_create(plate.get(), dome.get(), pressing.json));
  const Pose X_AT = pose_of({1e-3, 0, 0.0216, 0.02, 0.01, 0.3, 1});
  const Pose X_WA = pose_of({0.3, -1.2, 0.7, 0.5, -0.2, 0.8, 0.4});

  const auto wrench = [&](int side) {
    Twist6 F;
    require_ok(condyle_pair_wrench(pair.get(), side, F.data()));
    return Wrench{{F[0], F[1], F[2]}, {F[3], F[4], F[5]}};
  };
  const Pose7 X_of_T = array_of(X_AT);
  const Twist6 V_AT{0.1, 0.2, -0.1, 0.05, -0.02, 0.01};
  require_ok(condyle_pair_evaluate(pair.get(), nullptr, X_of_T.data(), nullptr, V_AT.data()));
  const Wrench on_plate = wrench(CONDYLE_CASTING), on_dome = wrench(CONDYLE_TARGET);
  REQUIRE(on_plate.force.norm() > 100);
  CHECK((on_plate.force + on_dome.force).norm() <= 1e-12 * on_plate.force.norm());
  CHECK((on_plate.moment + on_dome.moment + X_AT.translation().cross(on_dome.force)).norm() <=
        1e-12 * on_plate.force.norm());

  // The same in a world that is turned, in which both move along with the plate.
  const Eigen::Vector3d w(1.5, -0.7, 2), v(3, 0.5, -1);
  const Eigen::Matrix3d R = X_WA.linear();
  const Eigen::Vector3d arm = R * X_AT.translation();
  const Eigen::Vector3d w_T = w + R * Eigen::Vector3d(0.1, 0.2, -0.1),
                        v_T = v + w.cross(arm) + R * Eigen::Vector3d(0.05, -0.02, 0.01);
  const Pose7 X_WC = array_of(X_WA), X_WT = array_of(X_WA * X_AT);
  const Twist6 V_WC{w.x(), w.y(), w.z(), v.x(), v.y(), v.z()},
      V_WT{w_T.x(), w_T.y(), w_T.z(), v_T.x(), v_T.y(), v_T.z()};
  require_ok(condyle_pair_evaluate(pair.get(), X_WC.data(), X_WT.data(), V_WC.data(), V_WT.data()));
  const double most = 1e-10 * on_plate.force.norm();
  CHECK((wrench(CONDYLE_CASTING).force - R * on_plate.force).norm() <= most);
  CHECK((wrench(CONDYLE_CASTING).moment - R * on_plate.moment).norm() <= most);
  CHECK((wrench(CONDYLE_TARGET).force - R * on_dome.force).norm() <= most);
  CHECK((wrench(CONDYLE_TARGET).moment - R * on_dome.moment).norm() <= most);
}

TEST_CASE("surfaces of arrays, of a file and of JSON are the same", "[c]") {
  const TriangleMesh ball = mesh::make_icosphere(0.02, 3);
  const TemporaryFolder folder;
  mesh::write_mesh(folder / "ball.obj", ball, mesh::LengthUnit::metre);
  const std::string path = (folder / "ball.obj").string(), root = path.substr(0, path.rfind('/'));

  std::vector<Handle<condyle_surface>> surfaces;
  surfaces.push_back(surface_of(ball, k_layer));
  surfaces.push_back(owned(condyle_surface_from_file(path.c_str(), "m", 463e6, 0.46, 0.008)));
  surfaces.push_back(owned(condyle_surface_from_json(
      R"({"name": "ball", "file": "ball.obj", "unit": "m",
          "layer": {"elastic_modulus": 463e6, "poissons_ratio": 0.46, "thickness": 0.008}})",
      root.c_str())));
  const auto plate = surface_of(mesh::make_box({0.1, 0.1, 0.02}), k_layer);
  const Pose7 X_WT{0.001, 0.002, 0.0296, 0, 0, 0, 1};
  std::vector<std::vector<double>> maps;
  for (const auto& surface : surfaces) {
    REQUIRE(condyle_surface_vertex_count(surface.get()) == std::ssize(ball.vertices));
    REQUIRE(condyle_surface_triangle_count(surface.get()) == std::ssize(ball.triangles));
    MeshArrays copied(ball);
    const MeshArrays wanted = copied;
    std::fill(copied.vertices.begin(), copied.vertices.end(), 0);
    std::fill(copied.triangles.begin(), copied.triangles.end(), 0);
    require_ok(condyle_surface_mesh(surface.get(), copied.vertices.data(), ball.vertices.size(),
                                    copied.triangles.data(), ball.triangles.size()));
    CHECK(copied.vertices == wanted.vertices);
    CHECK(copied.triangles == wanted.triangles);
    const auto pair = owned(condyle_pair_create(surface.get(), plate.get(), nullptr));
    require_ok(condyle_pair_evaluate(pair.get(), X_WT.data(), nullptr, nullptr, nullptr));
    maps.push_back(pressures(pair.get(), CONDYLE_CASTING, ball.triangles.size()));
    CHECK(*std::max_element(maps.back().begin(), maps.back().end()) > 0);
  }
  CHECK(maps[1] == maps[0]);
  CHECK(maps[2] == maps[0]);
}

TEST_CASE("the mass of what fills a surface", "[c]") {
  const auto box = surface_of(
      transformed(mesh::make_box({0.1, 0.2, 0.3}), Pose(Eigen::Translation3d(1, 2, 3))), k_layer);
  const auto ball = owned(condyle_surface_from_json(
      R"({"name": "ball", "shape": {"kind": "sphere", "radius": 0.1},
          "layer": {"material": "uhmwpe", "thickness": 0.008}})",
      nullptr));
  double mass = 0, centre[3], inertia[9];
  require_ok(condyle_surface_mass(box.get(), 1000, &mass, centre, inertia));
  CHECK(mass == Approx(6).epsilon(1e-12));
  for (int i = 0; i < 3; ++i) CHECK(centre[i] == Approx(i + 1).epsilon(1e-12));
  CHECK(inertia[0] == Approx(6 * (0.04 + 0.09) / 12).epsilon(1e-9));
  CHECK(inertia[4] == Approx(6 * (0.01 + 0.09) / 12).epsilon(1e-9));
  CHECK(std::abs(inertia[1]) < 1e-12);
  require_ok(condyle_surface_mass(ball.get(), 1000, &mass, centre, inertia));
  CHECK(mass == Approx(1000 * 4 * 3.14159265358979 / 3 * 1e-3).epsilon(1e-12));  // the shape's own
  CHECK(inertia[8] == Approx(0.4 * mass * 0.01).epsilon(1e-12));
}

// A caller that was compiled for an earlier or a later version has a shorter or longer struct.
TEST_CASE("structs of other lengths are filled as far as both know them", "[c]") {
  const auto plate = surface_of(mesh::make_box({0.1, 0.1, 0.02}), k_layer),
             ball = surface_of(mesh::make_icosphere(0.02, 3), k_layer);
  const auto pair = owned(condyle_pair_create(ball.get(), plate.get(), nullptr));
  const Pose7 X_WC{0, 0, 0.0296, 0, 0, 0, 1};
  require_ok(condyle_pair_evaluate(pair.get(), X_WC.data(), nullptr, nullptr, nullptr));
  condyle_result known;
  require_ok(condyle_pair_result(pair.get(), &known, sizeof known));

  char longer[sizeof known + 16];
  std::memset(longer, 1, sizeof longer);
  require_ok(
      condyle_pair_result(pair.get(), reinterpret_cast<condyle_result*>(longer), sizeof longer));
  CHECK(std::memcmp(longer, &known, sizeof known) == 0);
  for (std::size_t i = sizeof known; i < sizeof longer; ++i) CHECK(longer[i] == 0);

  double shorter[7] = {0, 0, 0, 0, 0, 0, 7};
  require_ok(condyle_pair_result(pair.get(), reinterpret_cast<condyle_result*>(shorter),
                                 6 * sizeof(double)));
  CHECK(std::memcmp(shorter, &known, 6 * sizeof(double)) == 0);
  CHECK(shorter[6] == 7);
}

}  // namespace
}  // namespace condyle::test::c_pair_tests
