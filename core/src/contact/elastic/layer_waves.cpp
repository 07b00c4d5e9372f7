#include "core/src/contact/elastic/layer_waves.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/src/contact/elastic/layer_kernel.h"

namespace condyle {

double yield_to_wave(const Layer& layer, double thickness, double k) {
  if (layer.use == LayerUse::rigid) return 0;
  const double nu = layer.poissons_ratio;
  const double ratio = std::isfinite(thickness) ? layer_ratio(k * thickness, nu) : 1;
  return 2 * (1 - nu * nu) / (layer.elastic_modulus * k) * ratio;
}

double yield_of_both(const Layer& casting, const Layer& target, double k) {
  return yield_to_wave(casting, casting.thickness, k) + yield_to_wave(target, target.thickness, k);
}

double yield_to_steps(const Layer& casting, const Layer& target, double spacing,
                      double nodes_over_radius) {
  constexpr int k_waves = 8;
  const auto of_both = [&](double wave) { return yield_of_both(casting, target, wave); };
  const double k = k_contact_wave / (nodes_over_radius * spacing);
  double sum = 0;
  for (int m = 1; m <= k_waves; ++m) {
    const double g = 2 * std::numbers::pi * m / spacing;
    sum += 2 * (k / g) * (k / g) * of_both(g);
  }
  return sum / of_both(k);
}

double gain_of_error(const Layer& casting, const Layer& target, double radius) {
  double widest = 0;
  for (const Layer* layer : {&casting, &target})
    if (layer->use != LayerUse::rigid) widest = std::max(widest, layer->thickness);
  if (!std::isfinite(widest)) return 0;
  return yield_of_both(casting, target, k_long_wave / widest) /
         yield_of_both(casting, target, k_contact_wave / radius);
}

}  // namespace condyle
