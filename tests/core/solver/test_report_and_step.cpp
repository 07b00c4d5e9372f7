// What is shown is what acts: an evaluation of a pose, and a step of no length from that pose, give
// each triangle the same pressure and traction.
#include <catch2/catch.hpp>

#include "core/contact/contact_cases.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/linearised/linearised_contact.h"

namespace condyle::test::report_and_step_tests {
namespace {

constexpr double k_reach = 2e-4;

int press(const condyle_normal_input* in, condyle_normal_force* out) {
  for (int i = 0; i < in->count; ++i) {
    const condyle_touch& touch = in->touch[i];
    out[i].force = std::max(0.0, touch.layer_stiffness * touch.depth * (1 + touch.rate));
    out[i].energy = 0.5 * touch.layer_stiffness * touch.depth * touch.depth;
  }
  return 0;
}

int rub(const condyle_friction_input* in, condyle_friction_force* out) {
  for (int i = 0; i < in->count; ++i) {
    out[i].force = 0.1 * in->slip[i].normal * in->slip[i].speed / (1e-2 + in->slip[i].speed);
    out[i].by_speed = 0.1 * in->slip[i].normal / 1e-2;
  }
  return 0;
}

/// Every normal law, on triangles.
std::vector<ContactSettings> settings_of_laws() {
  std::vector<ContactSettings> all;
  for (const Formulation formulation : {Formulation::linear, Formulation::nonlinear})
    for (const bool lumped : {false, true})
      all.push_back({.formulation = formulation, .lumped = lumped, .dissipation = 0.7});
  const auto add = [&all](const NormalLaw& law) {
    all.push_back({.dissipation = 0.7, .normal = law});
  };
  for (const NormalLawKind kind :
       {NormalLawKind::impact, NormalLawKind::poisson, NormalLawKind::hertz,
        NormalLawKind::hunt_crossley, NormalLawKind::lankarani_nikravesh})
    add({.kind = kind,
         .acting = Acting::triangles,
         .stiffness = 1e9,
         .damping = 1e4,
         .restitution = 0.6});
  add({.kind = NormalLawKind::volume, .exponent = 1.3, .damping = 1e6});
  UserNormalLaw users{"press", press};
  users.gives_slopes = false;
  add({.kind = NormalLawKind::user,
       .acting = Acting::triangles,
       .user = std::make_shared<const UserNormalLaw>(users)});
  return all;
}

Friction friction_of(FrictionMode mode) {
  Friction friction{.static_coefficient = 0.4,
                    .dynamic_coefficient = 0.3,
                    .stiction_speed = 0.02,
                    .friction_speed = 0.05,
                    .mode = mode};
  if (mode == FrictionMode::user) {
    UserFrictionLaw users{"rub", rub};
    users.gives_slopes = false;
    friction.user = std::make_shared<const UserFrictionLaw>(users);
  }
  return friction;
}

/// A ball in a plate: the rays at the ball's rim run along the plate.
struct Touch {
  explicit Touch(const ContactSettings& settings)
      : pair(surface(mesh::make_icosphere(30e-3, 4)), surface(plate()), settings) {
    X_WC.translation() = Eigen::Vector3d(1e-3, 2e-3, depth_of_ball);
    C.velocity = {{0.3, -0.2, 0.5}, {0.02, 0.013, -0.03}};
    C.p_W = X_WC.translation();
    C.inverse_mass = 1;
    X_CT = linearised.place(C, {}, 0, X_WC, Pose::Identity());
    hits = pair.evaluator().find_hits(X_CT, k_reach);
    linearised.linearise(pair.evaluator().surfaces(), hits, k_reach);
    PairForces forces;
    linearised.evaluate(C, {}, 0, Linearisation::none, forces);
    acting = {hits.begin(), hits.end()};
    pair.evaluate(X_CT, linearised.V_TC_C_at_end());
  }

  static constexpr double depth_of_ball = 29e-3;
  ContactPair pair;
  Pose X_WC = Pose::Identity(), X_CT;
  StepMotion C;
  std::span<const ProximityHit> hits;
  std::vector<ProximityHit> acting;
  LinearisedContact linearised;
};

/// Checks each triangle. Returns how many press and how many are rubbed.
struct Counts {
  int press = 0, rub = 0;
};
Counts check_triangles(const Touch& touch, double rounding) {
  Counts counts;
  const ContactResult& result = touch.pair.result();
  std::size_t next = 0;
  for (std::size_t i = 0; i < touch.acting.size(); ++i) {
    const ProximityHit& hit = touch.acting[i];
    const auto c = static_cast<std::size_t>(hit.casting_triangle);
    const double pressure = touch.linearised.pressure_at_end(i);
    const Eigen::Vector3d acting = touch.linearised.traction_at_end(i);
    while (next < result.hits.size() && result.hits[next].casting_triangle < hit.casting_triangle)
      ++next;
    if (!(hit.proximity > 0)) continue;
    REQUIRE(next < result.hits.size());
    REQUIRE(result.hits[next].casting_triangle == hit.casting_triangle);
    const double shown = result.casting->pressure[c];
    if (std::abs(shown - pressure) > rounding * pressure)
      FAIL_CHECK("triangle " << c << ": shown " << shown << " Pa, acting " << pressure);
    counts.press += pressure > 0 ? 1 : 0;
    if (result.traction.empty()) continue;
    const Eigen::Vector3d traction = result.traction[next];
    if ((traction - acting).norm() > rounding * acting.norm())
      FAIL_CHECK("triangle " << c << ": shown " << traction.transpose() << " Pa, acting "
                             << acting.transpose());
    counts.rub += acting.norm() > 0 ? 1 : 0;
  }
  return counts;
}

}  // namespace

TEST_CASE("a report shows what acts in a step: every law, every friction",
          "[contact][session][linearised][grazing]") {
  const auto direction = GENERATE(ForceDirection::casting, ForceDirection::target);
  const std::size_t place = GENERATE(range(std::size_t{0}, friction_modes().size()));
  if (friction_modes()[place].has_memory) return;  // a report without steps knows no past
  const FrictionMode mode = friction_modes()[place].mode;
  for (ContactSettings settings : settings_of_laws()) {
    settings.force_direction = direction;
    settings.friction = friction_of(mode);
    CAPTURE(word_of(direction), word_of(mode), static_cast<int>(settings.normal.kind),
            word_of(settings.formulation), settings.lumped);
    const Touch touch(settings);
    // The foundation is computed by lanes in both, so to the bit; other laws get a rate that a step
    // sums in another order.
    const bool by_lanes =
        settings.normal.kind == NormalLawKind::elastic_foundation && mode != FrictionMode::user;
    const Counts counts = check_triangles(touch, by_lanes ? 0 : 1e-13);
    CHECK(counts.press > 50);
    CHECK((counts.rub > 50) == (mode != FrictionMode::off));
  }
}

}  // namespace condyle::test::report_and_step_tests
