#include "core/src/contact/laws/friction_description.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "condyle/error.h"
#include "core/src/base/enum_words.h"
#include "core/src/contact/laws/user_call.h"

namespace condyle {
namespace {

constexpr FrictionParameter k_static{.name = "static_coefficient",
                                     .title = "static friction coefficient",
                                     .symbol = "\xce\xbc static",
                                     .value = &Friction::static_coefficient,
                                     .brief = "Coulomb's coefficient.",
                                     .above = &Friction::dynamic_coefficient,
                                     .range = "of at least the dynamic coefficient",
                                     .example = 0.3,
                                     .is_required = true,
                                     .is_of_materials = true,
                                     .usual_high = 1.5,
                                     .is_often_set = true};

constexpr FrictionParameter k_dynamic{.name = "dynamic_coefficient",
                                      .title = "dynamic friction coefficient",
                                      .symbol = "\xce\xbc dynamic",
                                      .value = &Friction::dynamic_coefficient,
                                      .brief = "From 0 to the static one.",
                                      .range = "of at least 0",
                                      .example = 0.3,
                                      .is_of_materials = true,
                                      .follows = &Friction::static_coefficient,
                                      .otherwise = "that of the materials, or the static one",
                                      .usual_high = 1.5,
                                      .is_often_set = true};

constexpr FrictionParameter k_stiction_speed{
    .name = "stiction_speed",
    .title = "stiction speed",
    .symbol = "stiction speed",
    .value = &Friction::stiction_speed,
    .unit = "m/s",
    .brief = "Slip at which the static coefficient is reached.",
    .is_open = true,
    .range = "above 0 in m/s",
    .most_in_files = 1e3,
    .usual_low = 1e-5,
    .usual_high = 0.1};

constexpr FrictionParameter k_friction_speed{
    .name = "friction_speed",
    .title = "friction speed",
    .symbol = "friction speed",
    .value = &Friction::friction_speed,
    .unit = "m/s",
    .brief = "Slip from which on the dynamic coefficient holds; above stiction_speed.",
    .is_open = true,
    .above = &Friction::stiction_speed,
    .range = "above the stiction speed in m/s",
    .example = 1.5e-3,
    .follows = &Friction::stiction_speed,
    .times = 1.5,
    .otherwise = "1.5 times stiction_speed",
    .usual_low = 1e-5,
    .usual_high = 0.1};

constexpr FrictionParameter k_stick_stiffness{
    .name = "stick_stiffness",
    .title = "stick stiffness",
    .symbol = "stick stiffness",
    .value = &Friction::stick_stiffness,
    .unit = "Pa/m",
    .brief = "Traction per shear displacement; 0: the shear stiffness of the layers.",
    .range = "of at least 0 in Pa/m, 0 for that of the layers",
    .example = 1e9,
    .usual_high = 1e11};

/// Without a static coefficient the dynamic one is the only one, reached at its speed.
constexpr FrictionParameter the_only(FrictionParameter dynamic) {
  dynamic.brief = "Coulomb's coefficient.";
  dynamic.is_required = true;
  dynamic.follows = nullptr;
  dynamic.otherwise = "";
  return dynamic;
}

constexpr FrictionParameter by_itself(FrictionParameter speed) {
  speed.above = speed.follows = nullptr;
  speed.range = "above 0 in m/s";
  speed.otherwise = "0.0015";
  return speed;
}

/// Friction that is off keeps its coefficients, so that it can be switched on again.
constexpr FrictionParameter if_given(FrictionParameter parameter) {
  parameter.is_required = false;
  return parameter;
}

constexpr FrictionParameter k_of_on[] = {k_static, k_dynamic, k_stiction_speed, k_friction_speed};
constexpr FrictionParameter k_of_dynamic_only[] = {the_only(k_dynamic),
                                                   by_itself(k_friction_speed)};
constexpr FrictionParameter k_of_off[] = {if_given(k_static), k_dynamic, k_stiction_speed,
                                          k_friction_speed};
constexpr FrictionParameter k_of_stiction[] = {k_static, k_dynamic, k_stiction_speed,
                                               k_friction_speed, k_stick_stiffness};

Friction as_it_is(const Friction& friction) { return friction; }

/// A curve that rises up to the friction speed and stays there.
Friction with_one_coefficient(const Friction& friction) {
  Friction result = friction;
  result.mode = FrictionMode::on;
  result.static_coefficient = friction.dynamic_coefficient;
  result.stiction_speed = friction.friction_speed;
  result.friction_speed = 2 * friction.friction_speed;
  return result;
}

Friction without_coefficients(const Friction& friction) {
  Friction result = friction;
  result.mode = FrictionMode::on;
  result.static_coefficient = result.dynamic_coefficient = 0;
  return result;
}

constexpr const char* k_adams = "MSC ADAMS and MotionSolve, Force_Contact";

constexpr FrictionDescription k_modes[] = {
    {.mode = FrictionMode::on,
     .meaning = "Regularised: a body that \"sticks\" creeps slower than stiction_speed.",
     .source = k_adams,
     .parameters = k_of_on,
     .resolve = as_it_is},
    {.mode = FrictionMode::dynamic_only,
     .meaning = "Rises to the coefficient at friction_speed and stays there.",
     .source = k_adams,
     .parameters = k_of_dynamic_only,
     .resolve = with_one_coefficient},
    {.mode = FrictionMode::off,
     .meaning = "No friction; the figures are kept, to be switched on again.",
     .source = k_adams,
     .parameters = k_of_off,
     .acts = false,
     .resolve = without_coefficients},
    {.mode = FrictionMode::stiction,
     .meaning = "True stiction: sticks without creep, by the shear of the layers.",
     .source = "Johnson 1985, Contact Mechanics, sec. 8.7",
     .parameters = k_of_stiction,
     .has_memory = true,
     .resolve = as_it_is},
    {.mode = FrictionMode::user,
     .meaning = "Your force against the slip: `docs/user-laws.md`.",
     .source = "the user's library",
     .parameters = {},
     .resolve = as_it_is},
};

static_assert(std::size(k_modes) ==
              static_cast<std::size_t>(detail::enumerator_count<FrictionMode>()));
static_assert([] {
  for (std::size_t i = 0; i < std::size(k_modes); ++i)
    if (static_cast<std::size_t>(k_modes[i].mode) != i) return false;
  return true;
}());

bool is_above(const FrictionParameter& parameter, double value, double least) {
  return parameter.is_open ? value > least : value >= least;
}

bool is_in_range(const FrictionParameter& parameter, const Friction& friction) {
  const double value = friction.*parameter.value;
  return std::isfinite(value) && is_above(parameter, value, parameter.least);
}

bool is_above_other(const FrictionParameter& parameter, const Friction& friction) {
  return parameter.above == nullptr ||
         is_above(parameter, friction.*parameter.value, friction.*parameter.above);
}

}  // namespace

std::span<const FrictionDescription> friction_modes() { return k_modes; }

const FrictionDescription& describe(FrictionMode mode) { return k_modes[static_cast<int>(mode)]; }

std::span<const FrictionParameter* const> friction_parameters() {
  static const std::vector<const FrictionParameter*> all = [] {
    std::vector<const FrictionParameter*> found;
    for (const FrictionDescription& mode : k_modes)
      for (const FrictionParameter& parameter : mode.parameters)
        if (std::ranges::find(found, parameter.value, &FrictionParameter::value) == found.end())
          found.push_back(&parameter);
    return found;
  }();
  return all;
}

Friction resolved(const Friction& friction) { return describe(friction.mode).resolve(friction); }

double friction_coefficient(const Friction& friction, double slip_speed) {
  const FrictionCurve curve = curve_of(resolved(friction));
  return slip_speed * friction_coefficient_over_speed(curve, slip_speed);
}

void require_valid(const Friction& friction, const std::string& what) {
  if (friction.mode == FrictionMode::user) return require_valid(friction.user, what);
  const FrictionDescription& mode = describe(friction.mode);
  if (!mode.acts) return;
  // A value that is out of range by itself is named before one that another puts out of range.
  for (const auto holds : {is_in_range, is_above_other})
    for (const FrictionParameter& parameter : mode.parameters)
      if (!holds(parameter, friction))
        throw InputError(fmt::format("{}: {} = {} is out of range; give a value {}", what,
                                     parameter.title, friction.*parameter.value, parameter.range));
}

}  // namespace condyle
