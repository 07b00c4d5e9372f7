#pragma once

#include <mujoco/mujoco.h>

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/layer.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/mujoco/sensor.h"
#include "condyle/pose.h"
#include "condyle/solver/step.h"
#include "condyle/world/session.h"
#include "condyle/world/step_report.h"

namespace condyle {
class ContactSurface;
namespace ligament {
struct StrandPath;
}
}  // namespace condyle

namespace condyle::mujoco {

class MujocoSession;
struct LayerText;
struct ModelMemory;

/// Condyle in a MuJoCo model. Pairs of registered geoms get the contact of their settings
/// (ContactSettings), all others keep MuJoCo's own contact. MuJoCo's filters still hold: contype
/// and conaffinity, excluded bodies, parent and child.
///
/// Contact is solved by MuJoCo's own solver, together with joints, equalities, limits, tendons and
/// actuators: where triangles touch at the pose that the velocities predict, a few rows of
/// constraint stand for them, whose convex cost is backward Euler of the law. Friction has rows of
/// its own. All numbers of a body are those of MuJoCo's body ids.
///
/// step() makes a step of MuJoCo's that is repeated, where contact has changed much within it, from
/// the velocities to which it led. mj_step() may be called instead, which solves contact once; call
/// update() after it to have the reports.
///
/// While the plugin exists, it is the collision function of the types of the registered geoms and
/// MuJoCo's passive callback, and passes on to those that were there before. These are global in
/// MuJoCo: several plugins may exist, each for its mjData, and step on threads of their own. A step
/// sets the margins of the registered geoms, and of `<pair>`s of theirs, as far as their bodies may
/// move; the user's count for MuJoCo's own contact all the same, and are put back at the end. Where
/// several plugins share an mjModel margins stay at 0.3 m, and a body that needs more is an error.
/// Make and end plugins while no other one of the model steps.
///
/// The constructor throws InputError where the step would not be the law's: integrators other than
/// Euler, passive forces disabled, margins overridden, a library of another version than the
/// headers. Friction needs elliptic cones and the solver Newton or CG; noslip iterations are
/// refused.
class Plugin : public AnySession {
 public:
  /// Keeps references to both, which must outlive it. `data` must be of this model. Of `settings`
  /// two count: max_substeps, by which a step whose passes find no balance stays whole (1), is made
  /// in halves (2 or 3), or in quarters where halves do not do (4 or more); and pass_tolerance, the
  /// residual above which the report calls a part out of balance, at least StepReport::k_balance.
  Plugin(mjModel& model, mjData& data, const StepSettings& settings = {});

  /// Registers a geom with an elastic layer. Spheres, capsules, cylinders, boxes, ellipsoids and
  /// planes become analytic shapes, whose meshes have edges of a twelfth of the geom's radius; a
  /// mesh is taken as it is, concave or not, with the vertices of the model, which are of single
  /// precision. Sets the geom's margin and gap so that contact is found before the first touch. An
  /// empty name becomes the geom's, or "collider N". Throws InputError if there is no such geom, if
  /// it is registered already, if its type is not known or the layer is out of range.
  ColliderId add_collider(int geom, const Layer& layer, const std::string& name = "");

  /// Registers a prepared surface at pose X_GS in the frame of a geom, whose own shape then only
  /// tells MuJoCo when to look for contact. Precondition: its bounding sphere contains the surface.
  /// Throws InputError as for a layer, if the surface is null, or if X_GS is not a rotation and a
  /// finite shift.
  ColliderId add_collider(int geom, std::shared_ptr<const ContactSurface> surface,
                          const Pose& X_GS = Pose::Identity(), const std::string& name = "");

  /// The collider of a geom; none if it is not registered. Throws InputError if there is no such
  /// geom.
  std::optional<ColliderId> collider(int geom) const;

  /// What add_from_model() has registered, in the order of the texts.
  struct FromModel {
    std::vector<ColliderId> colliders;
    std::vector<StrandId> strands;
  };
  /// Registers what the model itself says in `<custom>`, in words "name=value" and SI units: each
  /// text "condyle.layer.GEOM" a layer (elastic_modulus, poissons_ratio, thickness, yield_stress,
  /// and the fineness of the mesh of a shape that casts), each "condyle.strand.TENDON" a strand
  /// along the tendon's sites, spheres and cylinders (linear_stiffness, slack_length,
  /// transition_strain, damping_coefficient, failure_strain, softening_strain), each
  /// "condyle.pair.NAME" the settings of the pair of the geoms casting=GEOM and target=GEOM, each
  /// "condyle.sensor.NAME" a sensor (measures, geom, against, site, rows, columns: sensor.h), and
  /// "condyle.contact" the settings of all other pairs (law and its parameters, static_coefficient,
  /// dynamic_coefficient, dissipation, max_proximity, lumped, ...: model_texts.h), which else
  /// are those of set_default_contact(), at first without friction. Throws InputError that names
  /// the text and the word, and registers nothing then.
  FromModel add_from_model();

  /// Adds a strand along a path whose bodies are `bodies`, with points in the frames of their
  /// centres of mass, along the axes of MuJoCo's bodies. A spatial tendon of the model, which
  /// passes over the same bodies, lends its row of constraint: its limit is set so that it is
  /// always active, and the row is the strand's in place of the tendon's. Throws InputError for an
  /// invalid strand or path, for bodies that are not in the model or listed twice, and for a tendon
  /// that does not exist, serves another strand, or has a limit, stiffness, damping or friction of
  /// its own.
  StrandId add_strand(const ligament::Strand& strand, int tendon, std::span<const int> bodies,
                      const ligament::StrandPath& path);

  /// Adds a sensor. If the model has a sensor of this name, `<user name=".." dim=".."/>` with as
  /// many numbers, its sensordata shows the same values. Throws InputError if the name is taken, if
  /// the model has no such geom or site or the geom no layer, if the model's sensor is of another
  /// kind, dimension or stage, and for a grid of taxels that TaxelGrid refuses.
  void add_sensor(const std::string& name, const Sensor& sensor);
  /// A sensor as it was added. Throws InputError if there is none of this name.
  const Sensor& sensor(const std::string& name) const;
  /// What the sensor measured in the last step: dimension_of() numbers in the units of Measure [N,
  /// N m, Pa, m^2 or m], 0 where nothing touches or the geom's collider has been removed. Throws
  /// InputError if there is no such sensor.
  std::span<const double> readings(const std::string& sensor) const;

  /// Sets the velocity of a mocap body, at its origin, world frame: it is where mocap_pos and
  /// mocap_quat say at the start of each step, and moves at this velocity until its end. Set its
  /// pose there before the next step; MuJoCo itself knows no velocity of mocap bodies. Throws
  /// InputError for other bodies, and if it is not finite.
  void set_mocap_velocity(int body, const Twist& velocity);

  /// Draws the pressure of the last step into a scene of MuJoCo's viewer, after mjv_updateScene():
  /// each casting triangle under pressure in a colour, from dark blue at 0 to yellow at
  /// `most_pressure` [Pa]; 0: at the largest pressure of now. With the option mjVIS_TRANSPARENT
  /// geoms show what lies between them. Returns how many triangles found no room, for which the
  /// scene's maxgeom is too small.
  int draw_pressure(mjvScene& scene, double most_pressure = 0) const;

  /// Makes a step of the model's time step, as mj_step() does; in parts where passes find no
  /// balance (docs/mujoco.md): forces and maps are those of the last part, post-step functions are
  /// called in each, and MuJoCo's control callback in each pass, with the part's time step in the
  /// model; one that they set counts from the next step on. Events are told when the step is over.
  /// A step that throws changes nothing that save() keeps, but for a listener that throws: the step
  /// has been made then, as has an mj_step() before it of which update() has not heard; and unless
  /// a function of the user's has registered or removed colliders or strands in it. Throws
  /// SimulationError if MuJoCo's buffers are too small for all contacts and rows, its own as well
  /// (njmax and nconmax, or memory, in `<size>`), if it warns of a singular inertia or of numbers
  /// that are not finite, or if a body is too fast for the margins of a model that several plugins
  /// share.
  void step();

  /// Takes over what the last mj_step() did: events, sliding and wear, friction that sticks, and
  /// the reports. step() does so by itself. Throws what a function of the user's throws; the step
  /// stays.
  void update();

  /// Velocity of a body's centre of mass now, world frame.
  Twist velocity(int body) const;

  /// The wrench that a strand exerted on a body at the end of the last step, world frame, about the
  /// body's centre of mass. Zero for bodies that the strand does not touch, and if it applies no
  /// force.
  Wrench strand_wrench(StrandId strand, int body) const;

  /// What model, data and session carry from step to step: coordinates, velocities, time,
  /// accelerations and warm start, pose of mocap bodies, touch, sliding and wear, damage of
  /// strands. Not what the user sets: controls, applied forces, userdata. Call between steps.
  std::shared_ptr<const ModelMemory> save() const;
  /// Returns to a moment of this plugin, without reports; steps from there give the same bits as
  /// they did the first time, as long as settings, loads and controls are the same. Throws
  /// InputError, and changes nothing, if other colliders or strands were registered then.
  void restore(const ModelMemory& memory);
  /// An estimate of the memory that a moment takes [bytes].
  static std::size_t size_of(const ModelMemory& memory);
  /// A hash of a moment's bits, to compare two runs of a game on a network step by step, or on two
  /// machines: where it differs they have parted. Equal hashes, of worlds made in the same way,
  /// mean the same state, but for geodesics of wraps, which start steps and follow from poses.
  static std::uint64_t hash_of(const ModelMemory& memory);

  /// The wrench on a body's centre of mass by all registered contacts in the last step, or in the
  /// last part of one that was made in parts, world frame.
  Wrench contact_wrench(int body) const;

 private:
  ColliderId add_layer(int geom, const LayerText& text);

  MujocoSession& session_;  ///< is *state_
};

}  // namespace condyle::mujoco
