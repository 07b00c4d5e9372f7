#include "lab/lab_run.h"

#include <fmt/format.h>

#include <exception>

#include "condyle/error.h"
#include "lab/gait_test.h"
#include "lab/hip_test.h"
#include "lab/joint_tests.h"
#include "lab/pad_test.h"
#include "lab/wear_test.h"

namespace condyle {
namespace {

GaitTest gait_of(const scene::SceneTest& test) {
  return {find_cycle(test.cycle, test.period), {.cycles = test.repetitions, .steps = test.steps}};
}

PadTest pad_of(const scene::SceneTest& test) {
  PadTest pad;
  pad.force = test.force;
  pad.taxels = test.taxels;
  if (!test.tilts.empty()) pad.tilts = test.tilts;
  return pad;
}

}  // namespace

LabResult run_scene_test(const scene::Scene& scene, const scene::SceneTest& test) {
  switch (test.kind) {
    case scene::LabTestKind::contact: {
      ContactTest contact;
      contact.angles = test.angles;
      return test_contact(scene, contact);
    }
    case scene::LabTestKind::laxity:
      return test_laxity(scene, {.angles = test.angles,
                                 .force_forward = test.forward,
                                 .force_sideways = test.sideways,
                                 .moment_turning = test.turning,
                                 .moment_tilting = test.tilting,
                                 .points = test.points});
    case scene::LabTestKind::hip:
      return test_hip(scene, {.inclinations = test.inclinations,
                              .versions = test.versions,
                              .angles = test.angles,
                              .side = test.side});
    case scene::LabTestKind::pad:
      return test_pad(scene, pad_of(test));
    case scene::LabTestKind::gait:
      return test_gait(scene, gait_of(test));
    case scene::LabTestKind::wear:
      return test_wear(scene, {.gait = gait_of(test),
                               .coefficient = test.coefficient,
                               .straight_share = test.straight_share,
                               .cycles = test.cycles,
                               .updates = test.updates});
  }
  throw InputError("unknown test");
}

LabResult run_test_of_scene(const scene::Scene& scene, const scene::SceneTest& test) {
  const auto told = [&](const std::exception& error) {
    return fmt::format("test '{}': {}", test.name, error.what());
  };
  try {
    return run_scene_test(scene, test);
  } catch (const SimulationError& error) {
    throw SimulationError(told(error));
  } catch (const InputError& error) {
    throw InputError(told(error));
  }
}

void require_tests(const scene::Scene& scene) {
  if (!scene.tests.empty()) return;
  throw InputError(
      fmt::format("{}: lists no tests; add the key 'tests' (docs/scenes.md), such as [{{\"test\": "
                  "\"contact\"}}], or name the test to run",
                  scene.file.string()));
}

}  // namespace condyle
