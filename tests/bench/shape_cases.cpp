// A mesh on an analytic shape, compared with the mesh on the shape's mesh.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bench/bench_error.h"
#include "bench/case_list.h"
#include "bench/condyle_system.h"
#include "bench/embree_system.h"
#include "bench/pair_case.h"
#include "bench/reference_check.h"
#include "condyle/contact/contact_pair.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/primitives.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/collision/shape_search.h"

namespace condyle::bench {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

constexpr Layer k_layer{.elastic_modulus = 463e6, .poissons_ratio = 0.46, .thickness = 0.008};
constexpr double k_ball_radius = 0.03, k_depth = 0.2e-3;
constexpr double k_chord_error = 5e-6;    // 1/40 of the depth
constexpr double k_mesh_tolerance = 0.1;  // relative error of the force that such facets may cause
constexpr int k_steps = 300;

struct ShapeCase {
  std::string name, text;
  geometry::Shape shape;
};

geometry::HeightMap waves() {
  const Eigen::VectorXd lines = geometry::regular_grid_lines(-0.1, 0.01, 21);
  Eigen::MatrixXd z(lines.size(), lines.size());
  for (int i = 0; i < z.rows(); ++i) {
    for (int j = 0; j < z.cols(); ++j) {
      z(i, j) = 0.005 * std::sin(40 * lines[i]) * std::cos(30 * lines[j]);
    }
  }
  return geometry::HeightMap::through(lines, lines, z);
}

/// Poses pressed into the surface below a point that moves around above it, and turning.
std::vector<Pose> poses_over(const geometry::Shape& shape) {
  const double height = bounding_box(shape).max().z(), away = 0.5 * std::min(0.08, 2 * height);
  std::vector<Pose> poses_CT;
  for (int i = 0; i < k_steps; ++i) {
    const double angle = 0.2 * pi / 180 * i;
    const Vector3d above(away * std::cos(angle), away * std::sin(angle), 2 * height);
    const geometry::SurfacePoint at = nearest(shape, above);
    Pose X_TC(Eigen::AngleAxisd(2 * angle, Vector3d(1, 2, 3).normalized()));
    X_TC.pretranslate(Vector3d(at.point + (k_ball_radius - k_depth) * at.normal));
    poses_CT.push_back(X_TC.inverse(Eigen::Isometry));
  }
  return poses_CT;
}

PairCase make_pair(const ShapeCase& made) {
  PairCase pair{"shape_" + made.name, "a ball over " + made.text, nullptr, nullptr, {}, {}};
  pair.settings.force_direction = ForceDirection::casting;  // as in foundation_force()
  pair.casting = std::make_shared<ContactSurface>(mesh::make_uv_sphere(k_ball_radius, 100, 51),
                                                  k_layer, "ball");
  pair.target = std::make_shared<ContactSurface>(mesh_of(made.shape, k_chord_error), k_layer,
                                                 made.name + " mesh");
  pair.poses_CT = poses_over(made.shape);
  return pair;
}

/// Checks that contact on the shape equals that of brute force, and is close to that on its mesh.
void check_on_shape(const PairCase& pair, const geometry::Shape& shape, int samples) {
  ContactPair on_mesh(pair.casting, pair.target, pair.settings);
  ContactPair on_shape(pair.casting,
                       std::make_shared<ContactSurface>(shape, TriangleMesh{}, k_layer),
                       pair.settings);
  const ProximityWindow window{pair.settings.min_proximity, pair.settings.max_proximity};
  std::vector<ProximityHit> expected;
  for (int i = 0; i < samples; ++i) {
    const Pose& X_CT = pair.poses_CT[pair.poses_CT.size() * static_cast<std::size_t>(i) / samples];
    find_by_brute_force({pair.casting->centroids(), pair.casting->normals()}, shape, X_CT, window,
                        expected);
    const ContactResult& result = on_shape.evaluate(X_CT);
    const auto same = [](const ProximityHit& a, const ProximityHit& b) {
      return a.casting_triangle == b.casting_triangle && a.proximity == b.proximity;
    };
    if (!std::equal(expected.begin(), expected.end(), result.hits.begin(), result.hits.end(), same))
      throw BenchError(pair.name + ": not the hits of brute force");
    const Vector3d force = result.total.contact_force;
    const Vector3d meshed = on_mesh.evaluate(X_CT).total.contact_force;
    if (!((force - meshed).norm() <= k_mesh_tolerance * force.norm()))
      throw BenchError(fmt::format("{}: {} N on the shape, {} N on its mesh", pair.name,
                                   force.norm(), meshed.norm()));
  }
}

CaseReport run_shape(const ShapeCase& made, const RunEffort& effort) {
  const PairCase pair = make_pair(made);
  check_against_brute_force(pair, effort.checked_steps);
  check_on_shape(pair, made.shape, effort.checked_steps);
  Systems systems;
  systems.push_back(make_condyle(pair));
  systems.push_back(make_condyle_on_shape(pair, made.shape));
  systems.push_back(make_embree(pair));
  CaseReport report;
  report.name = pair.name;
  report.text = fmt::format("{}; {} triangles on the shape, or its mesh of {}, {} poses", pair.text,
                            pair.casting->triangle_count(), pair.target->triangle_count(), k_steps);
  report.measurements = run_interleaved(systems, pair.poses_CT.size(), effort);
  return report;
}

}  // namespace

void add_shape_cases(CaseList& cases) {
  const auto add = [&cases](ShapeCase made) {
    cases.push_back({"shape_" + made.name,
                     [made](const RunEffort& effort) { return run_shape(made, effort); }});
  };
  add({"sphere", "a sphere", geometry::Sphere{0.05}});
  add({"ellipsoid", "an ellipsoid", geometry::Ellipsoid{{0.04, 0.06, 0.05}}});
  add({"torus", "a torus", geometry::Torus{0.06, 0.02}});
  add({"brick", "a brick", geometry::Brick{{0.06, 0.05, 0.04}}});
  add({"terrain", "a smooth height map", waves()});
}

}  // namespace condyle::bench
