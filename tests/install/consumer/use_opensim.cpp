// Refuses a missing model: pulls in every library that OpenSim's files and their contacts need.
#include <condyle/error.h>
#include <condyle/opensim.h>

int main() try {
  const condyle::opensim::OsimModel model = condyle::opensim::read_osim("missing.osim");
  condyle::opensim::ModelReport report;
  condyle::opensim::make_surfaces(model, condyle::opensim::geometry_folders(model, ""), report);
  return 1;
} catch (const condyle::InputError&) {
  return 0;
}
