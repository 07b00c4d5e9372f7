// condyle analyze: the contacts and ligaments of an OpenSim model in a recorded motion.
#include "analyze/analysis.h"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <optional>

#include "analyze/analysis_source.h"
#include "condyle/error.h"
#include "formulation_words.h"
#include "long_call.h"
#include "words.h"
#include "worlds/parts.h"
#include "worlds/table.h"

namespace condyle::python {
namespace {

struct Analysis {
  Table kinematics, ligaments, contact;
  std::vector<std::string> report;
};

/// Ends an analysis from its call for progress.
struct Stopped {};

Table table_of_motion(opensim::MotionTable&& motion) {
  return {std::move(motion.labels), std::move(motion.times), std::move(motion.values)};
}

std::vector<std::string> sentences_of(const opensim::ModelReport& report) {
  std::vector<std::string> sentences;
  for (const opensim::ModelReport::Line& line : report.lines)
    sentences.push_back(fmt::format("{} ({}): {}", line.what, line.count, line.consequence));
  return sentences;
}

Analysis analysis_of(const AnalysisFiles& files, const AnalysisOptions& options) {
  AnalysisSource source(files);
  Interrupts interrupts;
  AnalysisResult result = analyze(source.input(), options, [&](int, int) {
    if (interrupts.pending()) throw Stopped();
  });
  source.report.add(result.report);
  return {table_of_motion(std::move(result.kinematics)),
          table_of_motion(std::move(result.ligaments)), table_of_motion(std::move(result.contact)),
          sentences_of(source.report)};
}

Analysis analyze_files(const std::filesystem::path& model, const std::filesystem::path& motion,
                       const std::string& geometry, std::optional<double> start,
                       std::optional<double> stop, int every, bool contacts, bool missing_default,
                       bool two_sided, bool flip_meshes, const std::optional<std::string>& law,
                       double node_spacing, const std::vector<std::string>& rigid, int threads) {
  if (threads < 1 || every < 1)
    throw InputError(
        fmt::format("threads and every must be 1 or more, not {} and {}", threads, every));
  AnalysisFiles files;
  files.model = model;
  files.motion = motion;
  files.geometry = geometry;
  files.has_contacts = contacts;
  files.missing_default = missing_default;
  files.law.node_spacing = node_spacing;
  files.law.rigid = rigid;
  if (law)
    files.law.formulation = static_cast<Formulation>(index_of(*law, formulation_words(), "law"));
  files.frames.from = start.value_or(files.frames.from);
  files.frames.to = stop.value_or(files.frames.to);
  files.frames.every = every;
  AnalysisOptions options;
  options.contacts.two_sided = two_sided;
  options.contacts.flip_meshes = flip_meshes;
  options.threads = threads;
  try {
    return without_lock([&] { return analysis_of(files, options); });
  } catch (const Stopped&) {
    throw py::error_already_set();
  }
}

}  // namespace

void add_analyses(py::module_& module) {
  py::class_<Analysis>(module, "Analysis", "What analyze() gives: tables over the motion.")
      .def_readonly("kinematics", &Analysis::kinematics, "Poses and velocities of the bodies.")
      .def_readonly("ligaments", &Analysis::ligaments, "Force, strain and so on of each ligament.")
      .def_readonly("contact", &Analysis::contact, "The figures of each contact and its regions.")
      .def_readonly("report", &Analysis::report, "What of the model was ignored, and what follows.")
      .def("__repr__", [](const Analysis& all) {
        return fmt::format(
            "<condyle.Analysis of {} frames: {} columns of contacts, {} of ligaments>",
            all.kinematics.times.size(), all.contact.names.size(), all.ligaments.names.size());
      });
  module.def(
      "analyze", analyze_files, py::arg("model"), py::arg("motion"), py::kw_only(),
      py::arg("geometry") = "", py::arg("start") = py::none(), py::arg("stop") = py::none(),
      py::arg("every") = 1, py::arg("contacts") = true, py::arg("missing_default") = false,
      py::arg("two_sided") = false, py::arg("flip_meshes") = false, py::arg("law") = py::none(),
      py::arg("node_spacing") = 0.0, py::arg("rigid") = py::tuple(), py::arg("threads") = 1,
      "Contacts and ligaments of an OpenSim model in a recorded motion, as `condyle analyze`\n"
      "has them, to the bit: an Analysis.\n\n"
      "model: .osim. motion: .sto or .mot. geometry: the folder of its meshes.\n"
      "start, stop: first and last time [s]. every: takes each n-th frame.\n"
      "missing_default: coordinates that the motion lacks keep their default values.\n"
      "two_sided, flip_meshes: as OpenSim's contact has it.\n"
      "law: 'linear', 'nonlinear' or 'elastic_layer' for all contacts; None: the model's own.\n"
      "node_spacing [m] and rigid, the contact meshes that do not yield, belong to\n"
      "'elastic_layer'; node_spacing 0 is its default.");
}

}  // namespace condyle::python
