#pragma once

#include <functional>
#include <string>

#include "condyle/contact/contact_surface.h"
#include "core/src/contact/elastic/compliance_table.h"

namespace condyle {

/// How a layer is modelled by finite elements.
struct ElementSettings {
  double node_spacing = 0;        ///< distance of the law's nodes [m]; 0: the law's default
  double element_size = 0;        ///< length of sides on the surface [m]; 0: distance of the nodes
  double least_thickness = 1e-4;  ///< thinner places are thickened to this [m]
};

/// The size of a finite-element model.
struct ElementFigures {
  int nodes = 0, known_nodes = 0;  ///< number of the law's nodes, and of those on the model
  int elements = 0, levels = 0, unknowns = 0;
};

/// Receives the current stage and the fraction of it that is done; may throw to stop.
using ElementProgress = std::function<void(const char* what, double part)>;

struct ElementCompliance {
  ComplianceTable table;
  ElementFigures figures;
};

/// The compliance of a surface's nodes, from a finite-element model of the layer between the
/// surface and its back: fifteen-node wedges, with CalculiX's stiffness. The layer is held where it
/// meets the back; its edges are free. Precondition: nu < 0.5. Throws InputError if a program is
/// missing or fails, or if the layer cannot be modelled.
ElementCompliance compliance_by_elements(const ContactSurface& surface, const TriangleMesh& back,
                                         const ElementSettings& settings,
                                         const ElementProgress& progress);

/// Why gmsh or CalculiX cannot be run here; empty if both can.
std::string why_no_elements();

}  // namespace condyle
