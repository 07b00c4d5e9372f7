#include <fmt/format.h>

#include "c/src/bullet_world.h"
#include "c/src/failure.h"
#include "c/src/json_entry.h"
#include "c/src/numbers.h"
#include "condyle/contact/contact_result.h"
#include "condyle/error.h"
#include "condyle/world/reports.h"

namespace condyle::c {
namespace {

const PairReport& report_of(const condyle_world* world, int contact) {
  const auto pairs = required(world, "world").plugin->pairs();
  if (contact < 0 || contact >= std::ssize(pairs))
    throw InputError(fmt::format("there is no contact {}; the last step had {}, from 0 on", contact,
                                 pairs.size()));
  return pairs[static_cast<std::size_t>(contact)];
}

void write_map(const condyle_world* world, int contact, int side, SideValues which, double* values,
               std::size_t count) {
  const PairReport& report = report_of(world, contact);
  write(is_target(side) ? report.target_map() : report.casting_map(), which, values, count);
}

}  // namespace
}  // namespace condyle::c

using namespace condyle;
using namespace condyle::c;

int condyle_world_set_default_contact(condyle_world* world, const char* settings) {
  return guarded(__func__, [&] {
    required(world, "world").plugin->set_default_contact(settings_of(settings));
  });
}

int condyle_world_set_contact(condyle_world* world, int first, int second, const char* settings) {
  return guarded(__func__, [&] {
    bullet::Plugin& plugin = *required(world, "world").plugin;
    const ContactEntry entry = contact_of(settings);
    plugin.set_contact({first}, {second}, entry.settings, {}, entry.side);
  });
}

int condyle_world_contact_count(const condyle_world* world) {
  return made_or(-1, __func__,
                 [&] { return static_cast<int>(required(world, "world").plugin->pairs().size()); });
}

int condyle_world_contact_surfaces(const condyle_world* world, int contact, int* casting,
                                   int* target) {
  return guarded(__func__, [&] {
    const PairReport& report = report_of(world, contact);
    required(casting, "casting");
    required(target, "target") = report.target.value;
    *casting = report.casting.value;
  });
}

int condyle_world_contact_wrench(const condyle_world* world, int contact, double wrench[6]) {
  return guarded(__func__, [&] { write(report_of(world, contact).F_casting_W, wrench); });
}

int condyle_world_contact_result(const condyle_world* world, int contact, condyle_result* result,
                                 size_t size) {
  return guarded(__func__, [&] { write(report_of(world, contact).result(), result, size); });
}

int condyle_world_contact_pressure(const condyle_world* world, int contact, int side,
                                   double* values, size_t count) {
  return guarded(__func__,
                 [&] { write_map(world, contact, side, SideValues::pressure, values, count); });
}

int condyle_world_contact_proximity(const condyle_world* world, int contact, int side,
                                    double* values, size_t count) {
  return guarded(__func__,
                 [&] { write_map(world, contact, side, SideValues::proximity, values, count); });
}
