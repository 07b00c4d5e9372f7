// Refuses a missing scene: pulls in every library that scenes need.
#include <condyle/error.h>
#include <condyle/scene.h>

int main() try {
  condyle::scene::read_scene("missing.json");
  return 1;
} catch (const condyle::InputError&) {
  return 0;
}
