#include <fmt/core.h>

#include <cmath>

#include "condyle/contact/contact_laws.h"
#include "condyle/error.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/laws/user_call.h"

namespace condyle {
namespace {

std::string range_text(const LawParameter& parameter) {
  const std::string unit = *parameter.unit == 0 ? "" : fmt::format(" in {}", parameter.unit);
  if (std::isfinite(parameter.most))
    return fmt::format("from {} to {}{}", parameter.least, parameter.most, unit);
  return fmt::format("{} {}{}", parameter.is_open ? "above" : "of at least", parameter.least, unit);
}

void require_valid(const LawParameter& parameter, double value, const std::string& what) {
  const bool is_above = parameter.is_open ? value > parameter.least : value >= parameter.least;
  if (is_above && value <= parameter.most && std::isfinite(value)) return;
  throw InputError(fmt::format("{}: {} = {} is out of range; give a value {}", what, parameter.name,
                               value, range_text(parameter)));
}

}  // namespace

bool is_of_layers(const NormalLaw& law) {
  const LawDescription* description = describe(law.kind);
  return description != nullptr && description->is_of_layers;
}

bool has_rate(const NormalLaw& law, double dissipation) {
  if (law.kind == NormalLawKind::user) return true;
  const LawDescription* description = describe(law.kind);
  return description == nullptr ? dissipation > 0 : description->has_rate(law, dissipation);
}

double hertz_stiffness(const Layer& casting, const Layer& target, double radius) {
  return 4.0 / 3 *
         combined_modulus(casting.elastic_modulus, casting.poissons_ratio, target.elastic_modulus,
                          target.poissons_ratio) *
         std::sqrt(radius);
}

NormalLaw with_derived_stiffness(const NormalLaw& law, const Layer& casting, const Layer& target) {
  NormalLaw result = law;
  const LawDescription* description = describe(law.kind);
  if (description != nullptr && description->derive != nullptr)
    description->derive(result, casting, target);
  return result;
}

void evaluate(const NormalLaw& law, double dissipation, std::span<const double> stiffness,
              std::span<const double> depth, std::span<const double> rate,
              std::span<NormalSample> samples) {
  if (const LawDescription* description = describe(law.kind))
    description->evaluate(law, dissipation, stiffness, depth, rate, samples);
}

NormalSample evaluate(const NormalLaw& law, double dissipation, double depth, double rate) {
  NormalSample sample;
  evaluate(law, dissipation, {&law.stiffness, 1}, {&depth, 1}, {&rate, 1}, {&sample, 1});
  return sample;
}

void require_valid(const NormalLaw& law, const std::string& what) {
  if (law.kind == NormalLawKind::user) return require_valid(law.user, what);
  const LawDescription* description = describe(law.kind);
  if (description == nullptr) return;
  for (const LawParameter& parameter : description->parameters)
    if (counts(parameter, law)) require_valid(parameter, law.*parameter.value, what);
}

}  // namespace condyle
