#include "world/scene_figures.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/figure_text.h"
#include "world/contact_totals.h"

namespace condyle {
namespace {

constexpr std::size_t k_half_spaces = 6;  // always the first regions, see contact_result.h

ContactRow row(const std::string& name, bool is_region, const ContactStatistics& s) {
  return {name, is_region, s.contact_force.norm(), s.contact_area, s.max_pressure, s.mean_pressure};
}

}  // namespace

std::span<const RegionStatistics> named_regions(const ContactResult& result) {
  const std::span<const RegionStatistics> all = result.regions;
  return all.subspan(std::min(k_half_spaces, all.size()));
}

std::vector<ContactRow> contact_rows(const ShownWorld& world) {
  const ContactStatistics none;
  std::vector<ContactRow> rows;
  for (const WorldContact& contact : world.contacts()) {
    const ContactResult* result = contact.report ? &contact.report->result() : nullptr;
    rows.push_back(row(contact.name, false, result ? result->total : none));
    if (!result) continue;
    for (const RegionStatistics& region : named_regions(*result)) {
      rows.push_back(row(region.name, true, region.statistics));
    }
  }
  for (const ContactTotal& total : contact_totals(world))
    rows.push_back(row(total.name, false, total.statistics));
  return rows;
}

double mesh_diagonal(const ShownWorld& world, MeshIndex index) {
  return bounding_box(*world.mesh(index).mesh).diagonal().norm();
}

double peak_pressure(const ShownWorld& world) {
  double peak = 0;
  for (const WorldContact& contact : world.contacts()) {
    if (contact.report) peak = std::max(peak, contact.report->result().total.max_pressure);
  }
  return peak;
}

double peak_wear(const ShownWorld& world) {
  double peak = 0;
  for (int i = 0; i < static_cast<int>(world.contacts().size()); ++i) {
    for (const double depth : world.worn_depth(i)) peak = std::max(peak, depth);
  }
  return peak;
}

PressureUnit pressure_unit(double range) {
  return range < 0.1e6 ? PressureUnit{"kPa", 1e3} : PressureUnit{"MPa", 1e6};
}

WearUnit wear_unit(double range) {
  if (range < 1e-9) return {"pm", 1e-12};
  if (range < 1e-6) return {"nm", 1e-9};
  return {"\xc2\xb5m", 1e-6};
}

std::string settling_text(const Settling& settling, double limit) {
  if (settling.is_at_rest) return {};
  const std::string speed =
      fmt::format("{} moves at {} mm/s", settling.fastest, three_digits(1e3 * settling.speed));
  if (settling.is_over) return fmt::format("not settled within {:g} s: {}", limit, speed);
  return fmt::format("settling before time 0, {} of at most {:g} s{}", fixed(settling.time, 2),
                     limit, settling.fastest.empty() ? "" : ": " + speed);
}

std::string reading_text(const Reading& reading) {
  constexpr double k_rounding = 1e-9;  // in deg, mm, N and N m; smaller than any meaningful reading
  const double value = std::abs(reading.value) < k_rounding ? 0 : reading.value;
  return fmt::format("{} {:.4g} {}", reading.name, value, reading.unit);
}

}  // namespace condyle
