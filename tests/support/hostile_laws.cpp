// Laws that fail in every way in which a user's law can.
#include <cmath>
#include <stdexcept>

#include "condyle/contact/user_law.h"

#ifdef CONDYLE_OTHER_VERSION
CONDYLE_LAW int condyle_user_law_version() { return CONDYLE_USER_LAW_VERSION + 1; }
#else
CONDYLE_USER_LAWS
#endif

namespace {

int press(const condyle_normal_input* in, condyle_normal_force* out) {
  for (int i = 0; i < in->count; ++i) out[i] = {1e6 * in->touch[i].depth, 1e6, 0, 0};
  return 0;
}

}  // namespace

CONDYLE_LAW int good(const condyle_normal_input* in, condyle_normal_force* out) {
  return press(in, out);
}

CONDYLE_LAW int nan_force(const condyle_normal_input* in, condyle_normal_force* out) {
  press(in, out);
  out[in->count - 1].force = NAN;
  return 0;
}

CONDYLE_LAW int nan_slope(const condyle_normal_input* in, condyle_normal_force* out) {
  press(in, out);
  out[0].by_depth = NAN;
  return 0;
}

CONDYLE_LAW int infinite_slope(const condyle_normal_input* in, condyle_normal_force* out) {
  press(in, out);
  out[0].by_rate = INFINITY;
  return 0;
}

CONDYLE_LAW int throwing(const condyle_normal_input*, condyle_normal_force*) {
  throw std::runtime_error("no such material");
}

CONDYLE_LAW int throwing_a_number(const condyle_normal_input*, condyle_normal_force*) { throw 7; }

CONDYLE_LAW int refusing(const condyle_normal_input* in, condyle_normal_force*) {
  // Fills the whole buffer of the message, without a terminating 0.
  for (int i = 0; i < in->contact->message_size; ++i) in->contact->message[i] = 'x';
  return 7;
}

CONDYLE_LAW int nan_friction(const condyle_friction_input* in, condyle_friction_force* out) {
  out[in->count - 1].force = NAN;
  return 0;
}

CONDYLE_LAW int throwing_after_step(const condyle_post_step*) {
  throw std::runtime_error("disk full");
}
