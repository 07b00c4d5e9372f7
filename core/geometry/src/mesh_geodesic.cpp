#include <algorithm>
#include <array>

#include "condyle/geometry/geodesic.h"
#include "core/geometry/src/mesh_place.h"
#include "core/geometry/src/mesh_sides.h"
#include "core/geometry/src/mesh_window_search.h"

namespace condyle::geometry {

const char* name(MeshGeodesicStatus status) {
  constexpr std::array k_names{"complete", "not_connected", "not_converged"};
  return k_names[static_cast<std::size_t>(status)];
}

MeshGeodesics::MeshGeodesics(const TriangleMesh& mesh)
    : sides_(std::make_shared<const MeshSides>(mesh)) {}

MeshGeodesic MeshGeodesics::shortest(const MeshPoint& from, const MeshPoint& to,
                                     const MeshGeodesicOptions& options) const {
  const MeshPlace start = mesh_place(*sides_, from), end = mesh_place(*sides_, to);
  MeshGeodesic by_edges = shortest_by_edges(*sides_, start, end);
  if (by_edges.points.empty()) {
    return {.points = {start.point},
            .triangles = {},
            .status = MeshGeodesicStatus::not_connected,
            .residual = (end.point - start.point).norm()};
  }
  MeshWindowSearch search(*sides_, start, end, by_edges.length);
  const bool complete = search.run(options.most_windows);
  MeshGeodesic best = search.length() <= by_edges.length ? search.path() : std::move(by_edges);
  if (!complete) {
    best.status = MeshGeodesicStatus::not_converged;
    best.residual = std::max(0.0, best.length - search.least_left());
  }
  return best;
}

}  // namespace condyle::geometry
