// condyle geometry: answers queries about a shape, without an engine.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json_list.h"
#include "base/out_folder.h"
#include "base/stop_signal.h"
#include "commands.h"
#include "condyle/scene/scene_file.h"
#include "contact/contact_side.h"
#include "core/scene/src/json_node.h"
#include "geometry/geometry_queries.h"

namespace condyle {
namespace {

constexpr const char* k_geometry_footer = R"(
SHAPE.json is one object such as {"kind": "sphere", "radius": 0.03}; kind is one of half_space,
sphere, ellipsoid, infinite_cylinder, cylinder, capsule, cone, torus, brick, height_map and mesh, with
the keys that docs/scenes.md lists under "Shape". QUERIES.json is a list; RESULT.json is a list in
the same order. Everything is in SI units and in the shape's frame; numbers read back exactly.

A query of each kind, and its answer:
  {"op": "value", "point": [0, 0, 0.1]}
      f < 0 inside, 0 on the surface, > 0 outside [m] (the signed distance where that is simple),
      and whether the point is inside
  {"op": "gradient", "point": [0, 0, 0.1]}
      of f; points outward
  {"op": "hessian", "point": [0, 0, 0.1]}
      of f [1/m], three rows; not for a mesh
  {"op": "nearest", "point": [0, 0, 0.1]}
      nearest point of the surface, outward normal, signed distance (negative inside)
  {"op": "ray", "point": [0, 0, 0.1], "direction": [0, 0, -1]}
      all crossings, nearest first: distance, point, normal, whether it leaves the solid there
  {"op": "curvature", "point": [0, 0, 0.1], "direction": [1, 0, 0]}
      at the nearest point: gaussian, mean, max, min and their directions, positive where convex;
      curvature and torsion along "direction", which may be left out; not for a mesh, nor where
      that point is on an edge, a corner, a rim or an apex, which have no curvature
  {"op": "support", "direction": [0, 0, 1]}
      the point furthest along a direction; not where the shape is unbounded
  {"op": "bounding_sphere"}
      center and radius; not for half_space and infinite_cylinder
  {"op": "oriented_box"}
      center, axes (three unit vectors) and half_size along them: for a mesh along its axes of
      inertia, otherwise along the shape's; not for half_space and infinite_cylinder
  {"op": "geodesic", "point": [0.03, 0, 0], "to": [0, 0.03, 0], "polyline": true}
      the shortest path between two points, each brought to the surface: status, length, residual,
      start and end with tangent and normal; the polyline if requested. Not for brick and cylinder:
      give them as a mesh. On a mesh the length is exactly the shortest. With "direction" and
      "length" the path near this first guess, perhaps a longer way round; with "direction" and
      "direction_back", guesses at both ends, by the split method; neither on a mesh
  {"op": "geodesic_shoot", "point": [0.03, 0, 0], "direction": [0, 1, 0], "length": 0.05,
   "plane": {"normal": [1, 0, 0], "offset": 0}}
      straight on from a point for a length, or with "plane" until normal . p = offset, at "length"
      at the latest; with "integrate": true by numerical integration where there is a closed form
      too; not for mesh, brick and cylinder
  {"op": "separation", "other": {"kind": "sphere", "radius": 0.01}, "position": [0, 0, 0.1],
   "rotation": [0, 0, 0]}
      from another shape, posed in this one's frame (rotation: axis times angle): distance, or depth
      below 0, the two points, and the normal towards the other; of a sphere and any shape, a half
      space and a bounded one, and two convex ones
  {"op": "line_separation", "point": [0.05, 0, 0], "direction": [0, 1, 0]}
      from a line: distance, or depth below 0, the closest points of surface and line, and the
      normal; not_converged where the surface's point lies on an edge, a corner, a rim or an apex,
      and for a line that goes on into a half_space; not for mesh

If stopped by Ctrl-C, SIGTERM or SIGHUP, the command writes nothing and exits with code 3.

A status other than complete (left_surface, no_hit, cut_locus, not_converged, not_connected) says
why a geodesic or separation is incomplete; its residual is the error of the result [m].

Example:
  condyle geometry torus.json --query queries.json --out result.json)";

struct GeometryOptions {
  std::string shape_file, query_file, out_file;
};

void run(const GeometryOptions& options) {
  require_no_input(options.out_file, "--out", {options.shape_file, options.query_file});
  GeometryQueries queries(read_shape_with_warnings(options.shape_file),
                          std::filesystem::path(options.query_file).parent_path());
  const StopSignal stop;
  clear_folder_of(options.out_file);
  JsonListFile answers(options.out_file);
  long count = 0;
  scene::JsonNode::for_each_item(options.query_file, [&](const scene::JsonNode& query) {
    require_no_stop("query", ++count);
    answers.add(queries.answer(query));
  });
  answers.complete();
  answers.finish();
}

}  // namespace

void add_geometry_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("geometry", "Query a shape for nearest points, curvature and geodesics");
  command->footer(k_geometry_footer);
  const auto options = std::make_shared<GeometryOptions>();
  command->add_option("SHAPE", options->shape_file, "Shape: a JSON file")->required();
  command->add_option("--query", options->query_file, "File of queries")
      ->type_name("QUERIES.json")
      ->required();
  command->add_option("--out", options->out_file, "File for the answers")
      ->type_name("RESULT.json")
      ->required();
  command->callback([options] { run(*options); });
}

}  // namespace condyle
