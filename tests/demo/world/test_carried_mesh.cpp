// Meshes that strands carry, such as a patella on its tendon.
#include <catch2/catch.hpp>
#include <vector>

#include "condyle/scene/scene_file.h"
#include "world/carried_mesh.h"
#include "world/scene_world.h"

namespace condyle::test::carried_mesh_tests {

using Eigen::Vector3d;

TEST_CASE("a frame on a strand lies at its distance from the last end, along the strand") {
  const std::vector<Vector3d> bent = {{0, 3, 0}, {0, 1, 0}, {1, 1, 0}};
  const Pose on_last = frame_on_strand(bent, 0.25, Vector3d::UnitY());
  CHECK(on_last.translation().isApprox(Vector3d(0.75, 1, 0)));
  CHECK(on_last.linear().col(1).isApprox(Vector3d(-1, 0, 0)));  // to the first end
  CHECK(on_last.linear().col(0).isApprox(Vector3d(0, 1, 0)));
  CHECK(on_last.linear().determinant() == Approx(1));
  const Pose on_first = frame_on_strand(bent, 1.5, Vector3d(1, 5, 0));
  CHECK(on_first.translation().isApprox(Vector3d(0, 1.5, 0)));
  CHECK(on_first.linear().col(0).isApprox(Vector3d(1, 0, 0)));
  CHECK(frame_on_strand(bent, 9, Vector3d::UnitX()).translation().isApprox(Vector3d(0, 3, 0)));
  const Pose along = frame_on_strand(bent, 1.5, Vector3d::UnitY());  // no x nearer than another
  CHECK(along.linear().isUnitary());
}

TEST_CASE("scene knee_extension: the patella lies on the tendon and moves with it") {
  SceneWorld world(scene::read_scene(find_scene("knee_extension")));
  const auto place = [&] {
    const WorldBody& femur = world.bodies()[0];
    const auto patella = std::ranges::find(femur.meshes, "patella", &WorldMesh::name);
    REQUIRE(patella != femur.meshes.end());
    CHECK_FALSE(patella->surface);
    return Vector3d((femur.X_WB * patella->X_BM).translation());
  };
  const auto tendon = std::ranges::find(world.strands(), "tendon", &WorldStrand::name);
  const auto distance_to_tendon = [&](const Vector3d& p) {
    double nearest = 1;
    const auto points =
        world.strand_polyline(static_cast<int>(tendon - world.strands().begin()), 1e-3);
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      const Vector3d along = points[k + 1] - points[k];
      const double part = std::clamp((p - points[k]).dot(along) / along.squaredNorm(), 0.0, 1.0);
      nearest = std::min(nearest, (p - points[k] - part * along).norm());
    }
    return nearest;
  };
  const Vector3d start = place();
  CHECK(distance_to_tendon(start) < 0.012);
  for (int k = 0; k < 210; ++k) world.step(1.0 / 60);
  CHECK((place() - start).norm() > 0.015);  // drawn up
  CHECK(distance_to_tendon(place()) < 0.012);
}

}  // namespace condyle::test::carried_mesh_tests
