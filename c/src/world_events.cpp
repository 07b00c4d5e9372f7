#include <fmt/format.h>

#include "c/src/bullet_world.h"
#include "c/src/failure.h"
#include "c/src/numbers.h"
#include "condyle/error.h"
#include "condyle/world/reports.h"

namespace condyle::c {
namespace {

void follow_events(condyle_world& world, bool follow) {
  world.events.clear();
  if (follow)
    world.plugin->on_contact_event(
        [&world](const ContactEvent& event) { world.events.push_back(event); });
  else
    world.plugin->on_contact_event({});
}

condyle_event figures_of(const ContactEvent& event) {
  condyle_event figures{};
  figures.time = event.time;
  write(event.p_W, figures.point);
  write(event.normal_W, figures.normal);
  write(event.velocity_W, figures.velocity);
  figures.impact_speed = event.encounter.impact_speed;
  figures.peak_force = event.encounter.peak_force;
  write(event.encounter.impulse_W, figures.impulse);
  figures.casting = event.casting.value;
  figures.target = event.target.value;
  figures.is_release = event.kind == ContactEvent::Kind::last_release ? 1 : 0;
  return figures;
}

}  // namespace
}  // namespace condyle::c

using namespace condyle;
using namespace condyle::c;

int condyle_world_follow_events(condyle_world* world, int follow) {
  return guarded(__func__, [&] { follow_events(required(world, "world"), follow != 0); });
}

int condyle_world_event_count(const condyle_world* world) {
  return made_or(-1, __func__,
                 [&] { return static_cast<int>(required(world, "world").events.size()); });
}

int condyle_world_event(const condyle_world* world, int number, condyle_event* event, size_t size) {
  return guarded(__func__, [&] {
    const auto& events = required(world, "world").events;
    if (number < 0 || number >= std::ssize(events))
      throw InputError(fmt::format("there is no event {}; the last step had {}, from 0 on", number,
                                   events.size()));
    const condyle_event figures = figures_of(events[static_cast<std::size_t>(number)]);
    write_struct(&figures, sizeof figures, event, size);
  });
}
