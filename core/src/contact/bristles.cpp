#include "core/src/contact/bristles.h"

#include <algorithm>

#include "core/src/contact/plain_vectors.h"

namespace condyle {
namespace {

double shear_modulus(double elastic_modulus, double poissons_ratio) {
  return elastic_modulus / (2 * (1 + poissons_ratio));
}

}  // namespace

double bristle_stiffness(const Layer& casting, const Layer& target,
                         const ContactSettings& settings) {
  if (settings.friction.stick_stiffness > 0) return settings.friction.stick_stiffness;
  if (settings.lumped && settings.formulation != Formulation::elastic_layer) {
    const double modulus = 0.5 * (casting.elastic_modulus + target.elastic_modulus);
    const double ratio = 0.5 * (casting.poissons_ratio + target.poissons_ratio);
    return shear_modulus(modulus, ratio) / (casting.thickness + target.thickness);
  }
  const auto compliance = [](const Layer& layer) {
    if (layer.use == LayerUse::rigid) return 0.0;
    return layer.thickness / shear_modulus(layer.elastic_modulus, layer.poissons_ratio);
  };
  return 1 / (compliance(casting) + compliance(target));
}

void hold(const ContactSurface& casting, const ContactSurface& target,
          const ContactSettings& settings, const Eigen::Matrix3d& R_CT,
          std::span<const Bristle> bristles, ContactBlock& block) {
  for (int i = 0; i < block.count; ++i) {
    const int t = block.casting_triangle[i];
    block.slip_damping[i] = 0;
    put(Eigen::Vector3d::Zero(), block.traction, i);
    const auto bristle = std::ranges::lower_bound(bristles, t, {}, &Bristle::casting_triangle);
    if (bristle == bristles.end() || bristle->casting_triangle != t) continue;
    const double stiffness =
        bristle_stiffness(casting.layer(t), target.layer(block.target_triangle[i]), settings);
    put(-stiffness * plain_product(R_CT, bristle->stretch_T), block.traction, i);
  }
}

}  // namespace condyle
