#pragma once

#include <optional>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"
#include "lab/input_scatter.h"
#include "lab/lab_table.h"
#include "report/pressure_sheet.h"

namespace condyle {

/// A joint and what the tests found of it.
struct ReportedDesign {
  scene::Scene scene;
  LabResult contact, laxity;
  LabResult elastic;  ///< of contact, with both layers as elastic bodies; no tables if it failed
  std::optional<InputScatter> scatter;  ///< of contact; what a comparison is set against
  std::vector<PressureSheet> sheets;
  std::vector<std::string> pictures;  ///< of the scene as in `sheets`, as "data:"; may be none
  double yield_stress = 0;        ///< of the tested contact, as yield_stress_of(); 0: unknown [Pa]
  double residual = 0, jump = 0;  ///< the largest of all balances in `sheets`, of the load
};

class ScenePainter;

/// Runs the tests of contact and, with the elastic layer, of contact again at these angles [rad]
/// (none: those of the test), and that of laxity at its own. `painter` draws the scene; null: no
/// pictures. Throws InputError that says what the scene lacks.
ReportedDesign examine(const scene::Scene& scene, const std::vector<double>& angles,
                       ScenePainter* painter = nullptr);

/// How a report came about.
struct ReportOrigin {
  std::string program, date, command;
};

/// One HTML file without network, to read and to print: what was tested, maps, tables, curves, how
/// springs and elastic layer differ, limits of the model that apply, and what repeats it. `other`
/// may be null: a second design, beside the first, with the differences. Precondition: then both
/// have a scatter.
std::string joint_report(const ReportedDesign& design, const ReportedDesign* other,
                         const ReportOrigin& origin);

}  // namespace condyle
