#include "core/src/contact/require_elastic_layer.h"

#include <fmt/core.h>

#include <cmath>

#include "condyle/error.h"
#include "core/src/contact/elastic/compliance_table.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/surface/layer_setups.h"

namespace condyle {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& setting,
                         const std::string& remedy) {
  throw InputError(fmt::format("{}: the formulation elastic_layer cannot go with {}; {}", what,
                               setting, remedy));
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

/// A half space has no stiffness against shear per area.
void require_shear_stiffness(const ContactSurface& surface, const ContactSettings& settings,
                             const std::string& what) {
  const Layer& layer = surface.layer(0);
  if (is_sticking(settings.friction) && settings.friction.stick_stiffness == 0 &&
      layer.use != LayerUse::rigid && !std::isfinite(layer.thickness))
    refuse(what, fmt::format("stiction on {}, a layer without end,", surface.name()),
           "give stick_stiffness, or a thickness");
}

void require_spacing_of_table(const ContactSurface& casting, const ContactSettings& settings,
                              const std::string& what) {
  const auto table = casting.layer_setups().table();
  if (table && settings.node_spacing > 0 && settings.node_spacing != table->spacing)
    refuse(what, fmt::format("a node_spacing of {:g} m", settings.node_spacing),
           fmt::format("{} has nodes {:g} m apart: leave it out", table->file, table->spacing));
}

}  // namespace

void require_elastic_layer(const ContactSettings& settings, const std::string& what) {
  if (settings.formulation != Formulation::elastic_layer) return;
  const std::string springs = ", or take the formulation linear";
  if (!is_foundation(settings.normal))
    refuse(what, "another normal law", "let `normal` be the elastic foundation" + springs);
  if (settings.friction.mode == FrictionMode::user)
    refuse(what, "friction by a function of the user's",
           "let friction be on, or stick by stiction" + springs);
  if (settings.casts_from != CastingElements::triangles)
    refuse(what, "casts_from nodes", "let triangles cast; the layer has nodes of its own");
}

void require_elastic_layer(const ContactSurface& casting, const ContactSurface& target,
                           const ContactSettings& settings, const std::string& what) {
  require_elastic_layer(settings, what);
  require_shear_stiffness(casting, settings, what);
  require_shear_stiffness(target, settings, what);
  require_still(casting, what);
  require_still(target, what);
  require_one_material(casting, what);
  if (!target.has_uniform_layer())
    refuse(what, fmt::format("the variable thickness of {}, the target", target.name()),
           "let that surface cast");
  if (target.layer_setups().table())
    refuse(what, fmt::format("the compliance file of {}, the target", target.name()),
           "let that surface cast");
  require_spacing_of_table(casting, settings, what);
  if (casting.layer(0).use == LayerUse::rigid && target.layer(0).use == LayerUse::rigid)
    refuse(what, "two rigid sides", "give one of them a layer");
}

}  // namespace condyle
