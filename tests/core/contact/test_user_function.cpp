// Users' laws in C++, without an engine.
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/error.h"
#include "core/contact/contact_cases.h"

namespace condyle::test::user_function_tests {

namespace {

constexpr double k_dissipation = 0.5;

/// The law of Hunt and Crossley, with exponent 1.3.
int press_user(const condyle_normal_input* in, condyle_normal_force* out) {
  const double stiffness = in->contact->parameters[0];
  for (int i = 0; i < in->count; ++i) {
    const double z = in->touch[i].depth, elastic = stiffness * std::pow(z, 1.3);
    const double damping = 1 + 1.5 * k_dissipation * in->touch[i].rate;
    out[i] = {elastic * damping, 1.3 * elastic / z * damping, 1.5 * k_dissipation * elastic,
              elastic * z / 2.3};
  }
  return 0;
}

/// The curve of FrictionMode::on below the stiction speed of 0.1 m/s, with mu = 0.3.
int rub_user(const condyle_friction_input* in, condyle_friction_force* out) {
  for (int i = 0; i < in->count; ++i) {
    const double s = in->slip[i].speed / 0.1, mu = 0.3 * s * (3 - s * s) / 2;
    out[i] = {mu * in->slip[i].normal, 0.45 * (1 - s * s) / 0.1 * in->slip[i].normal, mu};
  }
  return 0;
}

NormalLaw user_law(decltype(UserNormalLaw::call) call, Acting acting, bool gives_slopes = true) {
  return {.kind = NormalLawKind::user,
          .acting = acting,
          .user = std::make_shared<const UserNormalLaw>(
              UserNormalLaw{"press", std::move(call), {2e7}, gives_slopes})};
}

Friction user_friction(decltype(UserFrictionLaw::call) call, bool gives_slopes = true) {
  Friction friction;
  friction.mode = FrictionMode::user;
  friction.user = std::make_shared<const UserFrictionLaw>(
      UserFrictionLaw{"rub", std::move(call), {}, gives_slopes});
  return friction;
}

/// A ball that sinks into a plate and slides.
const ContactResult& evaluate(ContactPair& pair) {
  return pair.evaluate(translation(0, 0, 3e-4), {{0.2, 0.1, 0.3}, {0.02, -0.03, -0.01}});
}

ContactPair make_pair(const ContactSettings& settings) {
  return {surface(transformed(mesh::make_icosphere(0.02, 4), translation(0, 0, 0.02))),
          surface(plate()), settings};
}

std::string failure_of(ContactPair& pair) {
  try {
    evaluate(pair);
  } catch (const SimulationError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("a user's laws give what built-in ones of the same formula do", "[contact][user_law]") {
  const Acting acting = GENERATE(Acting::centroid, Acting::deepest_point, Acting::triangles);
  const bool gives_slopes = GENERATE(true, false);
  CAPTURE(static_cast<int>(acting), gives_slopes);
  ContactPair ours = make_pair({.friction = user_friction(rub_user, gives_slopes),
                                .normal = user_law(press_user, acting, gives_slopes)});
  ContactPair theirs = make_pair({.dissipation = k_dissipation,
                                  .friction = {0.3, 0.3, 0.1, 0.2},
                                  .normal = {.kind = NormalLawKind::hunt_crossley,
                                             .acting = acting,
                                             .stiffness = 2e7,
                                             .exponent = 1.3}});
  const ContactResult &mine = evaluate(ours), &wanted = evaluate(theirs);
  REQUIRE(wanted.total.contact_force.head<2>().norm() > 0.01 * wanted.total.contact_force.z());
  const double force = wanted.total.contact_force.norm();
  CHECK((mine.total.contact_force - wanted.total.contact_force).norm() < 1e-12 * force);
  CHECK((mine.total.contact_moment - wanted.total.contact_moment).norm() < 1e-12 * force);
  CHECK(mine.total.potential_energy == Approx(wanted.total.potential_energy).epsilon(1e-12));
  // Central differences over 1e-5 of each value: rounding 1e-11, curvature 1e-10.
  const double tolerance = gives_slopes ? 1e-12 : 1e-8;
  CHECK((mine.stiffness.get() - wanted.stiffness.get()).norm() <
        tolerance * wanted.stiffness.get().norm());
  CHECK((mine.damping.get() - wanted.damping.get()).norm() <
        tolerance * wanted.damping.get().norm());
}

TEST_CASE("a user's law never pulls", "[contact][user_law]") {
  const auto pull = [](const condyle_normal_input* in, condyle_normal_force* out) {
    for (int i = 0; i < in->count; ++i) out[i] = {-5, -1, 2, 3};
    return 0;
  };
  ContactPair pair = make_pair(
      {.friction = user_friction(rub_user), .normal = user_law(pull, Acting::deepest_point)});
  const ContactResult& result = evaluate(pair);
  CHECK(result.total.contact_force.norm() == 0);
  CHECK(result.stiffness.get().norm() == 0);
  CHECK(result.damping.get().norm() == 0);
  CHECK(result.total.potential_energy > 0);
}

TEST_CASE("a user's law that fails is named, with the pair and what it was asked",
          "[contact][user_law]") {
  const auto acting = GENERATE(Acting::centroid, Acting::triangles);
  ContactPair throws = make_pair(
      {.normal = user_law([](auto*, auto*) -> int { throw std::runtime_error("no such material"); },
                          acting)});
  const std::string error = failure_of(throws);
  CAPTURE(error);
  CHECK(error.find("user's function 'press', ") == 0);
  CHECK(error.find(throws.casting().name() + " on " + throws.target().name() +
                   " at 0 s: " + "threw \"no such material\"; asked for ") != std::string::npos);
  CHECK(error.find("depth ") != std::string::npos);

  ContactPair is_nan = make_pair({.normal = user_law(
                                      [](const auto* in, auto* out) {
                                        press_user(in, out);
                                        out[in->count - 1].energy = NAN;
                                        return 0;
                                      },
                                      acting)});
  CHECK(failure_of(is_nan).find("its energy is nan") != std::string::npos);

  ContactPair rubs = make_pair({.friction = user_friction([](const auto*, auto* out) {
                                  out[0].by_normal = INFINITY;
                                  return 0;
                                })});
  CHECK(failure_of(rubs).find("its slope by normal force is inf") != std::string::npos);
  CHECK(failure_of(rubs).find("asked for slip ") != std::string::npos);
}

TEST_CASE("a user's law that is not there is refused", "[contact][user_law]") {
  CHECK_THROWS_AS(make_pair({.normal = {.kind = NormalLawKind::user}}), InputError);
  CHECK_THROWS_AS(make_pair({.normal = user_law({}, Acting::centroid)}), InputError);
  CHECK_THROWS_AS(make_pair({.friction = user_friction({})}), InputError);
  ContactSettings settings;
  settings.post_step = std::make_shared<const UserPostStep>();
  CHECK_THROWS_AS(make_pair(settings), InputError);
}

}  // namespace condyle::test::user_function_tests
