#pragma once

#include <embree3/rtcore.h>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::bench {

/// One mesh in an Embree scene with one thread, watertight (RTC_SCENE_FLAG_ROBUST) like Condyle.
class EmbreeScene {
 public:
  explicit EmbreeScene(const TriangleMesh& mesh);
  ~EmbreeScene();
  EmbreeScene(const EmbreeScene&) = delete;
  EmbreeScene& operator=(const EmbreeScene&) = delete;

  RTCScene get() const { return scene_; }

 private:
  RTCDevice device_;
  RTCScene scene_;
};

}  // namespace condyle::bench
