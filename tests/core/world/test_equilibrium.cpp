#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/ligament/strand_path.h"
#include "condyle/mesh/primitives.h"
#include "condyle/world/equilibrium.h"
#include "core/world/small_bodies.h"

namespace condyle::test::equilibrium_tests {
namespace {

using Eigen::Vector3d;

constexpr Layer k_soft{5e6, 0.4, 0.005};

ligament::Strand spring(double stiffness, double slack_length) {
  ligament::Strand strand;
  strand.name = "spring";
  strand.linear_stiffness = stiffness;
  strand.slack_length = slack_length;
  strand.transition_strain = 0;
  return strand;
}

/// A straight path from a point of the first body to one of the second.
ligament::StrandPath straight(const Vector3d& from_A, const Vector3d& to_B) {
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = from_A}, {.body = 1, .p_B = to_B}};
  return path;
}

void add_spring(Equilibrium& world, int a, const Vector3d& p_A, int b, const Vector3d& p_B,
                const ligament::Strand& strand) {
  world.session().add_strand(strand, std::vector{a, b}, straight(p_A, p_B));
}

/// A hollow ball about the origin.
TriangleMesh cavity_mesh(double radius, int subdivisions) {
  TriangleMesh mesh = mesh::make_icosphere(radius, subdivisions);
  for (auto& triangle : mesh.triangles) std::swap(triangle[0], triangle[1]);
  return mesh;
}

std::shared_ptr<const ContactSurface> floor_surface() {
  return std::make_shared<ContactSurface>(geometry::HalfSpace{}, TriangleMesh{}, k_soft, "floor");
}

/// The force on a ball of radius r whose centre is off that of a hollow ball by e: rays from the
/// hollow ball outward, each with the pressure modulus d / thickness along the ball's normal.
double cavity_force(double R, double r, double e, double modulus_over_thickness) {
  constexpr int k_parts = 20000;
  double sum = 0;
  for (int i = 0; i < k_parts; ++i) {
    const double angle = std::numbers::pi * (i + 0.5) / k_parts;
    const double c = std::cos(angle), s = std::sin(angle);
    const double depth = e * c + std::sqrt(r * r - e * e * s * s) - R;
    if (depth <= 0) continue;
    // From the ball's centre, at (0, e), to the point where the ray leaves the ball.
    const double x = (R + depth) * s, z = (R + depth) * c - e;
    const double cosine = (x * s + z * c) / r;
    const double area = 2 * std::numbers::pi * R * R * s * std::numbers::pi / k_parts;
    sum += modulus_over_thickness * depth * area / cosine * z / r;
  }
  return sum;
}

}  // namespace

TEST_CASE("equilibrium: a ball in a spherical dish lies where an inclined load presses it",
          "[world]") {
  constexpr double R = 0.031, r = 0.03, load = 50;
  Equilibrium world;
  const int dish = world.add_fixed(Pose::Identity(), "dish");
  const int ball = world.add_free(at(0, 0, -0.0005), r, "ball");
  const auto casting = std::make_shared<ContactSurface>(cavity_mesh(R, 6), k_soft, "dish");
  const auto target =
      std::make_shared<ContactSurface>(geometry::Sphere{r}, TriangleMesh{}, k_soft, "ball");
  const ColliderId of_dish = world.session().add_collider(dish, casting);
  const ColliderId of_ball = world.session().add_collider(ball, target);
  ContactSettings settings;
  world.session().set_contact(of_dish, of_ball, settings, {}, CastingSide::first);
  const Vector3d direction = Vector3d(0.3, 0.4, -1).normalized();
  world.add_load({.body = ball, .force = load * direction});

  const EquilibriumReport report = world.solve();
  CHECK(report.residual <= 1e-8);
  CHECK(report.jump <= 1e-6);
  CHECK(report.load == Approx(load).epsilon(1e-6));

  // The forces are those of a pair of its own at these poses.
  ContactPair pair(casting, target, settings);
  const ContactResult& result = pair.evaluate(world.pose(ball));
  const Vector3d left = load * direction + result.F_target_C.force;
  CHECK(left.norm() <= (1e-8 + report.jump) * load);

  const Vector3d offset = world.pose(ball).translation();
  CHECK(offset.normalized().cross(direction).norm() < 1e-3);  // of the mesh
  // Facets lie a little within the hollow ball, which counts beside so small a depth.
  double mean_radius = 0;
  for (const Vector3d& centroid : casting->centroids())
    mean_radius += centroid.norm() / casting->element_count();
  const double modulus = constrained_modulus(5e6, 0.4);
  CHECK(cavity_force(mean_radius, r, offset.norm(), modulus / 0.01) == Approx(load).epsilon(2e-3));
}

TEST_CASE("equilibrium: two springs carry a weight where statics puts it", "[world]") {
  constexpr double weight = 20, stiffness = 400;
  const Vector3d left(-0.3, 0, 0.2), right(0.25, 0, 0.25), rest(0.02, 0, -0.1);
  // Tensions by statics, and slack lengths for them.
  const Vector3d a = (left - rest).normalized(), b = (right - rest).normalized();
  Eigen::Matrix2d directions;
  directions << a.x(), b.x(), a.z(), b.z();
  const Eigen::Vector2d tension = directions.inverse() * Eigen::Vector2d(0, weight);
  const double l1 = (left - rest).norm(), l2 = (right - rest).norm();

  Equilibrium world;
  const int ground = world.add_fixed(Pose::Identity());
  const int body = world.add_free(at(0.1, 0.05, 0), 0.05, "weight");
  add_spring(world, ground, left, body, Vector3d::Zero(),
             spring(stiffness, l1 / (1 + tension[0] / stiffness)));
  add_spring(world, ground, right, body, Vector3d::Zero(),
             spring(stiffness, l2 / (1 + tension[1] / stiffness)));
  world.add_load({.body = body, .force = {0, 0, -weight}});
  const EquilibriumReport report = world.solve();
  CHECK(report.residual <= 1e-8);
  CHECK((world.pose(body).translation() - rest).norm() < 1e-8);
  CHECK(world.session().strands()[0].force.total_force == Approx(tension[0]).epsilon(1e-7));
  CHECK(world.session().strands()[1].force.total_force == Approx(tension[1]).epsilon(1e-7));
}

TEST_CASE("equilibrium: a body hung by one point turns until its load is below", "[world]") {
  constexpr double weight = 10;
  const Vector3d hook(0.03, 0.01, 0.02);
  Equilibrium world;
  const int ground = world.add_fixed(Pose::Identity());
  const int body = world.add_free(at(0, 0, -0.1), 0.04, "body");
  add_spring(world, ground, Vector3d::Zero(), body, hook, spring(1000, 0.1));
  world.add_load({.body = body, .force = {0, 0, -weight}});
  CHECK(world.solve().residual <= 1e-8);
  CHECK((world.pose(body).linear() * hook).normalized().dot(Vector3d::UnitZ()) ==
        Approx(1).margin(1e-12));
  CHECK(world.session().strands()[0].force.total_force == Approx(weight).epsilon(1e-7));
  CHECK((world.pose(body) * hook).z() == Approx(-0.1 * (1 + weight / 1000)).epsilon(1e-7));
}

TEST_CASE("equilibrium: three legs share an off-centre load as moments demand", "[world]") {
  constexpr double load = 100, foot = 0.01;
  const std::vector<Vector3d> feet{{0.2, 0, 0}, {-0.1, 0.15, 0}, {-0.1, -0.15, 0}};
  const Vector3d at_load(0.05, 0.03, 0.3);
  Equilibrium world;
  const int ground = world.add_fixed(Pose::Identity());
  const int stool = world.add_free(at(0, 0, foot), 0.2, "stool");
  const ColliderId floor = world.session().add_collider(ground, floor_surface());
  const auto surface =
      std::make_shared<ContactSurface>(mesh::make_icosphere(foot, 5), k_soft, "foot");
  for (const Vector3d& p : feet)
    world.session().set_contact(
        world.session().add_collider(stool, surface, Pose(Eigen::Translation3d(p))), floor, {}, {},
        CastingSide::first);
  world.add_load({.body = stool, .p_B = at_load, .force = {0, 0, -load}});
  const EquilibriumReport report = world.solve();
  CHECK(report.residual <= 1e-8);

  // Weights at the load's place in the triangle of the centres of pressure.
  REQUIRE(world.session().pairs().size() == 3);
  Eigen::Matrix3d corners;
  Vector3d force;
  for (int i = 0; i < 3; ++i) {
    const PairReport& pair = world.session().pairs()[static_cast<std::size_t>(i)];
    const Vector3d centre = pair.X_WC * pair.result().total.center_of_pressure;
    corners.col(i) << centre.head<2>(), 1;
    force[i] = pair.F_casting_W.force.z();
    CHECK(pair.F_casting_W.force.head<2>().norm() < 1e-9 * load);
    CHECK((pair.X_WC.translation().head<2>() - centre.head<2>()).norm() < 1e-4);
  }
  const Vector3d place = world.pose(stool) * at_load;
  const Vector3d share = corners.inverse() * Vector3d(place.x(), place.y(), 1);
  CHECK((force / load - share).norm() < 1e-6);
}

TEST_CASE("equilibrium: a ball presses into an elastic layer as Hertz says", "[world]") {
  constexpr double R = 0.02, load = 30, modulus = 1e7, ratio = 0.3;
  Equilibrium world;
  const int ground = world.add_fixed(Pose::Identity());
  const int ball = world.add_free(at(0, 0, R - 1e-4), R, "ball");
  const auto casting = std::make_shared<ContactSurface>(
      mesh::make_plane_grid(0.012, 0.012, 40, 40),
      elastic_layer(modulus, ratio, std::numeric_limits<double>::infinity()), "half space");
  const auto target =
      std::make_shared<ContactSurface>(geometry::Sphere{R}, TriangleMesh{}, rigid_layer(), "ball");
  ContactSettings settings;
  settings.formulation = Formulation::elastic_layer;
  settings.node_spacing = 1.5e-4;
  settings.free_edges = FreeEdges::none;
  world.session().set_contact(world.session().add_collider(ground, casting),
                              world.session().add_collider(ball, target), settings, {},
                              CastingSide::first);
  world.add_load({.body = ball, .force = {0, 0, -load}});
  // Nothing else keeps a ball on a plane from rolling, by what nodes leave of symmetry.
  CoordinateJoint upright{.name = "upright", .body_a = ground, .body_b = ball};
  upright.held = {0.0, 0.0, 0.0, 0.0, 0.0, {}};
  world.add_joint(upright);
  const EquilibriumReport report = world.solve();
  CHECK(report.residual <= 1e-8);

  const double effective = modulus / (1 - ratio * ratio);
  const double depth = std::cbrt(9 * load * load / (16 * R * effective * effective));
  const double peak = std::cbrt(6 * load * effective * effective / (R * R)) / std::numbers::pi;
  CHECK(R - world.pose(ball).translation().z() == Approx(depth).epsilon(0.01));
  REQUIRE(world.session().pairs().size() == 1);
  CHECK(world.session().pairs()[0].result().total.max_pressure == Approx(peak).epsilon(0.02));
}

TEST_CASE("equilibrium: held coordinates tell the force that holds them", "[world]") {
  // A body on a hinge, held at an angle against a spring.
  constexpr double arm = 0.2, angle = 0.3, stiffness = 100;
  Equilibrium world;
  const int ground = world.add_fixed(Pose::Identity());
  const int lever = world.add_free(at(0, 0, 0), arm, "lever");
  CoordinateJoint hinge{.name = "hinge", .body_a = ground, .body_b = lever};
  hinge.held = {angle, 0.0, 0.0, 0.0, 0.0, 0.0};
  const int joint = world.add_joint(hinge);
  const Vector3d anchor(0, 0, 0.5);
  add_spring(world, ground, anchor, lever, {0, arm, 0}, spring(stiffness, 0.2));
  CHECK(world.solve().residual <= 1e-8);
  CHECK(world.coordinates(joint)[0] == Approx(angle).margin(1e-10));
  CHECK(world.coordinates(joint).tail<5>().norm() < 1e-10);
  const Vector3d end(0, arm * std::cos(angle), arm * std::sin(angle));
  const double length = (anchor - end).norm();
  const Vector3d pull = stiffness * (length / 0.2 - 1) * (anchor - end) / length;
  CHECK(world.joint_forces(joint)[0] == Approx(-end.cross(pull).x()).epsilon(1e-7));
  // Translations are counted along the floating axis, which has turned with the lever.
  CHECK(world.joint_forces(joint)[4] == Approx(-pull.dot(end) / arm).epsilon(1e-7));

  // Let go, the lever turns until the spring pulls along it.
  hinge.held[0].reset();
  world.set_joint(joint, hinge);
  CHECK(world.solve().residual <= 1e-8);
  CHECK(world.coordinates(joint)[0] == Approx(std::numbers::pi / 2).margin(1e-6));
}

TEST_CASE("equilibrium: what has none says so in one line", "[world]") {
  Equilibrium world;
  const int ground = world.add_fixed(Pose::Identity());
  const int ball = world.add_free(at(0, 0, 0.02), 0.01, "ball");
  const auto surface =
      std::make_shared<ContactSurface>(mesh::make_icosphere(0.01, 3), k_soft, "ball");
  world.session().add_collider(ball, surface);
  const Pose start = world.pose(ball);

  SECTION("a body that nothing holds") {
    world.add_load({.body = ball, .force = {0, 0, -3}});
    CHECK_THROWS_WITH(world.solve(), Catch::StartsWith("No equilibrium: nothing holds 'ball'") &&
                                         !Catch::Contains("\n"));
  }
  SECTION("a ball on a slope") {
    Pose X_WS = Pose::Identity();
    X_WS.linear() = Eigen::AngleAxisd(0.3, Vector3d::UnitX()).toRotationMatrix();
    world.session().add_collider(ground, floor_surface(), X_WS);
    world.add_load({.body = ball, .force = {0, 0, -3}});
    CHECK_THROWS_WITH(world.solve(),
                      Catch::StartsWith("No equilibrium of 'ball'") && !Catch::Contains("\n"));
  }
  SECTION("a ball that slips off where it was known to rest") {
    world.session().add_collider(ground, floor_surface());
    const int load = world.add_load({.body = ball, .force = {0, 0, -3}});
    world.solve();
    world.set_load(load, {.body = ball, .force = {1, 0, -3}});
    CHECK_THROWS_WITH(world.solve(), Catch::Contains("slips off") &&
                                         Catch::Matches(".* after 2[0-9][0-9] steps.*"));
    return;
  }
  SECTION("stiction") {
    ContactSettings settings;
    settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.3;
    settings.friction.mode = FrictionMode::stiction;
    world.session().set_default_contact(settings);
    world.session().add_collider(ground, floor_surface());
    world.put(ball, at(0, 0, 0.0099));
    world.add_load({.body = ball, .force = {0, 0, -3}});
    CHECK_THROWS_AS(world.solve(), InputError);
    return;
  }
  CHECK(world.pose(ball).isApprox(start, 0));
}

TEST_CASE("equilibrium: a strand that may fail does not tear on the way", "[world]") {
  Equilibrium world;
  const int ground = world.add_fixed(Pose::Identity());
  const int body = world.add_free(at(0, 0, -0.105), 0.05, "weight");
  ligament::Strand strand = spring(1000, 0.1);
  strand.failure_strain = 0.1;
  add_spring(world, ground, Vector3d::Zero(), body, Vector3d::Zero(), strand);
  world.add_load({.body = body, .force = {0, 0, -20}});
  CHECK(world.solve().residual <= 1e-8);
  CHECK(world.session().strands()[0].torn == 0);
  CHECK(world.pose(body).translation().z() == Approx(-0.102).epsilon(1e-7));
}

TEST_CASE("equilibrium: the last two lead to the next", "[world]") {
  Equilibrium world;
  const int ground = world.add_fixed(Pose::Identity());
  const int body = world.add_free(at(0, 0, -0.1), 0.05, "weight");
  add_spring(world, ground, Vector3d::Zero(), body, Vector3d::Zero(), spring(1000, 0.1));
  const int load = world.add_load({.body = body, .force = {0, 0, -20}});
  CHECK_FALSE(world.lead(1));
  world.solve();
  world.set_load(load, {.body = body, .force = {0, 0, -40}});
  world.solve();
  REQUIRE(world.lead(0.5));
  CHECK(world.pose(body).translation().z() == Approx(-0.105).epsilon(1e-9));
  world.set_load(load, {.body = body, .force = {0, 0, -50}});
  CHECK(world.solve().iterations <= 2);
  CHECK(world.report().travel < 1e-6);
}

TEST_CASE("equilibrium: coordinates that cannot be held are refused by name", "[world]") {
  Equilibrium world;
  const int ground = world.add_fixed(Pose::Identity());
  Pose X_WB = Pose::Identity();
  X_WB.linear() << 0, 0, 1, 0, 1, 0, -1, 0, 0;  // by pi/2 about y
  const int body = world.add_free(X_WB, 0.1, "body");
  CoordinateJoint joint{.name = "knee", .body_a = ground, .body_b = body};
  joint.held[1] = std::numbers::pi / 2;
  CHECK_THROWS_WITH(world.add_joint(joint), Catch::Contains("'knee'") && Catch::Contains("1.57"));
  joint.held[1] = {};
  joint.held[0] = 0;
  world.add_joint(joint);
  CHECK_THROWS_WITH(world.solve(), Catch::Contains("'knee'") && Catch::Contains("coincide"));
}

TEST_CASE("equilibrium: a user's law that fails is named", "[world]") {
  Equilibrium world;
  const int ground = world.add_fixed(Pose::Identity());
  const int ball = world.add_free(at(0, 0, 0.0099), 0.01, "ball");
  ContactSettings settings;
  settings.normal.kind = NormalLawKind::user;
  settings.normal.user = std::make_shared<const UserNormalLaw>(UserNormalLaw{
      "press", [](auto*, auto*) -> int { throw std::runtime_error("no such material"); }, {}});
  world.session().set_default_contact(settings);
  world.session().add_collider(ground, floor_surface());
  world.session().add_collider(
      ball, std::make_shared<ContactSurface>(mesh::make_icosphere(0.01, 3), k_soft, "ball"));
  world.add_load({.body = ball, .force = {0, 0, -3}});
  CHECK_THROWS_WITH(world.solve(), Catch::Contains("No equilibrium of 'ball'") &&
                                       Catch::Contains("no such material"));
}

TEST_CASE("equilibrium: stiction is refused where contact begins on the way", "[world]") {
  Equilibrium world;
  const int ground = world.add_fixed(Pose::Identity());
  const int ball = world.add_free(at(0, 0, 0.02), 0.01, "ball");
  ContactSettings settings;
  settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.3;
  settings.friction.mode = FrictionMode::stiction;
  world.session().set_default_contact(settings);
  world.session().add_collider(ground, floor_surface());
  world.session().add_collider(
      ball, std::make_shared<ContactSurface>(mesh::make_icosphere(0.01, 3), k_soft, "ball"));
  world.add_load({.body = ball, .force = {0, 0, -3}});
  CHECK_THROWS_AS(world.solve(), InputError);
}

TEST_CASE("equilibrium: a search that fails leaves strands and forces as they were", "[world]") {
  Equilibrium world;
  const int ground = world.add_fixed(Pose::Identity());
  const int body = world.add_free(at(0, 0, -0.1), 0.05, "weight");
  ligament::Strand strand = spring(1000, 0.1);
  strand.failure_strain = 0.1;
  add_spring(world, ground, Vector3d::Zero(), body, Vector3d::Zero(), strand);
  CoordinateJoint upright{.name = "upright", .body_a = ground, .body_b = body};
  upright.held = {0.0, 0.0, 0.0, 0.0, 0.0, {}};
  const int joint = world.add_joint(upright);
  const int load = world.add_load({.body = body, .force = {1, 0, -20}});
  world.solve();
  const Vector6 force = world.joint_forces(joint);
  world.set_load(load, {.body = body, .force = {2, 0, -500}});  // it tears
  CHECK_THROWS_AS(world.solve(), SimulationError);
  CHECK(world.joint_forces(joint) == force);
  CHECK(world.pose(body).translation().z() == Approx(-0.102).epsilon(1e-7));
  world.set_load(load, {.body = body, .force = {1, 0, -20}});
  world.solve();
  CHECK(world.pose(body).translation().z() == Approx(-0.102).epsilon(1e-7));

  const auto memory = world.save();
  world.set_load(load, {.body = body, .force = {3, 0, -20}});
  world.solve();
  world.restore(*memory);
  CHECK(world.joint_forces(joint).isApprox(force, 1e-6));
  world.add_fixed(Pose::Identity());
  CHECK_THROWS_AS(world.restore(*memory), InputError);
}

}  // namespace condyle::test::equilibrium_tests
