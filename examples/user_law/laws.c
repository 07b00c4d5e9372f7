/* A normal law, a friction law and a function that watches each step. Compile in this folder with
 *
 *   cc -O2 -shared -fPIC -I ../../core/include laws.c -o laws.so -lm
 *
 * and run the scene with `condyle view ball_on_plate.json`. The first two reimplement Condyle's own
 * law `hertz` and its friction `on`, as a start for laws of your own. */
#include <math.h>
#include <stdio.h>

#include "condyle/contact/user_law.h"

CONDYLE_USER_LAWS

/* parameters: stiffness K [N/m^1.5], dissipation c [s/m]. K z^1.5 (1 + 3/2 c z'). */
CONDYLE_LAW int hertz(const condyle_normal_input* in, condyle_normal_force* out) {
  if (in->contact->parameter_count != 2) {
    snprintf(in->contact->message, (size_t)in->contact->message_size,
             "give two parameters: stiffness and dissipation");
    return 1;
  }
  const double stiffness = in->contact->parameters[0];
  const double dissipation = in->contact->parameters[1];
  for (int i = 0; i < in->count; ++i) {
    const double depth = in->touch[i].depth;
    const double damping = 1 + 1.5 * dissipation * in->touch[i].rate;
    const double elastic = stiffness * depth * sqrt(depth);
    out[i].force = elastic * damping;
    out[i].by_depth = 1.5 * stiffness * sqrt(depth) * damping;
    out[i].by_rate = 1.5 * dissipation * elastic;
    out[i].energy = 0.4 * elastic * depth;
  }
  return 0;
}

/* parameters: coefficient, stiction speed [m/s]. Rises from rest as a cubic step. */
CONDYLE_LAW int coulomb(const condyle_friction_input* in, condyle_friction_force* out) {
  const double coefficient = in->contact->parameters[0];
  const double stiction_speed = in->contact->parameters[1];
  for (int i = 0; i < in->count; ++i) {
    const double s = fmin(1, in->slip[i].speed / stiction_speed);
    out[i].by_normal = coefficient * s * (3 - s * s) / 2;
    out[i].force = out[i].by_normal * in->slip[i].normal;
    out[i].by_speed = coefficient * 1.5 * (1 - s * s) / stiction_speed * in->slip[i].normal;
  }
  return 0;
}

/* parameters: force [N]. Stops the simulation before a step in which the pair presses harder. */
CONDYLE_LAW int stop_above(const condyle_post_step* step) {
  const double force = sqrt(step->force[0] * step->force[0] + step->force[1] * step->force[1] +
                            step->force[2] * step->force[2]);
  if (force <= step->contact->parameters[0]) return 0;
  snprintf(step->contact->message, (size_t)step->contact->message_size, "%.1f N on %d patches",
           force, step->patch_count);
  return 1;
}
