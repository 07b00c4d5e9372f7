#pragma once

#include <functional>
#include <string>

#include "condyle/contact/contact_surface.h"
#include "core/src/contact/elastic/compliance_table.h"

namespace condyle {

/// How a layer is modelled by finite elements.
struct ElementSettings {
  double node_spacing = 0;  ///< of the law's nodes [m]; 0: the law's default
  double element_size = 0;  ///< sides of elements on the surface [m]; 0: distance of the nodes
  double least_thickness = 1e-4;  ///< thinner places are made as thick [m]
};

/// How large a model is.
struct ElementFigures {
  int nodes = 0, known_nodes = 0;  ///< of the law, and those that the model has
  int elements = 0, levels = 0, unknowns = 0;
};

/// Told what is going on, and how much of it is done; may throw to stop.
using ElementProgress = std::function<void(const char* what, double part)>;

struct ElementCompliance {
  ComplianceTable table;
  ElementFigures figures;
};

/// The compliance of a surface's nodes from a finite-element model of the layer between it and its
/// back, where that is held: wedges of fifteen nodes, whose stiffness is CalculiX's. Edges are
/// free. Precondition: a layer with nu < 0.5. Throws InputError if a program is missing or fails,
/// or the layer cannot be modelled.
ElementCompliance compliance_by_elements(const ContactSurface& surface, const TriangleMesh& back,
                                         const ElementSettings& settings,
                                         const ElementProgress& progress);

/// Why the programs that this takes cannot be run here; empty if they can.
std::string why_no_elements();

}  // namespace condyle
