#pragma once

#include <optional>
#include <string>
#include <vector>

#include "condyle/opensim/osim_model.h"

namespace condyle {

/// The pressure law of an analysis where it is not the model's own.
struct FormulationChoice {
  std::optional<Formulation> formulation;  ///< none: the model's own
  double node_spacing = 0;                 ///< elastic_layer [m]; 0: its default
  std::vector<std::string> rigid;          ///< elastic_layer: contact meshes that do not yield
};

/// The normal along which contacts press where none is chosen: the casting mesh's, as OpenSim's,
/// but that of the target for elastic layers.
ForceDirection force_direction_of(const FormulationChoice& choice);

/// Gives all contacts of the model the law that was chosen, before their surfaces are made. Throws
/// InputError if a rigid mesh is unknown, or the choice does not go together.
void take_formulation(opensim::OsimModel& model, const FormulationChoice& choice);

}  // namespace condyle
