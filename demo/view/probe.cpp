#include "view/probe.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/figure_text.h"
#include "view/picking.h"
#include "world/scene_figures.h"

namespace condyle {
namespace {

constexpr double k_infinite = std::numeric_limits<double>::infinity();
constexpr double k_nearly = 1.001;  // a map lies on its body

struct PieceHit {
  double distance = k_infinite, value = 0;
  Eigen::Vector3d weights;  // of the corners of its triangle
};

/// Where a ray in the mesh frame meets a piece.
PieceHit meet(const PatchPiece& piece, const TriangleMesh& mesh, const CameraRay& ray) {
  const auto& corners = mesh.triangles[piece.triangle];
  std::array<Eigen::Vector3d, 3> p;
  for (std::size_t k = 0; k < 3; ++k) {
    const Eigen::Vector3d& weights = piece.corners[k].weights;
    p[k] = weights[0] * mesh.vertices[corners[0]] + weights[1] * mesh.vertices[corners[1]] +
           weights[2] * mesh.vertices[corners[2]];
  }
  const auto [distance, weights] = crossing(p, ray);
  const auto& [a, b, c] = piece.corners;
  return {distance, weights[0] * a.value + weights[1] * b.value + weights[2] * c.value,
          weights[0] * a.weights + weights[1] * b.weights + weights[2] * c.weights};
}

/// The distance of the first body that is not glass.
double distance_to_solid(const ShownWorld& world, const ViewOptions& options,
                         const CameraRay& ray) {
  std::vector<float> opacity = options.opacity;
  for (float& of_mesh : opacity)
    if (of_mesh < 1) of_mesh = 0;
  const Pick found = pick(world, opacity, ray, options.cut.active());
  return found.body < 0 ? k_infinite : (found.p_W - ray.origin).norm();
}

std::string figure(double value, const FieldUnit& unit) {
  return three_digits(shown_figure(value, unit)) + " " + unit.name;
}

}  // namespace

std::optional<Probe> probe(const ShownWorld& world, const ViewOptions& options,
                           std::span<const ShownMap> maps, const CameraRay& ray) {
  std::optional<Probe> best;
  double nearest = k_infinite;
  const double threshold = options.scale_of(options.field).threshold;
  const std::optional<CutPlane> cut = options.cut.active();
  for (const ShownMap& map : maps) {
    const WorldMesh& mesh = world.mesh(map.mesh);
    const Pose X_MW = (world.bodies()[map.mesh.body].X_WB * mesh.X_BM).inverse();
    const CameraRay ray_M{X_MW * ray.origin, X_MW.linear() * ray.direction};
    for (const PatchPiece& piece : map.pieces) {
      const PieceHit hit = meet(piece, *mesh.mesh, ray_M);
      if (hit.distance >= nearest || hit.value < threshold) continue;
      if (cut && cut->leaves_out(ray.origin + hit.distance * ray.direction)) continue;
      if (map.most > 0 && hit.value > map.most) continue;
      nearest = hit.distance;
      best = Probe{map.contact, map.on_casting, map.mesh, piece.triangle, hit.value, hit.weights};
    }
  }
  if (best && nearest > k_nearly * distance_to_solid(world, options, ray)) return {};
  return best;
}

std::vector<std::string> probe_lines(const ShownWorld& world, Field shown, const FieldUnit& unit,
                                     const Probe& probe, GapFinder& gaps) {
  std::vector<std::string> lines{
      fmt::format("{} {}", description_of(shown).label, figure(probe.value, unit))};
  for (const FieldDescription& field : field_descriptions()) {
    if (field.field == shown || !field.lack(world).empty()) continue;
    const double value =
        value_on(field, {world, probe.contact, probe.on_casting, gaps}, probe.triangle);
    if (!std::isnan(value))
      lines.push_back(fmt::format("{} {}", field.label, figure(value, field.unit(value))));
  }
  const WorldMesh& mesh = world.mesh(probe.mesh);
  lines.push_back(fmt::format("triangle {} of {} {}", probe.triangle,
                              world.bodies()[probe.mesh.body].name, mesh.name));
  if (mesh.surface) {
    const Layer& layer = mesh.surface->layer(probe.triangle);
    const PressureUnit modulus = pressure_unit(layer.elastic_modulus);
    if (layer.use != LayerUse::rigid)
      lines.push_back(fmt::format("layer of {} {}, nu {:g}",
                                  three_digits(layer.elastic_modulus / modulus.pascals),
                                  modulus.name, layer.poissons_ratio));
  }
  return lines;
}

}  // namespace condyle
