// POISSON of ADAMS and MotionSolve: a fast body rebounds at e times its speed.
#include "core/src/contact/laws/law_parts.h"

namespace condyle {
namespace {

constexpr LawParameter k_parameters[] = {
    k_stiffness,
    k_restitution,
    {.name = "transition_speed",
     .value = &NormalLaw::transition_speed,
     .unit = "m/s",
     .meaning = "speed at which the restitution is whole",
     .is_open = true,
     .most_in_files = 1e3,
     .usual_low = 1e-5,
     .usual_high = 1,
     .is_of_rate = true},
};

NormalSample force(const NormalLaw& law, const LawInput& in) {
  const double squared = law.restitution * law.restitution, v = law.transition_speed;
  const double part = (1 - squared) / (1 + squared);
  return times(elastic_hertz(law.stiffness, in.depth),
               1 + part * step_between(in.rate, -v, -1, v, 1),
               part * step_slope(in.rate, -v, -1, v, 1));
}

}  // namespace

extern const LawDescription k_poisson_law;
const LawDescription k_poisson_law{
    .kind = NormalLawKind::poisson,
    .name = "poisson",
    .formula = "K z^1.5 (1 + (1 - e^2) / (1 + e^2) STEP(z', -v, -1, v, 1))",
    .source = "ADAMS and MotionSolve, POISSON",
    .parameters = k_parameters,
    .has_rate = [](const NormalLaw& law, double) { return law.restitution < 1; },
    .evaluate = each_by<force>};

}  // namespace condyle
