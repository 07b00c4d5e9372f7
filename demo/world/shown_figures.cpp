#include "world/shown_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "world/scene_figures.h"

namespace condyle {
namespace {

using scene::ShownAgainst;
using scene::ShownQuantity;
using scene::ShownValue;

struct ShownUnit {
  const char* name;
  double per_si;
};

ShownUnit unit_of(ShownQuantity quantity) {
  switch (quantity) {
    case ShownQuantity::force:
    case ShownQuantity::tension:
      return {"N", 1};
    case ShownQuantity::area:
      return {"mm2", 1e6};
    case ShownQuantity::peak_pressure:
      return {"MPa", 1e-6};
    default:
      return {"mm", 1e3};
  }
}

constexpr double k_unknown = std::numeric_limits<double>::quiet_NaN();

const ContactStatistics& part_of(const ContactResult& result, const std::string& region) {
  const auto regions = named_regions(result);
  const auto found = std::ranges::find(regions, region, &RegionStatistics::name);
  return found == regions.end() ? result.total : found->statistics;
}

double of_contact(const ShownAgainst& shown, const ShownWorld& world) {
  const auto contact = std::ranges::find(world.contacts(), shown.of, &WorldContact::name);
  const bool is_center = shown.quantity > ShownQuantity::z;
  if (contact == world.contacts().end() || !contact->report) return is_center ? k_unknown : 0;
  const ContactStatistics& part = part_of(contact->report->result(), shown.region);
  if (is_center) {
    const int axis =
        static_cast<int>(shown.quantity) - static_cast<int>(ShownQuantity::center_of_pressure_x);
    return part.max_pressure > 0 ? part.center_of_pressure[axis] : k_unknown;
  }
  switch (shown.quantity) {
    case ShownQuantity::area:
      return part.contact_area;
    case ShownQuantity::peak_pressure:
      return part.max_pressure;
    case ShownQuantity::depth:
      return part.max_proximity;
    default:
      return part.contact_force.norm();
  }
}

double of_strand(const ShownAgainst& shown, const ShownWorld& world) {
  const auto strand = std::ranges::find(world.strands(), shown.of, &WorldStrand::name);
  if (strand == world.strands().end() || !strand->report) return 0;
  return strand->report->force.total_force;
}

double of_body(const ShownAgainst& shown, const ShownWorld& world) {
  const auto body = std::ranges::find(world.bodies(), shown.of, &WorldBody::name);
  if (body == world.bodies().end()) return 0;
  return body->X_WB
      .translation()[static_cast<int>(shown.quantity) - static_cast<int>(ShownQuantity::x)];
}

double current(const ShownAgainst& shown, const ShownWorld& world) {
  if (shown.quantity == ShownQuantity::tension) return of_strand(shown, world);
  return is_of_contact(shown.quantity) ? of_contact(shown, world) : of_body(shown, world);
}

}  // namespace

void observe(const ShownAgainst& shown, const ShownWorld& world, ShownSoFar& so_far) {
  if (world.is_settling() || world.time() < shown.from) {
    so_far = {};
    return;
  }
  if (world.time() > shown.until || world.time() == so_far.time) return;
  so_far.time = world.time();
  const double value = current(shown, world);
  if (std::isnan(value)) return;  // nothing touches, so that there is no centre
  const bool is_first = so_far.count++ == 0;
  if (is_first || shown.value == ShownValue::latest)
    so_far.shown = value;
  else if (shown.value == ShownValue::largest)
    so_far.shown = std::max(so_far.shown, value);
  else if (shown.value == ShownValue::least)
    so_far.shown = std::min(so_far.shown, value);
  else
    so_far.shown += (value - so_far.shown) / static_cast<double>(so_far.count);
}

ClosedFormReading shown_reading(const ShownAgainst& shown) {
  return {shown.name, unit_of(shown.quantity).name};
}

double shown_value(const ShownAgainst& shown, const ShownSoFar& so_far) {
  return so_far.count > 0 ? unit_of(shown.quantity).per_si * so_far.shown : k_unknown;
}

void read_shown(const ShownAgainst& shown, const ShownSoFar& so_far, double time,
                ClosedFormReading& reading) {
  const double unit = unit_of(shown.quantity).per_si;
  reading.measured = shown_value(shown, so_far);
  reading.expected = unit * (shown.expected_over_time
                                 ? value_at(*shown.expected_over_time, std::min(time, shown.until))
                                 : shown.expected);
}

}  // namespace condyle
