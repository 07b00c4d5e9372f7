#include "support/random_draws.h"

#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "core/src/contact/laws/law_description.h"

namespace condyle::test {

unsigned RandomDraws::take_byte() {
  if (bytes_.empty()) return 0;
  const unsigned byte = bytes_.front();
  bytes_ = bytes_.subspan(1);
  return byte;
}

int RandomDraws::pick(int count) {
  if (from_bytes_) return static_cast<int>(take_byte() % static_cast<unsigned>(count));
  return std::uniform_int_distribution<int>(0, count - 1)(random_);
}

double RandomDraws::between(double low, double high) {
  if (from_bytes_) {
    const unsigned high_byte = take_byte(), low_byte = take_byte();
    return low + (high - low) * ((256 * high_byte + low_byte) / 65535.0);
  }
  return std::uniform_real_distribution<double>(low, high)(random_);
}

double RandomDraws::decades(double low, double high) {
  return low * std::pow(high / low, between(0, 1));
}

Eigen::Vector3d RandomDraws::vector() {
  const double x = between(-1, 1), y = between(-1, 1), z = between(-1, 1);
  return {x, y, z};
}

Layer RandomDraws::draw_layer() {
  const double modulus = decades(1e6, 100e6), thickness = decades(0.002, 0.008);
  return {modulus, 0.4, thickness};
}

ContactSettings RandomDraws::draw_contact(const NormalLaw& law, std::string& description) {
  ContactSettings contact;
  contact.normal = law;
  contact.formulation = pick(3) == 0 ? Formulation::nonlinear : Formulation::linear;
  contact.lumped = pick(2) == 0;
  contact.dissipation = pick(2) == 0 ? 0 : 0.5;
  constexpr std::pair<FrictionMode, const char*> k_modes[] = {
      {FrictionMode::off, "no friction"},
      {FrictionMode::on, "friction"},
      {FrictionMode::dynamic_only, "dynamic friction"},
      {FrictionMode::stiction, "stiction"}};
  int mode = pick(4);
  // Stiction only acts on triangles.
  if (acts_on_patches(law) && k_modes[mode].first == FrictionMode::stiction) mode = 1;
  contact.friction = {0.5, 0.4, 1e-3, 1.5e-3, k_modes[mode].first};
  description += fmt::format(", {}, {}, dissipation {}, {}",
                             contact.formulation == Formulation::linear ? "linear" : "nonlinear",
                             contact.lumped ? "lumped" : "in series", contact.dissipation,
                             k_modes[mode].second);
  return contact;
}

}  // namespace condyle::test
