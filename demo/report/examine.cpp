#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/long_work.h"
#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "lab/joint_tests.h"
#include "lab/still_run.h"
#include "report/joint_report.h"
#include "view/scene_painter.h"

namespace condyle {

ReportedDesign examine(const scene::Scene& scene, const std::vector<double>& angles,
                       ScenePainter* painter) {
  ReportedDesign design{.scene = scene};
  const TestedJoint joint = find_tested_joint(scene);
  ContactTest test{.angles = angles};
  test.see = [&](double angle, const SceneWorld& world) {
    if (const auto balance = world.balance()) {
      design.residual = std::max(design.residual, balance->residual);
      design.jump = std::max(design.jump, balance->jump);
    }
    const WorldContact& contact = world.contacts()[joint.contact];
    if (!contact.report) return;
    design.yield_stress = yield_stress_of(contact.casting_layer, contact.target_layer);
    design.sheets.push_back(pressure_sheet(
        world, joint.contact,
        fmt::format("{:.0f} deg: peak {:.3g} MPa", angle / k_lab_degree,
                    1e-6 * contact.report->result().total.max_pressure),
        design.sheets.empty() ? std::nullopt : std::optional(design.sheets[0].seen_along)));
    if (painter != nullptr) design.pictures.push_back(painter->picture(world));
  };
  design.contact = test_contact(scene, test);
  LaxityTest laxity;
  laxity.points = 21;
  design.laxity = test_laxity(scene, laxity);

  if (scene.contacts[joint.contact].settings.formulation == Formulation::elastic_layer)
    return design;
  scene::Scene elastic = scene;
  for (scene::SceneContact& contact : elastic.contacts)
    contact.settings.formulation = Formulation::elastic_layer;
  try {
    const WorkPart part("elastic layer");
    design.elastic = test_contact(
        elastic, {.angles = angles, .malalignments = {Malalignment{.name = "aligned"}}, .see = {}});
  } catch (const InputError& error) {
    design.elastic.notes.emplace_back(error.what());
  }
  return design;
}

}  // namespace condyle
