// IMPACT of ADAMS and MotionSolve: a spring with damping that grows with depth.
#include "core/src/contact/laws/law_parts.h"

namespace condyle {
namespace {

constexpr LawParameter k_parameters[] = {
    k_stiffness,
    k_exponent,
    k_damping,
    {.name = "full_damping_depth",
     .value = &NormalLaw::full_damping_depth,
     .unit = "m",
     .meaning = "depth at which damping is whole",
     .is_open = true,
     .most_in_files = 1e9,
     .usual_low = 1e-6,
     .usual_high = 1e-2,
     .is_of_rate = true},
};

NormalSample force(const NormalLaw& law, const LawInput& in) {
  const double depth = law.full_damping_depth;
  return plus_damping(elastic(law.stiffness, law.exponent, in.depth),
                      step_between(in.depth, 0, 0, depth, law.damping),
                      step_slope(in.depth, 0, 0, depth, law.damping), in.rate);
}

}  // namespace

extern const LawDescription k_impact_law;
const LawDescription k_impact_law{
    .kind = NormalLawKind::impact,
    .name = "impact",
    .formula = "K z^exponent + STEP(z, 0, 0, d, c) z'",
    .source = "ADAMS and MotionSolve, IMPACT",
    .parameters = k_parameters,
    .has_rate = [](const NormalLaw& law, double) { return law.damping > 0; },
    .evaluate = each_by<force>};

}  // namespace condyle
