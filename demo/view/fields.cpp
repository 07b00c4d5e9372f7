#include "view/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "world/scene_figures.h"

namespace condyle {
namespace {

constexpr double k_none = std::numeric_limits<double>::quiet_NaN();

const WorldContact& contact_of(const FieldSource& source) {
  return source.world.contacts()[source.contact];
}

const WorldMesh& mesh_of(const FieldSource& source) {
  const WorldContact& contact = contact_of(source);
  return source.world.mesh(source.on_casting ? contact.casting : contact.target);
}

/// A value for each casting triangle of the last result; none if there is no result.
template <class ValueOf>
std::vector<double> of_casting_triangles(const FieldSource& source, const ValueOf& value_of) {
  const auto& report = contact_of(source).report;
  if (!report) return {};
  const SideMap& map = report->casting_map();
  std::vector<double> values(map.pressure.size());
  if (source.only >= 0) {
    const auto t = static_cast<std::size_t>(source.only);
    if (t < values.size()) values[t] = value_of(map, t);
    return values;
  }
  for (std::size_t t = 0; t < values.size(); ++t) values[t] = value_of(map, t);
  return values;
}

std::vector<double> pressures(const FieldSource& source) {
  return of_casting_triangles(source,
                              [](const SideMap& map, std::size_t t) { return map.pressure[t]; });
}

std::vector<double> depths(const FieldSource& source) {
  return of_casting_triangles(
      source, [](const SideMap& map, std::size_t t) { return std::max(map.proximity[t], 0.0); });
}

std::vector<double> energy_densities(const FieldSource& source) {
  return of_casting_triangles(source, [&](const SideMap& map, std::size_t t) {
    const TriangleMesh& mesh = contact_of(source).report->pair().casting().mesh();
    return map.potential_energy[t] / (area_vector_doubled(mesh, static_cast<int>(t)).norm() / 2);
  });
}

/// The mean velocity of a triangle's corners, of a surface whose vertices move.
Eigen::Vector3d velocity_of_corners(const ContactSurface& surface, int triangle) {
  const auto velocities = surface.vertex_velocities();
  if (velocities.empty() || triangle < 0) return Eigen::Vector3d::Zero();
  const auto& [a, b, c] = surface.mesh().triangles[triangle];
  return (velocities[a] + velocities[b] + velocities[c]) / 3;
}

/// The speed of the casting triangle's middle over the target, along the triangle.
double slip_speed(const ContactPair& pair, const SideMap& map, std::size_t t) {
  if (!(map.proximity[t] > 0) && !(map.pressure[t] > 0)) return 0;
  const int triangle = static_cast<int>(t);
  const TriangleMesh& mesh = pair.casting().mesh();
  const auto& [a, b, c] = mesh.triangles[triangle];
  const Eigen::Vector3d middle = (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3;
  const Eigen::Vector3d n = area_vector_doubled(mesh, triangle).normalized();
  const Twist& V_TC_C = pair.result().V_TC_C;
  const Eigen::Vector3d velocity =
      V_TC_C.linear + V_TC_C.angular.cross(middle) + velocity_of_corners(pair.casting(), triangle) -
      pair.pose().linear() * velocity_of_corners(pair.target(), map.partner[t]);
  return (velocity - velocity.dot(n) * n).norm();
}

std::vector<double> slip_speeds(const FieldSource& source) {
  return of_casting_triangles(source, [&](const SideMap& map, std::size_t t) {
    return slip_speed(contact_of(source).report->pair(), map, t);
  });
}

double yield_of(const WorldContact& contact) {
  return yield_stress_of(contact.casting_layer, contact.target_layer);
}

std::vector<double> shares_of_yield(const FieldSource& source) {
  const double yield = yield_of(contact_of(source));
  if (!(yield > 0)) return {};
  return of_casting_triangles(
      source, [&](const SideMap& map, std::size_t t) { return map.pressure[t] / yield; });
}

std::vector<double> gaps(const FieldSource& source) {
  return source.gaps.gaps(source.world, source.contact, source.on_casting);
}

bool has_thickness(const Layer& layer) {
  return layer.use != LayerUse::rigid && std::isfinite(layer.thickness);
}

std::vector<double> thicknesses(const FieldSource& source) {
  const WorldMesh& mesh = mesh_of(source);
  std::vector<double> values(mesh.mesh->triangles.size(), k_none);
  if (!mesh.surface) return values;
  for (std::size_t t = 0; t < values.size(); ++t) {
    const Layer& layer = mesh.surface->layer(static_cast<int>(t));
    if (has_thickness(layer)) values[t] = layer.thickness;
  }
  return values;
}

/// Wear of the casting mesh, summed over all contacts in which it casts; empty if an earlier
/// contact has the same casting mesh, because that one shows the sum.
std::vector<double> worn_depths(const FieldSource& source) {
  const auto contacts = source.world.contacts();
  if (!source.on_casting) return {};
  std::vector<double> sum(mesh_of(source).mesh->triangles.size(), 0);
  for (int k = 0; k < static_cast<int>(contacts.size()); ++k) {
    if (contacts[k].casting != contact_of(source).casting) continue;
    if (k < source.contact) return {};
    const std::vector<double> depths = source.world.worn_depth(k);
    if (depths.size() == sum.size())
      std::ranges::transform(depths, sum, sum.begin(), std::plus<>());
  }
  std::ranges::replace(sum, 0.0, k_none);
  return sum;
}

FieldUnit unit_of_pressure(double top) {
  const PressureUnit unit = pressure_unit(top);
  return {unit.name, unit.pascals};
}

FieldUnit unit_of_length(double top) {
  return top < 1e-4 ? FieldUnit{"\xc2\xb5m", 1e-6} : FieldUnit{"mm", 1e-3};
}

FieldUnit unit_of_energy_density(double top) {
  return top < 1 ? FieldUnit{"mJ/m\xc2\xb2", 1e-3} : FieldUnit{"J/m\xc2\xb2", 1};
}

FieldUnit unit_of_speed(double top) {
  return top < 1 ? FieldUnit{"mm/s", 1e-3} : FieldUnit{"m/s", 1};
}

FieldUnit unit_of_wear(double top) {
  const WearUnit unit = wear_unit(top);
  return {unit.name, unit.metres};
}

FieldUnit unit_of_margin(double) { return {"%", 0.01, true}; }

std::string lacks_contact(const ShownWorld& world) {
  return world.contacts().empty() ? "this scene has no contact" : "";
}

template <class Predicate>
std::string lack_unless_any(const ShownWorld& world, const Predicate& has, const char* why) {
  return std::ranges::any_of(world.contacts(), has) ? "" : why;
}

std::string lacks_thickness(const ShownWorld& world) {
  return lack_unless_any(
      world,
      [](const WorldContact& contact) {
        return has_thickness(contact.casting_layer) || has_thickness(contact.target_layer);
      },
      "no layer in contact has a finite thickness");
}

std::string lacks_speed(const ShownWorld& world) {
  if (!world.has_velocities()) return "a recorded motion is evaluated at rest";
  return lacks_contact(world);
}

std::string lacks_wear(const ShownWorld& world) {
  return lack_unless_any(
      world, [](const WorldContact& contact) { return contact.settings.wear_coefficient > 0; },
      "no contact has a wear_coefficient");
}

std::string lacks_yield(const ShownWorld& world) {
  return lack_unless_any(
      world, [](const WorldContact& contact) { return yield_of(contact) > 0; },
      "no layer in contact has a yield_stress");
}

constexpr std::array<FieldDescription, k_fields> k_descriptions{{
    {Field::pressure, "pressure", "of the contact", true, unit_of_pressure, lacks_contact,
     pressures},
    {Field::depth, "depth", "overlap of the undeformed surfaces along the casting normal", true,
     unit_of_length, lacks_contact, depths},
    {Field::gap, "gap", "distance to the other surface where they are apart, along the normal",
     false, unit_of_length, lacks_contact, gaps},
    {Field::thickness, "thickness", "of the elastic layer", false, unit_of_length, lacks_thickness,
     thicknesses},
    {Field::energy_density, "energy", "elastic energy of both layers, per area", true,
     unit_of_energy_density, lacks_contact, energy_densities},
    {Field::slip_speed, "slip", "speed of one surface over the other", true, unit_of_speed,
     lacks_speed, slip_speeds},
    {Field::wear, "wear", "depth worn off the casting side so far", false, unit_of_wear, lacks_wear,
     worn_depths},
    {Field::yield_margin, "margin",
     "what is left of the yield stress of the layers; 0 % and less may flow", true, unit_of_margin,
     lacks_yield, shares_of_yield},
}};

}  // namespace

std::span<const FieldDescription> field_descriptions() { return k_descriptions; }

const FieldDescription& description_of(Field field) {
  return k_descriptions[static_cast<std::size_t>(field)];
}

double value_on(const FieldDescription& field, const FieldSource& source, int triangle) {
  const WorldContact& contact = contact_of(source);
  if (field.is_of_contact && !source.on_casting) {
    const std::vector<int>* partner =
        contact.report ? &contact.report->target_map().partner : nullptr;
    const bool has = partner && triangle < static_cast<int>(partner->size());
    triangle = has ? (*partner)[static_cast<std::size_t>(triangle)] : -1;
  }
  if (triangle < 0) return k_none;
  FieldSource at = source;
  at.only = triangle;
  const std::vector<double> values = field.values(at);
  return triangle < static_cast<int>(values.size()) ? values[static_cast<std::size_t>(triangle)]
                                                    : k_none;
}

void require_field(const ShownWorld& world, Field field) {
  const std::string lack = description_of(field).lack(world);
  if (!lack.empty()) throw InputError(fmt::format("field {}: {}", word_of(field), lack));
}

std::string field_title(Field field, const FieldUnit& unit) {
  return fmt::format("{} [{}]", description_of(field).label, unit.name);
}

}  // namespace condyle
