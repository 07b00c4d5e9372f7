// Scenes: what is accepted is written, and reads back as the same scene.
#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "fuzz/fuzz_target.h"
#include "fuzz/input_file.h"

CONDYLE_FUZZ_TARGET(scene) {
  using namespace condyle;
  static const fuzz::InputFile k_written(".json");
  scene::Scene read;
  try {
    read = scene::parse_scene(std::string(fuzz::text_of(data, size)), k_written.path());
  } catch (const InputError& error) {
    fuzz::require_names(error, k_written.path().filename().string());
    return 0;
  }
  write_scene(k_written.path(), read);
  const scene::Scene again = scene::read_scene(k_written.path());
  fuzz::require(again.bodies.size() == read.bodies.size(), "a written scene has other bodies");
  return 0;
}
