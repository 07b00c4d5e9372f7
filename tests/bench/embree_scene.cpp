#include "bench/embree_scene.h"

namespace condyle::bench {
namespace {

void fill_vertices(RTCGeometry geometry, const TriangleMesh& mesh) {
  auto* vertex = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                             RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                             mesh.vertices.size()));
  for (const Eigen::Vector3d& v : mesh.vertices) {
    for (int k = 0; k < 3; ++k) *vertex++ = static_cast<float>(v[k]);
  }
}

void fill_triangles(RTCGeometry geometry, const TriangleMesh& mesh) {
  auto* index = static_cast<unsigned*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                              3 * sizeof(unsigned), mesh.triangles.size()));
  for (const auto& triangle : mesh.triangles) {
    for (const int v : triangle) *index++ = static_cast<unsigned>(v);
  }
}

}  // namespace

EmbreeScene::EmbreeScene(const TriangleMesh& mesh, Building building)
    : device_(rtcNewDevice(building == Building::on_one_thread ? "threads=1" : nullptr)),
      scene_(rtcNewScene(device_)) {
  const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
  fill_vertices(geometry, mesh);
  fill_triangles(geometry, mesh);
  rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_HIGH);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene_, geometry);
  rtcReleaseGeometry(geometry);
  rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
  rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
  rtcCommitScene(scene_);
}

EmbreeScene::~EmbreeScene() {
  rtcReleaseScene(scene_);
  rtcReleaseDevice(device_);
}

}  // namespace condyle::bench
