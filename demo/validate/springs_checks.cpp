#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "validate/families.h"
#include "validate/layer_rigs.h"

namespace condyle {
namespace {

using std::numbers::pi;

double stiffness_of(const Layer& layer) {
  return constrained_modulus(layer.elastic_modulus, layer.poissons_ratio) / layer.thickness;
}

}  // namespace

CheckFamily check_springs(Effort effort) {
  CheckFamily family{
      .name = "Sphere on independent springs",
      .activity = Activity::code_verification,
      .question = "Are the springs' force, peak and area those of their own law?",
      .comparator =
          "closed form: a sphere met along the plate's normal, p = k d, force pi k (R d^2 - "
          "d^3 / 3), k the constrained modulus over the thickness",
      .acceptance = "0.5 % with 60 cells over the contact; the rim of its area runs through cells"};
  const double R = 50e-3, d = 5e-4;
  for (const double nu :
       effort == Effort::quick ? std::vector{0.46} : std::vector{0.0, 0.3, 0.46}) {
    const Layer layer{k_polyethylene.elastic_modulus, nu, k_polyethylene.thickness};
    const double a = std::sqrt(2 * R * d - d * d), k = stiffness_of(layer);
    const ContactPair pair = press({layer, R, d, 2.4 * a, 72}, Formulation::linear);
    const auto add = [&](const char* what, const char* unit, double measured, double expected) {
      family.checks.push_back(
          {fmt::format("{}, nu {:g}", what, nu), unit, measured, expected, 0.005});
    };
    add("force", "N", normal_force(pair), pi * k * (R * d * d - d * d * d / 3));
    add("peak pressure", "Pa", pair.result().total.max_pressure, k * d);
    add("contact radius", "m", contact_radius(pair), a);
  }
  return family;
}

CheckFamily check_wide_contact(Effort effort) {
  CheckFamily family{
      .name = "Wide contact on a compressible layer",
      .activity = Activity::code_verification,
      .question =
          "Does the layer act as independent springs where the contact is much wider than the "
          "layer is thick?",
      .comparator = "Winkler's limit in closed form, a/h = 20: force pi k R d^2, peak k d",
      .acceptance =
          "0.5 %; the exact force is 0.9993 of the limit at nu 0.3, less above, where the "
          "limit comes late"};
  const double E = 5e6, h = 1e-3, a = 20 * h, R = 1, d = a * a / (2 * R);
  for (const double nu : effort == Effort::quick ? std::vector{0.3} : std::vector{0.0, 0.2, 0.3}) {
    const Layer layer{E, nu, h};
    const double k = stiffness_of(layer);
    const ContactPair pair = press({layer, R, d, 2.4 * a, 60}, Formulation::elastic_layer);
    family.checks.push_back(
        {fmt::format("force, nu {:g}", nu), "N", normal_force(pair), pi * k * R * d * d, 0.005});
    family.checks.push_back({fmt::format("peak pressure, nu {:g}", nu), "Pa",
                             pair.result().total.max_pressure, k * d, 0.005});
  }
  return family;
}

}  // namespace condyle
