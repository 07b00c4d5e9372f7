#include <catch2/catch.hpp>

#include "condyle/error.h"
#include "condyle/geometry/shape.h"
#include "core/contact/contact_cases.h"
#include "core/geometry/random_shapes.h"
#include "core/src/geometry/turn_between.h"

// Contact with analytic shapes: closed forms without the bias of a target's facets, and the results
// of a fine mesh of the shape.

namespace condyle::test::shape_contact_tests {

using std::numbers::pi;

namespace {

std::shared_ptr<const ContactSurface> of_shape(geometry::Shape shape, TriangleMesh mesh = {}) {
  return std::make_shared<const ContactSurface>(std::move(shape), std::move(mesh), k_layer);
}

/// A square plate of n x n cells, facing up.
std::shared_ptr<const ContactSurface> plate_of(double size, int n) {
  return surface(mesh::make_plane_grid(size, size, n, n));
}

/// The force on a plate whose plane is z = 0 from a shape above it.
double force_on_plate(double size, int cells, const geometry::Shape& shape, const Pose& X_CT,
                      const ContactSettings& settings = {}) {
  ContactPair pair(plate_of(size, cells), of_shape(shape), settings);
  return -pair.evaluate(X_CT).F_casting_C.force.z();
}

geometry::HeightMap gentle_hills(RandomShapes& random) {
  const Eigen::VectorXd lines = geometry::regular_grid_lines(-0.05, 0.02, 6);
  Eigen::MatrixXd z(6, 6);
  for (double& height : z.reshaped()) height = random.uniform(-0.5e-3, 0.5e-3);
  return geometry::HeightMap::through(lines, lines, z);
}

}  // namespace

TEST_CASE("plate on a sphere: the closed form, free of facets", "[contact][shapes]") {
  // ORACLES 3.2: R = 30 mm, 1 mm deep, 6 mm of cartilage.
  const double R = 30e-3, depth = 1e-3, k = k_modulus / k_thickness;
  const Pose X_CT = translation(0, 0, R - depth);
  const auto error = [&](int cells) {
    return force_on_plate(20e-3, cells, geometry::Sphere{R}, X_CT) /
               (k * pi * depth * depth * (R - depth / 3)) -
           1;
  };
  CHECK(force_on_plate(20e-3, 250, geometry::Sphere{R}, X_CT) == Approx(294.600).epsilon(1e-5));
  // The edge of the contact cuts cells, but depth vanishes there: second order, with scatter.
  CHECK(std::abs(error(250)) < std::abs(error(25)) / 30);

  ContactSettings logarithmic;
  logarithmic.formulation = Formulation::nonlinear;
  CHECK(force_on_plate(20e-3, 250, geometry::Sphere{R}, X_CT, logarithmic) ==
        Approx(312.537).epsilon(1e-5));
}

TEST_CASE("plate on a lying cylinder, capsule and torus: their closed forms", "[contact][shapes]") {
  const double R = 20e-3, depth = 0.5e-3, k = k_modulus / k_thickness;
  const auto segment = [&](double r) {  // area of a circular segment of this depth
    return r * r * std::acos(1 - depth / r) -
           (r - depth) * std::sqrt(2 * r * depth - depth * depth);
  };
  const Pose lying = translation(0, 0, R - depth) * rotation(pi / 2, {0, 1, 0});
  SECTION("cylinder") {
    // The plate is shorter than the cylinder; its edges run across.
    CHECK(force_on_plate(12e-3, 300, geometry::InfiniteCylinder{R}, lying) ==
          Approx(k * 12e-3 * segment(R)).epsilon(1e-5));
    CHECK(force_on_plate(12e-3, 300, geometry::Cylinder{R, 10e-3}, lying) ==
          Approx(k * 12e-3 * segment(R)).epsilon(1e-5));
  }
  SECTION("capsule") {
    const double half = 8e-3;
    const double caps = pi * depth * depth * (R - depth / 3);  // two halves of a spherical cap
    CHECK(force_on_plate(40e-3, 400, geometry::Capsule{R, half}, lying) ==
          Approx(k * (2 * half * segment(R) + caps)).epsilon(1e-4));
  }
  SECTION("torus") {
    const double r = 6e-3;  // Pappus: the segment goes round the axis
    // A quarter of the torus, beside the edges of the plate.
    const Pose X_CT = translation(-15e-3, -15e-3, r - depth);
    CHECK(force_on_plate(30e-3, 400, geometry::Torus{R, r}, X_CT) ==
          Approx(k * pi / 2 * R * segment(r)).epsilon(1e-4));
  }
}

TEST_CASE("ellipsoid on a plate: half axes of the contact of a paraboloid", "[contact][shapes]") {
  // ORACLES 3.2: F = pi (M/h) sqrt(R1 R2) depth^2 for depth << R; the next order is depth / R.
  const Eigen::Vector3d axes(30e-3, 50e-3, 20e-3);
  const double depth = 0.05e-3, k = k_modulus / k_thickness;
  const double R1 = axes.x() * axes.x() / axes.z(), R2 = axes.y() * axes.y() / axes.z();
  CHECK(
      force_on_plate(12e-3, 400, geometry::Ellipsoid{axes}, translation(0, 0, axes.z() - depth)) ==
      Approx(k * pi * std::sqrt(R1 * R2) * depth * depth).epsilon(3e-3));
}

TEST_CASE("ball on a half space: the ball's own facets alone remain", "[contact][shapes]") {
  const double R = 30e-3, depth = 1e-3, k = k_modulus / k_thickness;
  ContactPair pair(surface(mesh::make_icosphere(R, 6)), of_shape(geometry::HalfSpace{}),
                   along_casting());
  const auto& result = pair.evaluate(translation(0, 0, depth - R));
  CHECK(result.F_casting_C.force.z() == Approx(pi * k * R * depth * depth).epsilon(5e-3));
  CHECK(pair.target_map().pressure.empty());
}

TEST_CASE("a shape presses as a fine mesh of it does", "[contact][shapes]") {
  const unsigned seed = 1;
  RandomShapes random(seed);
  ContactSettings settings;
  settings.dissipation = 0.2;
  settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.3;
  const auto casting = plate_of(10e-3, 60);
  for (const geometry::Shape& shape :
       {geometry::Shape(geometry::Sphere{0.03}),
        geometry::Shape(geometry::Ellipsoid{{0.03, 0.02, 0.04}}),
        geometry::Shape(geometry::Capsule{0.02, 0.02}),
        geometry::Shape(geometry::Torus{0.03, 0.012}),
        geometry::Shape(geometry::Cylinder{0.02, 0.03}), geometry::Shape(gentle_hills(random)),
        geometry::Shape(gentle_hills(random)), geometry::Shape(gentle_hills(random))}) {
    const TriangleMesh mesh = mesh_of(shape, 2e-6);
    ContactPair on_shape(casting, of_shape(shape, mesh), settings);
    ContactPair on_mesh(casting, surface(mesh), settings);
    const int places = std::holds_alternative<geometry::HeightMap>(shape) ? 1 : 3;
    for (int place = 0; place < places; ++place) {
      INFO(described(shape, seed) << ", place " << place);
      const Eigen::Vector3d p = random.point_on(shape), n = normal_at(shape, p);
      Pose X_TC = Pose::Identity();
      X_TC.linear() = geometry::turn_between(Vector3d::UnitZ(), -n) *
                      rotation(random.uniform(-3, 3), {0, 0, 1}).linear();
      X_TC.translation() = p - 0.3e-3 * n;
      const Pose X_CT = X_TC.inverse(Eigen::Isometry);
      const Twist V{random.vector(1), random.vector(0.05)};
      const ContactResult& exact = on_shape.evaluate(X_CT, V);
      const ContactResult& meshed = on_mesh.evaluate(X_CT, V);
      // An error of 2 um in 300 um, and the facets' normals in the rate of proximity.
      const double force = meshed.F_casting_C.force.norm();
      CHECK(force > 0);
      CHECK((exact.F_casting_C.force - meshed.F_casting_C.force).norm() < 0.02 * force);
      CHECK((exact.F_casting_C.moment - meshed.F_casting_C.moment).norm() < 0.02 * 5e-3 * force);
      CHECK(exact.total.contact_area == Approx(meshed.total.contact_area).epsilon(0.03));

      // The map on the shape's mesh holds the casting side's energy.
      double energy = 0;
      for (const double e : on_shape.target_map().potential_energy) energy += e;
      CHECK(energy == Approx(exact.total.potential_energy).epsilon(1e-3));
    }
  }
}

TEST_CASE("damping against a shape takes the true rate of each proximity", "[contact][shapes]") {
  const unsigned seed = GENERATE(range(1u, 4u));
  RandomShapes random(seed);
  for (const geometry::Shape& shape :
       {geometry::Shape(geometry::Sphere{0.03}),
        geometry::Shape(geometry::Ellipsoid{{0.03, 0.02, 0.04}}),
        geometry::Shape(geometry::Torus{0.03, 0.012}), geometry::Shape(geometry::HalfSpace{})}) {
    INFO(described(shape, seed));
    const Eigen::Vector3d p = random.point_on(shape), n = normal_at(shape, p);
    Pose X_TC = Pose::Identity();
    X_TC.linear() = geometry::turn_between(Vector3d::UnitZ(), -n);
    X_TC.translation() = p - 0.3e-3 * n;
    const Pose X_CT = X_TC.inverse(Eigen::Isometry);
    const Twist V{random.vector(1), random.vector(0.05)};  // of C relative to T, in C
    const auto casting = plate_of(10e-3, 20);
    ContactSettings damped;
    damped.dissipation = 0.1;
    ContactPair pair(casting, of_shape(shape), damped);
    ContactPair elastic(casting, of_shape(shape), {});
    const auto moved = [&](double t) {
      Pose X = Pose::Identity();
      X.linear() =
          Eigen::AngleAxisd(t * V.angular.norm(), V.angular.normalized()).toRotationMatrix();
      X.translation() = t * V.linear;
      return X.inverse(Eigen::Isometry) * X_CT;
    };
    const double dt = 1e-6;
    const SideMap before = elastic.evaluate(moved(-dt)).casting;
    const SideMap after = elastic.evaluate(moved(dt)).casting;
    const SideMap now = elastic.evaluate(X_CT).casting;
    const SideMap& with_rate = pair.evaluate(X_CT, V).casting;
    int compared = 0;
    for (std::size_t i = 0; i < now.pressure.size(); ++i) {
      if (before.pressure[i] == 0 || after.pressure[i] == 0) continue;
      const double rate = (after.proximity[i] - before.proximity[i]) / (2 * dt);
      const double factor = std::max(0.0, 1 + 1.5 * damped.dissipation * rate);
      // The error of the difference quotient is 1e-16 m over 2e-6 s, plus the square of the step.
      REQUIRE(with_rate.pressure[i] == Approx(now.pressure[i] * factor).epsilon(1e-6).margin(1e-3));
      ++compared;
    }
    CHECK(compared > 50);
  }
}

TEST_CASE("surfaces of shapes refuse what they cannot be", "[contact][shapes][errors]") {
  CHECK_THROWS_WITH(ContactSurface(geometry::Sphere{-1}, {}, k_layer, "head"),
                    Catch::Contains("head"));
  CHECK_THROWS_WITH(ContactPair(of_shape(geometry::HalfSpace{}), plate_of(1, 1), {}),
                    Catch::Contains("no triangles to cast from"));
  const geometry::MeshSolid ball(mesh::make_icosphere(0.1, 2));
  CHECK(of_shape(ball, ball.mesh())->shape() == nullptr);
}

}  // namespace condyle::test::shape_contact_tests
