#pragma once

#include <embree3/rtcore.h>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::bench {

/// One mesh in an Embree scene with one thread, watertight (RTC_SCENE_FLAG_ROBUST) like Condyle.
class EmbreeScene {
 public:
  /// Which threads build it. Embree's limit of one holds for all that share a process, since it is
  /// oneTBB's, so only a case that times the building sets it; the calling thread traces the rays
  /// in any case.
  enum class Building { on_one_thread, on_all };

  explicit EmbreeScene(const TriangleMesh& mesh, Building building = Building::on_all);
  ~EmbreeScene();
  EmbreeScene(const EmbreeScene&) = delete;
  EmbreeScene& operator=(const EmbreeScene&) = delete;

  RTCScene get() const { return scene_; }

 private:
  RTCDevice device_;
  RTCScene scene_;
};

}  // namespace condyle::bench
