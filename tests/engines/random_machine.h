#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engines/trial_world.h"
#include "support/random_draws.h"

namespace condyle::test {

enum class MachineDrive {
  paddle,     ///< free bodies in front of a plate that moves along its normal
  turntable,  ///< free bodies that fall onto a plate that turns
  strand,     ///< free bodies that a strand pulls together
};
const char* name(MachineDrive drive);

/// Random bodies without joints: shapes, layers, laws, friction, masses of 10 g to 100 kg, casting
/// sides, rate, gravity or none. A seed always makes the same machine, in every engine.
class RandomMachine : RandomDraws {
 public:
  RandomMachine(MachineDrive drive, unsigned seed);
  /// A machine that bytes describe, of meshes of some hundred triangles at most and at no more than
  /// 240 Hz, so that a fuzzer tries many. The bytes must outlive it.
  RandomMachine(MachineDrive drive, std::span<const std::uint8_t> bytes);

  int steps() const { return static_cast<int>(0.2 / dt); }
  /// All random choices, for messages.
  const std::string& description() const { return description_; }

  MachineDrive drive;
  double dt = 0;        ///< [s]
  int free_bodies = 0;  ///< they come first
  bool has_gravity = false;
  Eigen::Vector3d driven_centre = Eigen::Vector3d::Zero();
  Twist driven_velocity = {};
  std::unique_ptr<TrialWorld> world;

 private:
  void make();
  TrialBody draw_body(const Eigen::Vector3d& place);
  TrialBody draw_plate();
  TrialStrand draw_strand(const TrialScene& scene);
  NormalLaw draw_law();

  bool is_small_ = false;  ///< few triangles, few steps
  std::string description_;
};

}  // namespace condyle::test
