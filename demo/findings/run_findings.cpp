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

Finding at_open_edge(const std::string& place, const std::string& mesh) {
  return {
      "at_open_edge", place,
      fmt::format("it has reached an open edge of mesh '{}', beyond which no pressure is counted; "
                  "close the hole, or let the surface reach further",
                  mesh)};
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
  ranges_.resize(contacts.size());
}

void ContactWatch::restart() {
  for (Seen& seen : seen_) seen = {.name = seen.name, .gap = seen.gap};
  std::ranges::fill(ranges_, RangeWatch{});
  both_sides_.restart();
  is_out_of_balance_ = false;
}

bool ContactWatch::see(const SceneWorld& world) {
  bool is_new = both_sides_.see(world);
  for (std::size_t i = 0; i < seen_of_contact_.size(); ++i) {
    const WorldContact& contact = world.contacts()[i];
    if (contact.report) is_new |= see(world, contact, seen_[seen_of_contact_[i]], ranges_[i]);
  }
  const bool was_balanced =
      !std::exchange(is_out_of_balance_, is_out_of_balance(world.step_totals()));
  return is_new || (was_balanced && is_out_of_balance_);
}

bool ContactWatch::see(const SceneWorld& world, const WorldContact& contact, Seen& seen,
                       RangeWatch& range) {
  const ContactStatistics& total = contact.report->result().total;
  const int faults = range.count();
  range.see(contact.report->pair());
  bool is_new = range.count() > faults;
  if (total.n_contacting == 0) return is_new;
  seen.most_triangles = std::max(seen.most_triangles, total.n_contacting);
  const LayerFigures& layer = contact.report->result().layer;
  seen.most_nodes = std::max(seen.most_nodes, layer.active_nodes);
  seen.node_spacing = layer.node_spacing;
  is_new |= see_yielding(contact, seen.yielding);
  if (!seen.border.empty()) return is_new;
  seen.border = border_of(world, contact);
  return is_new || !seen.border.empty();
}

/// Returns true when the pressure exceeds the yield stress for the first time.
bool ContactWatch::see_yielding(const WorldContact& contact, Yielding& yielding) {
  const bool was_any = yielding.any();
  yielding.stress = yield_stress_of(contact.casting_layer, contact.target_layer);
  yielding.see(contact.report->pair());
  return yielding.any() && !was_any;
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
  for (std::size_t i = 0; i < ranges_.size(); ++i)
    if (seen_of_contact_[i] == seen) all.add(ranges_[i]);
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
    if (!seen.border.empty()) findings.push_back(at_open_edge(place, seen.border));
    if (seen.yielding.any()) findings.push_back(beyond_yield(place, seen.yielding));
    if (!is_over || is_coarse) continue;
    if (seen.most_triangles == 0) {
      findings.push_back(never_touched(place, seen.gap, world.time()));
    } else if (seen.most_triangles < k_few_triangles) {
      findings.push_back(few_triangles(place, seen.most_triangles));
    } else if (seen.most_nodes > 0 && seen.most_nodes < k_few_nodes) {
      findings.push_back(few_nodes(place, seen.most_nodes, seen.node_spacing));
    }
  }
  both_sides_.add_findings(world, findings);
  if (auto finding = step_finding(world.step_totals())) findings.push_back(std::move(*finding));
  return findings;
}

}  // namespace condyle
