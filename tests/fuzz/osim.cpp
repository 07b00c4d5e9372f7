// OpenSim's models: what is accepted is written byte for byte, moves, and becomes a scene.
#include <string>

#include "condyle/error.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/opensim/osim_scale.h"
#include "condyle/opensim/osim_scene.h"
#include "fuzz/fuzz_target.h"
#include "fuzz/input_file.h"

namespace {

using namespace condyle;

void pose_model(const opensim::OsimModel& model) {
  const opensim::OsimKinematics kinematics(model);
  const opensim::OsimState state = opensim::default_state(model, kinematics);
  opensim::OsimBodies bodies;
  kinematics.evaluate(state, bodies);
  opensim::moment_arms(model, kinematics, state);
  opensim::scene_of(model, kinematics, state, {});
}

/// Does what may be refused.
template <class Use>
void attempt(const Use& use) try {
  use();
} catch (const InputError&) {
}

}  // namespace

CONDYLE_FUZZ_TARGET(osim) {
  static const fuzz::InputFile k_file(".osim");
  const std::string_view text = fuzz::text_of(data, size);
  opensim::OsimModel model;
  try {
    model = opensim::read_osim(k_file.write(text));
  } catch (const InputError& error) {
    fuzz::require_names(error, k_file.path().filename().string());
    return 0;
  }
  fuzz::require(opensim::osim_text(model) == text, "a model that was not changed is written anew");
  attempt([&] { pose_model(model); });
  const opensim::OsimBodyScale larger{"", {1.1, 1.2, 0.9}};
  attempt([&] { opensim::scaled(model, {&larger, 1}); });
  return 0;
}
