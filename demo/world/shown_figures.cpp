#include "world/shown_figures.h"

#include <algorithm>
#include <limits>

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

double of_contact(const ShownAgainst& shown, const ShownWorld& world) {
  const auto contact = std::ranges::find(world.contacts(), shown.of, &WorldContact::name);
  if (contact == world.contacts().end() || !contact->report) return 0;
  const ContactStatistics& total = contact->report->result().total;
  switch (shown.quantity) {
    case ShownQuantity::area:
      return total.contact_area;
    case ShownQuantity::peak_pressure:
      return total.max_pressure;
    case ShownQuantity::depth:
      return total.max_proximity;
    default:
      return total.contact_force.norm();
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
  return shown.quantity >= ShownQuantity::x ? of_body(shown, world) : of_contact(shown, world);
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

void read_shown(const ShownAgainst& shown, const ShownSoFar& so_far, double time,
                ClosedFormReading& reading) {
  const double unit = unit_of(shown.quantity).per_si;
  reading.measured =
      so_far.count > 0 ? unit * so_far.shown : std::numeric_limits<double>::quiet_NaN();
  reading.expected = unit * (shown.expected_over_time
                                 ? value_at(*shown.expected_over_time, std::min(time, shown.until))
                                 : shown.expected);
}

}  // namespace condyle
