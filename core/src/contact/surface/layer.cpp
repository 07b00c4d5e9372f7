#include "condyle/contact/layer.h"

#include <fmt/core.h>

#include <cmath>

#include "condyle/error.h"
#include "core/src/contact/surface/layer_limits.h"

namespace condyle {

double constrained_modulus(double elastic_modulus, double poissons_ratio) {
  const double nu = poissons_ratio;
  return elastic_modulus * (1 - nu) / ((1 + nu) * (1 - 2 * nu));
}

Layer layer_of_moduli(double bulk_modulus, double shear_modulus, double thickness) {
  const double sum = 3 * bulk_modulus + shear_modulus;
  return {9 * bulk_modulus * shear_modulus / sum,
          (3 * bulk_modulus - 2 * shear_modulus) / (2 * sum), thickness};
}

Layer elastic_layer(double elastic_modulus, double poissons_ratio, double thickness) {
  return {elastic_modulus, poissons_ratio, thickness, LayerUse::elastic};
}

Layer rigid_layer() { return {0, 0, 0, LayerUse::rigid}; }

void require_valid(const Layer& layer, const std::string& what) {
  if (layer.use == LayerUse::rigid) return;
  const auto [modulus, ratio, thickness, use, yield_stress] = layer;
  const bool is_elastic = use == LayerUse::elastic;
  if (!(modulus > 0) || !(modulus <= k_stiffest_layer)) {
    throw InputError(
        fmt::format("{}: elastic modulus E = {} Pa is out of range; give a value above 0 and at "
                    "most {:g}, in pascal",
                    what, modulus, k_stiffest_layer));
  }
  if (!(ratio > -1 && ratio < 0.5) && !(is_elastic && is_incompressible(layer))) {
    throw InputError(
        fmt::format("{}: Poisson's ratio nu = {} is out of range; give a value above -1 and below "
                    "0.5, or the law elastic_layer, which takes 0.5 too: springs of an "
                    "incompressible layer would be infinitely stiff",
                    what, ratio));
  }
  if (!(thickness > 0) || (!is_elastic && !std::isfinite(thickness))) {
    throw InputError(
        fmt::format("{}: thickness h = {} m is out of range; give a finite value above 0 in metres",
                    what, thickness));
  }
  if (!(yield_stress >= 0) || !std::isfinite(yield_stress)) {
    throw InputError(
        fmt::format("{}: yield stress {} Pa is out of range; give a finite value above 0, or 0 if "
                    "it is unknown",
                    what, yield_stress));
  }
}

}  // namespace condyle
