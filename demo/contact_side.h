#pragma once

#include <memory>
#include <string>

#include "condyle/contact/contact_surface.h"
#include "condyle/contact/layer.h"
#include "condyle/mesh/mesh_file.h"

namespace condyle {

/// One side of `condyle contact`, as its options give it.
struct ContactSide {
  std::string option;      ///< "--casting" or "--target", for messages
  std::string file = {};   ///< a mesh file, or an analytic shape in a .json file
  std::string layer = {};  ///< see parse_layer
  /// Mesh behind the layer, from which its thickness follows; may be empty.
  std::string back_file = {};
  /// File of `condyle compliance`, which takes the flat layer's place; may be empty.
  std::string compliance_file = {};
  ThicknessRange thickness{1e-3, 10e-3};  ///< with a back mesh [m]; OpenSim's defaults
};

/// How the files of both sides are read.
struct ContactFiles {
  mesh::LengthUnit unit = mesh::LengthUnit::metre;
  double chord_error = 0;        ///< for shapes; 0: the shape's default [m]
  int curved_facets = 1;         ///< parts into which a facet's side is divided on its curve
  LayerUse use = LayerUse::any;  ///< `elastic` also admits what only that law can take
};

/// Reads mesh or shape and layer of a side. Says on the terminal how many rays missed the back
/// mesh. Throws InputError naming the option or the file.
std::shared_ptr<const ContactSurface> read_side(const ContactSide& side, const ContactFiles& files);

}  // namespace condyle
