// A recorded motion of the detailed knee model, analysed from files to tables.
#include <fmt/format.h>

#include <cmath>

#include "analyze/analysis.h"
#include "analyze/frame_selection.h"
#include "bench/case_list.h"
#include "bench/recorded_implants.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_scene.h"

namespace condyle::bench {
namespace {

/// One step is the whole analysis on one thread: reading, hierarchies, kinematics, 149 ligaments
/// and both contacts of all frames. The tables are not written.
class Analysis : public System {
 public:
  Analysis()
      : System("condyle, one core"), folder_(recorded_file(RecordedPart::femoral).parent_path()) {}

  void evaluate(std::size_t) override {
    const opensim::OsimModel model = opensim::read_osim(folder_ / "DM.osim");
    const opensim::MotionTable motion =
        opensim::read_motion_table(folder_ / "tka_passive_flexion_states.sto");
    const opensim::OsimKinematics kinematics(model);
    const opensim::OsimMotionStates states(model, kinematics, motion, false);
    const std::vector<int> rows = select_frames(motion, {});
    opensim::ModelReport report;
    const std::vector<opensim::OsimSurfaces> surfaces =
        make_surfaces(model, std::vector<std::filesystem::path>{folder_}, report);
    const AnalysisInput input{model, kinematics, states, motion, rows, surfaces};
    result_ = analyze(input, {}, [](int, int) {});
  }

  /// The greatest tibiofemoral force during the motion.
  StepOutcome outcome() const override {
    double most = 0;
    const std::string force = result_.contact.labels.front();
    const std::string name = force.substr(0, force.find(".casting"));
    for (int row = 0; row < result_.contact.rows(); ++row) {
      double squared = 0;
      for (const char* axis : {"x", "y", "z"}) {
        const auto column = result_.contact.column(name + ".casting.total.contact_force_" + axis);
        if (column) squared += std::pow(result_.contact.at(row, *column), 2);
      }
      most = std::max(most, std::sqrt(squared));
    }
    return {k_no_value, most};
  }

  int frames() const { return result_.kinematics.rows(); }

 private:
  std::filesystem::path folder_;
  AnalysisResult result_;
};

CaseReport run_analysis(const RunEffort& effort) {
  Systems systems;
  auto analysis = std::make_unique<Analysis>();
  const Analysis& ran = *analysis;
  systems.push_back(std::move(analysis));
  CaseReport report{"analyze_knee",
                    "a detailed knee model along its recorded flexion: reading, kinematics, 149 "
                    "ligaments and 2 contacts of every frame",
                    {},
                    {},
                    k_no_value};
  constexpr std::size_t k_runs = 3;
  report.measurements = run_interleaved(systems, k_runs, effort);
  for (const Measurement& m : report.measurements) {
    report.figures.push_back(
        fmt::format("{} frames, {:.2f} ms each", ran.frames(), 1e-3 * m.median_us / ran.frames()));
  }
  return report;
}

}  // namespace

void add_analysis_cases(CaseList& cases) {
  cases.push_back({"analyze_knee", run_analysis,
                   has_recorded_implants() ? "" : "its data is not beside the checkout"});
}

}  // namespace condyle::bench
