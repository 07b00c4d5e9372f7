#include "world/make_engine.h"

#include "engine/bullet/bullet_engine.h"

namespace condyle {

std::unique_ptr<SceneEngine> make_engine(EngineName engine, const scene::Scene& scene,
                                         const std::vector<BuiltBody>& built) {
  switch (engine) {
    case EngineName::bullet:
      return make_bullet_engine(scene, built);
  }
  return nullptr;
}

}  // namespace condyle
