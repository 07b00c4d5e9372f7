#include <fmt/core.h>

#include <cmath>

#include "condyle/contact/elastic/elastic_layer.h"
#include "condyle/error.h"

namespace condyle {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& setting,
                         const std::string& remedy) {
  throw InputError(fmt::format("{}: the formulation elastic_layer cannot go with {}; {}", what,
                               setting, remedy));
}

void require_settings(const ContactSettings& settings, const std::string& what) {
  const std::string springs = ", or take the formulation linear";
  if (!is_foundation(settings.normal))
    refuse(what, "another normal law", "let `normal` be the elastic foundation" + springs);
  if (rubs(resolved(settings.friction)))
    refuse(what, "friction or stiction yet", "switch friction off" + springs);
  if (settings.dissipation > 0)
    refuse(what, fmt::format("dissipation = {} s/m yet", settings.dissipation),
           "let it be 0" + springs);
  if (keeps_account(settings))
    refuse(what, "wear_coefficient or record_sliding yet",
           "let wear_coefficient be 0 and record_sliding false" + springs);
  if (settings.casts_from != CastingElements::triangles)
    refuse(what, "casts_from nodes", "let triangles cast; the layer has nodes of its own");
}

/// One material, whose thickness may differ from place to place.
void require_one_material(const ContactSurface& surface, const std::string& what) {
  const Layer& first = surface.layer(0);
  for (int t = 1; !surface.has_uniform_layer() && t < surface.triangle_count(); ++t) {
    const Layer& layer = surface.layer(t);
    if (layer.elastic_modulus != first.elastic_modulus ||
        layer.poissons_ratio != first.poissons_ratio || layer.use != first.use ||
        std::isfinite(layer.thickness) != std::isfinite(first.thickness))
      refuse(what,
             fmt::format("the layers of {}, which differ in more than thickness", surface.name()),
             "give all triangles one modulus and one Poisson's ratio");
  }
}

void require_still(const ContactSurface& surface, const std::string& what) {
  if (surface.is_deformable())
    refuse(what, fmt::format("{}, whose vertices move,", surface.name()),
           "give a surface that keeps its shape, or take the formulation linear");
}

}  // namespace

void require_elastic_layer(const ContactSurface& casting, const ContactSurface& target,
                           const ContactSettings& settings, const std::string& what) {
  require_settings(settings, what);
  require_still(casting, what);
  require_still(target, what);
  require_one_material(casting, what);
  if (!target.has_uniform_layer())
    refuse(what, fmt::format("the variable thickness of {}, the target", target.name()),
           "let that surface cast");
  if (casting.layer(0).use == LayerUse::rigid && target.layer(0).use == LayerUse::rigid)
    refuse(what, "two rigid sides", "give one of them a layer");
}

}  // namespace condyle
