#include <cmath>
#include <limits>

#include "condyle/contact/layer.h"
#include "condyle/scene/materials.h"
#include "condyle/scene/shape_file.h"
#include "core/scene/src/scene_entries.h"
#include "core/scene/src/scene_words.h"

namespace condyle {
namespace {

struct SegmentRange {
  int least, most, otherwise;
};

SegmentRange segment_range(PrimitiveShape shape) {
  switch (shape) {
    case PrimitiveShape::icosphere:
    case PrimitiveShape::ellipsoid:
      return {0, 7, 4};  // subdivisions
    case PrimitiveShape::box:
    case PrimitiveShape::plane:
      return {1, 1000, 16};
    default:
      return {3, 1000, 16};  // around a circle
  }
}

/// The size along x and y; the third component is ignored.
Eigen::Vector3d read_plane_size(const JsonNode& node) {
  const Eigen::Vector3d size = node.vector(k_coordinate);
  for (int axis : {0, 1}) node.items()[axis].number(k_length);
  return size;
}

MeshFromPrimitive read_primitive(const JsonNode& node) {
  JsonObject object(node);
  MeshFromPrimitive p;
  p.shape = static_cast<PrimitiveShape>(object.required("shape").choice(scene_words::primitives));
  const auto length = [&](const char* key) { return object.required(key).number(k_length); };
  switch (p.shape) {
    case PrimitiveShape::box:
    case PrimitiveShape::ellipsoid:
      p.size = object.required("size").vector(k_length);
      break;
    case PrimitiveShape::plane:
      p.size = read_plane_size(object.required("size"));
      break;
    case PrimitiveShape::icosphere:
      p.radius = length("radius");
      break;
    case PrimitiveShape::cylinder:
    case PrimitiveShape::capsule:
      p.radius = length("radius");
      p.length = length("length");
      break;
    case PrimitiveShape::torus:
      p.radius = length("radius");
      p.tube_radius = object.required("tube_radius")
                          .number({.min = k_length.min, .max = p.radius, .open_max = true});
      break;
  }
  const auto segments = object.optional("segments");
  const SegmentRange range = segment_range(p.shape);
  p.segments = segments ? segments->integer(range.least, range.most) : range.otherwise;
  object.reject_other_keys();
  return p;
}

constexpr NumberRange k_fineness{.min = 1e-7, .max = 1e3};
constexpr NumberRange k_edge{.min = 1e-6, .max = 1e3};
constexpr NumberRange k_poissons_ratio{.min = -1, .max = 0.5, .open_min = true};
constexpr NumberRange k_density{.min = 0, .max = 1e5, .open_min = true};

MeshFromShape read_mesh_from_shape(JsonObject& object, const std::filesystem::path& folder) {
  const JsonNode node = object.required("shape");
  MeshFromShape made;
  made.shape = read_shape(node, folder);
  if (std::holds_alternative<MeshSolid>(made.shape)) {
    node.fail("is a mesh; give it as 'file' and 'unit' instead of 'shape'");
  }
  const double extent = is_endless(made.shape) ? object.number("extent", 1, k_edge) : 1;
  made.fineness = default_fineness(made.shape, extent);
  const auto fineness = [&](const char* key, double& value) {
    value = object.number(key, value, k_fineness);
  };
  fineness("chord_error", made.fineness.chord_error);
  fineness("longest_edge", made.fineness.longest_edge);
  return made;
}

MeshFromCurve read_mesh_from_curve(const JsonNode& node) {
  JsonObject object(node);
  MeshFromCurve made;
  for (const JsonNode& point : object.required("points").items()) {
    const std::vector<double> xy = point.numbers(k_coordinate);
    if (xy.size() != 2) point.fail("must be [x, y] in metres");
    made.curve.points.push_back({xy[0], xy[1]});
  }
  made.curve.is_closed = object.boolean("closed", made.curve.is_closed);
  made.curve.is_smooth = object.boolean("smooth", made.curve.is_smooth);
  made.depth = object.required("depth").number(k_length);
  made.longest_edge = object.required("longest_edge").number(k_fineness);
  object.reject_other_keys();
  return made;
}

SoftBlock read_soft_block(const JsonNode& node) {
  constexpr int k_most_cells = 40, k_most_iterations = 100;
  constexpr NumberRange k_part{.min = 0, .max = 1};
  JsonObject object(node);
  SoftBlock block;
  block.size = object.required("size").vector(k_length);
  if (const auto cells = object.optional("cells")) {
    const std::vector<JsonNode> counts = cells->items();
    if (counts.size() != 3) cells->fail("must be three numbers: cells along x, y and z");
    for (std::size_t k = 0; k < 3; ++k) block.cells[k] = counts[k].integer(1, k_most_cells);
  }
  block.mass = object.required("mass").number(k_positive);
  block.link_stiffness =
      object.number("link_stiffness", block.link_stiffness, {.min = 0, .max = 1, .open_min = true});
  if (const auto iterations = object.optional("iterations"))
    block.iterations = iterations->integer(1, k_most_iterations);
  block.damping = object.number("damping", block.damping, k_part);
  object.reject_other_keys();
  return block;
}

/// Reads Young's modulus and Poisson's ratio: from a material's name, which brings its yield stress
/// along, from bulk and shear modulus, or directly. Values given beside a name override the
/// material's.
void read_elasticity(JsonObject& object, Layer& layer) {
  if (const auto name = object.optional("material")) {
    const std::vector<std::string> names = material_names();
    const Material& material = *find_material(names[static_cast<std::size_t>(name->choice(names))]);
    layer.elastic_modulus =
        object.number("elastic_modulus", material.elastic_modulus.value, k_modulus);
    layer.poissons_ratio =
        object.number("poissons_ratio", material.poissons_ratio.value, k_poissons_ratio);
    layer.yield_stress = material.yield_stress.value;
  } else if (const auto bulk_modulus = object.optional("bulk_modulus")) {
    const double bulk = bulk_modulus->number(k_bulk_or_shear);
    const double shear = object.required("shear_modulus").number(k_bulk_or_shear);
    layer = layer_of_moduli(bulk, shear, layer.thickness);
  } else {
    layer.elastic_modulus = object.required("elastic_modulus").number(k_modulus);
    layer.poissons_ratio = object.required("poissons_ratio").number(k_poissons_ratio);
  }
}

Layer read_layer(const JsonNode& node) {
  if (node.is_text()) {
    node.choice(scene_words::sides_without_layer);
    return rigid_layer();
  }
  JsonObject object(node);
  Layer layer;
  read_elasticity(object, layer);
  if (const auto yield = object.optional("yield_stress"))
    layer.yield_stress = yield->number(k_yield_stress);
  const JsonNode thickness = object.required("thickness");
  if (thickness.is_text()) {
    thickness.choice(scene_words::endless_thickness);
    layer.thickness = std::numeric_limits<double>::infinity();
  } else {
    layer.thickness = thickness.number(k_extent);
  }
  object.reject_other_keys();
  if (is_incompressible(layer) || std::isinf(layer.thickness)) layer.use = LayerUse::elastic;
  require_valid(layer, node.where());
  return layer;
}

BackMesh read_back_mesh(const JsonNode& node, const MeshFolders& folders) {
  JsonObject object(node);
  BackMesh back;
  back.source = read_mesh_from_file(object, folders);
  back.min_thickness = object.number("min_thickness", back.min_thickness, k_extent);
  back.max_thickness = object.number("max_thickness", back.max_thickness,
                                     {.min = back.min_thickness, .max = k_extent.max});
  object.reject_other_keys();
  return back;
}

SceneMesh read_scene_mesh(const JsonNode& node, const MeshFolders& folders) {
  JsonObject object(node);
  SceneMesh mesh;
  mesh.name = read_name(object.required("name"));
  const std::array<std::string, 5> sources = {"file", "primitive", "shape", "curve", "soft_block"};
  switch (object.exactly_one_of(sources)) {
    case 0:
      mesh.source = read_mesh_from_file(object, folders);
      break;
    case 1:
      mesh.source = read_primitive(object.required("primitive"));
      break;
    case 2:
      mesh.source = read_mesh_from_shape(object, folders.own);
      break;
    case 3:
      mesh.source = read_mesh_from_curve(object.required("curve"));
      break;
    default:
      mesh.source = read_soft_block(object.required("soft_block"));
  }
  mesh.X_BM = read_pose(object);
  if (const auto layer = object.optional("layer")) mesh.layer = read_layer(*layer);
  if (const auto back = object.optional("back_mesh")) {
    if (std::holds_alternative<MeshFromShape>(mesh.source)) {
      back->fail("measures the thickness of a mesh; a shape has that of its layer");
    }
    if (soft_block(mesh)) back->fail("measures the thickness of a mesh that does not deform");
    if (!mesh.layer || mesh.layer->use == LayerUse::rigid)
      back->fail("needs a 'layer' beside it, for the modulus and Poisson's ratio");
    mesh.back = read_back_mesh(*back, folders);
  }
  object.reject_other_keys();
  return mesh;
}

Eigen::Matrix3d read_inertia(const JsonNode& node) {
  const std::vector<double> I = node.numbers(k_number);
  if (I.size() != 3 && I.size() != 6) {
    node.fail("must be [Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]");
  }
  Eigen::Matrix3d inertia = Eigen::Vector3d(I[0], I[1], I[2]).asDiagonal();
  if (I.size() == 6) {
    inertia(0, 1) = inertia(1, 0) = I[3];
    inertia(0, 2) = inertia(2, 0) = I[4];
    inertia(1, 2) = inertia(2, 1) = I[5];
  }
  return inertia;
}

void read_mass(JsonObject& object, SceneBody& body) {
  const std::array<std::string, 2> ways = {"mass", "density"};
  if (object.exactly_one_of(ways) == 1) {
    body.density = object.required("density").number(k_density);
    return;
  }
  body.mass = object.required("mass").number(k_positive);
  body.p_BoBcm = object.vector("center_of_mass", body.p_BoBcm, k_coordinate);
  body.I_BBcm = read_inertia(object.required("inertia"));
}

}  // namespace

MeshFromFile read_mesh_from_file(JsonObject& object, const MeshFolders& folders) {
  MeshFromFile source;
  const std::string name = object.required("file").text(1, 1000);
  source.file = (folders.own / name).lexically_normal();
  const std::filesystem::path other = (folders.other / name).lexically_normal();
  std::error_code ignored;
  if (!folders.other.empty() && !exists(source.file, ignored) && exists(other, ignored))
    source.file = other;
  source.unit = parse_length_unit(
      scene_words::length_units[object.required("unit").choice(scene_words::length_units)]);
  return source;
}

SceneBody read_body(const JsonNode& node, const MeshFolders& folders) {
  JsonObject object(node);
  SceneBody body;
  body.name = read_name(object.required("name"));
  body.kind = static_cast<BodyKind>(object.required("kind").choice(scene_words::body_kinds));
  body.X_WB = read_pose(object);
  if (body.kind == BodyKind::dynamic) {
    body.V_WB.linear = object.vector("velocity", body.V_WB.linear, k_velocity);
    body.V_WB.angular = object.vector("angular_velocity", body.V_WB.angular, k_number);
    read_mass(object, body);
  }
  for (const JsonNode& mesh : object.items("meshes")) {
    body.meshes.push_back(read_scene_mesh(mesh, folders));
  }
  object.reject_other_keys();
  return body;
}

}  // namespace condyle
