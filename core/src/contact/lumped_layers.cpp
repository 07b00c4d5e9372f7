#include "core/src/contact/lumped_layers.h"

#include <fmt/format.h>

#include "condyle/contact/contact_settings.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/laws/pressure_law.h"
#include "core/src/contact/range_fault.h"

namespace condyle {
namespace {

/// An averaged layer that is stiffer by more than this factor, or softer, is far off.
constexpr double k_far_off = 2;

Layer mean_layer(const ContactSurface& surface) {
  Layer mean = surface.layer(0);
  if (surface.has_uniform_layer()) return mean;
  mean.elastic_modulus = mean.poissons_ratio = mean.thickness = 0;
  double area = 0;
  for (int e = 0; e < surface.element_count(); ++e) {
    const Layer& layer = surface.layer(e);
    const double part = surface.areas()[e] / (area += surface.areas()[e]);
    mean.elastic_modulus += part * (layer.elastic_modulus - mean.elastic_modulus);
    mean.poissons_ratio += part * (layer.poissons_ratio - mean.poissons_ratio);
    mean.thickness += part * (layer.thickness - mean.thickness);
  }
  return mean;
}

bool are_lumped(const Layer& casting, const Layer& target, const ContactSettings& settings) {
  return settings.lumped && is_foundation(settings.normal) &&
         settings.formulation != Formulation::elastic_layer && casting.use == LayerUse::any &&
         target.use == LayerUse::any;
}

std::string text_of(const Layer& layer) {
  return fmt::format("{:.6g} MPa (nu {:.3g}, {:.3g} mm thick)", 1e-6 * layer.elastic_modulus,
                     layer.poissons_ratio, 1e3 * layer.thickness);
}

}  // namespace

bool LumpedLayers::is_far_off() const {
  return stiffness_ratio > k_far_off || stiffness_ratio < 1 / k_far_off;
}

RangeFault LumpedLayers::fault() const {
  return {"lumped_layers",
          fmt::format("its layers, of {} and {}, count as one of averaged material, which is "
                      "{:.4g} times as stiff as both are in series, so that force and pressure are "
                      "far off; let them act in series: \"layers\": \"two_layer\" in a scene, "
                      "--two-layer, lumped=False in Python, or use_lumped_contact_model false in "
                      "a model",
                      text_of(casting), text_of(target), stiffness_ratio),
          {{"stiffness_ratio", stiffness_ratio},
           {"casting_modulus [Pa]", casting.elastic_modulus},
           {"target_modulus [Pa]", target.elastic_modulus}}};
}

LumpedLayers lumped_layers(const ContactSurface& casting, const ContactSurface& target,
                           const ContactSettings& settings) {
  if (!are_lumped(casting.layer(0), target.layer(0), settings)) return {};
  LumpedLayers layers{mean_layer(casting), mean_layer(target)};
  ContactSettings in_series = settings;
  in_series.lumped = false;
  layers.stiffness_ratio =
      make_pressure_law(layers.casting, layers.target, settings).initial_stiffness /
      make_pressure_law(layers.casting, layers.target, in_series).initial_stiffness;
  return layers;
}

}  // namespace condyle
