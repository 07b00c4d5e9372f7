// Nearest hits of random rays, compared with Embree, which uses float.
#ifdef CONDYLE_HAS_EMBREE
#include <embree3/rtcore.h>

#include <catch2/catch.hpp>

#include "condyle/mesh/primitives.h"
#include "core/collision/random_geometry.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle::test::embree_rays_tests {
namespace {

using test::RandomGeometry;

class EmbreeScene {
 public:
  explicit EmbreeScene(const TriangleMesh& mesh)
      : device_(rtcNewDevice(nullptr)), scene_(rtcNewScene(device_)) {
    const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* vertex = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                               RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                               mesh.vertices.size()));
    for (const Eigen::Vector3d& v : mesh.vertices) {
      for (int k = 0; k < 3; ++k) *vertex++ = static_cast<float>(v[k]);
    }
    auto* index = static_cast<unsigned*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(unsigned), mesh.triangles.size()));
    for (const auto& triangle : mesh.triangles) {
      for (const int v : triangle) *index++ = static_cast<unsigned>(v);
    }
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    rtcCommitScene(scene_);
  }
  ~EmbreeScene() {
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  EmbreeScene(const EmbreeScene&) = delete;

  geometry::RayHit nearest(const geometry::Ray& ray) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    const Eigen::Vector3f o = ray.origin.cast<float>(), d = ray.direction.cast<float>();
    RTCRayHit query{};
    query.ray = {o[0], o[1], o[2], 0, d[0], d[1], d[2], 0, HUGE_VALF, ~0u, 0, 0};
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene_, &context, &query);
    if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return {};
    const Eigen::Vector3f normal(query.hit.Ng_x, query.hit.Ng_y, query.hit.Ng_z);
    return {static_cast<int>(query.hit.primID), query.ray.tfar, normal.dot(d) > 0};
  }

 private:
  RTCDevice device_;
  RTCScene scene_;
};

/// Compares the hits: rays on which both agree, and rays that only one of them hits.
void compare(const TriangleMesh& mesh, RandomGeometry& random) {
  const geometry::TriangleTree tree(mesh);
  const EmbreeScene embree(mesh);
  constexpr int n = 100000;
  int hits = 0, same = 0, one_alone = 0;
  for (int i = 0; i < n; ++i) {
    // The ray's numbers are exact in float, so that both libraries cast the same ray.
    const geometry::Ray ray{random.vector(2).cast<float>().cast<double>(),
                            random.direction().cast<float>().cast<double>()};
    const geometry::RayHit ours = tree.nearest(ray, std::numeric_limits<double>::infinity());
    const geometry::RayHit theirs = embree.nearest(ray);
    one_alone += (ours.triangle < 0) != (theirs.triangle < 0);
    if (ours.triangle < 0 || theirs.triangle < 0) continue;
    ++hits;
    // Corners rounded to 2^-24 shift a hit by that over the cosine of incidence.
    same += std::abs(ours.distance - theirs.distance) < 1e-4 && ours.leaves == theirs.leaves;
  }
  CHECK(hits > n / 20);
  // Within 2^-24 of a silhouette the roundings differ: a fraction of about the silhouette's length
  // times 1e-7 over the visible area; 1e-4 is generous.
  CHECK(one_alone <= n / 10000);
  CHECK(hits - same <= n / 10000);
}

}  // namespace

TEST_CASE("Embree finds the same nearest hits, to float precision") {
  const unsigned seed = 11;
  INFO("seed " << seed);
  RandomGeometry random(seed);
  compare(mesh::make_icosphere(1, 4), random);
  compare(mesh::make_torus(1, 0.3, 60, 40), random);
  compare(mesh::make_box({1, 2, 0.5}, {5, 5, 5}), random);
  compare(random.bumpy(mesh::make_plane_grid(2, 2, 40, 40), 0.02), random);
  compare(random.soup(500, 1), random);
}

}  // namespace condyle::test::embree_rays_tests
#endif
