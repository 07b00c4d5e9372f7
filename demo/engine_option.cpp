#include "engine_option.h"

#include <fmt/format.h>

#include "condyle/error.h"
#include "word_option.h"
#include "world/model_scene.h"

namespace condyle {
namespace {

constexpr const char* k_option = "--engine";

}  // namespace

CLI::Option* add_engine_option(CLI::App& command, EngineName& engine) {
  return add_word_option(command, k_option, engine,
                         "Engine that moves the bodies of the scene; robots: mujoco");
}

void require_engine(const CLI::App& command, const std::string& scene, EngineName engine) {
  if (command.count(k_option) == 0 || engine == EngineName::mujoco || !is_robot(scene)) return;
  throw InputError(fmt::format("{} {}: a robot's model, {}, moves in MuJoCo alone; leave it out",
                               k_option, word_of(engine), scene));
}

}  // namespace condyle
