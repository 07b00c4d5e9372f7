#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "condyle/geometry/geodesic.h"
#include "condyle/geometry/shape.h"
#include "core/scene/src/json_node.h"

namespace condyle {

/// Answers queries about one shape.
class GeometryQueries {
 public:
  /// `folder`: where mesh files of shapes in queries are searched for.
  GeometryQueries(geometry::Shape shape, std::filesystem::path folder)
      : shape_(std::move(shape)), folder_(std::move(folder)) {}

  /// Answers a query object ("op" and its arguments, see `condyle geometry --help`) in SI units and
  /// the shape's frame. Throws InputError with file and place if the query is malformed or the
  /// shape does not support the operation.
  nlohmann::ordered_json answer(const scene::JsonNode& node);

 private:
  using Json = nlohmann::ordered_json;

  Json value(scene::JsonObject& query);
  Json gradient(scene::JsonObject& query);
  Json hessian(scene::JsonObject& query);
  Json nearest_point(scene::JsonObject& query);
  Json ray(scene::JsonObject& query);
  Json curvature_at(scene::JsonObject& query);
  Json support_point(scene::JsonObject& query);
  Json sphere_around(scene::JsonObject& query);
  Json box_around(scene::JsonObject& query);
  Json geodesic_between(scene::JsonObject& query);
  Json geodesic_shot(scene::JsonObject& query);
  Json separation_from(scene::JsonObject& query);
  Json separation_from_line(scene::JsonObject& query);
  Json path_on_mesh(const geometry::MeshSolid& mesh, const Eigen::Vector3d& from,
                    const Eigen::Vector3d& to, bool polyline);
  geometry::Shape read_other(const scene::JsonNode& node);
  void refuse_mesh() const;

  struct Operator;
  static const Operator k_operators[];

  geometry::Shape shape_;
  std::filesystem::path folder_;
  std::set<std::string> warned_of_;  ///< shapes of queries, as JSON
  std::optional<geometry::MeshGeodesics>
      mesh_geodesics_;  ///< created by the first query that needs it
};

}  // namespace condyle
