#pragma once

namespace condyle {

/// The engines that can run a scene (world/make_engine.h).
enum class EngineName {
  bullet,
  mujoco,
  statics,  ///< no motion: each step leads to static balance
};

constexpr const char* word_of(EngineName engine) {
  switch (engine) {
    case EngineName::bullet:
      return "bullet";
    case EngineName::mujoco:
      return "mujoco";
    case EngineName::statics:
      return "statics";
  }
  return nullptr;
}

}  // namespace condyle
