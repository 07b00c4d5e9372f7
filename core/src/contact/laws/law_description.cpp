#include "core/src/contact/laws/law_description.h"

#include <algorithm>

#include "core/src/base/enum_words.h"

namespace condyle {

extern const LawDescription k_volume_law, k_impact_law, k_poisson_law, k_hertz_law,
    k_hunt_crossley_law, k_lankarani_nikravesh_law;

namespace {

constexpr const LawDescription* k_laws[] = {
    &k_volume_law, &k_impact_law,        &k_poisson_law,
    &k_hertz_law,  &k_hunt_crossley_law, &k_lankarani_nikravesh_law,
};
constexpr int k_first = static_cast<int>(NormalLawKind::elastic_foundation) + 1;
constexpr int k_formulations = detail::enumerator_count<Formulation>();
static_assert(std::size(k_laws) + k_first == static_cast<std::size_t>(NormalLawKind::user));

}  // namespace

std::span<const LawDescription* const> force_laws() { return k_laws; }

const LawDescription* describe(NormalLawKind kind) {
  if (kind == NormalLawKind::elastic_foundation || kind == NormalLawKind::user) return nullptr;
  return k_laws[static_cast<int>(kind) - k_first];
}

bool counts(const LawParameter& parameter, const NormalLaw& law) {
  if (parameter.need != LawParameter::required) return true;
  return std::ranges::none_of(describe(law.kind)->parameters, [&](const LawParameter& other) {
    return other.need == LawParameter::replaces_required && law.*other.value > 0;
  });
}

std::vector<std::string> law_names() {
  std::vector<std::string> names = words_of<Formulation>();
  for (const LawDescription* law : force_laws()) names.emplace_back(law->name);
  names.emplace_back("user");
  return names;
}

LawChoice law_at(int place) {
  if (place < k_formulations)
    return {NormalLawKind::elastic_foundation, enumerator_at<Formulation>(place)};
  const std::span laws = force_laws().subspan(static_cast<std::size_t>(place - k_formulations));
  return {laws.empty() ? NormalLawKind::user : laws.front()->kind, Formulation::linear};
}

int place_of_law(const ContactSettings& settings) {
  if (is_foundation(settings.normal)) return static_cast<int>(settings.formulation);
  return static_cast<int>(settings.normal.kind) - k_first + k_formulations;
}

}  // namespace condyle
