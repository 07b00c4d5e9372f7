#include "simulate/event_table.h"

#include <fmt/format.h>

#include "simulate/history.h"

namespace condyle {
namespace {

constexpr const char* k_header =
    "time [s],contact,event,normal_speed [m/s],slip_speed [m/s],"
    "point_x [m],point_y [m],point_z [m],normal_x [1],normal_y [1],normal_z [1],"
    "impact_speed [m/s],duration [s],peak_force [N],peak_time [s],"
    "impulse_x [N s],impulse_y [N s],impulse_z [N s]\n";

std::string vector_fields(const Eigen::Vector3d& v) {
  return fmt::format(",{},{},{}", v.x(), v.y(), v.z());
}

std::string encounter_fields(const ContactEvent& event) {
  const Encounter& encounter = event.encounter;
  if (event.kind == ContactEvent::Kind::first_touch)
    return fmt::format(",{},,,,,,", encounter.impact_speed);
  return fmt::format(",{},{},{},{}{}", encounter.impact_speed, event.duration(),
                     encounter.peak_force, encounter.peak_time, vector_fields(encounter.impulse_W));
}

}  // namespace

std::string event_table(const SceneWorld& world, std::span<const WorldEvent> events) {
  std::string table = k_header;
  for (const auto& [contact, event] : events) {
    const bool is_touch = event.kind == ContactEvent::Kind::first_touch;
    table += fmt::format("{},{},{},{},{}", event.time, csv_field(world.contacts()[contact].name),
                         is_touch ? "first_touch" : "last_release", event.normal_speed(),
                         event.slip_speed());
    table +=
        vector_fields(event.p_W) + vector_fields(event.normal_W) + encounter_fields(event) + '\n';
  }
  return table;
}

}  // namespace condyle
