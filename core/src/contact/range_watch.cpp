#include "core/src/contact/range_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/layer.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/laws/pressure_law.h"

namespace condyle {
namespace {

/// A proximity above this fraction of the window counts as having reached its end: deeper overlap
/// would be lost.
constexpr double k_window_end = 0.95;
/// A casting shape whose error is larger is too coarse.
constexpr double k_coarse_error = 0.01;
constexpr double k_least_chord_error = 1e-7;  ///< that scene files may give [m]
constexpr double k_mm = 1e3;

RangeFault at_window_end(double depth, double window) {
  return {"beyond_max_proximity",
          fmt::format("the meshes overlap by {:.3g} mm, but overlap deeper than max_proximity, "
                      "{:.3g} mm, is ignored; increase it, or use a stiffer layer",
                      k_mm * depth, k_mm * window),
          {{"depth [m]", depth}, {"max_proximity [m]", window}}};
}

/// What else may help, besides letting the other side cast. The error falls as the chord error.
std::string remedy(const CastingError& casting) {
  const double excess = casting.relative_error / k_coarse_error;
  const std::string divided =
      casting.triangles > 0 ? fmt::format(": divided by {:.2g} for 1 %", excess) : "";
  switch (casting.remedy) {
    case CastingRemedy::none:
      return "; its triangles are divided already";
    case CastingRemedy::shorter_edges:
      return ", or give the shape shorter edges";
    case CastingRemedy::chord_error:
      if (casting.chord_error < excess * k_least_chord_error) return "";
      return fmt::format(", or give the shape a chord error, of {:.2g} m or less",
                         casting.chord_error / excess);
    case CastingRemedy::chords_or_division:
      return ", or give the shape no chord error, so that its triangles are divided, or a smaller "
             "chord error" +
             divided;
    case CastingRemedy::finer_chords:
      break;
  }
  return ", or give the shape a smaller chord error" + divided;
}

RangeFault coarse(const CastingError& casting) {
  std::string text =
      casting.triangles == 0
          ? fmt::format(
                "the shapes overlap by {:.3g} mm, but no triangle of the casting shape's "
                "mesh is in that overlap, so no force is found",
                k_mm * casting.depth)
          : fmt::format(
                "at an overlap of {:.3g} mm only {} triangles of the casting shape's mesh "
                "touch, so its force may be {:.2g} % off",
                k_mm * casting.depth, casting.triangles, 1e2 * casting.relative_error);
  text += "; let the other side cast" + remedy(casting);
  return {"coarse_casting",
          text,
          {{"relative_error", casting.relative_error},
           {"triangles", casting.triangles},
           {"depth [m]", casting.depth}}};
}

}  // namespace

bool RangeWatch::is_coarse() const { return casting_.relative_error > k_coarse_error; }

bool RangeWatch::is_at_window_end() const { return depth_ > k_window_end * window_; }

bool RangeWatch::take(const LumpedLayers& lumped) {
  const auto off = [](const LumpedLayers& layers) {
    return std::pair(std::abs(std::log(layers.stiffness_ratio)), layers.stiffness_ratio);
  };
  if (!lumped.is_far_off() || off(lumped) <= off(lumped_)) return false;
  lumped_ = lumped;
  return true;
}

bool RangeWatch::observe(const ContactPair& pair) {
  return observe(pair, {pair.casting().name(), pair.target().name()});
}

bool RangeWatch::observe(const ContactPair& pair, const WatchedMeshes& meshes) {
  const ContactSettings& settings = pair.settings();
  const ContactResult& result = pair.result();
  bool is_worst = layer_.observe(pair);
  is_worst |= edges_.observe(pair, meshes);
  is_worst |= yielding_.observe(pair);
  if (result.total.n_contacting > 0) is_worst |= take(pair.evaluator().lumped_layers());
  sparse_.observe(pair);
  if (result.total.max_proximity > depth_) {
    depth_ = result.total.max_proximity;
    window_ = settings.max_proximity;
    is_worst |= is_at_window_end();
  }
  if (pair.casting().shape() != nullptr && !(result.total.contact_force.norm() < casting_.force)) {
    const CastingError casting = casting_error(pair);
    if (std::tie(casting.force, casting.depth) > std::tie(casting_.force, casting_.depth)) {
      casting_ = casting;
      is_worst |= is_coarse();
    }
  }
  if (settings.formulation != Formulation::nonlinear || !is_foundation(settings.normal))
    return is_worst;
  int beyond = 0;
  for (const ProximityHit& hit : result.hits) {
    if (!(hit.proximity > 0)) continue;
    const Layer &casting = pair.casting().layer(hit.casting_triangle),
                &target = pair.target().layer(hit.target_triangle);
    if (hit.proximity <= largest_proximity(make_pressure_law(casting, target, settings))) continue;
    ++beyond;
    if (hit.proximity <= layer_depth_) continue;
    layer_depth_ = hit.proximity;
    thickness_ = casting.thickness + target.thickness;
    is_worst = true;
  }
  triangles_ = std::max(triangles_, beyond);
  if (beyond > 0) peak_pressure_ = std::max(peak_pressure_, result.total.max_pressure);
  return is_worst;
}

bool RangeWatch::add(const RangeWatch& other) {
  bool is_worst = false;
  if (other.is_at_window_end() && (!is_at_window_end() || other.depth_ > depth_)) {
    std::tie(depth_, window_) = std::pair(other.depth_, other.window_);
    is_worst = true;
  }
  if (other.layer_depth_ > layer_depth_) {
    std::tie(layer_depth_, thickness_) = std::pair(other.layer_depth_, other.thickness_);
    is_worst = true;
  }
  is_worst |= layer_.add(other.layer_);
  is_worst |= edges_.add(other.edges_);
  is_worst |= yielding_.add(other.yielding_);
  is_worst |= take(other.lumped_);
  sparse_.add(other.sparse_);
  triangles_ = std::max(triangles_, other.triangles_);
  peak_pressure_ = std::max(peak_pressure_, other.peak_pressure_);
  if (other.casting_.relative_error > casting_.relative_error) {
    casting_ = other.casting_;
    is_worst |= is_coarse();
  }
  return is_worst;
}

std::vector<RangeFault> RangeWatch::faults() const {
  std::vector<RangeFault> faults;
  if (lumped_.is_far_off()) faults.push_back(lumped_.fault());
  if (is_at_window_end()) faults.push_back(at_window_end(depth_, window_));
  if (triangles_ > 0) {
    faults.push_back(
        {"beyond_layers",
         fmt::format("the overlap, {:.3g} mm at up to {} triangles, is more than both layers are "
                     "thick, {:.3g} mm, where the nonlinear law means nothing: its pressure, up to "
                     "{:.3g} MPa, is no result; move the meshes apart, or give thicker layers",
                     k_mm * layer_depth_, triangles_, k_mm * thickness_, 1e-6 * peak_pressure_),
         {{"depth [m]", layer_depth_},
          {"thickness [m]", thickness_},
          {"triangles", triangles_},
          {"peak_pressure [Pa]", peak_pressure_}}});
  }
  if (is_coarse()) faults.push_back(coarse(casting_));
  layer_.add_faults(faults);
  edges_.add_faults(faults);
  yielding_.add_faults(faults);
  return faults;
}

std::vector<RangeFault> RangeWatch::faults_at_end() const {
  std::vector<RangeFault> all = faults();
  if (!is_coarse()) sparse_.add_faults(all);
  return all;
}

std::vector<RangeFault> RangeWatch::faults_of_poses() const {
  return sparse_.only_begins() ? faults() : faults_at_end();
}

}  // namespace condyle
