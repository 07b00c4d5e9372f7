#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "condyle/error.h"
#include "condyle/mesh/mesh_repair.h"
#include "condyle/scene/scene_build.h"
#include "condyle/scene/scene_file.h"
#include "core/scene/src/json_node.h"
#include "core/scene/src/quantities.h"
#include "core/scene/src/scene_keys.h"
#include "core/scene/src/scene_reader.h"
#include "core/scene/src/shape_reader.h"

namespace condyle::scene {
namespace {

using Eigen::VectorXd;

const WordTable<geometry::MeshNormals> k_normals = {{"faces", geometry::MeshNormals::faces},
                                                    {"smooth", geometry::MeshNormals::smooth}};

void describe_keys(Fields& fields, geometry::HalfSpace&) { fields.note("All of z <= 0."); }

void describe_keys(Fields& fields, geometry::Sphere& s) {
  fields.number(required_key("radius", "Radius."), s.radius, k_length);
}

void describe_keys(Fields& fields, geometry::Ellipsoid& s) {
  fields.vector(required_key("semi_axes", "Along x, y and z."), s.semi_axes, k_length);
}

void describe_keys(Fields& fields, geometry::InfiniteCylinder& s) {
  fields.note("About z, without ends.");
  fields.number(required_key("radius", "Radius."), s.radius, k_length);
}

void describe_keys(Fields& fields, geometry::Cylinder& s) {
  fields.note("About z, with flat ends at z = -half_length and half_length.");
  fields.number(required_key("radius", "Radius."), s.radius, k_length);
  fields.number(required_key("half_length", "Half of the length."), s.half_length, k_length);
}

void describe_keys(Fields& fields, geometry::Capsule& s) {
  fields.note("About z, with round ends.");
  fields.number(required_key("radius", "Radius."), s.radius, k_length);
  fields.number(required_key("half_length", "Half of the straight wall."), s.half_length, k_length);
}

void describe_keys(Fields& fields, geometry::Cone& s) {
  fields.note("Apex up; base in z = -height/2.");
  fields.number(required_key("radius", "Radius of the base."), s.radius, k_length);
  fields.number(required_key("height", "Height."), s.height, k_length);
}

void describe_keys(Fields& fields, geometry::Torus& s) {
  fields.note("About z.");
  fields.number(required_key("radius", "Radius of the centre line."), s.major_radius, k_length);
  Quantity tube = k_length;
  if (fields.is_reading())
    tube.range = {.min = k_length.range.min, .max = s.major_radius, .open_max = true};
  fields.number(required_key("tube_radius", "Below the radius of the centre line."), s.minor_radius,
                tube);
}

void describe_keys(Fields& fields, geometry::Brick& s) {
  fields.vector(required_key("half_size", "Along x, y and z."), s.half_size, k_length);
}

/// Calls `make` and adds the place in the file to the message of an InputError.
template <class Make>
geometry::Shape made_from(const JsonNode& node, Make&& make) try {
  return std::forward<Make>(make)();
} catch (const InputError& error) {
  node.fail(error.what());
}

std::vector<double> list_of(const VectorXd& values) { return {values.begin(), values.end()}; }
VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), std::ssize(values));
}

/// A height map in a file: its grid lines, given or regular, and its derivatives or a smoothness.
struct HeightMapEntry {
  std::vector<double> x = {}, y = {}, start = {}, spacing = {};
  geometry::HeightSamples samples = {};
  bool has_derivatives = true;
  double smoothness = 0;
};

void describe_grid_lines(Fields& fields, HeightMapEntry& map) {
  const auto describe_given = [&] {
    const ListForm least{.least = 2};
    fields.numbers(required_key("x", "Grid lines, ascending."), map.x, k_coordinate, least);
    fields.numbers(required_key("y", "Grid lines, ascending."), map.y, k_coordinate, least);
  };
  const auto describe_regular = [&] {
    const ListForm pair{.sizes = {2}, .wrong_size = "must be a list of two numbers, along x and y"};
    fields.numbers(required_key("start", "The first grid lines of x and y."), map.start,
                   k_coordinate, pair);
    fields.numbers(required_key("spacing", "Between grid lines, along x and y."), map.spacing,
                   k_length, pair);
  };
  fields.exactly_one_of({{"x", describe_given}, {"start", describe_regular}}, "x");
}

void describe_derivatives(Fields& fields, HeightMapEntry& map) {
  const auto describe_given = [&] {
    map.has_derivatives = true;
    fields.rows(required_key("zx", "Slopes along x, as many as z."), map.samples.zx, 0, nullptr);
    fields.rows(required_key("zy", "Slopes along y."), map.samples.zy, 0, nullptr);
    fields.rows(required_key("zxy", "Twists [1/m]."), map.samples.zxy, 0, nullptr);
  };
  const auto describe_smoothness = [&] {
    map.has_derivatives = false;
    fields.number(optional_key("smoothness", "Smooths the samples first."), map.smoothness,
                  {.unit = "m³", .range = {.min = 0, .max = 1e9}});
  };
  fields.first_of({{"zx", describe_given},
                   {"zy", describe_given},
                   {"zxy", describe_given},
                   {"smoothness", describe_smoothness}},
                  "zx");
}

geometry::HeightMap made_of(const HeightMapEntry& map) {
  const geometry::HeightSamples& samples = map.samples;
  const auto lines = [&](const std::vector<double>& given, std::size_t axis, Eigen::Index count) {
    return map.start.empty() ? vector_of(given)
                             : geometry::regular_grid_lines(map.start[axis], map.spacing[axis],
                                                            static_cast<int>(count));
  };
  const VectorXd x = lines(map.x, 0, samples.z.rows()), y = lines(map.y, 1, samples.z.cols());
  return map.has_derivatives ? geometry::HeightMap::with_derivatives(x, y, samples)
                             : geometry::HeightMap::through(x, y, samples.z, map.smoothness);
}

void describe_height_map(Fields& fields, geometry::Shape& shape) {
  HeightMapEntry entry;
  if (const auto* map = std::get_if<geometry::HeightMap>(&shape))
    entry = {.x = list_of(map->x()), .y = list_of(map->y()), .samples = map->samples()};
  fields.note(
      "The ground below z(x, y): by default the natural bicubic spline through the samples, at "
      "least 4 x 4; with zx, zy and zxy patches of these values. A sample takes 256 bytes of "
      "memory; a map of more than 250 000 samples is refused if its file is shorter than a "
      "sixteenth of that.");
  describe_grid_lines(fields, entry);
  fields.rows(
      required_key("z", "A list for each grid line of x, of a number for each grid line of y."),
      entry.samples.z, 0, nullptr);
  describe_derivatives(fields, entry);
  fields.check(
      [&](const JsonNode& node) { shape = made_from(node, [&] { return made_of(entry); }); });
}

void describe_solid_source(Fields& fields, MeshFromFile& source, geometry::MeshNormals& normals) {
  describe(fields, source);
  fields.word(optional_key("normals", "Of the triangles, or interpolated between the vertices."),
              normals, k_normals);
}

void describe_mesh_solid(Fields& fields, geometry::Shape& shape) {
  fields.leave_out_of_pages();
  MeshFromFile source;
  auto normals = geometry::MeshNormals::faces;
  describe_solid_source(fields, source, normals);
  fields.check([&](const JsonNode& node) {
    shape = made_from(JsonObject(node).required("file"),
                      [&] { return geometry::MeshSolid(read_mesh(source), normals); });
  });
}

/// Describes the keys of a shape that is a plain struct.
template <class T>
void describe_as(Fields& fields, geometry::Shape& shape) {
  T plain = std::holds_alternative<T>(shape) ? std::get<T>(shape) : T{};
  describe_keys(fields, plain);
  if (fields.is_reading()) shape = plain;
}

using DescribeShape = void (*)(Fields&, geometry::Shape&);

/// A kind of shape: its word, and the alternative of Shape that it is.
struct ShapeKind {
  std::string word;
  DescribeShape describe;
  bool (*is_of)(const geometry::Shape&);
};

template <class T>
ShapeKind shape_kind(const char* word, DescribeShape describe = describe_as<T>) {
  return {word, describe, [](const geometry::Shape& s) { return std::holds_alternative<T>(s); }};
}

const std::array k_kinds = {shape_kind<geometry::HalfSpace>("half_space"),
                            shape_kind<geometry::Sphere>("sphere"),
                            shape_kind<geometry::Ellipsoid>("ellipsoid"),
                            shape_kind<geometry::InfiniteCylinder>("infinite_cylinder"),
                            shape_kind<geometry::Cylinder>("cylinder"),
                            shape_kind<geometry::Capsule>("capsule"),
                            shape_kind<geometry::Cone>("cone"),
                            shape_kind<geometry::Torus>("torus"),
                            shape_kind<geometry::Brick>("brick"),
                            shape_kind<geometry::HeightMap>("height_map", describe_height_map),
                            shape_kind<geometry::MeshSolid>("mesh", describe_mesh_solid)};
static_assert(std::tuple_size_v<decltype(k_kinds)> == std::variant_size_v<geometry::Shape>);
const std::vector<std::string> k_kind_words = words_in(k_kinds);

/// Whether the schema allows a kind in this context. The reader accepts all kinds, so that its
/// messages about those that it refuses can say more.
bool is_for(ShapeUse use, const std::string& kind) {
  const bool is_endless_one = kind == "half_space" || kind == "infinite_cylinder";
  if (use == ShapeUse::wrap) return kind != "half_space" && kind != "cone" && kind != "brick";
  return use == ShapeUse::any_mesh || is_endless_one == (use == ShapeUse::endless_mesh);
}

}  // namespace

void describe_shape(Fields& fields, geometry::Shape& shape, ShapeUse use) {
  const auto is_of = [&](const ShapeKind& kind) { return kind.is_of(shape); };
  int place = static_cast<int>(std::ranges::find_if(k_kinds, is_of) - k_kinds.begin());
  fields.word_at(required_key("kind", "What it is."), place, k_kind_words);
  fields.cases("kind", k_kind_words, place, [&](int word) {
    const ShapeKind& kind = k_kinds[word];
    if (!is_for(use, kind.word)) fields.leave_out_of_pages();
    kind.describe(fields, shape);
  });
}

geometry::Shape read_shape(const JsonNode& node, const std::filesystem::path& folder) {
  geometry::Shape shape;
  read_entry(node, {folder},
             [&](Fields& fields) { describe_shape(fields, shape, ShapeUse::any_mesh); });
  return shape;
}

geometry::Shape read_shape(const std::filesystem::path& file) {
  return read_shape(JsonNode::read(file), file.parent_path());
}

ShapeFindings findings_of_shape(const JsonNode& node, const std::filesystem::path& folder) {
  if (!JsonObject(node).optional("file")) return {};
  MeshFromFile source;
  int kind = 0;
  auto normals = geometry::MeshNormals::faces;
  read_entry(node, {folder}, [&](Fields& fields) {
    fields.word_at(required_key("kind", "What it is."), kind, k_kind_words);
    describe_solid_source(fields, source, normals);
  });
  return {fmt::format("{}: {}", node.where(), source.file.filename().string()),
          mesh::read_mesh_with_findings(source.file, source.unit).findings};
}

}  // namespace condyle::scene
