// Rays that graze the target: what they press by evaluation and in a step.
#include <catch2/catch.hpp>

#include "core/contact/contact_cases.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/laws/law_lanes.h"
#include "core/src/contact/linearised/linearised_contact.h"

namespace condyle::test::grazing_tests {

using std::numbers::pi;

namespace {

constexpr double k_speed = 0.1;     // of the slats against the plate [m/s]
constexpr double k_depth = 0.5e-3;  // along the rays [m]
constexpr int k_slats = 20;
constexpr double k_dissipation = 1.4;

/// Slats like those of a blind, side by side along y. The rays of all meet the plate's normal at
/// one angle, from above or from below, and are equally deep.
TriangleMesh slats(double angle, bool from_below) {
  const Vector3d n(std::sin(angle), 0, from_below ? std::cos(angle) : -std::cos(angle));
  const Vector3d along = n.cross(Vector3d::UnitY());
  TriangleMesh mesh;
  for (int i = 0; i < k_slats; ++i) {
    const Vector3d middle = Vector3d(1e-3, 2e-3 * i, 0) + k_depth * n;
    for (const double turn : {0., 2 * pi / 3, 4 * pi / 3})
      mesh.vertices.push_back(middle + 1e-4 * std::cos(turn) * Vector3d::UnitY() +
                              1e-4 * std::sin(turn) * along);
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

/// Slats that drive into a plate.
struct Blind {
  Blind(double angle, const ContactSettings& settings, bool from_below = false)
      : pair(surface(slats(angle, from_below)), surface(plate()), settings),
        cosine(std::cos(angle)) {
    C.velocity.linear = Vector3d(0.02, 0.03, from_below ? k_speed : -k_speed);
    C.inverse_mass = 1;
  }

  const ContactResult& evaluate() { return pair.evaluate(Pose::Identity(), C.velocity); }

  /// Force on the slats at the start of a step.
  Vector3d force_in_step() {
    LinearisedContact linearised;
    const Pose& X_CT = linearised.place(C, {}, 0, Pose::Identity(), Pose::Identity());
    linearised.linearise(pair.evaluator().surfaces(), pair.evaluator().find_hits(X_CT, 1e-4), 1e-4);
    PairForces forces;
    linearised.evaluate(C, {}, 0, Linearisation::none, forces);
    return forces.force.segment<3>(3);
  }

  ContactPair pair;
  double cosine;
  StepMotion C;
};

ContactSettings settings_of(ForceDirection direction, double dissipation) {
  ContactSettings settings;
  settings.force_direction = direction;
  settings.dissipation = dissipation;
  return settings;
}

}  // namespace

TEST_CASE("a ray that grazes is damped by a bounded rate, alike by evaluation and in a step",
          "[contact][session][linearised][grazing]") {
  const double degrees =
      GENERATE(0., 30., 80., 86., 87.1, 87.2, 88.5, 89.5, 89.99, 89.999, 89.9999);
  const auto direction = GENERATE(ForceDirection::casting, ForceDirection::target);
  const double dissipation = GENERATE(0., k_dissipation);
  const bool from_below = GENERATE(false, true);
  const auto formulation = GENERATE(Formulation::linear, Formulation::nonlinear);
  CAPTURE(degrees, static_cast<int>(direction), dissipation, from_below,
          static_cast<int>(formulation));
  ContactSettings settings = settings_of(direction, dissipation);
  settings.two_sided = from_below;
  settings.formulation = formulation;
  settings.friction = {.static_coefficient = 0.2, .dynamic_coefficient = 0.2};
  Blind blind(degrees * pi / 180, settings, from_below);
  const ContactResult& result = blind.evaluate();
  REQUIRE(result.total.n_contacting == k_slats);

  const bool grazes = blind.cosine < k_least_cosine;
  const PressureLaw law = make_pressure_law(k_layer, k_layer, blind.pair.settings());
  const double damping = 1 + 1.5 * dissipation * k_speed / std::max(blind.cosine, k_least_cosine);
  const bool presses = !grazes || direction == ForceDirection::casting;
  const double expected = presses ? damping * evaluate(law, k_depth).pressure : 0;
  // Coordinates of up to 0.04 m are rounded by up to 3.5e-18 m; a depth is such an error over the
  // cosine, from a few of them.
  const double rounding = 1e-17 / (k_depth * blind.cosine);
  CHECK(result.total.max_pressure == Approx(expected).epsilon(1e-12 + rounding));

  const Vector3d force = result.F_casting_C.force;
  CHECK((blind.force_in_step() - force).norm() <= 1e-12 * force.norm());
}

TEST_CASE("laws of single triangles get the same bounded rate of a ray that grazes",
          "[contact][session][linearised][grazing][law]") {
  const double degrees = GENERATE(60., 87.1, 87.2, 89.99);
  const auto direction = GENERATE(ForceDirection::casting, ForceDirection::target);
  CAPTURE(degrees, static_cast<int>(direction));
  ContactSettings settings = settings_of(direction, k_dissipation);
  settings.normal = {
      .kind = NormalLawKind::hunt_crossley, .acting = Acting::triangles, .stiffness = 1e10};
  Blind blind(degrees * pi / 180, settings);
  Blind at_rest(degrees * pi / 180, settings);
  at_rest.C.velocity.linear.setZero();
  const ContactResult& result = blind.evaluate();
  const double undamped = at_rest.evaluate().total.max_pressure;
  const double most = 1 + 1.5 * k_dissipation * k_speed / std::max(blind.cosine, k_least_cosine);
  CHECK(result.total.max_pressure == Approx(most * undamped).epsilon(1e-10));
  const Vector3d force = result.F_casting_C.force;
  CHECK((blind.force_in_step() - force).norm() <= 1e-12 * force.norm());
}

}  // namespace condyle::test::grazing_tests
