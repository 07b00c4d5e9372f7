// Hertz (1882): two curved bodies in point contact, with the damping of Hunt and Crossley.
#include "core/src/contact/laws/law_parts.h"

namespace condyle {
namespace {

constexpr LawParameter k_parameters[] = {
    {.name = "radius",
     .value = &NormalLaw::radius,
     .unit = "m",
     .meaning = "relative: 1/R = 1/R_a + 1/R_b",
     .need = LawParameter::replaces_required,
     .most_in_files = 1e9,
     .usual_low = 1e-4,
     .usual_high = 1},
    k_stiffness,
};

NormalSample force(const NormalLaw& law, const LawInput& in) {
  return dissipating(elastic_hertz(law.stiffness, in.depth), in.dissipation, in.rate);
}

void derive_by_radius(NormalLaw& law, const Layer& casting, const Layer& target) {
  if (law.radius > 0) law.stiffness = hertz_stiffness(casting, target, law.radius);
}

}  // namespace

extern const LawDescription k_hertz_law;
const LawDescription k_hertz_law{.kind = NormalLawKind::hertz,
                                 .name = "hertz",
                                 .formula = "K z^1.5 (1 + 3/2 c z'), c the dissipation",
                                 .source = "Hertz 1882; Johnson 1985, eq. 4.23",
                                 .parameters = k_parameters,
                                 .takes_dissipation = true,
                                 .has_rate = dissipates,
                                 .evaluate = each_by<force>,
                                 .derive = derive_by_radius};

}  // namespace condyle
