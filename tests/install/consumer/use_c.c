/* A body that nothing touches falls by the installed library for C. */
#include <condyle/c.h>
#include <math.h>

int main(void) {
  const double gravity[3] = {0, 0, -9.81}, inertia[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  condyle_world* world = condyle_world_create(gravity);
  const int body = condyle_world_add_body(world, CONDYLE_DYNAMIC, 1, NULL, inertia, NULL);
  double velocity[6] = {0};
  for (int step = 0; step < 100; ++step) condyle_world_step(world, 0.01);
  condyle_world_velocity(world, body, velocity);
  condyle_world_free(world);
  return fabs(velocity[5] + 9.81) < 1e-12 ? 0 : 1;
}
