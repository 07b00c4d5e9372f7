// A mesh file of any format: the first byte chooses the extension, and the content must be
// recognised behind it.
#include <array>

#include "condyle/error.h"
#include "fuzz/fuzz_target.h"
#include "fuzz/input_file.h"
#include "fuzz/mesh_checks.h"

CONDYLE_FUZZ_TARGET(mesh_file) {
  using namespace condyle;
  static const std::array<fuzz::InputFile, 5> k_files{
      fuzz::InputFile(".stl"), fuzz::InputFile(".obj"), fuzz::InputFile(".ply"),
      fuzz::InputFile(".vtp"), fuzz::InputFile(".xyz")};
  if (size < 1) return 0;
  const fuzz::InputFile& file = k_files[data[0] % k_files.size()];
  file.write(fuzz::text_of(data + 1, size - 1));
  try {
    fuzz::use_mesh(mesh::read_mesh_with_findings(file.path(), mesh::LengthUnit::millimetre));
  } catch (const InputError& error) {
    fuzz::require_names(error, file.path().filename().string());
  }
  return 0;
}
