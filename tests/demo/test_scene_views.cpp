// The cameras of the shipped scenes keep all moving bodies in view.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/scene/scene_file.h"
#include "view/scene_camera.h"
#include "view/start_page.h"
#include "world/scene_world.h"

namespace condyle::test::scene_views_tests {

using Eigen::Vector3d;

namespace {

constexpr ViewSize k_size{800, 600};                         // other sizes show at least as much
constexpr double k_between_looks = 0.1, k_usual_span = 1.1;  // [s]
constexpr double k_dt = 1.0 / 60;    // the ways of the bodies hardly depend on it [s]
constexpr std::size_t k_stride = 7;  // every seventh vertex is checked

/// Time until a scene's motions repeat or end. For motions that continue as they began, the
/// beginning is enough.
double span(const scene::Scene& scene) {
  double last = scene.motions.empty() ? std::min(scene.duration, 1.0) : 0;
  for (const scene::SceneMotion& motion : scene.motions) {
    const double end = motion.table.times.back();
    last = std::max(last, end > scene.duration ? k_usual_span : end);
  }
  return last;
}

/// Whether a mesh is scenery, such as a bone: drawn as glass and touched by nothing. It may leave
/// the picture.
bool is_scenery(const WorldMesh& mesh) { return !mesh.surface && mesh.opacity.value_or(1) < 1; }

std::vector<Vector3d> shown_points(const SceneWorld& world) {
  std::vector<Vector3d> points;
  for (const WorldBody& body : world.bodies()) {
    for (const WorldMesh& mesh : body.meshes) {
      if (is_scenery(mesh)) continue;
      const auto& vertices = mesh.mesh->vertices;
      for (std::size_t v = 0; v<vertices.size(); v += vertices.size()> 500 ? k_stride : 1)
        points.push_back(body.X_WB * (mesh.X_BM * vertices[v]));
    }
  }
  for (int i = 0; i < static_cast<int>(world.strands().size()); ++i)
    for (const Vector3d& point : world.strand_polyline(i, 0.01)) points.push_back(point);
  return points;
}

/// Whether a motion, or a load that changes, moves the scene's bodies: they may rest in between.
bool is_driven(const scene::Scene& scene) {
  return !scene.motions.empty() ||
         std::ranges::any_of(scene.loads,
                             [](const scene::SceneLoad& load) { return load.factor.has_value(); });
}

/// Whether points lie where they lay before, to a tenth of a millimetre.
bool are_alike(const std::vector<Vector3d>& points, const std::vector<Vector3d>& before) {
  return std::ranges::equal(
      points, before, [](const Vector3d& p, const Vector3d& q) { return (p - q).norm() < 1e-4; });
}

}  // namespace

TEST_CASE("scenes: their cameras keep all of them in sight, over the whole motion", "[scenes]") {
  const std::string name = GENERATE("ball_on_plate", "cam_follower", "finger_pad", "gripper",
                                    "ground_and_groove", "hip", "knee_replacement", "pulley");
  const scene::Scene scene = scene::read_scene(find_scene(name));
  REQUIRE((scene.camera.eye && scene.camera.target));
  const Camera camera = scene_camera(scene, {}, k_size);
  SceneWorld world(scene);
  Eigen::AlignedBox2d seen;
  const long steps = std::lround(span(scene) / k_dt);
  const long between = std::lround(k_between_looks / k_dt);
  std::vector<Vector3d> before;
  for (long k = 0; k <= steps; ++k) {
    if (k > 0) world.step(k_dt);
    if (k % between != 0) continue;
    const std::vector<Vector3d> points = shown_points(world);
    if (!is_driven(scene) && are_alike(points, before)) break;  // at rest, for good
    for (const Vector3d& point : points) {
      const Vector3d p = project(camera, k_size, point);
      REQUIRE(p.z() > 0);
      seen.extend(Eigen::Vector2d(2 * p.x() / k_size.width - 1, 1 - 2 * p.y() / k_size.height));
    }
    before = points;
  }
  INFO(name << " is seen from (" << seen.min().transpose() << ") to (" << seen.max().transpose()
            << "), where the picture reaches from (-1 -1) to (1 1)");
  CHECK(seen.min().minCoeff() > -1);
  CHECK(seen.max().maxCoeff() < 1);
  CHECK(seen.sizes().maxCoeff() > 1.2);  // the scene is not far away either
}

TEST_CASE("scenes: their cameras look at the contacts", "[scenes]") {
  const std::string name = GENERATE(from_range(shipped_scene_files())).stem().string();
  INFO(name);
  const scene::Scene scene = scene::read_scene(find_scene(name));
  const Camera camera = scene_camera(scene, {}, k_size);
  SceneWorld world(scene);
  Eigen::AlignedBox2d seen;
  // Some scenes are only stable in the short steps that they ask for.
  const double dt = scene.rate > 240 ? 1 / scene.rate : k_dt;
  const long between = std::lround(5 * k_dt / dt);
  for (long k = 0; world.time() < std::min(scene.duration, 1.0); ++k) {
    world.step(dt);
    if (k % between != 0) continue;
    for (const WorldContact& contact : world.contacts()) {
      if (!contact.report || !(contact.report->result().total.max_pressure > 0)) continue;
      const Vector3d p = project(
          camera, k_size, contact.report->X_WC * contact.report->result().total.center_of_pressure);
      REQUIRE(p.z() > 0);
      seen.extend(Eigen::Vector2d(2 * p.x() / k_size.width - 1, 1 - 2 * p.y() / k_size.height));
    }
  }
  INFO(name << "'s contacts are seen from (" << seen.min().transpose() << ") to ("
            << seen.max().transpose() << "), where the picture reaches from (-1 -1) to (1 1)");
  REQUIRE_FALSE(seen.isEmpty());
  CHECK(seen.min().minCoeff() > -0.85);
  CHECK(seen.max().maxCoeff() < 0.85);
}

}  // namespace condyle::test::scene_views_tests
