// VOLUME of MotionSolve on triangles: a force per area, from the layers.
#include "core/src/contact/laws/law_parts.h"

namespace condyle {
namespace {

constexpr LawParameter of_files(LawParameter parameter, double otherwise) {
  parameter.otherwise = otherwise;
  return parameter;
}

constexpr LawParameter per_area(LawParameter parameter, double usual_high) {
  parameter.unit = "N s/m^3";
  parameter.usual_high = usual_high;
  return parameter;
}

constexpr LawParameter k_parameters[] = {
    of_files(k_exponent, 1),
    {.name = "reference_depth",
     .value = &NormalLaw::reference_depth,
     .unit = "m",
     .meaning = "where the exponent changes nothing",
     .is_open = true,
     .most_in_files = 1e9,
     .usual_low = 1e-5,
     .usual_high = 1e-2},
    per_area(k_damping, 1e9),
};

NormalSample pressure(const NormalLaw& law, const LawInput& in) {
  const double scale = std::pow(law.reference_depth, 1 - law.exponent);
  return plus_damping(elastic(in.stiffness * scale, law.exponent, in.depth), law.damping, 0,
                      in.rate);
}

}  // namespace

extern const LawDescription k_volume_law;
const LawDescription k_volume_law{
    .kind = NormalLawKind::volume,
    .name = "volume",
    .formula = "per area: k z_r (z / z_r)^exponent + c z', k of both layers in series",
    .source = "MotionSolve, Force_Contact",
    .parameters = k_parameters,
    .is_of_layers = true,
    .has_rate = [](const NormalLaw& law, double) { return law.damping > 0; },
    .evaluate = each_by<pressure>};

}  // namespace condyle
