#include "analyze/frame_strands.h"

#include <algorithm>
#include <array>

#include "analyze/result_columns.h"
#include "core/opensim/src/osim_path_tracer.h"

namespace condyle {

FrameStrands::FrameStrands(const opensim::OsimModel& model) : model_(&model) {
  const auto add = [&](const opensim::OsimPath& traced, const std::string& name,
                       std::vector<opensim::OsimPathTracer>& tracers) {
    tracers.emplace_back(model, traced, model.file.string() + ": " + name, report_);
  };
  for (const opensim::OsimLigament& ligament : model.ligaments) {
    add(ligament.path, ligament.strand.name, strands_);
  }
  for (const opensim::OsimCurveLigament& ligament : model.curve_ligaments) {
    add(ligament.path, ligament.name, curves_);
  }
}

std::vector<std::string> FrameStrands::labels() const {
  std::vector<std::string> all;
  const auto append = [&](const std::vector<std::string>& labels) {
    all.insert(all.end(), labels.begin(), labels.end());
  };
  for (const opensim::OsimLigament& ligament : model_->ligaments) {
    append(ligament_labels(ligament.strand.name));
  }
  for (const opensim::OsimCurveLigament& ligament : model_->curve_ligaments) {
    append(curve_ligament_labels(ligament.name));
  }
  return all;
}

void FrameStrands::trace(opensim::OsimPathTracer& tracer, const std::string& name,
                         const opensim::OsimState& state, const opensim::OsimBodies& bodies) {
  const ligament::TracedPath& traced = tracer.trace(state, bodies);
  if (traced.status == ligament::PathStatus::end_inside) {
    report_.add("frames in which a point of " + name + " lies inside a wrap object",
                "the path then passes through that object");
  } else if (traced.status == ligament::PathStatus::not_converged) {
    report_.add("frames in which no geodesic was found for " + name,
                "the best path found is then used");
  }
}

void FrameStrands::trace(const opensim::OsimState& state, const opensim::OsimBodies& bodies) {
  for (std::size_t i = 0; i < strands_.size(); ++i) {
    trace(strands_[i], model_->ligaments[i].strand.name, state, bodies);
  }
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    trace(curves_[i], model_->curve_ligaments[i].name, state, bodies);
  }
}

bool FrameStrands::has_memory() const {
  const auto wraps = [](const opensim::OsimPathTracer& tracer) {
    return !tracer.path().obstacles.empty();
  };
  return std::ranges::any_of(strands_, wraps) || std::ranges::any_of(curves_, wraps);
}

void FrameStrands::pass(const opensim::OsimState& state, const opensim::OsimBodies& bodies) {
  for (auto* tracers : {&strands_, &curves_})
    for (opensim::OsimPathTracer& tracer : *tracers) tracer.trace(state, bodies);
}

void FrameStrands::evaluate(const opensim::OsimState& state, const opensim::OsimBodies& bodies,
                            std::vector<double>& row) {
  trace(state, bodies);
  for (std::size_t i = 0; i < strands_.size(); ++i) {
    const ligament::TracedPath& traced = strands_[i].traced();
    append_ligament(
        ligament::evaluate(model_->ligaments[i].strand, traced.length, traced.lengthening_speed),
        traced.length, traced.lengthening_speed, row);
  }
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const opensim::OsimCurveLigament& ligament = model_->curve_ligaments[i];
    const ligament::TracedPath& traced = curves_[i].traced();
    const double stretch = traced.length / ligament.resting_length;
    const double tension =
        stretch > 1 ? ligament.pcsa_force * ligament.curve.value(std::array{stretch}) : 0;
    row.insert(row.end(), {std::max(0.0, tension), traced.length, traced.lengthening_speed});
  }
}

std::vector<std::string> FrameStrands::moment_arm_labels() const {
  std::vector<std::string> labels;
  const auto append = [&](const std::string& ligament) {
    for (const opensim::OsimCoordinate& coordinate : model_->coordinates) {
      labels.push_back(moment_arm_label(ligament, coordinate.name));
    }
  };
  for (const opensim::OsimLigament& ligament : model_->ligaments) append(ligament.strand.name);
  for (const opensim::OsimCurveLigament& ligament : model_->curve_ligaments) append(ligament.name);
  return labels;
}

void FrameStrands::append_moment_arms(const opensim::CoordinateMotions& motions,
                                      std::vector<double>& row) const {
  for (const auto* tracers : {&strands_, &curves_}) {
    for (const opensim::OsimPathTracer& tracer : *tracers) {
      for (std::size_t c = 0; c < model_->coordinates.size(); ++c) {
        row.push_back(motions.moment_arm(static_cast<int>(c), tracer));
      }
    }
  }
}

std::vector<Eigen::Vector3d> FrameStrands::polyline(int ligament, const opensim::OsimBodies& bodies,
                                                    double step) const {
  const opensim::OsimPathTracer& tracer = strands_[index(ligament)];
  return ligament::polyline(tracer.path(), tracer.traced(), bodies.X_GB, step);
}

FrameStrands::Memory FrameStrands::memory() const {
  Memory all;
  for (const auto* tracers : {&strands_, &curves_}) {
    for (const opensim::OsimPathTracer& tracer : *tracers) all.push_back(tracer.memory());
  }
  return all;
}

void FrameStrands::set_memory(const Memory& memory) {
  auto next = memory.begin();
  for (auto* tracers : {&strands_, &curves_}) {
    for (opensim::OsimPathTracer& tracer : *tracers) tracer.set_memory(*next++);
  }
}

}  // namespace condyle
