// condyle analyze: the contacts and ligaments of an OpenSim model in a recorded motion.
#include "analyze/analysis.h"

#include <fmt/format.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "analyze/analysis_source.h"
#include "arrays.h"
#include "condyle/error.h"
#include "described_settings.h"
#include "long_call.h"
#include "worlds/opensim.h"
#include "worlds/parts.h"
#include "worlds/table.h"

namespace condyle::python {
namespace {

/// Callback for progress, with the number of frames done and the total.
using FrameProgress = std::function<void(int, int)>;

/// Thrown by the progress callback to end an analysis.
struct Stopped {};

struct Analysis {
  AnalysisResult result;
  std::vector<std::string> report, warnings;
  std::vector<std::string> contacts;  ///< names, in the order of the maps
};

Table table_of_motion(opensim::MotionTable&& motion) {
  return {std::move(motion.labels), std::move(motion.times), std::move(motion.values)};
}

Analysis analysis_of(opensim::OsimModel model, const AnalysisFiles& files,
                     const AnalysisOptions& options, const FrameProgress& progress) {
  AnalysisSource source(std::move(model), files);
  Interrupts interrupts;
  int reported = -1;
  Analysis made;
  made.result = analyze(source.input(), options, [&](int done, int total) {
    if (interrupts.pending()) throw Stopped();
    if (progress && done != reported) progress(reported = done, total);
  });
  source.report.add(made.result.report);
  for (const opensim::OsimContact& contact : source.model.contacts)
    made.contacts.push_back(contact.name);
  made.report = sentences_of(source.report);
  made.warnings = warnings_of(source.input(), made.result);
  return made;
}

/// An array (frames, triangles) that owns the numbers.
py::array array_of_frames(std::vector<double>&& values, std::size_t frames) {
  auto owner = std::make_unique<std::vector<double>>(std::move(values));
  const double* data = owner->data();
  const std::size_t triangles = owner->size() / frames;
  const py::capsule capsule(owner.release(),
                            [](void* kept) { delete static_cast<std::vector<double>*>(kept); });
  return py::array_t<double>({frames, triangles}, data, capsule);
}

/// From a contact's name to pressure and proximity of its casting mesh, then of its target.
py::dict arrays_of(std::vector<ContactMaps>&& maps, const std::vector<std::string>& contacts,
                   std::size_t frames) {
  py::dict arrays;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    ContactMaps& contact = maps[i];
    const auto arrays_of_side = [&](FrameMaps& side) {
      return py::make_tuple(array_of_frames(std::move(side.pressure), frames),
                            array_of_frames(std::move(side.proximity), frames));
    };
    arrays[py::str(contacts[i])] =
        py::make_tuple(arrays_of_side(contact.casting), arrays_of_side(contact.target));
  }
  return arrays;
}

py::tuple analyze_files(const py::object& model, const std::filesystem::path& motion,
                        const std::string& geometry, std::optional<double> start,
                        std::optional<double> stop, int every, bool contacts, bool missing_default,
                        bool flip_meshes, bool moment_arms, bool maps,
                        const std::vector<std::string>& rigid, const py::dict& settings,
                        int threads, const FrameProgress& progress) {
  if (threads < 1 || every < 1)
    throw InputError(
        fmt::format("threads and every must be 1 or more, not {} and {}", threads, every));
  AnalysisFiles files;
  files.motion = motion;
  files.geometry = geometry;
  files.has_contacts = contacts;
  files.missing_default = missing_default;
  files.rigid = rigid;
  files.frames.from = start.value_or(files.frames.from);
  files.frames.to = stop.value_or(files.frames.to);
  files.frames.every = every;
  AnalysisOptions options;
  options.flip_meshes = flip_meshes;
  options.moment_arms = moment_arms;
  options.keeps_maps = maps;
  options.threads = threads;
  try {
    opensim::OsimModel read = model_of(model);
    for (opensim::OsimContact& contact : read.contacts)
      change(contact.settings, contact_keywords(), settings, "analyze()");
    Analysis made =
        without_lock([&] { return analysis_of(std::move(read), files, options, progress); });
    const std::size_t frames = made.result.contact.times.size();
    return py::make_tuple(table_of_motion(std::move(made.result.kinematics)),
                          table_of_motion(std::move(made.result.ligaments)),
                          table_of_motion(std::move(made.result.moment_arms)),
                          table_of_motion(std::move(made.result.contact)), made.report,
                          made.warnings,
                          arrays_of(std::move(made.result.contact_maps), made.contacts, frames));
  } catch (const Stopped&) {
    throw py::error_already_set();
  }
}

}  // namespace

void add_analyses(py::module_& module) {
  module.def("analyze", analyze_files, py::arg("model"), py::arg("motion"), py::kw_only(),
             py::arg("geometry"), py::arg("start"), py::arg("stop"), py::arg("every"),
             py::arg("contacts"), py::arg("missing_default"), py::arg("flip_meshes"),
             py::arg("moment_arms"), py::arg("maps"), py::arg("rigid"), py::arg("settings"),
             py::arg("threads"), py::arg("progress"),
             "Kinematics, ligaments, moment arms and contacts, each a Table, a report, warnings "
             "and maps:\n"
             "for condyle.analyze, which explains the arguments.");
}

}  // namespace condyle::python
