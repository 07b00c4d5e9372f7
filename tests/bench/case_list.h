#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/measurement.h"
#include "bench/runner.h"

namespace condyle::bench {

/// A case by its name. Nothing is built before the case runs.
struct CaseEntry {
  std::string name;
  std::function<CaseReport(const RunEffort&)> run;
  std::string skipped = {};  ///< the reason if the case cannot run here
};

using CaseList = std::vector<CaseEntry>;

// Each function adds one group of cases.
void add_recorded_cases(CaseList& cases);   ///< tf_, pf_, ...: recorded implants, where present
void add_generated_cases(CaseList& cases);  ///< knee_...: the knee that ships
void add_closed_cases(CaseList& cases);     ///< hip_closed, two_spheres_...
void add_rough_cases(CaseList& cases);      ///< fine_on_coarse, scanned_cartilage
void add_shape_cases(CaseList& cases);      ///< shape_...: an analytic target and its mesh
void add_growth_cases(CaseList& cases);     ///< growth_same_pose_..., growth_same_count_...
void add_strand_cases(CaseList& cases);     ///< ligaments_149
void add_analysis_cases(CaseList& cases);   ///< analyze_knee: a recorded motion, from its files
void add_world_cases(CaseList& cases);      ///< knee_1kHz...: whole steps of Bullet
void add_engine_cases(CaseList& cases);     ///< engines_...: Bullet, MuJoCo, MuJoCo's own contact
void add_pile_cases(CaseList& cases);       ///< pile_...: many bodies of different masses
void add_elastic_cases(CaseList& cases);    ///< elastic_...: the elastic layer beside the springs
void add_elastic_growth_cases(CaseList& cases);  ///< elastic_growth_...: 50 to 20,000 nodes press
void add_python_cases(CaseList& cases);  ///< python_...: the package beside C++ and the program
void add_setup_cases(CaseList& cases);   ///< setup_...

}  // namespace condyle::bench
