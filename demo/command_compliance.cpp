// condyle compliance: computes the compliance of a part's layer by finite elements, for the law
// elastic_layer.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <string>

#include "base/out_folder.h"
#include "base/stop_signal.h"
#include "base/terminal.h"
#include "commands.h"
#include "condyle/error.h"
#include "contact/contact_side.h"
#include "elements/element_compliance.h"
#include "number_checks.h"

namespace condyle {
namespace {

constexpr const char* k_compliance_footer = R"(
The law elastic_layer treats each place of a layer as part of a flat layer of that thickness. This
command models the actual part instead: the solid between MESH and BACK, the face to which the layer is
bonded, with free sides. It takes minutes, but only once; then pass OUT to `condyle contact
--casting-compliance`, the key "compliance" of a scene's mesh, or Surface(compliance=..) in Python.
The file is valid for this mesh, unit, spacing, Poisson's ratio and thickness, and for any modulus.

The part must be thick along a single direction, and MESH must not fold over itself. Nodes of MESH with
no BACK below them keep the flat layer's compliance. Needs gmsh and CalculiX (Debian: gmsh,
calculix-ccx), and some gigabytes in the temporary folder for fine meshes. If stopped by Ctrl-C, it
writes nothing and exits with code 3.

Example:
  condyle compliance insert.stl --back tray.stl --unit mm --layer E=463e6,nu=0.46 \
    --node-spacing 1.5e-3 --out insert.compliance
  condyle contact --casting insert.stl --casting-back tray.stl --casting-layer E=463e6,nu=0.46 \
    --casting-compliance insert.compliance --target femur.stl --target-layer rigid --unit mm \
    --law elastic_layer --poses poses.json --out result.json)";

struct ComplianceOptions {
  ContactSide side{.option = "-"};
  ElementSettings elements;
  std::string unit = "m";
  int curved_facets = 1;
  std::string out_file;
};

/// Updates a progress line if standard error is a terminal. Throws SimulationError if a StopSignal
/// was received.
void show_progress(const char* what, double part) {
  require_no_stop("per cent of the work:", std::lround(100 * part));
  if (is_error_on_terminal()) print_error("\r\033[K{} {:.0f} %", what, 100 * part);
}

void run_compliance(ComplianceOptions options) {
  require_no_input(options.out_file, "--out", {options.side.file, options.side.back_file});
  const ContactFiles files{mesh::parse_length_unit(options.unit), 0, options.curved_facets,
                           LayerUse::elastic};
  const auto surface = read_side(options.side, files);
  if (is_incompressible(surface->layer(0)))
    throw InputError("--layer: finite elements cannot have nu = 0.5; give at most 0.49");
  options.elements.least_thickness = options.side.thickness.minimum;
  const StopSignal stop;
  clear_folder_of(options.out_file);
  const ElementCompliance made =
      compliance_by_elements(*surface, mesh::read_mesh(options.side.back_file, files.unit),
                             options.elements, show_progress);
  if (is_error_on_terminal()) print_error("\r\033[K");
  require_no_stop("per cent of the work:", 100);
  write_compliance(options.out_file, made.table);
  const ElementFigures& figures = made.figures;
  print(
      "{} of {} nodes, {:.4g} mm apart, by {} elements in {} levels, {} unknowns\nwritten to {}\n",
      figures.known_nodes, figures.nodes, 1e3 * made.table.spacing, figures.elements,
      figures.levels, figures.unknowns, options.out_file);
}

}  // namespace

void add_compliance_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand(
      "compliance",
      "Compute the compliance of a part's layer by finite elements, for elastic_layer");
  command.footer(k_compliance_footer);
  const auto options = std::make_shared<ComplianceOptions>();
  command.add_option("MESH", options->side.file, "Mesh that casts rays in contact")->required();
  command
      .add_option("--back", options->side.back_file,
                  "Mesh of the face to which the layer is bonded")
      ->required();
  command.add_option("--layer", options->side.layer, "Elastic modulus E [Pa], Poisson's ratio nu")
      ->type_name("E=..,nu=..")
      ->required();
  command
      .add_option("--min-thickness", options->side.thickness.minimum,
                  "Smallest thickness, as in `condyle contact` [m]")
      ->capture_default_str();
  command
      .add_option("--max-thickness", options->side.thickness.maximum,
                  "Largest thickness that `condyle contact` measures [m]; does not limit the "
                  "finite elements")
      ->capture_default_str();
  command.add_option("--unit", options->unit, "Unit of both mesh files: m, cm, mm, um or in")
      ->capture_default_str();
  command.add_option("--curved-facets", options->curved_facets, "As in `condyle contact`")
      ->option_text("N:INT in [1 - 16]=1")
      ->check(CLI::Range(1, 16));
  command
      .add_option("--node-spacing", options->elements.node_spacing,
                  "Distance between the law's nodes [m]; default: as in `condyle contact` with a "
                  "rigid target")
      ->check(finite_between(1e-7, 1e3));
  command
      .add_option("--element-size", options->elements.element_size,
                  "Side of the elements on the surface [m]; default: the distance between nodes")
      ->check(finite_between(1e-7, 1e3));
  command.add_option("--out", options->out_file, "File for the compliance")->required();
  command.callback([options] { run_compliance(*options); });
}

}  // namespace condyle
