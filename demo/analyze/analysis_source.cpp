#include "analyze/analysis_source.h"

#include <utility>

namespace condyle {

AnalysisSource::AnalysisSource(const AnalysisFiles& files)
    : AnalysisSource(opensim::read_osim(files.model), files) {}

AnalysisSource::AnalysisSource(opensim::OsimModel read, const AnalysisFiles& files)
    : model(std::move(read)),
      motion(opensim::read_motion_table(files.motion)),
      kinematics(model),
      states(model, kinematics, motion, files.missing_default),
      rows(select_frames(motion, files.frames)),
      report(model.report) {
  report.add(kinematics.report());
  report.add(states.report());
  take_formulation(model, files.law);
  if (files.has_contacts)
    surfaces = make_surfaces(model, geometry_folders(model, files.geometry), report);
}

}  // namespace condyle
