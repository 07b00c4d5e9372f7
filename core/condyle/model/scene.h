#pragma once

#include <Eigen/Core>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "condyle/contact/casting_side.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "condyle/geometry/extruded_curve.h"
#include "condyle/geometry/shape.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/model/shape_stand_in.h"
#include "condyle/model/soft_block.h"
#include "condyle/pose.h"

namespace condyle {

/// A scene as plain data, engine-neutral and in SI units: what a scene file says after its defaults
/// are filled in. docs/scenes.md describes every key. Names refer to earlier entries of the scene.

/// A mesh read from a file. Absolute once a scene file has been read.
struct MeshFromFile {
  std::filesystem::path file;
  LengthUnit unit = LengthUnit::metre;
};

enum class PrimitiveShape { box, icosphere, cylinder, capsule, torus, ellipsoid, plane };

/// A mesh made from a formula, centred on its frame's origin.
struct MeshFromPrimitive {
  PrimitiveShape shape = PrimitiveShape::box;
  Eigen::Vector3d size =
      Eigen::Vector3d::Zero();  ///< box: edges; ellipsoid: semi-axes; plane: x, y [m]
  double radius = 0;       ///< icosphere, cylinder, capsule; torus: of the tube's centre line [m]
  double tube_radius = 0;  ///< torus [m]
  double length = 0;       ///< cylinder, capsule (of its straight part), along z [m]
  int segments = 16;       ///< around a circle, along an edge; icosphere, ellipsoid: subdivisions
};

/// An analytic shape, met in closed form where it is the target of a contact, with a mesh that
/// casts and is drawn for it.
struct MeshFromShape {
  Shape shape;
  ShapeFineness fineness;
};

/// The wall that a curve in the plane z = 0 sweeps along z: contact in two dimensions.
struct MeshFromCurve {
  PlaneCurve curve;
  double depth = 0;         ///< along z [m]
  double longest_edge = 0;  ///< of the pieces along the curve [m]
};

/// Layer thickness measured, per triangle, as the distance to a back mesh along the inward normal.
struct BackMesh {
  MeshFromFile source;
  double min_thickness = 1e-4, max_thickness = 0.02;  ///< clamps [m]
};

/// Of a soft block it is the skin, whose vertices move.
struct SceneMesh {
  std::string name;
  std::variant<MeshFromFile, MeshFromPrimitive, MeshFromShape, MeshFromCurve, SoftBlock> source;
  Pose X_BM = Pose::Identity();  ///< mesh frame in the body's
  std::optional<Layer> layer;    ///< absent: drawn only
  std::optional<BackMesh> back;  ///< replaces the layer's thickness, triangle by triangle
};

inline const SoftBlock* soft_block(const SceneMesh& mesh) {
  return std::get_if<SoftBlock>(&mesh.source);
}

enum class BodyKind {
  fixed,      ///< never moves
  kinematic,  ///< moves as a motion tells it
  dynamic,    ///< moves as forces tell it
};

struct SceneBody {
  std::string name;
  BodyKind kind = BodyKind::dynamic;
  Pose X_WB = Pose::Identity();  ///< at time 0
  Twist V_WB;                    ///< at time 0, about the body's origin, in the world frame
  std::vector<SceneMesh> meshes;

  /// Dynamic bodies: total mass [kg], centre of mass and inertia about it [kg m^2], body frame.
  double mass = 0;
  Eigen::Vector3d p_BoBcm = Eigen::Vector3d::Zero();
  Eigen::Matrix3d I_BBcm = Eigen::Matrix3d::Zero();
  /// Where positive, mass, centre and inertia follow from the closed meshes filled with it
  /// [kg/m^3].
  double density = 0;
};

/// A mesh of a body, by name.
struct MeshName {
  std::string body, mesh;
};

/// Casting triangles on the positive side of a plane of the casting mesh frame.
struct HalfSpaceRegion {
  std::string name;
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();
  double offset = 0;  ///< [m]
};

struct SceneContact {
  std::string name;
  MeshName casting, target;
  CastingSide side = CastingSide::first;  ///< first: `casting`
  ContactSettings settings;
  std::vector<HalfSpaceRegion> regions;
  std::string sum_in;  ///< contacts of one word have a sum of that name; empty: none
};

/// A point fixed to a body, or to the world where `body` is empty.
struct ScenePoint {
  std::string body;
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();
};

/// How a strand's slack length is given; the last two are taken at the initial poses.
enum class SlackFrom { slack_length, reference_strain, reference_force };

/// A surface that a strand wraps over, fixed to a body, or to the world where `body` is empty; as
/// CourseObstacle.
struct SceneWrap {
  std::string name, body;
  std::string mesh;              ///< if it is a mesh of the body, whose shape and pose follow
  Pose X_BS = Pose::Identity();  ///< of the shape's frame S
  Shape shape;
  std::optional<Eigen::Vector3d> side;  ///< unit vector in S, if the strand passes on one side only
  int first_point = 0, last_point = -1;  ///< of the path, between which it acts; -1: the last
};

/// A strand through points of bodies, over surfaces. Straight where it has two points and no wraps.
struct SceneLigament {
  LigamentStrand strand;  ///< slack_length is 0 until the scene is built, unless given
  SlackFrom slack_from = SlackFrom::slack_length;
  double reference = 0;          ///< strain, or tension [N]
  std::vector<ScenePoint> path;  ///< from the first attachment through via points to the last
  std::vector<SceneWrap> wraps;  ///< in the order in which the strand passes them
};

enum class JointKind { hinge, ball, slider, fixed, generic };

/// Values over time: straight lines between knots, held after the last, or repeated with `period`;
/// or smooth (a cubic with zero slope at each knot).
struct TimeTable {
  std::vector<double> times;  ///< [s], ascending
  std::vector<double> values;
  bool smooth = true;
  double period = 0;  ///< [s]; 0: held
};

/// The value at `time` [s].
double value_at(const TimeTable& table, double time);

/// A joint of Bullet between two bodies (or a body and the world). Frame J sits at `X_WJ` at time 0
/// on both; hinge and slider run about and along its x axis.
struct SceneJoint {
  std::string name;
  JointKind kind = JointKind::hinge;
  std::string body_a, body_b;  ///< body_b empty: the world
  Pose X_WJ = Pose::Identity();
  /// generic only: which of translation x y z, rotation x y z are free.
  std::array<bool, 6> free_axes{};
  /// Hinge: angle [rad] to be reached over time, with at most `max_torque` [N m].
  std::optional<TimeTable> target_angle;
  double max_torque = 0;
};

/// A force [N] and a moment [N m] on a body at a point fixed to it, times a factor over time.
struct SceneLoad {
  std::string name, body;
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), moment = Eigen::Vector3d::Zero();
  bool in_body_frame = false;       ///< components in the body's frame instead of the world's
  std::optional<TimeTable> factor;  ///< absent: 1
};

/// Moves a kinematic body: X_WB(t) = X_WB * (rotation about, then translation along, body axes).
struct SceneMotion {
  std::string name, body;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitX();  ///< unit, in the body's frame
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();    ///< a point on the axis (rotation)
  bool rotation = true;                             ///< else translation along the axis
  TimeTable table;                                  ///< angle [rad] or distance [m] from X_WB
};

/// What a closed form takes a contact for.
enum class ClosedFormKind {
  ball_on_plane,  ///< a ball on a plane that casts along its normal, exactly
  paraboloids,    ///< smooth surfaces that meet in a point, a line, or both, at small depth
};

/// Rest state in closed form, to be shown beside a contact; docs/scenes.md has the formulas.
struct ClosedForm {
  ClosedFormKind kind = ClosedFormKind::ball_on_plane;
  std::string contact;
  std::string body;   ///< whose weight and loads press it
  double radius = 0;  ///< ball_on_plane [m]
  Eigen::Vector2d point_radii =
      Eigen::Vector2d::Zero();              ///< relative radii of curvature; 0: none [m]
  double line_radius = 0, line_length = 0;  ///< relative radius, length; 0: none [m]
};

/// How a scene comes to rest before time 0: its bodies move through a drag that is gone afterwards.
/// Motions run from `approach` before time 0 on, while loads grow from nothing; then the time
/// stands still at 0 until no body is faster than `speed`.
struct SceneSettle {
  double approach = 0.5;  ///< [s]
  double speed = 1e-3;    ///< [m/s]; of a turning body too, at its radius of gyration
  double limit = 10;      ///< of the wait at time 0, at rest then or not [s]
};

struct SceneCamera {
  Eigen::Vector3d eye{0.2, 0.15, 0.2}, target = Eigen::Vector3d::Zero(),
                                       up = Eigen::Vector3d::UnitY();
  double field_of_view = 0.6;  ///< vertical [rad]
  bool operator==(const SceneCamera&) const = default;
};

struct Scene {
  std::string name, description;
  std::filesystem::path file;  ///< where it was read from, for messages
  Eigen::Vector3d gravity{0, -9.81, 0};
  std::vector<SceneBody> bodies;
  std::vector<SceneContact> contacts;
  std::vector<SceneLigament> ligaments;
  std::vector<SceneJoint> joints;
  std::vector<SceneLoad> loads;
  std::vector<SceneMotion> motions;
  std::vector<ClosedForm> closed_forms;
  std::optional<SceneSettle> settle;  ///< absent: time 0 is as the bodies are put
  SceneCamera camera;
  double pressure_range = 0;      ///< top of the colour bar [Pa]; 0: the largest so far
  double force_scale = 0;         ///< of arrows [N per metre]; 0: by the largest force so far
  double strain_range = 0.15;     ///< top of the strands' colour bar, where they are red [1]
  double duration = 10;           ///< what `simulate` runs by default [s]
  double rate = 240;              ///< steps per second by default [Hz]
  int contact_substeps = 1;       ///< of contact alone, at least so many in a step
  bool conserves_energy = false;  ///< contact's mean force in each sub-step, not that of its end
};

}  // namespace condyle
