#include "geometry/geometry_queries.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "condyle/error.h"
#include "condyle/geometry/curvature.h"
#include "condyle/geometry/geodesic.h"
#include "condyle/geometry/separation.h"
#include "contact/contact_side.h"
#include "core/scene/src/shape_reader.h"

namespace condyle {
namespace {

using Eigen::Vector3d;
using Json = nlohmann::ordered_json;

/// The same limits as in shape files: a larger number is a mistake, and its powers may overflow.
constexpr scene::NumberRange k_coordinate{.min = -1e9, .max = 1e9};
constexpr scene::NumberRange k_length{.min = 0, .max = 1e9};

Json numbers_of(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }

Json rows_of(const Eigen::Matrix3d& m) {
  return {numbers_of(m.row(0)), numbers_of(m.row(1)), numbers_of(m.row(2))};
}

Vector3d read_point(scene::JsonObject& query, const char* key) {
  const scene::JsonNode node = query.required(key);
  const Vector3d point = node.vector();
  for (const scene::JsonNode& item : node.items()) item.number(k_coordinate);
  return point;
}

Vector3d unit_vector(const scene::JsonNode& node) {
  const Vector3d v = node.vector();
  if (!(v.cwiseAbs().maxCoeff() > 0)) node.fail("is a vector of length zero, give it a direction");
  return v.stableNormalized();
}

Vector3d read_direction(scene::JsonObject& query, const char* key) {
  return unit_vector(query.required(key));
}

bool is_finite(const Json& value) {
  if (value.is_number_float()) return std::isfinite(value.get<double>());
  if (!value.is_structured()) return true;
  return std::all_of(value.begin(), value.end(), [](const Json& part) { return is_finite(part); });
}

/// The last step of an operator, when all of its keys are read: rejects other keys, runs `compute`
/// and adds the query's place to the shape's error messages.
template <class Compute>
Json computed(scene::JsonObject& query, Compute&& compute) {
  query.reject_other_keys();
  const auto fail = [&](const std::string& problem) {
    query.node().fail(fmt::format("'{}' {}", query.required("op").text(), problem));
  };
  Json result;
  try {
    result = std::forward<Compute>(compute)();
  } catch (const InputError& error) {
    fail("is not possible: " + std::string(error.what()));
  }
  if (!is_finite(result)) fail("has no finite answer at that point; query a point beside it");
  return result;
}

const char* word_of(geometry::Convergence status) {
  return status == geometry::Convergence::converged ? "complete" : "not_converged";
}

/// A guess for the separation from a line: the surface point where the line is deepest or comes
/// nearest, among places along it; beside an unbounded shape, that of its point nearest the origin.
Vector3d guess_beside(const geometry::Shape& shape, const Vector3d& point,
                      const Vector3d& direction) {
  constexpr int k_places = 64;
  if (!is_bounded(shape)) return point - direction.dot(point) * direction;
  const geometry::BoundingSphere around = bounding_sphere(shape);
  const Vector3d middle = point + direction.dot(around.centre - point) * direction;
  geometry::SurfacePoint best = nearest(shape, middle);
  for (int i = 0; i <= k_places; ++i) {
    const double along = around.radius * (2.0 * i / k_places - 1);
    const geometry::SurfacePoint near = nearest(shape, middle + along * direction);
    if (near.distance < best.distance) best = near;
  }
  return best.point;
}

Json report(const geometry::GeodesicPoint& p) {
  return {{"point", numbers_of(p.point)},
          {"tangent", numbers_of(p.tangent)},
          {"normal", numbers_of(p.normal)},
          {"curvature", p.curvature},
          {"torsion", p.torsion},
          {"rotational", p.rotational},
          {"translational", p.translational}};
}

Json report(const geometry::Geodesic& g, bool polyline) {
  Json written{{"status", name(g.status)},
               {"length", g.length()},
               {"residual", g.residual},
               {"start", report(g.start())},
               {"end", report(g.end())}};
  if (!polyline) return written;
  written["polyline"] = Json::array();
  for (const geometry::GeodesicPoint& p : g.points)
    written["polyline"].push_back(numbers_of(p.point));
  return written;
}

/// One end of a path over a mesh. A path of length zero has no tangent.
Json report_end(const geometry::MeshSolid& mesh, const geometry::MeshGeodesic& g, bool first) {
  const Vector3d& point = first ? g.points.front() : g.points.back();
  if (g.triangles.empty()) return {{"point", numbers_of(point)}, {"tangent", nullptr}};
  const std::size_t k = first ? 0 : g.triangles.size() - 1;
  const Vector3d tangent = (g.points[k + 1] - g.points[k]).normalized();
  const Vector3d normal = area_vector_doubled(mesh.mesh(), g.triangles[k]).normalized();
  return {{"point", numbers_of(point)},
          {"tangent", numbers_of(tangent)},
          {"normal", numbers_of(normal)}};
}

}  // namespace

struct GeometryQueries::Operator {
  const char* word;
  Json (GeometryQueries::*answer)(scene::JsonObject&);
};

const GeometryQueries::Operator GeometryQueries::k_operators[] = {
    {"value", &GeometryQueries::value},
    {"gradient", &GeometryQueries::gradient},
    {"hessian", &GeometryQueries::hessian},
    {"nearest", &GeometryQueries::nearest_point},
    {"ray", &GeometryQueries::ray},
    {"curvature", &GeometryQueries::curvature_at},
    {"support", &GeometryQueries::support_point},
    {"bounding_sphere", &GeometryQueries::sphere_around},
    {"oriented_box", &GeometryQueries::box_around},
    {"geodesic", &GeometryQueries::geodesic_between},
    {"geodesic_shoot", &GeometryQueries::geodesic_shot},
    {"separation", &GeometryQueries::separation_from},
    {"line_separation", &GeometryQueries::separation_from_line},
};

Json GeometryQueries::answer(const scene::JsonNode& node) {
  std::vector<std::string> words;
  for (const Operator& op : k_operators) words.push_back(op.word);
  scene::JsonObject query(node);
  const Operator& op = k_operators[query.required("op").choice(words)];
  Json result{{"op", op.word}};
  result.update((this->*op.answer)(query));
  return result;
}

Json GeometryQueries::value(scene::JsonObject& query) {
  const Vector3d point = read_point(query, "point");
  return computed(query, [&] {
    return Json{{"value", implicit(shape_, point).value}, {"inside", is_inside(shape_, point)}};
  });
}

Json GeometryQueries::gradient(scene::JsonObject& query) {
  const Vector3d point = read_point(query, "point");
  return computed(query, [&] {
    return Json{{"gradient", numbers_of(implicit(shape_, point).gradient)}};
  });
}

Json GeometryQueries::hessian(scene::JsonObject& query) {
  const Vector3d point = read_point(query, "point");
  return computed(query, [&] {
    refuse_mesh();
    return Json{{"hessian", rows_of(implicit(shape_, point).hessian)}};
  });
}

Json GeometryQueries::nearest_point(scene::JsonObject& query) {
  const Vector3d point = read_point(query, "point");
  return computed(query, [&] {
    const geometry::SurfacePoint near = nearest(shape_, point);
    return Json{{"point", numbers_of(near.point)},
                {"normal", numbers_of(near.normal)},
                {"distance", near.distance}};
  });
}

Json GeometryQueries::ray(scene::JsonObject& query) {
  const Vector3d origin = read_point(query, "point");
  const Vector3d direction = read_direction(query, "direction");
  return computed(query, [&] {
    Json crossings = Json::array();
    for (const geometry::RayCrossing& c : ray_crossings(shape_, origin, direction)) {
      crossings.push_back({{"distance", c.distance},
                           {"point", numbers_of(c.point)},
                           {"normal", numbers_of(c.normal)},
                           {"leaves", c.leaves}});
    }
    return Json{{"crossings", std::move(crossings)}};
  });
}

Json GeometryQueries::curvature_at(scene::JsonObject& query) {
  const Vector3d point = read_point(query, "point");
  const auto direction = query.optional("direction");
  const Vector3d along = direction ? unit_vector(*direction) : Vector3d::UnitX();
  return computed(query, [&] {
    const Vector3d on = nearest(shape_, point).point;
    const geometry::SurfaceJet jet = curved_jet(shape_, on);
    const geometry::SurfaceCurvature c = curvature(jet);
    Json written{{"point", numbers_of(on)},
                 {"normal", numbers_of(c.frame.col(2))},
                 {"gaussian", gaussian_curvature(jet)},
                 {"mean", mean_curvature(jet)},
                 {"max", c.max},
                 {"min", c.min},
                 {"max_direction", numbers_of(c.frame.col(0))},
                 {"min_direction", numbers_of(c.frame.col(1))}};
    if (!direction) return written;
    const Vector3d normal = c.frame.col(2), flat = along - normal.dot(along) * normal;
    if (!(flat.norm() > 1e-9)) {
      throw InputError("the direction is along the normal; give one across it");
    }
    written["along_direction"] = {{"curvature", curvature_in_direction(jet, flat.normalized())},
                                  {"torsion", torsion_in_direction(jet, flat.normalized())}};
    return written;
  });
}

Json GeometryQueries::support_point(scene::JsonObject& query) {
  const Vector3d direction = read_direction(query, "direction");
  return computed(query, [&] { return Json{{"point", numbers_of(support(shape_, direction))}}; });
}

Json GeometryQueries::sphere_around(scene::JsonObject& query) {
  return computed(query, [&] {
    const geometry::BoundingSphere sphere = bounding_sphere(shape_);
    return Json{{"center", numbers_of(sphere.centre)}, {"radius", sphere.radius}};
  });
}

Json GeometryQueries::box_around(scene::JsonObject& query) {
  return computed(query, [&] {
    const geometry::OrientedBox box = oriented_box(shape_);
    return Json{{"center", numbers_of(box.X_SB.translation())},
                {"axes", rows_of(box.X_SB.linear().transpose())},
                {"half_size", numbers_of(box.half_size)}};
  });
}

Json GeometryQueries::geodesic_between(scene::JsonObject& query) {
  const Vector3d from = read_point(query, "point"), to = read_point(query, "to");
  const bool polyline = query.boolean("polyline", false);
  const auto back = query.optional("direction_back");
  const auto guess = back ? query.required("direction") : query.optional("direction");
  const Vector3d direction = guess ? unit_vector(*guess) : Vector3d::Zero();
  const Vector3d direction_back = back ? unit_vector(*back) : Vector3d::Zero();
  const double length = guess && !back ? query.required("length").number(k_length) : 0;
  return computed(query, [&] {
    if (guess) refuse_mesh();
    if (back) return report(split_geodesic(shape_, from, to, direction, direction_back), polyline);
    if (guess) return report(geodesic_near(shape_, from, to, direction, length), polyline);
    if (const auto* mesh = std::get_if<geometry::MeshSolid>(&shape_))
      return path_on_mesh(*mesh, from, to, polyline);
    return report(shortest_geodesic(shape_, from, to), polyline);
  });
}

Json GeometryQueries::geodesic_shot(scene::JsonObject& query) {
  const Vector3d from = read_point(query, "point");
  const Vector3d direction = read_direction(query, "direction");
  const double length = query.required("length").number(k_length);
  const bool polyline = query.boolean("polyline", false);
  const bool is_integrated = query.boolean("integrate", false);
  geometry::CuttingPlane plane;
  const auto plane_node = query.optional("plane");
  if (plane_node) {
    scene::JsonObject object(*plane_node);
    plane = {read_direction(object, "normal"), object.number("offset", 0, k_coordinate)};
    object.reject_other_keys();
  }
  return computed(query, [&] {
    refuse_mesh();
    const auto height = [&plane](const Vector3d& point, const Vector3d&, double) {
      return plane.normal.dot(point) - plane.offset;
    };
    const auto shoot = is_integrated ? geometry::integrate_geodesic : geometry::shoot_geodesic;
    const auto shoot_until =
        is_integrated ? geometry::integrate_geodesic_until : geometry::shoot_geodesic_until;
    return report(plane_node ? shoot_until(shape_, from, direction, height, length, {})
                             : shoot(shape_, from, direction, length, {}),
                  polyline);
  });
}

Json GeometryQueries::separation_from(scene::JsonObject& query) {
  const geometry::Shape other = read_other(query.required("other"));
  const Vector3d turn = query.vector("rotation", Vector3d::Zero());
  Pose X_AB = Pose::Identity();
  if (turn.norm() > 0) X_AB.linear() = Eigen::AngleAxisd(turn.norm(), turn.normalized()).matrix();
  X_AB.translation() = read_point(query, "position");
  return computed(query, [&] {
    const geometry::PairSeparation between = pair_separation(shape_, other, X_AB);
    return Json{{"status", word_of(between.status)},
                {"distance", between.distance},
                {"residual", between.residual},
                {"point", numbers_of(between.on_a)},
                {"other_point", numbers_of(between.on_b)},
                {"normal", numbers_of(between.normal)}};
  });
}

Json GeometryQueries::separation_from_line(scene::JsonObject& query) {
  const Vector3d point = read_point(query, "point");
  const Vector3d direction = read_direction(query, "direction");
  return computed(query, [&] {
    refuse_mesh();
    const geometry::LineSeparation between =
        track_line_separation(shape_, point, direction, guess_beside(shape_, point, direction));
    return Json{{"status", word_of(between.status)},
                {"distance", between.height},
                {"residual", between.residual},
                {"point", numbers_of(between.on_surface)},
                {"line_point", numbers_of(between.on_line)},
                {"normal", numbers_of(between.normal)}};
  });
}

/// Warns of each shape once.
geometry::Shape GeometryQueries::read_other(const scene::JsonNode& node) {
  geometry::Shape shape = scene::read_shape(node, folder_);
  if (!warned_of_.insert(node.as_json()).second) return shape;
  const scene::ShapeFindings found = scene::findings_of_shape(node, folder_);
  print_warnings(found.place, found.findings);
  return shape;
}

Json GeometryQueries::path_on_mesh(const geometry::MeshSolid& mesh, const Vector3d& from,
                                   const Vector3d& to, bool polyline) {
  if (!mesh_geodesics_) mesh_geodesics_.emplace(mesh.mesh());
  const geometry::MeshGeodesic g =
      mesh_geodesics_->shortest(mesh.nearest_point(from), mesh.nearest_point(to));
  Json written{{"status", name(g.status)},
               {"length", g.length},
               {"residual", g.residual},
               {"start", report_end(mesh, g, true)},
               {"end", report_end(mesh, g, false)}};
  if (!polyline) return written;
  written["polyline"] = Json::array();
  for (const Vector3d& p : g.points) written["polyline"].push_back(numbers_of(p));
  return written;
}

void GeometryQueries::refuse_mesh() const {
  if (std::holds_alternative<geometry::MeshSolid>(shape_)) {
    throw InputError(fmt::format("{}: its triangles are flat", name(shape_)));
  }
}

}  // namespace condyle
