#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "condyle/contact/contact_surface.h"
#include "condyle/contact/layer.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"

namespace condyle {

/// One side of a contact, as given by the options of `condyle contact`.
struct ContactSide {
  std::string option;      ///< "--casting" or "--target", for messages
  bool casts = false;      ///< a shape is meshed for that
  std::string file = {};   ///< a mesh file, or an analytic shape in a .json file
  std::string layer = {};  ///< see parse_layer
  /// Mesh behind the layer, to which its thickness is measured; may be empty.
  std::string back_file = {};
  /// File written by `condyle compliance`, used in place of the flat layer's compliance; may be
  /// empty.
  std::string compliance_file = {};
  ThicknessRange thickness{1e-3, 10e-3};  ///< limits with a back mesh [m]; OpenSim's defaults
};

/// How the files of both sides are read.
struct ContactFiles {
  mesh::LengthUnit unit = mesh::LengthUnit::metre;
  double chord_error = 0;        ///< for shapes; 0: the shape's default [m]
  int curved_facets = 1;         ///< parts per side of a facet, on a smooth surface
  LayerUse use = LayerUse::any;  ///< `elastic` admits values that only that law takes
};

/// Prints each finding to standard error as a line "condyle: warning: PLACE: PROBLEM; REMEDY".
void print_warnings(const std::string& place, std::span<const mesh::MeshFinding> findings);

/// Reads a mesh; warns on the terminal of what its file leaves open (mesh_repair.h). Throws
/// InputError that names the file.
TriangleMesh read_with_warnings(const std::filesystem::path& file, mesh::LengthUnit unit);

/// Reads a shape, as scene::read_shape does, with the same warnings about the file of a mesh.
geometry::Shape read_shape_with_warnings(const std::filesystem::path& file);

/// Reads the mesh or shape of a side and its layer. A shape that casts is meshed finely enough for
/// its layer or, if it is rigid, for that of the other side, `target_thickness` [m]. Warns on the
/// terminal of triangles without back mesh behind them. Throws InputError that names the option or
/// the file.
std::shared_ptr<const ContactSurface> read_side(const ContactSide& side, const ContactFiles& files,
                                                double target_thickness = 0);

/// The thickness of a side's layer [m]; the largest if it is measured to a back mesh and not given.
/// Throws InputError that names the option.
double thickness_of(const ContactSide& side, const ContactFiles& files);

}  // namespace condyle
