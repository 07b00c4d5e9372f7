/* A ball of 60 kg comes to rest on a plate, both with a layer of polyethylene: in C alone, by the
 * interface condyle/c.h. Prints force and peak pressure beside the ball's weight. */
#include <condyle/c.h>
#include <stdio.h>
#include <stdlib.h>

static void require(int is_good) {
  if (is_good) return;
  fprintf(stderr, "%s\n", condyle_last_error());
  exit(1);
}

static condyle_surface* surface(const char* json) {
  condyle_surface* made = condyle_surface_from_json(json, NULL);
  require(made != NULL);
  return made;
}

int main(void) {
  require(condyle_c_version() == CONDYLE_C_VERSION);
  condyle_surface* ball = surface(
      "{\"name\": \"ball\", \"primitive\": {\"shape\": \"icosphere\", \"radius\": 0.02,"
      " \"segments\": 5}, \"layer\": {\"material\": \"uhmwpe\", \"thickness\": 0.008}}");
  condyle_surface* plate = surface(
      "{\"name\": \"plate\", \"primitive\": {\"shape\": \"box\", \"size\": [0.1, 0.1, 0.02],"
      " \"segments\": 1}, \"layer\": {\"material\": \"uhmwpe\", \"thickness\": 0.008}}");

  const double gravity[3] = {0, 0, -9.81}, mass = 60;
  const double inertia[9] = {0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01};
  const double above[7] = {0, 0, 0.03, 0, 0, 0, 1}; /* the last four: no rotation */
  condyle_world* world = condyle_world_create(gravity);
  const int falling = condyle_world_add_body(world, CONDYLE_DYNAMIC, mass, NULL, inertia, above);
  const int fixed = condyle_world_add_body(world, CONDYLE_FIXED, 0, NULL, NULL, NULL);
  require(condyle_world_add_surface(world, falling, ball, NULL) >= 0);
  require(condyle_world_add_surface(world, fixed, plate, NULL) >= 0);
  require(condyle_world_set_default_contact(world, "{\"dissipation\": 1}") == CONDYLE_OK);

  for (int step = 0; step < 240; ++step)
    require(condyle_world_step(world, 1.0 / 240) == CONDYLE_OK);

  condyle_result contact;
  double wrench[6];
  require(condyle_world_contact_result(world, 0, &contact, sizeof contact) == CONDYLE_OK);
  require(condyle_world_contact_wrench(world, 0, wrench) == CONDYLE_OK);
  printf("%.2f N of a weight of %.2f N, peak pressure %.2f MPa on %d triangles\n", wrench[5],
         -mass * gravity[2], contact.peak_pressure / 1e6, (int)contact.touching_triangles);

  condyle_world_free(world);
  condyle_surface_free(plate);
  condyle_surface_free(ball);
  return 0;
}
