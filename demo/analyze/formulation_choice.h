#pragma once

#include <optional>
#include <string>
#include <vector>

#include "condyle/opensim/osim_model.h"

namespace condyle {

/// A pressure law that replaces the model's own in an analysis.
struct FormulationChoice {
  std::optional<Formulation> formulation;  ///< none: the model's own
  double node_spacing = 0;         ///< for elastic_layer: distance of the nodes [m]; 0: its default
  std::vector<std::string> rigid;  ///< for elastic_layer: names of contact meshes that are rigid
};

/// Gives all contacts of the model the chosen law; call this before their surfaces are made. Throws
/// InputError if a rigid mesh is unknown, or if `node_spacing` or `rigid` is set without
/// elastic_layer.
void take_formulation(opensim::OsimModel& model, const FormulationChoice& choice);

}  // namespace condyle
