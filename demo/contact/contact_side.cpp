#include "contact/contact_side.h"

#include <fmt/format.h>

#include <filesystem>
#include <span>
#include <utility>

#include "base/terminal.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/mesh/mesh_repair.h"
#include "condyle/scene/scene.h"
#include "condyle/scene/scene_build.h"
#include "contact/contact_input.h"
#include "core/scene/src/shape_reader.h"

namespace condyle {
namespace {

bool is_shape_file(const std::string& file) {
  return std::filesystem::path(file).extension() == ".json";
}

std::shared_ptr<const ContactSurface> read_shape_side(const ContactSide& side,
                                                      const ContactFiles& files, const Layer& layer,
                                                      double target_thickness) {
  const geometry::Shape shape = read_shape_with_warnings(side.file);
  const double thickness = scene::casting_thickness(layer.thickness, target_thickness);
  scene::ShapeFineness fineness = side.casts && !(files.chord_error > 0)
                                      ? scene::casting_fineness(shape, thickness)
                                      : scene::default_fineness(shape);
  if (files.chord_error > 0) fineness.chord_error = files.chord_error;
  const TriangleDivision division =
      files.chord_error > 0 ? TriangleDivision::never : TriangleDivision::on_smooth;
  return std::make_shared<const ContactSurface>(shape, display_mesh(shape, fineness), layer,
                                                side.file, division);
}

bool has_back(const ContactSide& side) { return !side.back_file.empty(); }

Layer layer_of(const ContactSide& side, const ContactFiles& files) {
  return parse_layer(side.layer, side.option + "-layer", files.use,
                     has_back(side) ? side.thickness.maximum : 0);
}

/// The layer of each triangle, with the thickness measured to the mesh behind it.
std::vector<Layer> measured_layers(const ContactSide& side, const TriangleMesh& mesh,
                                   const ContactFiles& files, const Layer& layer) {
  const VariableThickness measured = measure_thickness(
      mesh, read_with_warnings(side.back_file, files.unit), side.thickness, side.option + "-back");
  if (measured.missed > 0)
    print_error(
        "condyle: warning: {} of {} triangles of {} have no mesh behind them and get the smallest "
        "thickness, {:g} m\n",
        measured.missed, mesh.triangles.size(), side.file, side.thickness.minimum);
  return layers_of_thickness(layer, measured.thickness);
}

}  // namespace

void print_warnings(const std::string& place, std::span<const mesh::MeshFinding> findings) {
  for (const mesh::MeshFinding& finding : findings)
    print_error("condyle: warning: {}: {}; {}\n", place, finding.problem, finding.remedy);
}

TriangleMesh read_with_warnings(const std::filesystem::path& file, mesh::LengthUnit unit) {
  mesh::MeshInFile read = mesh::read_mesh_with_findings(file, unit);
  print_warnings(file.string(), read.findings);
  return std::move(read.mesh);
}

geometry::Shape read_shape_with_warnings(const std::filesystem::path& file) {
  const scene::JsonNode node = scene::JsonNode::read(file);
  geometry::Shape shape = scene::read_shape(node, file.parent_path());
  const scene::ShapeFindings found = scene::findings_of_shape(node, file.parent_path());
  print_warnings(found.place, found.findings);
  return shape;
}

double thickness_of(const ContactSide& side, const ContactFiles& files) {
  return layer_of(side, files).thickness;
}

std::shared_ptr<const ContactSurface> read_side(const ContactSide& side, const ContactFiles& files,
                                                double target_thickness) {
  const Layer layer = layer_of(side, files);
  const bool has_compliance = !side.compliance_file.empty();
  if (!has_back(side) && !has_compliance && is_shape_file(side.file))
    return read_shape_side(side, files, layer, target_thickness);
  if (has_compliance && (is_shape_file(side.file) || layer.use != LayerUse::elastic))
    throw InputError(
        fmt::format("{}-compliance: applies only to a mesh with a layer, with --formulation "
                    "elastic_layer; leave it out",
                    side.option));
  if (has_back(side) && (is_shape_file(side.file) || layer.use == LayerUse::rigid))
    throw InputError(
        fmt::format("{0}-back: a thickness is measured for a mesh with a layer; leave "
                    "{0}-back out for a shape or a rigid side",
                    side.option));
  TriangleMesh mesh = read_with_warnings(side.file, files.unit);
  if (files.curved_facets > 1) mesh = with_curved_facets(mesh, files.curved_facets);
  std::vector<Layer> layers{layer};
  if (has_back(side)) layers = measured_layers(side, mesh, files, layer);
  const auto surface =
      std::make_shared<ContactSurface>(std::move(mesh), std::move(layers), side.file);
  if (has_compliance) use_compliance(*surface, side.compliance_file);
  return surface;
}

}  // namespace condyle
