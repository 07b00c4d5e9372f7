#include "view/difference_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/ticks.h"
#include "condyle/contact/patch_surface.h"

namespace condyle {
namespace {

constexpr double k_top_before_any = 1e6;  // [Pa]
constexpr int k_ticks_of_half = 3;

/// The contact of this name on a mesh with as many triangles; -1 if there is none.
int same_contact(const ShownWorld& a, const ShownWorld& b, int contact) {
  const WorldContact& wanted = a.contacts()[contact];
  const std::size_t triangles = a.mesh(wanted.casting).mesh->triangles.size();
  for (int i = 0; i < static_cast<int>(b.contacts().size()); ++i) {
    const WorldContact& found = b.contacts()[i];
    if (found.name == wanted.name && b.mesh(found.casting).mesh->triangles.size() == triangles)
      return i;
  }
  return -1;
}

double pressure_at(const WorldContact& contact, std::size_t triangle) {
  return contact.report ? contact.report->casting_map().pressure[triangle] : 0;
}

}  // namespace

std::vector<double> pressure_difference(const ShownWorld& a, const ShownWorld& b, int contact) {
  const int other = same_contact(a, b, contact);
  if (other < 0) return {};
  const WorldContact& of_a = a.contacts()[contact];
  const WorldContact& of_b = b.contacts()[other];
  std::vector<double> values(a.mesh(of_a.casting).mesh->triangles.size());
  for (std::size_t t = 0; t < values.size(); ++t) {
    const double pressure_a = pressure_at(of_a, t), pressure_b = pressure_at(of_b, t);
    values[t] = pressure_a > 0 || pressure_b > 0 ? pressure_a - pressure_b
                                                 : std::numeric_limits<double>::quiet_NaN();
  }
  return values;
}

std::string lacks_difference(const ShownWorld& a, const ShownWorld& b) {
  for (int i = 0; i < static_cast<int>(a.contacts().size()); ++i)
    if (same_contact(a, b, i) >= 0) return "";
  return "they have no contact of the same name on the same mesh";
}

void DifferenceMap::update(const ShownWorld& a, const ShownWorld& b, bool smooth, DrawList& list) {
  std::vector<std::vector<double>> values;
  now_ = 0;
  for (int i = 0; i < static_cast<int>(a.contacts().size()); ++i) {
    values.push_back(pressure_difference(a, b, i));
    for (const double value : values.back())
      if (std::abs(value) > now_) now_ = std::abs(value);  // false for NaN
  }
  largest_.observe(now_);
  const double half = largest_.top(k_top_before_any);
  list.patches.clear();
  list.paint.field = Field::pressure;
  list.paint.colors = {.map = list.paint.colors.map, .diverges = true};
  list.paint.range = 2 * half;
  list.paint.zero = half;
  list.paint.largest = now_;
  list.paint.threshold = 0;
  if (list.paint.contour_step > 0)
    list.paint.contour_step = choose_ticks(0, half, k_ticks_of_half).step;
  while (contacts_.size() < values.size()) contacts_.push_back(std::make_unique<OfContact>());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].empty()) continue;
    const MeshIndex at = a.contacts()[i].casting;
    const WorldMesh& mesh = a.mesh(at);
    for (double& value : values[i]) value += half;
    OfContact& shown = *contacts_[i];
    shown.pieces =
        value_patch(*mesh.mesh, values[i], smooth ? PatchStyle::smooth : PatchStyle::flat);
    shown.patch.set(shown.pieces, *mesh.mesh);
    list.bytes_sent += shown.patch.bytes();
    list.patches.push_back({&shown.patch, a.bodies()[at.body].X_WB * mesh.X_BM});
  }
}

}  // namespace condyle
