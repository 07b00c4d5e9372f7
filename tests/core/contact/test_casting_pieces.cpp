// Triangles of analytic shapes, divided where the contact is small beside them.
#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <random>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/geometry/separation.h"
#include "condyle/mesh/primitives.h"
#include "core/contact/same_bits.h"
#include "core/src/contact/casting_error.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/laws/pressure_law.h"
#include "core/src/geometry/centred_mesh.h"
#include "core/src/geometry/turn_between.h"
#include "support/few_or_all.h"

namespace condyle::test::casting_pieces_tests {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

constexpr Layer k_layer{5e6, 0.45, 3e-3};
/// The force is summed from some 100 to 400 pieces; the worst of 60 random poses was 0.6 % off.
constexpr double k_close = 0.01;

std::shared_ptr<const ContactSurface> surface(const geometry::Shape& shape, double chord_error) {
  TriangleMesh mesh = mesh_of(shape, chord_error);
  centre_on(shape, mesh);  // as scenes and commands do
  return std::make_shared<ContactSurface>(shape, std::move(mesh), k_layer, "casting",
                                          TriangleDivision::on_all);
}

std::shared_ptr<const ContactSurface> target_only(const geometry::Shape& shape) {
  return std::make_shared<ContactSurface>(shape, TriangleMesh{}, k_layer);
}

ContactSettings two_layers(Formulation law) {
  ContactSettings settings;
  settings.formulation = law;
  settings.lumped = false;
  return settings;
}

/// A target whose surface at its origin has the normal +z, pressed by `depth` into the casting
/// shape at its point p_C, where its normal is n_C.
Pose pressed(const Vector3d& p_C, const Vector3d& n_C, double depth, double turn) {
  Pose X_CT = Pose::Identity();
  X_CT.linear() = geometry::turn_between(Vector3d::UnitZ(), -n_C) *
                  Eigen::AngleAxisd(turn, Vector3d::UnitZ()).toRotationMatrix();
  X_CT.translation() = p_C - depth * n_C;
  return X_CT;
}

/// The force of a round surface of radius R, pressed into a plane by `depth`, per length of the arc
/// that `width` gives at an angle from the plane's normal: the integral over the arc of
/// p(s) / cos, at the depth s along the radius.
double force_of_arc(double R, double depth, const PressureLaw& law,
                    const std::function<double(double)>& width) {
  const double end = std::acos((R - depth) / R);
  constexpr int n = 4000;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double angle = end * (i + 0.5) / n;
    const double s = R - (R - depth) / std::cos(angle);
    sum += evaluate(law, s).pressure / std::cos(angle) * width(angle);
  }
  return sum * R * end / n;
}

Vector3d random_direction(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const double x = normal(random), y = normal(random), z = normal(random);
  return Vector3d(x, y, z).normalized();
}

double force(const ContactResult& result) { return result.total.contact_force.norm(); }

}  // namespace

TEST_CASE("shapes that cast on a plane press as their closed forms say, however shallow",
          "[contact][casting_pieces]") {
  const auto law = GENERATE(Formulation::linear, Formulation::nonlinear);
  const double depth = k_layer.thickness * GENERATE(1e-3, 1e-2, 1e-1);
  const double radius = GENERATE(0.005, 0.02, 0.1);
  const double chord_error = radius * GENERATE(2e-3, 5e-4);
  const unsigned seed = 51;
  CAPTURE(law, depth, radius, chord_error, seed);
  std::mt19937 random(seed);
  const ContactSettings settings = two_layers(law);
  const PressureLaw springs = make_pressure_law(k_layer, k_layer, settings);
  const auto plane = target_only(geometry::HalfSpace{});
  const auto ring = [&](double angle) { return 2 * pi * radius * std::sin(angle); };
  const double of_ball = force_of_arc(radius, depth, springs, ring);

  ContactPair ball(surface(geometry::Sphere{radius}, chord_error), plane, settings);
  for (int i = 0; i < 3; ++i) {
    const Vector3d n = random_direction(random);
    const ContactResult& result = ball.evaluate(pressed(radius * n, n, depth, i));
    CHECK(force(result) == Approx(of_ball).epsilon(k_close));
    CHECK(result.total.max_proximity == Approx(depth).epsilon(0.03));  // at the nearest centroid
    // Frictionless, it does not turn.
    CHECK(result.total.contact_moment.norm() < 1e-2 * force(result) * std::sqrt(radius * depth));
  }

  const double half_length = radius;
  const double of_length =
      2 * force_of_arc(radius, depth, springs, [&](double) { return 2 * half_length; });
  const Vector3d across = Vector3d(0.6, 0.8, 0);
  ContactPair capsule(surface(geometry::Capsule{radius, half_length}, chord_error), plane,
                      settings);
  CHECK(force(capsule.evaluate(pressed(radius * across, across, depth, 0.7))) ==
        Approx(of_ball + of_length).epsilon(k_close));
  ContactPair cylinder(surface(geometry::Cylinder{radius, half_length}, chord_error), plane,
                       settings);
  CHECK(force(cylinder.evaluate(pressed(radius * across, across, depth, 0.7))) ==
        Approx(of_length).epsilon(k_close));
}

TEST_CASE("a half space, and a brick's face, that cast on a ball find its cap",
          "[contact][casting_pieces]") {
  const double radius = 0.02, depth = k_layer.thickness * GENERATE(1e-3, 1e-2, 1e-1);
  const ContactSettings settings = two_layers(Formulation::linear);
  const double k = make_pressure_law(k_layer, k_layer, settings).initial_stiffness;
  const double cap = pi * depth * depth * (radius - depth / 3);
  const auto ball = target_only(geometry::Sphere{radius});
  const auto plane =
      std::make_shared<ContactSurface>(geometry::HalfSpace{}, mesh::make_plane_grid(1, 1, 1, 1),
                                       k_layer, "plane", TriangleDivision::on_all);
  const Vector3d place(0.0173, -0.0311, 0);
  const auto above = [&](const Vector3d& p) {
    return Pose(Eigen::Translation3d(p + Vector3d(0, 0, radius - depth)));
  };
  ContactPair on_plane(plane, ball, settings);
  const ContactResult& result = on_plane.evaluate(above(place));
  CHECK(force(result) == Approx(k * cap).epsilon(k_close));
  CHECK((result.total.center_of_pressure - place).norm() < 0.02 * std::sqrt(2 * radius * depth));
  ContactPair on_brick(surface(geometry::Brick{{0.05, 0.06, 0.01}}, 1e-3), ball, settings);
  CHECK(force(on_brick.evaluate(above({0.0173, -0.0311, 0.01}))) ==
        Approx(k * cap).epsilon(k_close));
}

TEST_CASE("random round shapes press as much on a coarse casting mesh as on a fine one",
          "[contact][casting_pieces][rounds]") {
  const unsigned seed = GENERATE(take(few_or_all(1, 3), random(1, 1000000)));
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> size(0.006, 0.03);
  const Vector3d axes(size(random), size(random), size(random));
  const std::vector<geometry::Shape> shapes{
      geometry::Ellipsoid{axes}, geometry::Capsule{axes.x(), axes.y()}, geometry::Sphere{axes.z()}};
  const std::size_t of_target = random() % shapes.size();
  const geometry::Shape& casting = shapes[random() % 2 == 0 ? 0 : 2];
  const geometry::Shape& target = shapes[of_target];
  // From far along a random direction, moved back until they overlap by the depth.
  Pose X_CT = Pose::Identity();
  X_CT.linear() = geometry::turn_between(Vector3d::UnitX(), random_direction(random));
  const Vector3d way = random_direction(random);
  const double depth = 3e-5;
  double near = 0, far = 0.3;
  for (int i = 0; i < 60; ++i) {
    X_CT.translation() = (near + far) / 2 * way;
    (pair_separation(casting, target, X_CT).distance > -depth ? far : near) = (near + far) / 2;
  }
  const ContactSettings settings = two_layers(Formulation::linear);
  ContactPair coarse(surface(casting, 5e-5), target_only(target), settings),
      fine(surface(casting, 2e-6), target_only(target), settings);
  const double exact = force(fine.evaluate(X_CT));
  REQUIRE(exact > 0);
  CHECK(force(coarse.evaluate(X_CT)) == Approx(exact).epsilon(k_close));
}

TEST_CASE(
    "a ball presses a flat mesh or a brick as it presses a half space, or says how coarse it is",
    "[contact][casting_pieces]") {
  const unsigned seed = GENERATE(take(2, random(1, 1000000)));
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> across(-1, 1);
  const geometry::Shape sphere = geometry::Sphere{0.02};
  TriangleMesh mesh = mesh_of(sphere, 2e-5);
  centre_on(sphere, mesh);
  const auto ball = std::make_shared<ContactSurface>(sphere, std::move(mesh), k_layer, "casting",
                                                     TriangleDivision::on_smooth);
  const auto meshed = [](TriangleMesh plane) {
    return std::make_shared<const ContactSurface>(std::move(plane), k_layer);
  };
  const double height = GENERATE(0.0, 0.01);
  const bool is_plane = height == 0;
  const std::vector<std::shared_ptr<const ContactSurface>> targets{
      is_plane ? meshed(mesh::make_plane_grid(0.1, 0.12, 1, 1))
               : target_only(geometry::Brick{{0.05, 0.06, height}}),
      is_plane ? meshed(mesh::make_plane_grid(0.1, 0.12, 50, 60))
               : meshed(mesh::make_box({0.1, 0.12, 2 * height}))};
  const ContactSettings settings = two_layers(Formulation::linear);
  const PressureLaw springs = make_pressure_law(k_layer, k_layer, settings);
  for (const auto& target : targets) {
    ContactPair pair(ball, target, settings);
    for (const double depth : {3e-6, 9e-6, 3e-5, 3e-4}) {
      CAPTURE(is_plane, depth);
      const Vector3d n = random_direction(random);
      const auto press = [&](double x, double y) {
        pair.evaluate(pressed(0.02 * n, n, depth, x) * Eigen::Translation3d(x, y, -height));
      };
      press(0.03 * across(random), 0.04 * across(random));
      const double exact = force_of_arc(
          0.02, depth, springs, [](double angle) { return 2 * pi * 0.02 * std::sin(angle); });
      CHECK(force(pair.result()) == Approx(exact).epsilon(k_close));
      if (depth > 1e-5) continue;
      press(0.05, 0.04 * across(random));  // half of the contact is beside the edge
      CHECK(pair.evaluator().found_pieces().empty());
      if (pair.result().total.n_contacting > 0) CHECK(casting_error(pair).relative_error > 0.1);
    }
  }
}

TEST_CASE("gaps within reach do not change the pieces in contact", "[contact][casting_pieces]") {
  const unsigned seed = GENERATE(take(8, random(1, 1000000)));
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(0, 1);
  ContactPair pair(surface(geometry::Sphere{0.02}, 2e-5), target_only(geometry::HalfSpace{}),
                   two_layers(Formulation::linear));
  const Vector3d n = random_direction(random);
  const double depth = 3e-6 * std::pow(10, part(random));
  const Pose X_CT = pressed(0.02 * n, n, depth, part(random));
  const auto in_contact = [&](double reach) {
    const auto hits = pair.evaluator().find_hits(X_CT, reach);
    std::vector<std::pair<double, double>> found;  // proximity and area of each
    for (std::size_t i = 0; i < hits.size(); ++i)
      if (hits[i].proximity > 0)
        found.emplace_back(hits[i].proximity, pair.evaluator().found_pieces()[i].area);
    return found;
  };
  const auto alone = in_contact(0);
  REQUIRE(alone.size() > 60);
  for (const double reach : {0.1 * depth, depth, 10 * depth}) CHECK(in_contact(reach) == alone);
}

TEST_CASE("the target's map has the energy of a divided contact", "[contact][casting_pieces]") {
  const double depth = k_layer.thickness * GENERATE(1e-3, 1e-2, 1e-1);
  ContactPair pair(surface(geometry::Sphere{0.02}, 1e-5),
                   std::make_shared<ContactSurface>(
                       geometry::HalfSpace{}, mesh::make_plane_grid(0.1, 0.1, 20, 20), k_layer),
                   two_layers(Formulation::linear));
  const Vector3d n = Vector3d(0.3, -0.5, 0.8).normalized();
  const ContactResult& result = pair.evaluate(pressed(0.02 * n, n, depth, 0.4));
  double energy = 0;
  for (const double of_triangle : pair.target_map().potential_energy) energy += of_triangle;
  CHECK(energy == Approx(result.total.potential_energy));
}

TEST_CASE("the map of a round target has the energy of the contact, at its place",
          "[contact][casting_pieces]") {
  const double depth = k_layer.thickness * GENERATE(1e-3, 1e-2, 1e-1, 0.5);
  const auto division = GENERATE(TriangleDivision::never, TriangleDivision::on_smooth);
  const double radius = 0.02;
  CAPTURE(depth, static_cast<int>(division));
  const geometry::Shape ball = geometry::Sphere{radius};
  TriangleMesh mesh = mesh_of(ball, 3e-5);
  centre_on(ball, mesh);
  ContactPair pair(
      std::make_shared<ContactSurface>(geometry::HalfSpace{}, mesh::make_plane_grid(0.1, 0.1, 7, 7),
                                       k_layer, "plane", division),
      std::make_shared<ContactSurface>(ball, std::move(mesh), k_layer),
      two_layers(Formulation::linear));
  Pose X_CT = Pose::Identity();
  X_CT.translation() = Vector3d(1e-3, -2e-3, radius - depth);
  const ContactResult& result = pair.evaluate(X_CT);
  if (division == TriangleDivision::on_smooth) REQUIRE(result.total.potential_energy > 0);
  const SideMap& map = pair.target_map();
  double energy = 0;
  Vector3d moment = Vector3d::Zero();
  for (int t = 0; t < pair.target().triangle_count(); ++t) {
    energy += map.potential_energy[t];
    moment += map.potential_energy[t] * (X_CT * pair.target().centroids()[t]);
  }
  CHECK(energy == Approx(result.total.potential_energy));
  // The contact lies below the middle of the ball, within its radius and the size of a triangle.
  if (division == TriangleDivision::on_smooth)
    CHECK((moment / energy - Vector3d(1e-3, -2e-3, 0)).norm() < 4e-3);
}

TEST_CASE("only smooth sides and flat places divide unless a surface says that all do",
          "[contact][casting_pieces]") {
  const auto divides = [](const geometry::Shape& casting,
                          std::shared_ptr<const ContactSurface> target, TriangleDivision division,
                          const Vector3d& shift = Vector3d::Zero()) {
    TriangleMesh mesh = mesh_of(casting, 2e-5);
    centre_on(casting, mesh);
    ContactPair pair(
        std::make_shared<ContactSurface>(casting, std::move(mesh), k_layer, "casting", division),
        std::move(target), two_layers(Formulation::linear));
    pair.evaluate(pressed({0, 0, 0.02}, Vector3d::UnitZ(), 3e-6, 0.3) *
                  Eigen::Translation3d(shift));
    return !pair.evaluator().found_pieces().empty();
  };
  const geometry::Shape ball = geometry::Sphere{0.02};
  const auto plane = target_only(geometry::HalfSpace{});
  const auto plate =
      std::make_shared<ContactSurface>(mesh::make_plane_grid(0.1, 0.1, 40, 40), k_layer);
  CHECK_FALSE(divides(ball, plane, TriangleDivision::never));
  CHECK(divides(ball, plane, TriangleDivision::on_smooth));
  CHECK(divides(ball, plate, TriangleDivision::on_smooth));
  CHECK_FALSE(divides(ball, plate, TriangleDivision::on_smooth, {0.05, 0, 0}));  // at its border
  CHECK(divides(ball, plate, TriangleDivision::on_all));
  const auto brick = target_only(geometry::Brick{{0.03, 0.04, 0.01}});
  const auto box =
      std::make_shared<const ContactSurface>(mesh::make_box({0.06, 0.08, 0.02}), k_layer);
  for (const auto& solid : {brick, box}) {
    CHECK(divides(ball, solid, TriangleDivision::on_smooth, {0.02, 0.03, -0.01}));
    CHECK_FALSE(divides(ball, solid, TriangleDivision::on_smooth, {0.03, 0.01, -0.01}));
  }
  TriangleMesh ridge = mesh::make_plane_grid(0.1, 0.1, 20, 20);
  for (Vector3d& p : ridge.vertices) p.z() = -0.01 * std::abs(p.x());
  const auto roof = std::make_shared<ContactSurface>(std::move(ridge), k_layer);
  CHECK_FALSE(divides(ball, roof, TriangleDivision::on_smooth));
}

TEST_CASE("triangles stay whole where they are fine, or have states or laws of their own",
          "[contact][casting_pieces]") {
  const auto pieces = [](const geometry::Shape& shape, double chord_error, double depth,
                         const ContactSettings& settings) {
    ContactPair pair(surface(shape, chord_error), target_only(geometry::HalfSpace{}), settings);
    pair.evaluate(pressed({0, 0, 0.02}, Vector3d::UnitZ(), depth, 0.3));
    CHECK(pair.result().total.n_contacting > 0);
    return pair.evaluator().found_pieces().size();
  };
  const ContactSettings settings = two_layers(Formulation::linear);
  const geometry::Sphere ball{0.02};
  CHECK(pieces(ball, 2e-5, 1e-4, settings) > 0);
  CHECK(pieces(ball, 1e-6, 1e-4, settings) == 0);
  for (const double depth : {3e-6, 3e-4}) {
    CHECK(pieces(geometry::Brick{{0.03, 0.01, 0.02}}, 1e-3, depth, settings) == 0);
    CHECK(pieces(geometry::Cylinder{0.03, 0.02}, 1e-4, depth, settings) == 0);
  }
  ContactSettings sticking = settings, two_sided = settings;
  sticking.friction = {0.4, 0.3, 1e-3, 2e-3};
  sticking.friction.mode = FrictionMode::stiction;
  two_sided.two_sided = true;
  for (const ContactSettings& whole : {sticking, two_sided})
    CHECK(pieces(ball, 2e-5, 1e-4, whole) == 0);
}

TEST_CASE("a divided contact has the same bits whatever came before, and its parts add up",
          "[contact][casting_pieces]") {
  ContactSettings settings = two_layers(Formulation::nonlinear);
  settings.friction = {0.4, 0.3, 1e-3, 2e-3};
  settings.dissipation = 0.2;
  const auto ball = surface(geometry::Sphere{0.02}, 2e-5);
  const auto plate =
      std::make_shared<ContactSurface>(mesh::make_plane_grid(0.1, 0.1, 40, 40), k_layer);
  const auto target = GENERATE_COPY(target_only(geometry::HalfSpace{}), plate);
  ContactPair warm(ball, target, settings);
  warm.set_threads(3);
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    const Vector3d n = (Vector3d::UnitX() + 0.02 * i * Vector3d::UnitY()).normalized();
    const Pose X_CT = pressed(0.02 * n, n, 3e-6 * (i - 1), 0.1 * i);
    const Twist V{{0.3, -1, 2}, {0.02, 0.01, 0.05}};
    ContactPair cold(ball, target, settings);
    const ContactResult &a = warm.evaluate(X_CT, V), &b = cold.evaluate(X_CT, V);
    CAPTURE(i);
    CHECK(difference_of_bits(a, b) == "");
    if (i == 0) CHECK(a.total.n_contacting == 0);
    if (i < 2) continue;  // depth 0 but for rounding
    REQUIRE(a.total.n_contacting > 60);
    double pressure = 0, energy = 0;
    Vector3d thrust = Vector3d::Zero(), traction = Vector3d::Zero();
    for (std::size_t h = 0; h < a.hits.size(); ++h) {
      const int t = a.hits[h].casting_triangle;
      REQUIRE((h == 0 || a.hits[h - 1].casting_triangle < t));
      pressure += a.casting->pressure[t] * ball->areas()[t];
      energy += a.casting->potential_energy[t];
      thrust += ball->areas()[t] * a.thrust[h];
      traction += ball->areas()[t] * a.traction[h];
    }
    CHECK(pressure == Approx(a.total.mean_pressure * a.total.contact_area));
    CHECK(energy == Approx(a.total.potential_energy));
    CHECK((thrust + traction - a.total.contact_force).norm() < 1e-9 * force(a));
    REQUIRE(a.patches.size() == 1);
    CHECK(a.patches[0].statistics.n_contacting == a.total.n_contacting);
    CHECK(a.patch_triangles.size() == static_cast<std::size_t>(a.patches[0].triangle_count));
    CHECK(std::ranges::is_sorted(a.patch_triangles, std::ranges::less_equal()));
  }
}

}  // namespace condyle::test::casting_pieces_tests
