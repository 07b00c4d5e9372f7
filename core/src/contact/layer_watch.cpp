#include "core/src/contact/layer_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/elastic/elastic_layer.h"
#include "core/src/contact/elastic/layer_waves.h"
#include "core/src/contact/range_fault.h"

namespace condyle {
namespace {

constexpr double k_mm_per_m = 1e3;

/// Errors that are said, and the one that an advised spacing leaves.
constexpr double k_uneven = 0.05, k_missing_force = 0.05, k_unsure = 0.05, k_wanted = 0.02,
                 k_torn = 0.02;
/// ElasticLayer::OddPeak::excess that is said. The long triangles of a prism exceed 0.1 where the
/// contact ends between two of them; 960 random good meshes stayed below 0.25.
constexpr double k_odd_peak = 0.25;
/// In contacts of fewer nodes even a smooth pressure falls by much from one node to the next.
constexpr int k_fewest_for_peak = 20;
/// EvenPressure::error of usual meshes, also of small triangles, whose rows it does not look at: by
/// forces under balls on layers of nu = 0.5, with triangles of 0.25 to 1 thickness.
constexpr double k_usual_error = 0.015;

/// Below this many nodes over the radius a contact has few nodes (few_nodes), and no more is said.
constexpr double k_fewest = 2;

double thinnest_of(const Layer& casting, const Layer& target) {
  double least = std::numeric_limits<double>::infinity();
  for (const Layer* layer : {&casting, &target})
    if (layer->use != LayerUse::rigid) least = std::min(least, layer->thickness);
  return least;
}

RangeFault uneven(double error, const Eigen::Vector3d& at) {
  return {"uneven_layer",
          fmt::format("its elastic layer yields to an even pressure by {:.2g} % more or less than "
                      "its thickness over its constrained modulus at ({:.4g}, {:.4g}, {:.4g}) mm "
                      "of the casting mesh; give that mesh rounder triangles, or no larger ones "
                      "than the layer is thick",
                      100 * error, k_mm_per_m * at.x(), k_mm_per_m * at.y(), k_mm_per_m * at.z()),
          {{"relative_error", error}, {"x [m]", at.x()}, {"y [m]", at.y()}, {"z [m]", at.z()}}};
}

RangeFault torn(double force, const Eigen::Vector3d& at) {
  return {
      "torn_layer",
      fmt::format("its elastic layer falls apart in the contact, at ({:.4g}, {:.4g}, {:.4g}) mm "
                  "of the casting mesh: triangles lie there side by side or upon one another "
                  "without a common edge, do not bend each other, and carry {:.2g} % of the "
                  "force, which may be far too large; repair that mesh: weld it, close slits, "
                  "and remove what it has twice",
                  k_mm_per_m * at.x(), k_mm_per_m * at.y(), k_mm_per_m * at.z(), 100 * force),
      {{"part_of_force", force}, {"x [m]", at.x()}, {"y [m]", at.y()}, {"z [m]", at.z()}}};
}

RangeFault odd_peak(double ratio, const Eigen::Vector3d& at) {
  return {
      "uneven_pressure",
      fmt::format("a node of its elastic layer presses {:.2f} times as hard as those around it, "
                  "at ({:.4g}, {:.4g}, {:.4g}) mm of the casting mesh, where triangles are "
                  "slender or of very different sizes; the force is hardly touched, but the "
                  "peak pressure may be that much too high: give that mesh rounder triangles, "
                  "or a node_spacing of at least half of their length",
                  ratio, k_mm_per_m * at.x(), k_mm_per_m * at.y(), k_mm_per_m * at.z()),
      {{"ratio", ratio}, {"x [m]", at.x()}, {"y [m]", at.y()}, {"z [m]", at.z()}}};
}

}  // namespace

bool LayerWatch::is_uneven() const { return uneven_ > k_uneven; }
bool LayerWatch::is_stepped() const { return nodes_.missing_force > k_missing_force; }
bool LayerWatch::is_torn() const { return nodes_.torn_force > k_torn; }
bool LayerWatch::has_odd_peak() const { return nodes_.odd_excess > k_odd_peak; }
bool LayerWatch::is_wide() const { return nodes_.unsure_force > k_unsure; }

LayerWatch::Nodes LayerWatch::nodes_of(const ContactPair& pair) {
  const LayerFigures& figures = pair.result().layer;
  Nodes nodes{figures.active_nodes, figures.node_spacing,
              std::sqrt(figures.active_nodes / std::numbers::pi)};
  const auto& hits = pair.result().hits;
  const Layer &casting = pair.casting().layer(hits.empty() ? 0 : hits.front().casting_triangle),
              &target = pair.target().layer(0);
  const double radius = nodes.over_radius * nodes.spacing, thickness = thinnest_of(casting, target);
  const ElasticLayer& layer = *pair.evaluator().elastic_layer();
  const EvenPressure& even = layer.even_pressure();
  nodes.thicknesses = radius / thickness;
  nodes.unsure_force = std::max(even.error, k_usual_error) * gain_of_error(casting, target, radius);
  const auto [torn_force, torn_node] = layer.force_beside_seams();
  nodes.torn_force = torn_force;
  if (torn_node >= 0) nodes.torn_at = layer.nodes().points[torn_node];
  const ElasticLayer::OddPeak peak = layer.worst_odd_peak();
  if (peak.node >= 0 && nodes.pressing >= k_fewest_for_peak) {
    nodes.odd_excess = peak.excess;
    nodes.odd_ratio = peak.ratio;
    nodes.odd_at = layer.nodes().points[peak.node];
  }
  if (nodes.over_radius < k_fewest || nodes.spacing < thickness / 2) return nodes;
  const auto missing = [&](double spacing) {
    const double over_radius = nodes.over_radius * nodes.spacing / spacing;
    const double yield = yield_to_steps(casting, target, spacing, over_radius);
    return yield / (1 + yield);
  };
  nodes.missing_force = missing(nodes.spacing);
  nodes.wanted_spacing = nodes.spacing;
  while (missing(nodes.wanted_spacing) > k_wanted) nodes.wanted_spacing *= 0.9;
  return nodes;
}

bool LayerWatch::observe(const ContactPair& pair) {
  const ElasticLayer* const layer = pair.evaluator().elastic_layer();
  if (layer == nullptr || !(pair.result().layer.active_nodes > nodes_.pressing)) return false;
  nodes_ = nodes_of(pair);
  uneven_ = layer->even_pressure().error;
  uneven_at_ = layer->even_pressure().at;
  return count() > 0;
}

bool LayerWatch::add(const LayerWatch& other) {
  bool is_worst = false;
  if (other.uneven_ > uneven_) {
    uneven_ = other.uneven_;
    uneven_at_ = other.uneven_at_;
    is_worst = is_uneven();
  }
  if (other.count() > 0 &&
      (count() == 0 || other.nodes_.missing_force > nodes_.missing_force ||
       (other.is_wide() && other.nodes_.unsure_force > nodes_.unsure_force) ||
       (other.is_torn() && other.nodes_.torn_force > nodes_.torn_force) ||
       (other.has_odd_peak() && other.nodes_.odd_excess > nodes_.odd_excess))) {
    nodes_ = other.nodes_;
    is_worst = true;
  }
  return is_worst;
}

void LayerWatch::add_faults(std::vector<RangeFault>& faults) const {
  if (is_uneven()) faults.push_back(uneven(uneven_, uneven_at_));
  if (is_stepped()) {
    faults.push_back(
        {"coarse_nodes",
         fmt::format("the {} nodes of its elastic layer that press are {:.3g} mm apart, too far "
                     "for a layer that hardly changes its volume: its force may be {:.0f} % too "
                     "small; give a node_spacing of {:.2g} mm, and triangles no larger",
                     nodes_.pressing, k_mm_per_m * nodes_.spacing, 100 * nodes_.missing_force,
                     k_mm_per_m * nodes_.wanted_spacing),
         {{"missing_force", nodes_.missing_force},
          {"nodes", nodes_.pressing},
          {"node_spacing [m]", nodes_.spacing},
          {"wanted_spacing [m]", nodes_.wanted_spacing}}});
  }
  if (is_wide()) {
    faults.push_back(
        {"wide_contact",
         fmt::format(
             "its contact has a radius of {:.2g} thicknesses of a layer that hardly changes "
             "its volume, whose yield is a small difference of large sums: its force may "
             "be off by {:.0f} %; give a poissons_ratio of at most 0.49",
             nodes_.thicknesses, 100 * nodes_.unsure_force),
         {{"relative_error", nodes_.unsure_force}, {"radius_over_thickness", nodes_.thicknesses}}});
  }
  if (is_torn()) faults.push_back(torn(nodes_.torn_force, nodes_.torn_at));
  if (has_odd_peak()) faults.push_back(odd_peak(nodes_.odd_ratio, nodes_.odd_at));
}

}  // namespace condyle
