#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <string>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/ligament/strand_path.h"
#include "condyle/mesh/primitives.h"
#include "condyle/pose.h"
#include "condyle/solver/step.h"
#include "condyle/world/session.h"

// A world of rigid bodies in whatever engine the program has: each test program links one file that
// defines TrialWorld, bullet_world.cpp or mujoco_world.cpp. So a scenario is written once and runs
// in every engine.

namespace condyle::test {

constexpr double k_earth = 9.81;  ///< gravity of a trial, unless it says otherwise [m/s^2]

/// A body; its frame has the principal axes of inertia, and its origin in the centre of mass.
struct TrialBody {
  std::shared_ptr<const ContactSurface> surface;  ///< in the frame of the body
  double mass = 0;                                ///< [kg]; 0: forces do not move it
  Eigen::Vector3d inertia = Eigen::Vector3d::Zero();
  Pose X_WB = Pose::Identity();
  Twist velocity = {};     ///< of the centre of mass
  bool is_driven = false;  ///< without mass: moves at `velocity`
};

struct TrialStrand {
  ligament::Strand strand;
  std::vector<int> bodies;
  ligament::StrandPath path;  ///< in the frames of `bodies`
};

struct TrialScene {
  std::vector<TrialBody> bodies = {};
  std::vector<TrialStrand> strands = {};
  Eigen::Vector3d gravity{0, 0, -k_earth};
  StepSettings step = {};
};

/// A scene in the program's engine. Bodies are known by their places in the scene.
class TrialWorld {
 public:
  explicit TrialWorld(TrialScene scene);
  ~TrialWorld();
  TrialWorld(TrialWorld&&) noexcept;

  AnySession& session();
  const AnySession& session() const { return const_cast<TrialWorld*>(this)->session(); }
  ColliderId collider(int body) const;
  StrandId strand(int strand) const;
  /// As AnySession::set_contact(), by bodies; the first one casts.
  void set_contact(int casting, int target, const ContactSettings& settings);

  void step(double dt, int count = 1);

  Pose pose(int body) const;
  double height(int body) const { return pose(body).translation().z(); }
  /// Of the centre of mass, world frame.
  Twist velocity(int body) const;
  /// Of a body with mass now, of a driven one from now on.
  void set_velocity(int body, const Twist& velocity);
  /// Pushes a body at its centre of mass in the next step [N].
  void push(int body, const Eigen::Vector3d& force);

  const TrialScene& scene() const { return scene_; }

 private:
  struct Engine;
  TrialScene scene_;
  std::unique_ptr<Engine> engine_;
};

/// Whether a casting triangle may press along its own normal (ForceDirection::casting), which has
/// no energy.
bool presses_along_casting_normal();
/// Whether the engine divides a step that is long for an impact.
bool divides_impacts();
/// Whether the engine keeps poses in single precision.
bool is_single_precision();
/// A tolerance, in the engine's precision.
inline double by_precision(double in_double, double in_single) {
  return is_single_precision() ? in_single : in_double;
}

/// A body of this shape, with the inertia of a solid box or ball.
TrialBody trial_box(const Eigen::Vector3d& size, const std::array<int, 3>& cells,
                    const Layer& layer, double mass, const Eigen::Vector3d& at);
TrialBody trial_ball(double radius, int level, const Layer& layer, double mass,
                     const Eigen::Vector3d& at);
/// A square of this width and number of cells in the plane z = 0, which nothing moves.
TrialBody trial_plate(double width, int cells, const Layer& layer);

Eigen::Vector3d inertia_of_ball(double mass, double radius);
Eigen::Vector3d inertia_of_box(double mass, const Eigen::Vector3d& size);
double kinetic_energy(const TrialWorld& world, int body);

/// Pressure of two equal layers by depth, with the linear law [Pa/m].
double stiffness_by_area(const Layer& layer);

}  // namespace condyle::test
