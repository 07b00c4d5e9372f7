#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/pose.h"
#include "condyle/world/engine.h"
#include "condyle/world/equilibrium_report.h"
#include "condyle/world/session.h"
#include "condyle/world/step_report.h"

namespace condyle {

struct DrivenAmounts;

/// What an engine with a scene carries from step to step (SceneEngine::save()).
struct EngineMoment {
  virtual ~EngineMoment() = default;
  virtual std::size_t size() const = 0;  ///< an estimate [bytes]
};

/// The bodies, joints, colliders and strands of a scene in an engine. An engine derives from it in
/// a folder of its own, as engine/bullet does. Bodies, meshes, joints and strands have their places
/// in the scene as numbers; body -1 is the world. Poses are those of frame P (BuiltBody).
class SceneEngine {
 public:
  virtual ~SceneEngine() = default;

  /// Contact and ligaments of the bodies.
  virtual AnySession& session() = 0;

  /// Registers a mesh with the session again, after its surface has changed.
  virtual void renew_collider(int body, int mesh) = 0;
  /// The id is -1 if the mesh takes part in no contact.
  ColliderId collider(int body, int mesh) const { return colliders_[body][mesh]; }
  StrandId strand(int strand) const { return strands_.at(static_cast<std::size_t>(strand)); }

  /// As AnySession's reports: the wrench of a strand on a body in the last step, about the body's
  /// centre of mass.
  virtual Wrench strand_wrench(StrandId strand, int body) const = 0;

  /// A body between steps, without BodyState::by_forces.
  virtual BodyState state(int body) const = 0;
  /// Puts a dynamic body somewhere. The velocity is that of its centre of mass.
  virtual void put(int body, const Pose& X_WP, const Twist& velocity) = 0;
  /// Adds a wrench about the centre of mass to the forces on a body in the next step.
  virtual void push(int body, const Wrench& F_W) = 0;
  /// Adds a force and a moment at a point p_P fixed to a body, along the axes of its frame P or of
  /// the world, to the forces in the next step. For engines without time, in whose steps bodies go
  /// far; others are pushed.
  virtual void add_load(int /*body*/, const Eigen::Vector3d& /*p_P*/, const Wrench& /*F*/,
                        bool /*in_body_frame*/) {}
  /// Whether a step is a motion. If not, it leads to the static balance at its end.
  virtual bool has_time() const { return true; }
  /// Whether the session's ledger has what became of energy.
  virtual bool keeps_energy() const { return has_time(); }
  /// Of engines without time: the balance to which the last step led.
  virtual EquilibriumReport balance() const { return {}; }
  /// Lets all velocities decay as exp(-rate t), with the rate in [1/s].
  virtual void set_drag(double rate) = 0;

  /// Current angle of a driven hinge [rad].
  virtual double hinge_angle(int joint) const = 0;
  /// Vertices of a body's soft block in the world frame, if it has one.
  virtual std::vector<Eigen::Vector3d> soft_vertices(int /*body*/) const { return {}; }

  /// A number that a sensor of the model measured in the last step.
  struct Sensed {
    std::string name, unit;
    double value = 0;
  };
  /// Those of all sensors, always the same ones. Of a robot's model; other scenes have none.
  virtual std::span<const Sensed> sensed() const { return {}; }

  /// Makes a step of `dt`, in which kinematic bodies go from where the motions are `before` to
  /// where they are `after`, and driven hinges turn towards the angles of `after`. After a
  /// SimulationError the bodies are where they were.
  virtual void step(double dt, const DrivenAmounts& before, const DrivenAmounts& after) = 0;

  /// Holds a dynamic body where it is, as if its mass were infinite, or lets it go again. Throws
  /// InputError if the engine cannot.
  virtual void hold(int body, bool is_held) = 0;

  /// The state between steps, of bodies and session.
  virtual std::shared_ptr<const EngineMoment> save() const = 0;
  /// Returns to a moment of this engine, or of one of the same scene, without reports; steps from
  /// there give the same bits again. Throws InputError, and changes nothing, if colliders have been
  /// renewed since.
  virtual void restore(const EngineMoment& moment) = 0;

 protected:
  std::vector<std::vector<ColliderId>> colliders_;
  std::vector<StrandId> strands_;
};

}  // namespace condyle
