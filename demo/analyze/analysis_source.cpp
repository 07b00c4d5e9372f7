#include "analyze/analysis_source.h"

#include <utility>

#include "analyze/fitted_layers.h"

namespace condyle {
namespace {

opensim::OsimModel prepared(opensim::OsimModel model, const AnalysisFiles& files) {
  if (files.change)
    for (opensim::OsimContact& contact : model.contacts) files.change(contact.settings);
  fit_layers(model, files.rigid);
  if (!files.has_contacts) return model;
  const auto folders = geometry_folders(model, files.geometry);
  return without_unusable_contacts(std::move(model), folders);
}

}  // namespace

AnalysisSource::AnalysisSource(const AnalysisFiles& files)
    : AnalysisSource(opensim::read_osim(files.model), files) {}

AnalysisSource::AnalysisSource(opensim::OsimModel read, const AnalysisFiles& files)
    : model(prepared(std::move(read), files)),
      motion(opensim::read_motion_table(files.motion)),
      kinematics(model),
      states(model, kinematics, motion, files.missing_default),
      rows(select_frames(motion, files.frames)),
      report(model.report) {
  report.add(kinematics.report());
  report.add(states.report());
  if (files.has_contacts)
    surfaces = make_surfaces(model, geometry_folders(model, files.geometry), report);
}

}  // namespace condyle
