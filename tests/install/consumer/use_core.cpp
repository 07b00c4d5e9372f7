// Reads a mesh file and reports bad input: pulls in every library that the core needs.
#include <condyle/condyle.h>

int main() try {
  condyle::mesh::read_mesh("missing.vtp", condyle::mesh::LengthUnit::metre);
  return 1;
} catch (const condyle::InputError&) {
  return 0;
}
