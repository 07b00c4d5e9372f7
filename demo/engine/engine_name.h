#pragma once

namespace condyle {

/// The engines that can run a scene (world/make_engine.h).
enum class EngineName { bullet, mujoco };

constexpr const char* word_of(EngineName engine) {
  switch (engine) {
    case EngineName::bullet:
      return "bullet";
    case EngineName::mujoco:
      return "mujoco";
  }
  return nullptr;
}

}  // namespace condyle
