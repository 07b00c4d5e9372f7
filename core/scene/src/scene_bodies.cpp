#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "condyle/contact/layer.h"
#include "condyle/scene/materials.h"
#include "condyle/scene/scene_build.h"
#include "core/scene/src/quantities.h"
#include "core/scene/src/scene_keys.h"
#include "core/scene/src/scene_words.h"
#include "core/scene/src/setting_descriptions.h"

namespace condyle::scene {
namespace {

/// The third component of a plane's size is ignored, so that it may be zero.
constexpr Quantity k_plane_size{
    .unit = k_length.unit, .range = k_length.range, .example = k_length.example, .bounded = 2};

/// The range and the default of the number of segments of a primitive.
void describe_segments(Fields& fields, MeshFromPrimitive& p) {
  const auto describe_them = [&](const char* meaning, const WholeRange& range, int otherwise) {
    fields.assume(p.segments, otherwise);
    fields.whole(optional_key("segments", meaning), p.segments, range);
  };
  if (p.shape == PrimitiveShape::icosphere || p.shape == PrimitiveShape::ellipsoid)
    describe_them("Subdivisions of an icosahedron; each makes four triangles of one.", {0, 7}, 4);
  else if (p.shape == PrimitiveShape::box || p.shape == PrimitiveShape::plane)
    describe_them("Cells per edge.", {1, 1000}, 16);
  else
    describe_them("Around the circle.", {3, 1000}, 16);
}

void describe_primitive_sizes(Fields& fields, MeshFromPrimitive& p) {
  const auto radius = [&](const char* meaning) {
    fields.number(required_key("radius", meaning), p.radius, k_length);
  };
  switch (p.shape) {
    case PrimitiveShape::box:
      return fields.vector(required_key("size", "Edges along x, y and z."), p.size, k_length);
    case PrimitiveShape::ellipsoid:
      return fields.vector(required_key("size", "Semi-axes along x, y and z."), p.size, k_length);
    case PrimitiveShape::plane:
      return fields.vector(required_key("size", "x, y and any number; the plane faces +z."), p.size,
                           k_plane_size);
    case PrimitiveShape::icosphere:
      return radius("Radius.");
    case PrimitiveShape::torus: {
      radius("Radius of the centre line, about z.");
      Quantity tube = k_length;
      if (fields.is_reading())
        tube.range = {.min = k_length.range.min, .max = p.radius, .open_max = true};
      return fields.number(required_key("tube_radius", "Below the radius of the centre line."),
                           p.tube_radius, tube);
    }
    default:
      radius("Radius.");
      fields.number(required_key("length", "Of the straight part, along z."), p.length, k_length);
  }
}

void describe_mesh_from_shape(Fields& fields, MeshFromShape& made, ShapeUse use) {
  ShapeFineness& fineness = made.fineness;
  const bool is_of_endless = use == ShapeUse::endless_mesh;
  fields.object(required_key("shape", "An analytic shape."),
                fields.is_documenting() && is_of_endless ? "endless_shape" : "bounded_shape",
                [&](Fields& shape) { describe_shape(shape, made.shape, use); });
  if (std::holds_alternative<geometry::MeshSolid>(made.shape))
    fields.fail("shape", "is a mesh; give it as 'file' and 'unit' instead of 'shape'");
  fields.number(
      optional_key("chord_error", "Largest distance of the mesh that represents the shape.")
          .otherwise("1/1000 of the size; if it casts, finer, and divided where contact is small"),
      fineness.chord_error, k_fineness.like(0.01));
  fields.number(
      optional_key("longest_edge", "Longest edge of that mesh.").otherwise("1/16 of the size"),
      fineness.longest_edge, k_fineness.like(0.2));
  if (fields.is_documenting() ? is_of_endless : is_endless(made.shape))
    fields.number(optional_key("extent",
                               "Half space: edge of the square that represents it; infinite "
                               "cylinder: length."),
                  fineness.extent, {.unit = "m", .range = {.min = 1e-6, .max = 1e3}});
  if (!fields.is_reading()) return;
  const ShapeFineness usual = default_fineness(made.shape, fineness.extent);
  if (!(fineness.chord_error > 0)) fineness.chord_error = usual.chord_error;
  if (!(fineness.longest_edge > 0)) fineness.longest_edge = usual.longest_edge;
}

void describe_member(Fields& fields, Layer& layer, double Layer::*member, Key key) {
  for (const SettingDescription<Layer>& setting : layer_settings())
    if (std::get<double Layer::*>(setting.member) == member)
      describe_setting(fields, setting, layer, key);
}

/// Young's modulus and Poisson's ratio: from a material's name, which brings its yield stress
/// along, from bulk and shear modulus, or directly. Values beside a name override the material's.
void describe_moduli(Fields& fields, Layer& layer, bool of_material) {
  const Key key = of_material ? Key{.by_default = "the material's"} : Key{.is_required = true};
  describe_member(fields, layer, &Layer::elastic_modulus, key);
  describe_member(fields, layer, &Layer::poissons_ratio, key);
}

void describe_material(Fields& fields, Layer& layer) {
  const std::vector<std::string> names = material_names();
  int name = 0;
  fields.word_at(required_key("material", "Its figures and sources are in `docs/materials.md`."),
                 name, names);
  const Material& material = *find_material(names[name]);
  fields.assume(layer.elastic_modulus, material.elastic_modulus.value);
  fields.assume(layer.poissons_ratio, material.poissons_ratio.value);
  fields.assume(layer.yield_stress, material.yield_stress.value);
  describe_moduli(fields, layer, true);
}

void describe_bulk_and_shear(Fields& fields, Layer& layer) {
  constexpr Quantity k_bulk_or_shear{
      .unit = "Pa", .range = {.min = 0, .max = 4e12, .open_min = true}, .example = 3e6};
  double bulk = 0, shear = 0;
  fields.number(required_key("bulk_modulus", "Resistance to a change of volume."), bulk,
                k_bulk_or_shear);
  fields.number(required_key("shear_modulus", "Resistance to a change of shape."), shear,
                k_bulk_or_shear);
  if (fields.is_reading()) layer = layer_of_moduli(bulk, shear, layer.thickness);
}

void describe_layer(Fields& fields, std::optional<Layer>& layer) {
  bool is_rigid = layer && layer->use == LayerUse::rigid;
  fields.object_or_word(
      optional_key("layer", "Required for contact; without it the mesh is only drawn.")
          .left_out_if(!layer),
      "layer", words::side_without_layer, is_rigid,
      [&](Fields& inner) { describe(inner, layer ? *layer : layer.emplace()); });
  if (is_rigid && !layer) layer = rigid_layer();
}

/// The source of the mesh as the alternative T, which it becomes if it is another one.
template <class T>
T& source_as(SceneMesh& mesh) {
  return std::holds_alternative<T>(mesh.source) ? std::get<T>(mesh.source)
                                                : mesh.source.emplace<T>();
}

void describe_mesh_file(Fields& fields, MeshFromFile& source) {
  describe(fields, source);
  fields.whole(optional_key("curved_facets",
                            "Divides each facet into so many squared, which lie on a smooth "
                            "surface through the vertices; edges bent by more than 45 degrees and "
                            "borders stay straight. 1 leaves the mesh as it is."),
               source.curved_facets, {1, 16});
}

void describe_primitive(Fields& fields, MeshFromPrimitive& made) {
  fields.entry(required_key("primitive", "A mesh from a formula."), "primitive", made);
}

void describe_shape_source(Fields& fields, MeshFromShape& made) {
  fields.forbidden("back_mesh", "measures the thickness of a mesh; a shape has that of its layer");
  fields.forbidden("compliance", "is of a mesh, not of a shape");
  fields.variants_of_schema(
      {[&] { describe_mesh_from_shape(fields, made, ShapeUse::bounded_mesh); },
       [&] { describe_mesh_from_shape(fields, made, ShapeUse::endless_mesh); }});
}

void describe_curve(Fields& fields, MeshFromCurve& made) {
  fields.entry(required_key("curve",
                            "The wall over a plane curve, for contact in two "
                            "dimensions such as a cam and its follower."),
               "curve", made);
}

void describe_soft_block(Fields& fields, SoftBlock& block) {
  fields.forbidden("back_mesh", "measures the thickness of a mesh that does not deform");
  fields.forbidden("compliance", "is of a mesh that does not deform");
  fields.entry(required_key("soft_block", "The skin of a deformable block."), "soft_block", block);
}

void describe_source(Fields& fields, SceneMesh& mesh) {
  if (std::holds_alternative<MeshOfModel>(mesh.source))
    throw InputError(fmt::format(
        "mesh '{}': it is of a robot's model, which a scene file cannot hold; edit the model",
        mesh.name));
  Fields::Variants variants;
  std::string written;
  const auto add = [&]<class T>(const char* key, void (*describe_as)(Fields&, T&)) {
    if (std::holds_alternative<T>(mesh.source)) written = key;
    variants.push_back(
        {key, [&fields, &mesh, describe_as] { describe_as(fields, source_as<T>(mesh)); }});
  };
  add("file", describe_mesh_file);
  add("primitive", describe_primitive);
  add("shape", describe_shape_source);
  add("curve", describe_curve);
  add("soft_block", describe_soft_block);
  fields.exactly_one_of(variants, written);
}

/// How a mesh is drawn, which changes nothing else.
void describe_drawing(Fields& fields, SceneMesh& mesh) {
  fields.word(
      optional_key("look",
                   "Material in whose colour the mesh is drawn; by_layer: that of its layer's "
                   "modulus, or grey without a layer."),
      mesh.look);
  fields.optional_number(
      optional_key("opacity", "Of the mesh in the viewer, at the start; 0 hides it.")
          .otherwise("1, or that of glass if it would hide the pressure of a contact"),
      mesh.opacity, {.range = {.min = 0, .max = 1}, .example = 0.3});
  fields.text(
      optional_key("carried_by",
                   "Name of a ligament on which the mesh is drawn, such as a patella on its "
                   "tendon, without a layer: the mesh frame's y axis points along the "
                   "strand to its first end, its x axis nearly along that of the body, and "
                   "`position` and `rotation` move it from there.")
          .otherwise("none")
          .left_out_if(mesh.carried_by.empty()),
      mesh.carried_by, k_name_text);
  fields.number(optional_key("carried_at", "Distance along the strand from its last end.")
                    .beside("carried_by")
                    .left_out_if(mesh.carried_by.empty()),
                mesh.carried_at, {.unit = "m", .range = {.min = 0, .max = 1e3}, .example = 0.06});
}

void describe_inertia(Fields& fields, Eigen::Matrix3d& I) {
  std::vector<double> list = {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
  fields.numbers(
      required_key("inertia",
                   "Ixx, Iyy, Izz (, Ixy, Ixz, Iyz as matrix entries), about the "
                   "centre of mass, body axes."),
      list, {.unit = "kg m²"},
      {.sizes = {3, 6}, .wrong_size = "must be [Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]"});
  if (!fields.is_reading()) return;
  I = Eigen::Vector3d(list[0], list[1], list[2]).asDiagonal();
  if (list.size() < 6) return;
  I(0, 1) = I(1, 0) = list[3];
  I(0, 2) = I(2, 0) = list[4];
  I(1, 2) = I(2, 1) = list[5];
}

void describe_density(Fields& fields, SceneBody& body) {
  fields.number(
      required_key("density",
                   "Of what fills the closed meshes: gives mass, centre and "
                   "inertia."),
      body.density,
      {.unit = "kg/m³", .range = {.min = 0, .max = 1e5, .open_min = true}, .example = 1000});
}

void describe_mass(Fields& fields, SceneBody& body) {
  fields.number(required_key("mass", "Total mass."), body.mass, k_mass);
  fields.vector(optional_key("center_of_mass", "In the body frame."), body.p_BoBcm, k_coordinate);
  describe_inertia(fields, body.I_BBcm);
}

/// The keys of a body that forces move.
void describe_dynamics(Fields& fields, SceneBody& body) {
  fields.vector(optional_key("velocity", "Of the body's origin at time 0, world frame."),
                body.V_WB.linear, {.unit = "m/s", .range = {.min = -1e3, .max = 1e3}});
  fields.vector(optional_key("angular_velocity", "At time 0, world frame."), body.V_WB.angular,
                {.unit = "rad/s"});
  fields.exactly_one_of({{"mass", [&] { describe_mass(fields, body); }},
                         {"density", [&] { describe_density(fields, body); }}},
                        body.density > 0 ? "density" : "mass");
}

}  // namespace

void describe(Fields& fields, MeshFromPrimitive& p) {
  fields.note("A mesh from a formula, centred on its frame; at most 4 million triangles.");
  fields.word(required_key("shape", "What it is."), p.shape);
  fields.cases_of("shape", p.shape, [&](PrimitiveShape shape) {
    p.shape = shape;
    describe_segments(fields, p);
    describe_primitive_sizes(fields, p);
  });
}

void describe(Fields& fields, MeshFromCurve& made) {
  const int count = static_cast<int>(made.curve.points.size());
  Eigen::MatrixXd points(count, 2);
  for (int i = 0; i < count; ++i) points.row(i) = made.curve.points[i];
  fields.note(
      "The wall that a curve in the plane z = 0 sweeps along z. It faces to the right of the "
      "direction of travel: a closed curve runs counter-clockwise around its body. It has no "
      "end faces, so it takes no density.");
  fields.rows(required_key("points",
                           "The curve passes through these, [x, y], in order; a closed curve "
                           "needs three."),
              points, 2, "must be [x, y] in metres");
  made.curve.points.clear();
  for (const auto& point : points.rowwise()) made.curve.points.emplace_back(point.transpose());
  fields.flag(optional_key("closed", "Back to the first point, which is not repeated."),
              made.curve.is_closed);
  fields.flag(
      optional_key("smooth", "A cubic spline through the points instead of straight lines."),
      made.curve.is_smooth);
  fields.number(required_key("depth", "Along z, half of it to either side."), made.depth, k_length);
  fields.number(required_key("longest_edge", "Longest piece along the curve."), made.longest_edge,
                k_fineness);
}

void describe(Fields& fields, SoftBlock& block) {
  fields.note(
      "A soft body of Bullet, which deforms below its layer: a lattice whose nodes are linked "
      "along the edges and diagonals of its cells. Its fixed body, which has no other mesh "
      "with a layer, holds the lower side (least z); the origin is the centre of the upper.");
  fields.vector(required_key("size", "Along x, y and z."), block.size, k_length);
  fields.counts(optional_key("cells", "Of the lattice, along x, y and z."), block.cells, {1, 40},
                "must be three numbers: cells along x, y and z");
  fields.number(required_key("mass", "Of all nodes: ten times that of the bodies that rest on it."),
                block.mass, k_mass);
  fields.number(optional_key("link_stiffness",
                             "Fraction of a link's stretch that an iteration corrects: "
                             "stiffness depends on the rate, and a run ends with an "
                             "error if the rate is too low for the links to hold."),
                block.link_stiffness, {.range = {.min = 0, .max = 1, .open_min = true}});
  fields.whole(optional_key("iterations", "In each step."), block.iterations, {1, 100});
  fields.number(optional_key("damping", "Fraction of a node's velocity lost per step."),
                block.damping, {.range = {.min = 0, .max = 1}});
}

void describe(Fields& fields, Layer& layer) {
  fields.note(
      "The elastic layer of a mesh; rigid: this side does not yield, for the law "
      "elastic_layer alone.");
  fields.first_of({{"material", [&] { describe_material(fields, layer); }},
                   {"bulk_modulus", [&] { describe_bulk_and_shear(fields, layer); }},
                   {"elastic_modulus", [&] { describe_moduli(fields, layer, false); }}},
                  "elastic_modulus");
  describe_member(fields, layer, &Layer::thickness, {.is_required = true});
  describe_member(fields, layer, &Layer::yield_stress, {});
  fields.check([&](const JsonNode& node) {
    if (is_incompressible(layer) || std::isinf(layer.thickness)) layer.use = LayerUse::elastic;
    require_valid(layer, node.where());
  });
}

void describe(Fields& fields, BackMesh& back) {
  fields.note(
      "The thickness of each triangle is the distance along its inward normal to this mesh, "
      "or the minimum if the ray meets nothing.");
  describe(fields, back.source);
  fields.number(optional_key("min_thickness", "Least thickness."), back.min_thickness, k_extent);
  Quantity greatest = k_extent;
  if (fields.is_reading()) greatest.range = {.min = back.min_thickness, .max = k_extent.range.max};
  fields.number(optional_key("max_thickness", "Greatest thickness, at least min_thickness."),
                back.max_thickness, greatest);
}

void describe(Fields& fields, SceneMesh& mesh) {
  fields.text(required_key("name", "Unique in the body."), mesh.name, k_name_text);
  describe_source(fields, mesh);
  describe_pose(fields, mesh.X_BM, "Origin of the mesh frame in the body.");
  describe_layer(fields, mesh.layer);
  fields.entry(optional_key("back_mesh", "Measures the thickness of the layer per triangle.")
                   .beside("layer"),
               "back_mesh", mesh.back);
  fields.file(optional_key("compliance",
                           "A file of `condyle compliance`, relative to the scene file, for the "
                           "law elastic_layer: finite elements of the actual part in place of a "
                           "flat layer. It has a node spacing of its own.")
                  .beside("layer")
                  .left_out_if(mesh.compliance.empty()),
              mesh.compliance, FileUse::compliance);
  describe_drawing(fields, mesh);
  if (!mesh.carried_by.empty() && (mesh.layer || soft_block(mesh)))
    fields.fail("carried_by", "is for a mesh that touches nothing; leave out its layer");
  if (mesh.carried_by.empty() && mesh.carried_at != 0)
    fields.fail("carried_at", "needs 'carried_by' beside it, the ligament on which the mesh rides");
  if (mesh.back && (!mesh.layer || mesh.layer->use == LayerUse::rigid))
    fields.fail("back_mesh", "needs a 'layer' beside it, for the modulus and Poisson's ratio");
  if (!mesh.compliance.empty() && (!mesh.layer || mesh.layer->use == LayerUse::rigid))
    fields.fail("compliance", "needs a 'layer' beside it, for the modulus");
}

void describe(Fields& fields, MeshFromFile& source) {
  fields.file(required_key("file", "STL, OBJ, PLY or VTP, relative to the scene file."),
              source.file, FileUse::mesh);
  fields.word(required_key("unit", "Of the file's coordinates."), source.unit);
  fields.vector(
      optional_key("scale",
                   "Factors of the mesh along x, y and z, not zero. An odd number of negative ones "
                   "mirrors it, and its triangles still face outward.")
          .left_out_if(source.scale == Eigen::Vector3d::Ones()),
      source.scale, {.range = {.min = -1e3, .max = 1e3}, .example = 1});
  if (fields.is_reading() && (source.scale.array() == 0).any())
    fields.fail("scale", "has a factor of zero, which would flatten the mesh");
}

void describe(Fields& fields, SceneBody& body) {
  fields.text(required_key("name", "Unique."), body.name, k_name_text);
  fields.word(required_key("kind",
                           "fixed: does not move. kinematic: moved by motions. dynamic: moved by "
                           "forces."),
              body.kind);
  describe_pose(fields, body.X_WB, "Origin of the body frame in the world at time 0.");
  fields.cases_of("kind", body.kind, [&](BodyKind kind) {
    if (kind == BodyKind::dynamic) describe_dynamics(fields, body);
  });
  fields.list(optional_key("meshes", "What the body is seen and touched by."), "mesh", body.meshes);
}

}  // namespace condyle::scene
