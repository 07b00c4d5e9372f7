#include "findings/run_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/src/contact/lumped_layers.h"
#include "findings/step_findings.h"

namespace condyle {
namespace {

constexpr double k_mm = 1e3;

bool are_one(const WorldContact& a, const WorldContact& b) {
  return are_between_same(a, b) || (!a.sum_in.empty() && a.sum_in == b.sum_in);
}

bool is_from_file(const SceneWorld& world, MeshIndex mesh) {
  return std::holds_alternative<scene::MeshFromFile>(
      world.scene().bodies[mesh.body].meshes[mesh.mesh].source);
}

/// The meshes whose open edges count: those from files.
WatchedMeshes watched_meshes(const SceneWorld& world, const WorldContact& contact) {
  const auto name_of = [&](MeshIndex index) -> std::optional<std::string_view> {
    if (!is_from_file(world, index)) return {};
    return world.bodies()[index.body].meshes[index.mesh].name;
  };
  return {name_of(contact.casting), name_of(contact.target)};
}

/// Whether layers that were averaged at the start still are: the user may have put them in series.
bool is_averaged(const SceneWorld& world, const std::string& place) {
  const auto surface_of = [&](MeshIndex index) -> const ContactSurface& {
    return *world.bodies()[index.body].meshes[index.mesh].surface;
  };
  return std::ranges::any_of(world.contacts(), [&](const WorldContact& contact) {
    return place == fmt::format("contact '{}'", contact.name) &&
           lumped_layers(surface_of(contact.casting), surface_of(contact.target), contact.settings)
               .is_far_off();
  });
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

}  // namespace

ContactWatch::ContactWatch(const SceneWorld& world)
    : start_(look_at_start(world.scene(), world.built())), both_sides_(world) {
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
  for (RangeWatch& range : ranges_) range = {};
  longest_time_ = 0;
  gain_ = {};
  both_sides_.restart();
}

void ContactWatch::observe(const SceneWorld& world) {
  longest_time_ = std::max(longest_time_, world.time());
  both_sides_.observe(world);
  for (std::size_t i = 0; i < seen_of_contact_.size(); ++i) {
    const WorldContact& contact = world.contacts()[i];
    if (contact.report) observe(world, contact, seen_[seen_of_contact_[i]], ranges_[i]);
  }
  gain_.observe(world.energy(), world.time());
}

void ContactWatch::observe(const SceneWorld& world, const WorldContact& contact, Seen& seen,
                           RangeWatch& range) {
  range.observe(contact.report->pair(), watched_meshes(world, contact));
  seen.has_pressed = seen.has_pressed || contact.report->has_pressed();
  if (contact.report->result().total.n_contacting == 0) return;
  const Moment now{world.step_count(), world.time()};
  if (seen.at_open_edge.step == 0 && range.edges().is_at_open_edge()) seen.at_open_edge = now;
  if (seen.at_rigid_rim.step == 0 && range.edges().is_at_rigid_rim()) seen.at_rigid_rim = now;
}

/// Adds the step to the fault of an edge.
Finding ContactWatch::finding_of(const std::string& place, const Seen& seen, RangeFault fault) {
  const Moment at = fault.kind == "at_open_edge"   ? seen.at_open_edge
                    : fault.kind == "at_rigid_rim" ? seen.at_rigid_rim
                                                   : Moment{};
  Finding finding{fault.kind, place, std::move(fault.text), std::move(fault.numbers)};
  if (at.step == 0) return finding;
  finding.text = fmt::format("first in step {}, at {:.6g} s: {}", at.step, at.time, finding.text);
  finding.numbers.insert(finding.numbers.begin(),
                         {{"step", static_cast<double>(at.step)}, {"time [s]", at.time}});
  return finding;
}

RangeWatch ContactWatch::range_of(std::size_t seen) const {
  RangeWatch all;
  for (std::size_t i = 0; i < ranges_.size(); ++i)
    if (seen_of_contact_[i] == seen) all.add(ranges_[i]);
  return all;
}

std::vector<Finding> ContactWatch::findings(const SceneWorld& world, bool is_over) const {
  std::vector<Finding> findings = start_.findings;
  std::erase_if(findings, [&](const Finding& finding) {
    return finding.kind == "lumped_layers" && !is_averaged(world, finding.place);
  });
  for (std::size_t s = 0; s < seen_.size(); ++s) {
    const Seen& seen = seen_[s];
    const std::string place = fmt::format("contact '{}'", seen.name);
    const RangeWatch range = range_of(s);
    for (RangeFault& fault : is_over ? range.faults_at_end() : range.faults()) {
      const auto is_said = [&](const Finding& other) {
        return other.kind == fault.kind && other.place == place;
      };
      if (std::ranges::none_of(start_.findings, is_said))
        findings.push_back(finding_of(place, seen, std::move(fault)));
    }
    if (is_over && !range.sparse().any_contact() && !range.is_coarse() && !seen.has_pressed)
      findings.push_back(never_touched(place, seen.gap, longest_time_));
  }
  both_sides_.add_findings(world, findings);
  if (auto finding = step_finding(world.step_totals())) findings.push_back(std::move(*finding));
  if (auto finding = passed_finding(world.step_totals())) findings.push_back(std::move(*finding));
  if (auto finding = gain_.finding()) findings.push_back(std::move(*finding));
  return findings;
}

}  // namespace condyle
