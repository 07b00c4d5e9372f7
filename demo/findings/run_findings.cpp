#include "findings/run_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "condyle/contact/layer.h"
#include "core/src/contact/yielding.h"
#include "findings/few_nodes.h"
#include "findings/step_findings.h"

namespace condyle {
namespace {

/// Pressure is constant on a triangle, so fewer triangles give no useful pressure map.
constexpr int k_few_triangles = 10;

constexpr double k_mm = 1e3;

bool are_one(const WorldContact& a, const WorldContact& b) {
  return are_between_same(a, b) || (!a.sum_in.empty() && a.sum_in == b.sum_in);
}

bool is_at_border(const ContactSurface& surface, int triangle) {
  if (surface.shape() != nullptr || surface.casts_from_nodes()) return false;
  return std::ranges::any_of(surface.neighbours()[triangle], [](int next) { return next < 0; });
}

bool is_from_file(const SceneWorld& world, MeshIndex mesh) {
  return std::holds_alternative<scene::MeshFromFile>(
      world.scene().bodies[mesh.body].meshes[mesh.mesh].source);
}

/// The name of the mesh whose open edge the contact has reached; empty if there is none. Meshes
/// made from a formula, such as the wall over a curve, are open on purpose and do not count.
std::string border_of(const SceneWorld& world, const WorldContact& contact) {
  const auto mesh = [&](MeshIndex index) -> const WorldMesh& {
    return world.bodies()[index.body].meshes[index.mesh];
  };
  const bool casting = is_from_file(world, contact.casting) &&
                       contact.settings.casts_from == CastingElements::triangles;
  const bool target = is_from_file(world, contact.target);
  if (!casting && !target) return {};
  for (const ProximityHit& hit : contact.report->result().hits) {
    if (!(hit.proximity > 0)) continue;
    if (casting && is_at_border(*mesh(contact.casting).surface, hit.casting_triangle))
      return mesh(contact.casting).name;
    if (target && is_at_border(*mesh(contact.target).surface, hit.target_triangle))
      return mesh(contact.target).name;
  }
  return {};
}

Finding never_touched(const std::string& place, double gap, double time) {
  return {
      "never_touched",
      place,
      fmt::format("the meshes never touched in {:.4g} s; they start {:.4g} mm apart: are "
                  "positions in metres, the units of files right, and the meshes wound outward?",
                  time, k_mm * gap),
      {{"gap [m]", gap}, {"time [s]", time}}};
}

Finding few_triangles(const std::string& place, int count) {
  return {"few_triangles",
          place,
          fmt::format("at most {} of the casting mesh's triangles touch, too few for a pressure "
                      "map; use a finer mesh, or let the other one cast",
                      count),
          {{"triangles", count}}};
}

Finding few_nodes(const std::string& place, int count, double spacing) {
  return {"few_nodes",
          place,
          fmt::format("at most {} nodes of its elastic layer press, {:.3g} mm apart: force "
                      "and peak may be off by several per cent; give a smaller node_spacing, or a "
                      "finer casting mesh",
                      count, k_mm * spacing),
          {{"nodes", count}, {"node_spacing [m]", spacing}}};
}

}  // namespace

ContactWatch::ContactWatch(const SceneWorld& world)
    : start_(world.look_at_start()), both_sides_(world) {
  const std::span<const WorldContact> contacts = world.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    std::size_t one = 0;
    while (one < i && !are_one(contacts[one], contacts[i])) ++one;
    const double gap = start_.contacts[i].gap;
    if (one == i) {
      seen_of_contact_.push_back(seen_.size());
      const std::string& sum = contacts[i].sum_in;
      seen_.push_back({.name = sum.empty() ? contacts[i].name : sum, .gap = gap});
    } else {
      seen_of_contact_.push_back(seen_of_contact_[one]);
      seen_[seen_of_contact_[one]].gap = std::min(seen_[seen_of_contact_[one]].gap, gap);
    }
  }
  watched_.resize(contacts.size());
}

void ContactWatch::restart() {
  for (Seen& seen : seen_) seen = {.name = seen.name, .gap = seen.gap};
  for (Watched& watched : watched_) watched.range = {};
  longest_time_ = 0;
  gain_ = {};
  both_sides_.restart();
}

void ContactWatch::see(const SceneWorld& world) {
  longest_time_ = std::max(longest_time_, world.time());
  both_sides_.see(world);
  for (std::size_t i = 0; i < seen_of_contact_.size(); ++i) {
    const WorldContact& contact = world.contacts()[i];
    if (contact.report) see(world, contact, seen_[seen_of_contact_[i]], watched_[i]);
  }
  gain_.see(world.energy(), world.time());
}

void ContactWatch::see(const SceneWorld& world, const WorldContact& contact, Seen& seen,
                       Watched& watched) {
  const ContactStatistics& total = contact.report->result().total;
  watched.range.see(contact.report->pair());
  if (total.n_contacting == 0) return;
  seen.most_triangles = std::max(seen.most_triangles, total.n_contacting);
  const LayerFigures& layer = contact.report->result().layer;
  seen.most_nodes = std::max(seen.most_nodes, layer.active_nodes);
  seen.node_spacing = layer.node_spacing;
  seen.yielding.stress = yield_stress_of(contact.casting_layer, contact.target_layer);
  seen.yielding.see(contact.report->pair());
  see_edges(world, contact, seen, watched.rims);
}

/// Keeps the first step in which the contact reaches an open edge, or a rigid rim.
void ContactWatch::see_edges(const SceneWorld& world, const WorldContact& contact, Seen& seen,
                             RigidRims& rims) {
  const Moment now{world.step_count(), world.time()};
  if (seen.at_border.step == 0) {
    seen.border = border_of(world, contact);
    if (!seen.border.empty()) seen.at_border = now;
  }
  if (seen.at_rim.step == 0 && rims.are_reached(contact.report->pair())) seen.at_rim = now;
}

Finding ContactWatch::at_open_edge(const std::string& place, const Seen& seen) {
  return {"at_open_edge",
          place,
          fmt::format("in step {}, at {:.6g} s, it reached an open edge of mesh '{}', beyond which "
                      "no pressure is counted; close the hole, or let the surface reach further",
                      seen.at_border.step, seen.at_border.time, seen.border),
          {{"step", static_cast<double>(seen.at_border.step)}, {"time [s]", seen.at_border.time}}};
}

Finding ContactWatch::at_rigid_rim(const std::string& place, const Moment& at) {
  return {"at_rigid_rim",
          place,
          fmt::format("in step {}, at {:.6g} s, it reached a sharp edge of its rigid side, under "
                      "which the peak pressure depends on the mesh; round the edge, or read forces "
                      "and means only",
                      at.step, at.time),
          {{"step", static_cast<double>(at.step)}, {"time [s]", at.time}}};
}

Finding ContactWatch::beyond_yield(const std::string& place, const Yielding& yielding) {
  return {"beyond_yield",
          place,
          fmt::format(
              "its pressure exceeds the yield stress of its layers, {:.4g} MPa, on up to {:.4g} of "
              "{:.4g} mm^2, and reaches {:.4g} MPa; elastic figures may be too high there",
              1e-6 * yielding.stress, 1e6 * yielding.area, 1e6 * yielding.contact_area,
              1e-6 * yielding.peak),
          {{"area [m^2]", yielding.area},
           {"contact_area [m^2]", yielding.contact_area},
           {"peak_pressure [Pa]", yielding.peak},
           {"yield_stress [Pa]", yielding.stress}}};
}

RangeWatch ContactWatch::range_of(std::size_t seen) const {
  RangeWatch all;
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if (seen_of_contact_[i] == seen) all.add(watched_[i].range);
  return all;
}

std::vector<Finding> ContactWatch::findings(const SceneWorld& world, bool is_over) const {
  std::vector<Finding> findings = start_.findings;
  for (std::size_t s = 0; s < seen_.size(); ++s) {
    const Seen& seen = seen_[s];
    const std::string place = fmt::format("contact '{}'", seen.name);
    bool is_coarse = false;  // which says more than the number of triangles
    for (RangeFault& fault : range_of(s).faults()) {
      is_coarse |= fault.kind == "coarse_casting";
      const auto is_said = [&](const Finding& other) {
        return other.kind == fault.kind && other.place == place;
      };
      if (std::ranges::none_of(start_.findings, is_said))
        findings.push_back({fault.kind, place, fault.text, std::move(fault.numbers)});
    }
    if (seen.at_border.step > 0) findings.push_back(at_open_edge(place, seen));
    if (seen.at_rim.step > 0) findings.push_back(at_rigid_rim(place, seen.at_rim));
    if (seen.yielding.any()) findings.push_back(beyond_yield(place, seen.yielding));
    if (!is_over || is_coarse) continue;
    if (seen.most_triangles == 0) {
      findings.push_back(never_touched(place, seen.gap, longest_time_));
    } else if (seen.most_triangles < k_few_triangles) {
      findings.push_back(few_triangles(place, seen.most_triangles));
    } else if (seen.most_nodes > 0 && seen.most_nodes < k_few_nodes) {
      findings.push_back(few_nodes(place, seen.most_nodes, seen.node_spacing));
    }
  }
  both_sides_.add_findings(world, findings);
  if (auto finding = step_finding(world.step_totals())) findings.push_back(std::move(*finding));
  if (auto finding = gain_.finding()) findings.push_back(std::move(*finding));
  return findings;
}

}  // namespace condyle
