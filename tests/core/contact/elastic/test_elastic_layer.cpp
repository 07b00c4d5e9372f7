// The elastic layer as a law of a pair: closed forms and invariants.
#include <catch2/catch.hpp>
#include <random>

#include "condyle/error.h"
#include "core/collision/random_geometry.h"
#include "core/contact/contact_cases.h"
#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/elastic/elastic_layer.h"
#include "core/src/contact/elastic/layer_nodes.h"
#include "core/src/contact/elastic/overlap_curvature.h"
#include "support/few_or_all.h"

namespace condyle::test::elastic_layer_tests {

using std::numbers::pi;

TEST_CASE("flat punch: Hayes' factors", "[contact][elastic_layer]") {
  // P = 4 G a kappa d / (1 - nu) (Hayes et al. 1972, table 1), to the digits of a solution of the
  // dual integral equations that agrees with theirs to 1 %.
  const auto [nu, a_over_h, kappa] = GENERATE(table<double, double, double>({{0.3, 0.2, 1.207},
                                                                             {0.3, 1, 2.484},
                                                                             {0.3, 2, 4.353},
                                                                             {0.45, 0.2, 1.252},
                                                                             {0.45, 1, 3.091},
                                                                             {0.45, 2, 6.421},
                                                                             {0.5, 0.2, 1.281},
                                                                             {0.5, 0.6, 2.213},
                                                                             {0.5, 2, 9.149}}));
  const double h = 8e-3, a = a_over_h * h, d = 1e-5, E = 1e6, nu_ = nu;
  const auto factor = [&](int cells) {
    ContactPair pair(surface(mesh::make_disc(a, cells), rigid_layer()),
                     half_space(elastic_layer(E, nu_, h)), layer_settings());
    const double force = -pair.evaluate(pressed_down(d)).F_casting_C.force.z();
    return force * (1 - nu_) / (4 * E / (2 * (1 + nu_)) * a * d);
  };
  CAPTURE(nu, a_over_h);
  // Pressure is infinite at the rim, so the error is proportional to the spacing; extrapolation
  // from two spacings leaves 1 %.
  const double coarse = factor(16), fine = factor(32);
  CHECK(2 * fine - coarse == Approx(kappa).epsilon(0.01));
}

TEST_CASE("ball on a layer without end: Hertz", "[contact][elastic_layer]") {
  const double R = 40e-3, E = 463e6, nu = GENERATE(0.3, 0.5), d = 1e-4;
  const double modulus = E / (1 - nu * nu), a = std::sqrt(R * d);
  const double force = 4.0 / 3 * modulus * std::sqrt(R) * std::pow(d, 1.5);
  const double peak = 1.5 * force / (pi * a * a);
  const auto run = [&](int cells) {
    ContactPair pair(surface(mesh::make_plane_grid(3 * a, 3 * a, cells, cells),
                             elastic_layer(E, nu, std::numeric_limits<double>::infinity())),
                     ball(R), layer_settings());
    const ContactResult& result = pair.evaluate(translation(0, 0, R - d));
    CHECK(result.layer.residual < 1e-9);
    return std::array{-result.F_casting_C.force.z() / force - 1,
                      result.total.max_pressure / peak - 1,
                      std::sqrt(result.total.contact_area / pi) / a - 1};
  };
  const auto fine = run(60);
  // Errors with 14 nodes over the radius; the radius of a set of patches is known to a fraction of
  // one patch.
  CHECK(std::abs(fine[0]) < 0.005);
  CHECK(std::abs(fine[1]) < 0.005);
  CHECK(std::abs(fine[2]) < 0.02);
}

TEST_CASE("wide contact on a layer: Winkler's limit", "[contact][elastic_layer]") {
  // a/h = 20, where the layer's exact force is 0.9994 of Winkler's at nu = 0.3.
  const double nu = GENERATE(0.0, 0.3), E = 5e6, h = 1e-3, a = 20 * h, R = 1;
  const double d = a * a / (2 * R), k = constrained_modulus(E, nu) / h;
  ContactPair pair(surface(mesh::make_plane_grid(2.4 * a, 2.4 * a, 48, 48), {E, nu, h}), ball(R),
                   layer_settings());
  const ContactResult& result = pair.evaluate(translation(0, 0, R - d));
  CHECK(-result.F_casting_C.force.z() == Approx(pi * k * R * d * d).epsilon(0.005));
  CHECK(result.total.max_pressure == Approx(k * d).epsilon(0.005));
}

TEST_CASE("elastic layer: force is the slope of energy, stiffness that of force",
          "[contact][elastic_layer]") {
  const LayerRig rig = GENERATE(true, false) ? ball_on_plate(0.46) : cap_on_plane(0.46);
  ContactPair pair(rig.casting, rig.target, layer_settings());
  const Pose X = rig.X_CT;
  const auto at = [&](const Vector6& q) -> const ContactResult& {
    // The casting body moves by q, so the target moves back in its frame.
    return pair.evaluate(motion(q).inverse() * X);
  };
  const ContactResult here = at(Vector6::Zero());
  const Matrix6 K = here.stiffness;
  REQUIRE((K - K.transpose()).norm() <= 1e-12 * K.norm());
  Vector6 wrench;
  wrench << here.F_casting_C.moment, here.F_casting_C.force;
  // Steps within which the same nodes press and rays keep their triangles.
  const double step = 1e-9;
  std::mt19937 generator(5);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 6; ++i) {
    Vector6 q = Vector6::NullaryExpr([&] { return normal(generator); });
    q.head<3>() *= 20;  // turns and shifts move the contact, at 50 mm, about equally
    const auto energy = [&](double s) { return at(s * q).total.potential_energy; };
    const double slope = (energy(step) - energy(-step)) / (2 * step);
    CHECK(slope == Approx(-wrench.dot(q)).epsilon(1e-6).margin(1e-6 * wrench.norm()));
    // Along one screw the wrench's own change of frame does no work.
    const auto work = [&](double s) {
      const ContactResult& there = at(s * q);
      return there.F_casting_C.moment.dot(q.head<3>()) + there.F_casting_C.force.dot(q.tail<3>());
    };
    const double stiffness = -(work(step) - work(-step)) / (2 * step);
    CHECK(stiffness == Approx(q.dot(K * q)).epsilon(1e-5));
  }
}

TEST_CASE("elastic layer: energy is the integral of force over approach",
          "[contact][elastic_layer]") {
  const LayerRig rig = ball_on_plate(0.46);
  ContactPair pair(rig.casting, rig.target, layer_settings());
  double integral = 0;
  const int steps = 100;
  const double depth = 2e-4, step = depth / steps;
  const auto at = [&](double d) -> const ContactResult& {
    return pair.evaluate(translation(0, 0, k_ball_radius - d));
  };
  for (int i = 0; i < steps; ++i)  // Gauss' rule of two points
    for (const double side : {-0.5 / std::numbers::sqrt3, 0.5 / std::numbers::sqrt3})
      integral -= step / 2 * at((i + 0.5 + side) * step).F_casting_C.force.z();
  // The force is linear between changes of the active set; where it bends, the rule's error is
  // small.
  CHECK(at(depth).total.potential_energy == Approx(integral).epsilon(1e-5));
}

TEST_CASE("elastic layer: pressure on the mesh carries the force of the nodes",
          "[contact][elastic_layer]") {
  const LayerRig rig = ball_on_plate(0.3);
  ContactPair pair(rig.casting, rig.target, layer_settings());
  const ContactResult& result = pair.evaluate(rig.X_CT);
  double force = 0, area = 0, energy = 0, greatest = 0;
  for (int t = 0; t < rig.casting->triangle_count(); ++t) {
    const double pressure = result.casting->pressure[t];
    force += pressure * rig.casting->areas()[t];
    area += pressure > 0 ? rig.casting->areas()[t] : 0;
    energy += result.casting->potential_energy[t];
    greatest = std::max(greatest, pressure);
  }
  CHECK(force > 0);
  CHECK(force == Approx(-result.F_casting_C.force.z()).epsilon(1e-3));  // a slope of 1/50 in n_t
  CHECK(area == Approx(result.total.contact_area).epsilon(1e-12));
  CHECK(energy == Approx(result.total.potential_energy).epsilon(1e-12));
  CHECK(greatest == result.total.max_pressure);
  CHECK(result.patches.size() == 1);
  CHECK(result.patches.front().triangle_count == result.total.n_contacting);
}

TEST_CASE("elastic layer: results do not depend on earlier ones", "[contact][elastic_layer]") {
  const LayerRig rig = ball_on_plate(0.49);
  ContactPair old(rig.casting, rig.target, layer_settings());
  for (const double x : {4e-3, 1e-3, -2e-3}) old.evaluate(translation(x, 0, k_ball_radius - 4e-4));
  ContactPair fresh(rig.casting, rig.target, layer_settings());
  const ContactResult &warm = old.evaluate(rig.X_CT), &cold = fresh.evaluate(rig.X_CT);
  CHECK(warm.F_casting_C.force == cold.F_casting_C.force);
  CHECK(warm.casting->pressure == cold.casting->pressure);
}

TEST_CASE("elastic layer: two equal bodies share the approach", "[contact][elastic_layer]") {
  // Twice the compliance at an equal overlap gives half the force, on an equal patch.
  const LayerRig rig = ball_on_plate(0.46);
  const Layer layer = rig.casting->layer(0);
  const auto soft_ball = std::make_shared<const ContactSurface>(
      geometry::Shape(geometry::Sphere{k_ball_radius}), TriangleMesh{}, layer, "soft ball");
  ContactPair one(rig.casting, rig.target, layer_settings());
  ContactPair two(rig.casting, soft_ball, layer_settings());
  ContactPair other(surface(rig.casting->mesh(), rigid_layer()), soft_ball, layer_settings());
  const double force = one.evaluate(rig.X_CT).F_casting_C.force.z();
  CHECK(two.evaluate(rig.X_CT).F_casting_C.force.z() == Approx(force / 2).epsilon(1e-9));
  CHECK(two.result().total.contact_area == one.result().total.contact_area);
  // The layer may also be the target's: the nodes still lie on the casting surface.
  CHECK(other.evaluate(rig.X_CT).F_casting_C.force.z() == Approx(force).epsilon(1e-9));
}

TEST_CASE("elastic layer: rotated frames", "[contact][elastic_layer]") {
  const LayerRig rig = ball_on_plate(0.46);
  ContactPair pair(rig.casting, rig.target, layer_settings());
  const Vector3d force = pair.evaluate(rig.X_CT).F_casting_C.force;
  Pose turn = rotation(0.7, {1, 2, -1});
  turn.translation() = Vector3d(0.1, -0.2, 0.3);
  ContactPair turned(surface(transformed(rig.casting->mesh(), turn), rig.casting->layer(0)),
                     rig.target, layer_settings());
  const Vector3d there = turned.evaluate(turn * rig.X_CT).F_casting_C.force;
  // Nodes are placed along the frame's axes, so patches differ, and the force by the law's error at
  // this spacing.
  CHECK((turn.linear().transpose() * there - force).norm() < 0.01 * force.norm());
}

TEST_CASE("elastic layer: separate plates do not bend one another", "[contact][elastic_layer]") {
  // Two balls, 8 mm apart, on one plate with a layer of 8 mm and on that plate with a slit between
  // them.
  const double h = 8e-3, R = 20e-3, d = 2e-4;
  const TriangleMesh whole = mesh::make_plane_grid(30e-3, 20e-3, 60, 40);
  const TriangleMesh slit =
      cropped(whole, [](const Vector3d& c) { return std::abs(c.x()) > 4e-4; });
  const TriangleMesh left = cropped(slit, [](const Vector3d& c) { return c.x() < 0; });
  const auto force = [&](const TriangleMesh& plate, bool has_two) {
    TriangleMesh balls = transformed(mesh::make_icosphere(R, 5), translation(-4e-3, 0, R - d));
    if (has_two) {
      // Caps, so that the balls do not meet.
      balls = joined(
          cap(balls, -20e-3, 0),
          cap(transformed(mesh::make_icosphere(R, 5), translation(4e-3, 0, R - d)), 0, 20e-3));
    }
    ContactPair pair(surface(plate, {463e6, 0.3, h}), surface(balls, rigid_layer()),
                     layer_settings());
    return -pair.evaluate(Pose::Identity()).F_casting_C.force.z();
  };
  const double alone = force(left, false);
  CHECK(force(slit, true) == Approx(2 * alone).epsilon(0.02));  // facets differ, as do the nodes
  // On the whole plate each ball lowers the surface under the other ball.
  CHECK(force(whole, true) < 0.992 * force(slit, true));
}

TEST_CASE("elastic layer: a part of a patch that is covered presses less, and none not at all",
          "[contact][elastic_layer]") {
  // A flat target slides off a plate: the force falls to 0 in jumps no larger than the force of one
  // row.
  const auto plate = surface(mesh::make_plane_grid(10e-3, 10e-3, 40, 40), {463e6, 0.3, 8e-3});
  const auto block = surface(inverted(mesh::make_plane_grid(10e-3, 10e-3, 1, 1)), rigid_layer());
  ContactPair pair(plate, block, layer_settings());
  double before = -pair.evaluate(translation(0, 0, -1e-5)).F_casting_C.force.z();
  for (double x = 0.125e-3; x < 10.2e-3; x += 0.125e-3) {
    const double force = -pair.evaluate(translation(x, 0, -1e-5)).F_casting_C.force.z();
    CHECK(force <= before * (1 + 1e-9));
    CHECK(before - force < 60);  // of 2500 N
    before = force;
  }
  CHECK(before == 0);
}

TEST_CASE("elastic layer: nodes of any spacing share out all triangles",
          "[contact][elastic_layer]") {
  // The time once grew exponentially with the number of triangles between nodes.
  const auto plate =
      surface(mesh::make_plane_grid(0.05, 0.05, 100, 100), elastic_layer(1e6, 0.4, 8e-3));
  for (const double spacing : {2e-3, 12.5e-3, 25e-3, 1000.}) {
    CAPTURE(spacing);
    const LayerNodes nodes = make_layer_nodes(*plate, spacing);
    double area = 0;
    for (int node = 0; node < nodes.count(); ++node) area += nodes.areas[node];
    CHECK(area == Approx(0.05 * 0.05).epsilon(1e-12));  // rounding of the sum
    CHECK(std::ranges::count(nodes.node_of_triangle, -1) == 0);
    CHECK(nodes.count() == std::max(1L, std::lround(area / (spacing * spacing))));
  }
}

TEST_CASE("elastic layer: what it cannot do is refused by name", "[contact][elastic_layer]") {
  const LayerRig rig = ball_on_plate(0.46);
  const auto refused = [&](const ContactSettings& settings, const char* word) {
    CHECK_THROWS_AS(ContactPair(rig.casting, rig.target, settings), InputError);
    CHECK_THROWS_WITH(ContactPair(rig.casting, rig.target, settings),
                      Catch::Contains("elastic_layer") && Catch::Contains(word));
  };
  ContactSettings settings = layer_settings();
  settings.friction.mode = FrictionMode::user;
  settings.friction.user = std::make_shared<const UserFrictionLaw>(UserFrictionLaw{
      "rough", [](const condyle_friction_input*, condyle_friction_force*) { return 0; }});
  refused(settings, "function of the user");
  settings = layer_settings();
  settings.normal.kind = NormalLawKind::hertz;
  settings.normal.stiffness = 1e9;
  refused(settings, "normal law");
  settings = layer_settings();
  settings.casts_from = CastingElements::nodes;
  refused(settings, "nodes");
  CHECK_THROWS_WITH(ContactPair(rig.target_as_mesh(), rig.target, layer_settings()),
                    Catch::Contains("two rigid sides"));
  settings = layer_settings();
  settings.friction.mode = FrictionMode::stiction;
  settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.1;
  const double endless = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(
      ContactPair(rig.target_as_mesh(), half_space(elastic_layer(1e6, 0.4, endless)), settings),
      Catch::Contains("stiction") && Catch::Contains("stick_stiffness"));

  // Springs support neither rigid sides nor layers that are incompressible or infinitely thick.
  CHECK_THROWS_WITH(ContactPair(rig.casting, rig.target, {}), Catch::Contains("rigid"));
  const auto rubber = surface(plate(), elastic_layer(1e6, 0.5, 1e-3));
  CHECK_THROWS_WITH(ContactPair(rubber, surface(plate()), {}), Catch::Contains("Poisson"));
  CHECK_THROWS_AS(surface(plate(), elastic_layer(1e6, 0.51, 1e-3)), InputError);
}

TEST_CASE("proximity: its second derivative by difference quotients", "[contact][elastic_layer]") {
  // A ray against a fixed sphere, as the casting frame moves.
  const double R = 0.02;
  const Vector3d n_c = Vector3d(0.2, -0.1, 1).normalized(), c(0.003, 0.002, 0.001);
  const Vector3d middle(0.001, 0.004, 0.019);
  const auto proximity = [&](const Vector6& q) {
    const Pose X = motion(q);
    const Vector3d from = X * c - middle, along = -(X.linear() * n_c);
    const double b = from.dot(along);
    return -b + std::sqrt(b * b - from.squaredNorm() + R * R);  // the way out of the ball
  };
  const Vector3d hit = c - proximity(Vector6::Zero()) * n_c;
  const Vector3d n_t = (hit - middle) / R;
  const Eigen::Matrix3d kappa = (Eigen::Matrix3d::Identity() - n_t * n_t.transpose()) / R;
  const RayMeeting meeting{n_c, n_t, hit};
  const Vector6 g = proximity_gradient(meeting);
  const Matrix6 H = proximity_hessian(meeting, kappa);
  const double step = 1e-4;
  std::mt19937 generator(2);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 20; ++i) {
    Vector6 q = Vector6::NullaryExpr([&] { return normal(generator); });
    q.tail<3>() *= 0.01;
    const double up = proximity(step * q), down = proximity(-step * q),
                 here = proximity(Vector6::Zero());
    CHECK((up - down) / (2 * step) == Approx(g.dot(q)).epsilon(1e-6).margin(1e-8));
    CHECK((up - 2 * here + down) / (step * step) ==
          Approx(q.dot(H * q)).epsilon(1e-5).margin(1e-6));
  }
}

/// A square of 16 mm with the heights -k (|x| / 8 mm)^n, a ridge, or -k (r / 8 mm)^n, k [m];
/// pressed_down() turns it over, so that its middle presses deepest.
TriangleMesh hanging(double k, double n, bool is_ridge) {
  TriangleMesh mesh = mesh::make_plane_grid(16e-3, 16e-3, 30, 30);
  for (Vector3d& v : mesh.vertices)
    v.z() = -k * std::pow((is_ridge ? std::abs(v.x()) : v.head<2>().norm()) / 8e-3, n);
  return mesh;
}

TEST_CASE("elastic layer: patches that are left out for their gap do not press",
          "[contact][elastic_layer][rounds]") {
  constexpr double k_all = 5e-3;
  const unsigned seed = GENERATE(range(1u, 3u));
  RandomGeometry random(seed);
  std::size_t left_out = 0, kept = 0;
  for (int i = 0; i < few_or_all(4, 10); ++i) {
    const double ratios[] = {0, 0.3, 0.4, 0.45, 0.46, 0.48, 0.49, 0.495, 0.5};
    const double nu = ratios[random.integer(0, 8)], h = random.uniform(1e-3, 8e-3);
    const double steep = random.uniform(1e-4, 2e-3), depth = random.uniform(0.02, 0.1) * h;
    const double n = random.integer(1, 6);
    const bool is_ridge = random.integer(0, 1) == 1;
    CAPTURE(seed, i, nu, h, steep, depth, n, is_ridge);
    const auto casting =
        surface(mesh::make_plane_grid(14e-3, 14e-3, 18, 18), elastic_layer(5e6, nu, h));
    const auto target = surface(hanging(steep, n, is_ridge), rigid_layer());
    ContactSettings settings = layer_settings();
    ContactPair pair(casting, target, settings);
    settings.min_proximity = -k_all;  // leaves nothing out
    ContactPair with_all(casting, target, settings);
    const Pose X_CT =
        pressed_down(depth) * rotation(random.uniform(-0.05, 0.05), random.direction());
    const ContactResult &result = pair.evaluate(X_CT), &all = with_all.evaluate(X_CT);
    left_out += all.hits.size() - result.hits.size();
    CHECK(result.total.n_contacting == all.total.n_contacting);
    CHECK(result.total.contact_force == all.total.contact_force);
    kept += static_cast<std::size_t>(result.total.n_contacting);
  }
  CHECK(left_out > 100);
  CHECK(kept > 100);
}

}  // namespace condyle::test::elastic_layer_tests
