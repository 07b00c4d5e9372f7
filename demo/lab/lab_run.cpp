#include "lab/lab_run.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "condyle/error.h"
#include "lab/gait_test.h"
#include "lab/hip_test.h"
#include "lab/joint_tests.h"
#include "lab/pad_test.h"
#include "lab/wear_test.h"

namespace condyle {
namespace {

GaitTest gait_of(const scene::Scene& scene, const scene::SceneTest& test) {
  const std::vector<std::string>& words = built_in_cycles();
  const bool is_built_in = std::ranges::find(words, test.cycle) != words.end();
  const std::string cycle =
      is_built_in ? test.cycle : (scene.file.parent_path() / test.cycle).string();
  return {find_cycle(cycle, test.period), {.cycles = test.repetitions, .steps = test.steps}};
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
      return test_hip(
          scene,
          {.inclinations = test.inclinations, .versions = test.versions, .angles = test.angles});
    case scene::LabTestKind::pad:
      return test_pad(scene, pad_of(test));
    case scene::LabTestKind::gait:
      return test_gait(scene, gait_of(scene, test));
    case scene::LabTestKind::wear:
      return test_wear(scene, {.gait = gait_of(scene, test),
                               .coefficient = test.wear_coefficient,
                               .straight_share = test.straight_share,
                               .cycles = test.cycles,
                               .updates = test.updates});
  }
  throw InputError("unknown test");
}

}  // namespace condyle
