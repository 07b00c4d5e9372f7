// Lankarani and Nikravesh (1990): the form of Hunt and Crossley, with damping that dissipates the
// energy lost in an impact at speed v with restitution e, for e near 1.
#include "core/src/contact/laws/law_parts.h"

namespace condyle {
namespace {

constexpr LawParameter k_parameters[] = {
    k_stiffness,
    k_exponent,
    k_restitution,
    {.name = "impact_speed",
     .value = &NormalLaw::impact_speed,
     .unit = "m/s",
     .meaning = "speed of approach that the restitution is meant for",
     .is_open = true,
     .most_in_files = 1e3,
     .usual_low = 1e-3,
     .usual_high = 10,
     .is_of_rate = true},
};

NormalSample force(const NormalLaw& law, const LawInput& in) {
  const double damping = 3 * (1 - law.restitution * law.restitution) / (4 * law.impact_speed);
  return times(elastic(law.stiffness, law.exponent, in.depth), 1 + damping * in.rate, damping);
}

}  // namespace

extern const LawDescription k_lankarani_nikravesh_law;
const LawDescription k_lankarani_nikravesh_law{
    .kind = NormalLawKind::lankarani_nikravesh,
    .name = "lankarani_nikravesh",
    .formula = "K z^exponent (1 + 3 (1 - e^2) / 4 z' / v)",
    .source = "Lankarani & Nikravesh 1990, J. Mech. Des. 112(3), 369-376",
    .parameters = k_parameters,
    .has_rate = [](const NormalLaw& law, double) { return law.restitution < 1; },
    .evaluate = each_by<force>};

}  // namespace condyle
