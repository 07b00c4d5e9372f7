#include "world/make_engine.h"

#include "condyle/error.h"
#include "engine/bullet/bullet_engine.h"
#include "engine/statics/statics_engine.h"
#ifdef CONDYLE_HAS_MUJOCO
#include "engine/mujoco/mujoco_engine.h"
#include "engine/mujoco/robot_engine.h"
#endif

namespace condyle {

EngineName engine_of(const scene::Scene& scene, EngineName asked) {
  if (scene.robot) return EngineName::mujoco;  // whose model it is
  if (scene.solve != scene::SceneSolve::balance) return asked;
  if (asked == EngineName::mujoco)
    throw InputError(
        "The scene says \"solve\": \"static\": no engine moves it; leave out --engine mujoco, or "
        "the "
        "key");
  return EngineName::statics;
}

std::unique_ptr<SceneEngine> make_engine(EngineName engine, const scene::Scene& scene,
                                         const std::vector<BuiltBody>& built) {
  switch (engine) {
    case EngineName::bullet:
      return make_bullet_engine(scene, built);
    case EngineName::mujoco:
#ifdef CONDYLE_HAS_MUJOCO
      return scene.robot ? make_robot_engine(scene, built) : make_mujoco_engine(scene, built);
#else
      throw InputError(
          "This condyle was built without MuJoCo; use the engine bullet, or configure it with "
          "-DCONDYLE_MUJOCO=ON");
#endif
    case EngineName::statics:
      return make_statics_engine(scene, built);
  }
  return nullptr;
}

}  // namespace condyle
