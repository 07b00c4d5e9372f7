#include "findings/both_sides.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

/// Forces that differ by more than this fraction of the larger one have a mean of little use.
constexpr double k_large_difference = 0.2;

/// The force that the side alone would give: of its share, a half, the double.
double force_of(const WorldContact& contact) {
  return contact.report ? 2 * contact.report->result().total.contact_force.norm() : 0;
}

}  // namespace

bool BothSides::Casts::differ() const {
  return std::abs(force - reverse_force) > k_large_difference * std::max(force, reverse_force);
}

BothSides::BothSides(const SceneWorld& world) {
  const std::span<const WorldContact> contacts = world.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    for (std::size_t j = i + 1; j < contacts.size(); ++j) {
      if (contacts[i].casting == contacts[j].target && contacts[i].target == contacts[j].casting)
        casts_.push_back({.contact = i, .reverse = j});
    }
  }
}

void BothSides::restart() {
  for (Casts& casts : casts_) casts.force = casts.reverse_force = 0;
}

void BothSides::observe(const SceneWorld& world) {
  for (Casts& casts : casts_) {
    const double force = force_of(world.contacts()[casts.contact]),
                 reverse_force = force_of(world.contacts()[casts.reverse]);
    if (!(force + reverse_force > casts.force + casts.reverse_force)) continue;
    casts.force = force;
    casts.reverse_force = reverse_force;
  }
}

void BothSides::add_findings(const SceneWorld& world, std::vector<Finding>& findings) const {
  for (const Casts& casts : casts_) {
    if (!casts.differ()) continue;
    const bool is_weaker = casts.force < casts.reverse_force;
    const WorldContact& weaker = world.contacts()[is_weaker ? casts.contact : casts.reverse];
    const MeshIndex mesh = weaker.casting;
    findings.push_back(
        {"sides_differ",
         fmt::format("contact '{}'", world.contacts()[casts.contact].name),
         fmt::format(
             "both sides cast, but mesh '{}' alone would find {:.4g} N and the other side {:.4g} "
             "N, so that the force, their mean, is {:.2g} % below the larger; refine mesh '{}', or "
             "let the other side cast alone",
             world.bodies()[mesh.body].meshes[mesh.mesh].name,
             std::min(casts.force, casts.reverse_force), std::max(casts.force, casts.reverse_force),
             50 * (1 - std::min(casts.force, casts.reverse_force) /
                           std::max(casts.force, casts.reverse_force)),
             world.bodies()[mesh.body].meshes[mesh.mesh].name),
         {{"force [N]", casts.force}, {"reverse_force [N]", casts.reverse_force}}});
  }
}

}  // namespace condyle
