// Hunt and Crossley (1975): damping in proportion to the elastic force.
#include "core/src/contact/laws/law_parts.h"

namespace condyle {
namespace {

constexpr LawParameter k_parameters[] = {k_stiffness, k_exponent};

NormalSample force(const NormalLaw& law, const LawInput& in) {
  return dissipating(elastic(law.stiffness, law.exponent, in.depth), in.dissipation, in.rate);
}

}  // namespace

extern const LawDescription k_hunt_crossley_law;
const LawDescription k_hunt_crossley_law{.kind = NormalLawKind::hunt_crossley,
                                         .name = "hunt_crossley",
                                         .formula = "K z^exponent (1 + 3/2 c z')",
                                         .source = "Hunt & Crossley 1975",
                                         .parameters = k_parameters,
                                         .takes_dissipation = true,
                                         .has_rate = dissipates,
                                         .evaluate = each_by<force>};

}  // namespace condyle
