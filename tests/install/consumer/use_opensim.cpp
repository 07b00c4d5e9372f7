// Refuses a missing model: pulls in every library that OpenSim's files need.
#include <condyle/error.h>
#include <condyle/opensim.h>

int main() try {
  condyle::opensim::read_osim("missing.osim");
  return 1;
} catch (const condyle::InputError&) {
  return 0;
}
