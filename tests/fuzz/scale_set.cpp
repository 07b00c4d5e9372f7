// OpenSim's sets of scale factors.
#include "condyle/error.h"
#include "condyle/opensim/osim_scale.h"
#include "fuzz/fuzz_target.h"
#include "fuzz/input_file.h"

CONDYLE_FUZZ_TARGET(scale_set) {
  using namespace condyle;
  static const fuzz::InputFile k_file(".xml");
  try {
    opensim::read_scale_set(k_file.write(fuzz::text_of(data, size)));
  } catch (const InputError& error) {
    fuzz::require_names(error, k_file.path().filename().string());
  }
  return 0;
}
