#include "condyle/scene/shape_file.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "core/scene/src/json_node.h"
#include "core/scene/src/scene_entries.h"

namespace condyle {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

double read_length(JsonObject& object, const char* key) {
  return object.required(key).number(k_length);
}

Vector3d read_lengths(JsonObject& object, const char* key) {
  return object.required(key).vector(k_length);
}

Torus read_torus(JsonObject& object) {
  const double radius = read_length(object, "radius");
  return {radius, object.required("tube_radius")
                      .number({.min = k_length.min, .max = radius, .open_max = true})};
}

/// Calls `make` and adds the place in the file to the message of an InputError.
template <class Make>
Shape made_from(const JsonNode& node, Make&& make) try {
  return std::forward<Make>(make)();
} catch (const InputError& error) {
  node.fail(error.what());
}

VectorXd read_coordinates(const JsonNode& node) {
  const std::vector<double> values = node.numbers(k_coordinate);
  return Eigen::Map<const VectorXd>(values.data(), std::ssize(values));
}

/// Limits the memory of a height map in proportion to its file. Each sample takes a fixed amount of
/// memory, which for short numbers is many times their size in the file; only small maps may exceed
/// the limit.
void require_samples_in_proportion(const JsonNode& node, std::size_t rows, std::size_t columns) {
  constexpr double k_bytes_per_sample = 256, k_small = 64e6, k_most_times_the_file = 16;
  const double bytes =
      k_bytes_per_sample * static_cast<double>(rows) * static_cast<double>(columns);
  const double times_the_file = bytes / static_cast<double>(node.document_size());
  if (bytes <= k_small || times_the_file <= k_most_times_the_file) return;
  node.fail(fmt::format(
      "has {} x {} samples, which take {:.0f} MB of memory, {:.0f} times the file; thin the grid "
      "out to {:.0f} samples or fewer",
      rows, columns, bytes / 1e6, times_the_file, k_small / k_bytes_per_sample));
}

/// Reads a list for each grid line of x, which has a number for each grid line of y.
MatrixXd read_samples(const JsonNode& node) {
  const std::size_t rows = node.size(), columns = rows == 0 ? 0 : node.item(0).size();
  if (rows == 0) node.fail("is a list of 0, must be a list of lists of numbers");
  if (columns == 0) node.item(0).fail("is a list of 0, must be a list of numbers");
  require_samples_in_proportion(node, rows, columns);
  MatrixXd samples(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    const JsonNode row = node.item(i);
    if (row.size() != columns) {
      row.fail(
          fmt::format("has {} numbers, must have {} as the first list has", row.size(), columns));
    }
    samples.row(static_cast<Eigen::Index>(i)) = read_coordinates(row).transpose();
  }
  return samples;
}

/// Reads two numbers, along x and y.
std::array<double, 2> read_pair(const JsonNode& node, const NumberRange& range) {
  const std::vector<JsonNode> items = node.items();
  if (items.size() != 2) node.fail("must be a list of two numbers, along x and y");
  return {items[0].number(range), items[1].number(range)};
}

struct GridLines {
  VectorXd x, y;
};

/// Reads all grid lines, or the first ones and the spacing.
GridLines read_grid_lines(JsonObject& object, const MatrixXd& z) {
  const std::array<std::string, 2> ways = {"x", "start"};
  if (object.exactly_one_of(ways) == 0) {
    return {read_coordinates(object.required("x")), read_coordinates(object.required("y"))};
  }
  const auto start = read_pair(object.required("start"), k_coordinate);
  const auto spacing = read_pair(object.required("spacing"), k_length);
  return {regular_grid_lines(start[0], spacing[0], static_cast<int>(z.rows())),
          regular_grid_lines(start[1], spacing[1], static_cast<int>(z.cols()))};
}

Shape read_height_map(JsonObject& object) {
  const MatrixXd z = read_samples(object.required("z"));
  const GridLines lines = read_grid_lines(object, z);
  if (!object.optional("zx") && !object.optional("zy") && !object.optional("zxy")) {
    const double smoothness = object.number("smoothness", 0, {.min = 0, .max = 1e9});
    object.reject_other_keys();
    return made_from(object.node(),
                     [&] { return HeightMap::through(lines.x, lines.y, z, smoothness); });
  }
  const HeightSamples samples{.z = z,
                              .zx = read_samples(object.required("zx")),
                              .zy = read_samples(object.required("zy")),
                              .zxy = read_samples(object.required("zxy"))};
  object.reject_other_keys();
  return made_from(object.node(),
                   [&] { return HeightMap::with_derivatives(lines.x, lines.y, samples); });
}

Shape read_mesh_solid(JsonObject& object, const std::filesystem::path& folder) {
  const std::array<std::string, 2> normals = {"faces", "smooth"};
  const JsonNode file = object.required("file");
  const MeshFromFile source = read_mesh_from_file(object, {folder});
  const bool smooth = object.choice("normals", 0, normals) == 1;
  object.reject_other_keys();
  return made_from(file, [&] {
    return MeshSolid(read_mesh(source.file, source.unit),
                     smooth ? MeshNormals::smooth : MeshNormals::faces);
  });
}

using Read = Shape (*)(JsonObject&, const std::filesystem::path& folder);

struct Kind {
  std::string word;
  Read read;
};

const std::array<Kind, std::variant_size_v<Shape>> k_shape_kinds = {{
    {"half_space", [](JsonObject&, const auto&) -> Shape { return HalfSpace{}; }},
    {"sphere",
     [](JsonObject& o, const auto&) -> Shape { return Sphere{read_length(o, "radius")}; }},
    {"ellipsoid",
     [](JsonObject& o, const auto&) -> Shape { return Ellipsoid{read_lengths(o, "semi_axes")}; }},
    {"infinite_cylinder",
     [](JsonObject& o, const auto&) -> Shape {
       return InfiniteCylinder{read_length(o, "radius")};
     }},
    {"cylinder",
     [](JsonObject& o, const auto&) -> Shape {
       return Cylinder{read_length(o, "radius"), read_length(o, "half_length")};
     }},
    {"capsule",
     [](JsonObject& o, const auto&) -> Shape {
       return Capsule{read_length(o, "radius"), read_length(o, "half_length")};
     }},
    {"cone",
     [](JsonObject& o, const auto&) -> Shape {
       return Cone{read_length(o, "radius"), read_length(o, "height")};
     }},
    {"torus", [](JsonObject& o, const auto&) -> Shape { return read_torus(o); }},
    {"brick",
     [](JsonObject& o, const auto&) -> Shape { return Brick{read_lengths(o, "half_size")}; }},
    {"height_map", [](JsonObject& o, const auto&) { return read_height_map(o); }},
    {"mesh", read_mesh_solid},
}};

}  // namespace

Shape read_shape(const JsonNode& node, const std::filesystem::path& folder) {
  std::vector<std::string> words;
  for (const Kind& kind : k_shape_kinds) words.push_back(kind.word);
  JsonObject object(node);
  const Kind& kind = k_shape_kinds[object.required("kind").choice(words)];
  Shape shape = kind.read(object, folder);
  object.reject_other_keys();
  return shape;
}

Shape read_shape(const std::filesystem::path& file) {
  return read_shape(JsonNode::read(file), file.parent_path());
}

}  // namespace condyle
