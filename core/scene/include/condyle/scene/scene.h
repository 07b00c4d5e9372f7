#pragma once

#include <Eigen/Core>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "condyle/geometry/shape.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"
#include "condyle/scene/scene_test.h"

namespace condyle {
class ContactSurface;
}

namespace condyle::scene {

/// A scene as plain data, engine-neutral and in SI units: the content of a scene file with all
/// defaults filled in. docs/scenes.md describes every key. Names refer to earlier entries of the
/// scene.

/// A mesh read from a file. read_scene has already resolved the path relative to the scene's
/// folder.
struct MeshFromFile {
  std::filesystem::path file;
  mesh::LengthUnit unit = mesh::LengthUnit::metre;
  int curved_facets = 1;  ///< parts of a side: with_curved_facets()
  /// Factors of x, y and z, none zero. An odd number of negative ones also turns the triangles.
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
};

/// The primitives that a scene can name.
enum class PrimitiveShape { box, icosphere, cylinder, capsule, torus, ellipsoid, plane };

/// Its word in scene files.
constexpr const char* word_of(PrimitiveShape value) {
  switch (value) {
    case PrimitiveShape::box:
      return "box";
    case PrimitiveShape::icosphere:
      return "icosphere";
    case PrimitiveShape::cylinder:
      return "cylinder";
    case PrimitiveShape::capsule:
      return "capsule";
    case PrimitiveShape::torus:
      return "torus";
    case PrimitiveShape::ellipsoid:
      return "ellipsoid";
    case PrimitiveShape::plane:
      return "plane";
  }
  return nullptr;
}

/// A mesh made from a formula, centred at the origin of its frame.
struct MeshFromPrimitive {
  PrimitiveShape shape = PrimitiveShape::box;
  Eigen::Vector3d size =
      Eigen::Vector3d::Zero();  ///< box: edges; ellipsoid: semi-axes; plane: x, y [m]
  double radius = 0;       ///< icosphere, cylinder, capsule; torus: radius of the centre line [m]
  double tube_radius = 0;  ///< torus: radius of the tube [m]
  double length = 0;       ///< cylinder, capsule (straight part), along z [m]
  int segments = 16;       ///< around a circle or along an edge; icosphere, ellipsoid: subdivisions
};

/// The resolution of the mesh that represents an analytic shape where it casts or is drawn.
struct ShapeFineness {
  double chord_error = 0;   ///< largest distance of the mesh from the shape [m], > 0
  double longest_edge = 0;  ///< longest edge of its triangles [m], > 0
  /// Half space: edge of the square that represents it; infinite cylinder: length of the piece
  /// [m]. Unused for other shapes.
  double extent = 1;
};

/// An analytic shape. As the target of a contact it is evaluated in closed form; for casting and
/// drawing a mesh stands in for it.
struct MeshFromShape {
  geometry::Shape shape;
  ShapeFineness fineness;
  bool is_chosen = false;  ///< refine_casting_shapes() chose the fineness; triangles may be divided
};

/// The wall that a curve in the plane z = 0 sweeps along z, for contact in two dimensions.
struct MeshFromCurve {
  mesh::PlaneCurve curve;
  double depth = 0;         ///< size along z [m]
  double longest_edge = 0;  ///< longest piece along the curve [m]
};

/// Triangles from a model of an engine's (Scene::robot), which scene files cannot hold.
struct MeshOfModel {
  std::shared_ptr<const mesh::TriangleMesh> mesh;
  /// Null if the mesh is only drawn; its layer is that of the SceneMesh.
  std::shared_ptr<const ContactSurface> surface;
};

/// The thickness of a layer, measured for each triangle as the distance to a back mesh along the
/// inward normal.
struct BackMesh {
  MeshFromFile source;
  double min_thickness = 1e-4, max_thickness = 0.02;  ///< limits of the thickness [m]
};

/// A block that becomes a soft body in the engine: a lattice of nodes, linked along the edges and
/// diagonals of its cells, whose lower side (lowest z) is held by its body. The origin of its frame
/// is the centre of the upper side.
struct SoftBlock {
  Eigen::Vector3d size = Eigen::Vector3d::Zero();  ///< [m]
  std::array<int, 3> cells{8, 8, 3};               ///< along x, y, z
  double mass = 0;  ///< total mass, spread evenly over the nodes [kg]
  double link_stiffness =
      0.5;                ///< Bullet's m_kLST: fraction of a link's stretch corrected per iteration
  int iterations = 4;     ///< iterations per step
  double damping = 0.01;  ///< Bullet's kDP: fraction of a node's velocity lost per step
};

/// The material whose colour and gloss a mesh is drawn in.
enum class MeshLook {
  by_layer,  ///< that of its layer's modulus, or grey without a layer
  grey,
  metal,
  bone,
  polymer,
  cartilage,
  rubber,
};

/// Its word in scene files.
constexpr const char* word_of(MeshLook value) {
  switch (value) {
    case MeshLook::by_layer:
      return "by_layer";
    case MeshLook::grey:
      return "grey";
    case MeshLook::metal:
      return "metal";
    case MeshLook::bone:
      return "bone";
    case MeshLook::polymer:
      return "polymer";
    case MeshLook::cartilage:
      return "cartilage";
    case MeshLook::rubber:
      return "rubber";
  }
  return nullptr;
}

/// A mesh of a body. If the source is a soft block, the mesh is its skin, whose vertices move.
struct SceneMesh {
  std::string name;
  std::variant<MeshFromFile, MeshFromPrimitive, MeshFromShape, MeshFromCurve, SoftBlock,
               MeshOfModel>
      source;
  Pose X_BM = Pose::Identity();  ///< pose of the mesh frame in the body frame
  std::optional<Layer> layer;    ///< absent: the mesh is only drawn
  std::optional<BackMesh> back;  ///< replaces the thickness of the layer for each triangle
  /// File of `condyle compliance`, for contacts by the law elastic_layer; empty: a flat layer's.
  std::filesystem::path compliance = {};
  MeshLook look = MeshLook::by_layer;
  /// From 0 to 1 [1]. Absent: 1, or that of glass if the mesh would hide the pressure of a contact.
  std::optional<double> opacity = {};
  /// A ligament that carries the mesh, which is then only drawn: its frame lies on the strand, at a
  /// distance along it from its last end [m]; empty: the body carries it.
  std::string carried_by = {};
  double carried_at = 0;
};

/// The soft block of a mesh; null if the mesh is not one.
inline const SoftBlock* soft_block(const SceneMesh& mesh) {
  return std::get_if<SoftBlock>(&mesh.source);
}

/// What moves a body.
enum class BodyKind {
  fixed,      ///< never moves
  kinematic,  ///< moved by motions
  dynamic,    ///< moved by forces
};

/// Its word in scene files.
constexpr const char* word_of(BodyKind value) {
  switch (value) {
    case BodyKind::fixed:
      return "fixed";
    case BodyKind::kinematic:
      return "kinematic";
    case BodyKind::dynamic:
      return "dynamic";
  }
  return nullptr;
}

/// A body with its meshes.
struct SceneBody {
  std::string name;
  BodyKind kind = BodyKind::dynamic;
  Pose X_WB = Pose::Identity();   ///< pose at time 0
  Twist V_WB;                     ///< velocity of the body's origin at time 0, in the world frame
  std::vector<SceneMesh> meshes;  ///< none: the body is only moved or pulled

  /// Dynamic bodies: total mass [kg], centre of mass, and inertia about it [kg m^2], in the body
  /// frame.
  double mass = 0;
  Eigen::Vector3d p_BoBcm = Eigen::Vector3d::Zero();
  Eigen::Matrix3d I_BBcm = Eigen::Matrix3d::Zero();
  /// If positive, mass, centre of mass and inertia follow from filling the closed meshes with this
  /// density [kg/m^3].
  double density = 0;
};

/// A mesh of a body, by names.
struct MeshName {
  std::string body, mesh;
};

/// The casting triangles on the positive side of a plane given in the casting mesh frame.
struct HalfSpaceRegion {
  std::string name;
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();  ///< unit vector in the casting mesh frame
  double offset = 0;                                  ///< [m]
};

/// The contact of two meshes.
struct SceneContact {
  std::string name;
  MeshName casting, target;
  CastingSide side = CastingSide::first;  ///< CastingSide::first means `casting`
  ContactSettings settings;               ///< of this contact
  std::vector<HalfSpaceRegion> regions;   ///< parts of the casting mesh with figures of their own
  std::string sum_in;  ///< contacts with the same word are summed under this name; empty: no sum
};

/// A point fixed to a body, or to the world if `body` is empty.
struct ScenePoint {
  std::string body;
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();  ///< in the body frame [m]
};

/// How the slack length of a strand is given; the last two refer to the initial poses.
enum class SlackFrom { slack_length, reference_strain, reference_force };

/// Its key in scene files.
constexpr const char* word_of(SlackFrom value) {
  switch (value) {
    case SlackFrom::slack_length:
      return "slack_length";
    case SlackFrom::reference_strain:
      return "reference_strain";
    case SlackFrom::reference_force:
      return "reference_force";
  }
  return nullptr;
}

/// A surface over which a strand wraps, fixed to a body, or to the world if `body` is empty; see
/// PathObstacle.
struct SceneWrap {
  std::string name, body;
  std::string mesh;              ///< if not empty, the mesh of `body` that gives X_BS and shape
  Pose X_BS = Pose::Identity();  ///< pose of the shape frame S
  geometry::Shape shape;
  std::optional<Eigen::Vector3d> side;  ///< unit vector in S, if the strand passes on one side only
  int first_point = 0, last_point = -1;  ///< path points between which it acts; -1: the last point
};

/// A strand through points of bodies and over surfaces. It is straight if it has two points and no
/// wraps.
struct SceneLigament {
  ligament::Strand strand;  ///< unless given, slack_length is 0 until the scene is built
  SlackFrom slack_from = SlackFrom::slack_length;
  double reference = 0;          ///< reference strain, or reference tension [N]
  bool is_cut = false;           ///< cut from the start; exerts no force
  std::vector<ScenePoint> path;  ///< first attachment, via points, last attachment
  std::vector<SceneWrap> wraps;  ///< in the order in which the strand passes them
};

/// What a joint leaves free.
enum class JointKind { hinge, ball, slider, fixed, generic };

/// Its word in scene files.
constexpr const char* word_of(JointKind value) {
  switch (value) {
    case JointKind::hinge:
      return "hinge";
    case JointKind::ball:
      return "ball";
    case JointKind::slider:
      return "slider";
    case JointKind::fixed:
      return "fixed";
    case JointKind::generic:
      return "generic";
  }
  return nullptr;
}

/// Values over time. Between knots they follow straight lines or, if `smooth`, quintic steps with
/// zero slope and curvature at both knots. Before the first and after the last knot the value is
/// held; with `period` the table repeats after time 0, not before.
struct TimeTable {
  std::vector<double> times;   ///< [s], ascending
  std::vector<double> values;  ///< at these times, in the unit of what they drive
  bool smooth = true;          ///< false: straight lines
  double period = 0;           ///< [s]; 0: not periodic
};

/// The value at `time` [s].
double value_at(const TimeTable& table, double time);

/// A joint between two bodies, or between a body and the world. At time 0 its frame J on both
/// bodies is at `X_WJ`. A hinge turns about, and a slider moves along, the x axis of J.
struct SceneJoint {
  std::string name;
  JointKind kind = JointKind::hinge;
  std::string body_a, body_b;  ///< an empty body_b is the world
  Pose X_WJ = Pose::Identity();
  /// For generic joints: the free ones among translation x y z and rotation x y z.
  std::array<bool, 6> free_axes{};
  /// For hinges: the angle [rad] to reach over time with a torque of at most `max_torque` [N m].
  std::optional<TimeTable> target_angle;
  double max_torque = 0;
};

/// A force [N] and a moment [N m] on a body at a point fixed to it, multiplied by a factor over
/// time.
struct SceneLoad {
  std::string name, body;
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();  ///< in the body frame [m]
  /// Force [N] and moment [N m].
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), moment = Eigen::Vector3d::Zero();
  bool in_body_frame = false;       ///< components are in the body frame instead of the world frame
  std::optional<TimeTable> factor;  ///< absent: 1
};

/// A motion of a kinematic body: X_WB(t) = X_WB * (rotation about, or translation along, an axis of
/// the body). Several motions of a body are applied in the order of the scene, each along the axes
/// as moved by the motions before it.
struct SceneMotion {
  std::string name, body;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitX();  ///< unit vector in the body frame
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();    ///< a point on the axis, for rotations
  bool rotation = true;                             ///< false: translation along the axis
  TimeTable table;                                  ///< angle [rad] or distance [m] from X_WB
};

/// A layer for a geom of a robot's model, or for all geoms of a body that collide.
struct NamedLayer {
  std::string name;
  Layer layer;
};

/// A model of MuJoCo's (MJCF or URDF), and layers beside those that it has itself.
struct SceneRobot {
  std::filesystem::path model;
  std::vector<NamedLayer> layers;
};

/// What an actuator of a robot is told over time, in its own unit.
struct SceneControl {
  std::string name;
  const char* unit = "ctrl";  ///< "rad" or "m" where its kind tells
  double low = 0, high = 1;   ///< what it can be told
  TimeTable table;
};

/// The geometry that a closed form assumes for a contact.
enum class ClosedFormKind {
  ball_on_plane,  ///< a ball on a plane, which casts along its normal; exact
  paraboloids,    ///< smooth surfaces that meet in a point, a line, or both; for small depth
};

/// Its word in scene files.
constexpr const char* word_of(ClosedFormKind value) {
  switch (value) {
    case ClosedFormKind::ball_on_plane:
      return "ball_on_plane";
    case ClosedFormKind::paraboloids:
      return "paraboloids";
  }
  return nullptr;
}

/// A state of rest in closed form, shown next to the contact's result; docs/scenes.md has the
/// formulas.
struct ClosedForm {
  ClosedFormKind kind = ClosedFormKind::ball_on_plane;
  std::string contact;
  std::string body;   ///< body whose weight and loads act on the contact
  double radius = 0;  ///< radius of the ball for ball_on_plane [m]
  Eigen::Vector2d point_radii =
      Eigen::Vector2d::Zero();  ///< relative radii of curvature of the point; 0: none [m]
  double line_radius = 0, line_length = 0;  ///< relative radius and length of the line; 0: none [m]
};

/// What a scene shows beside a figure of theory.
enum class ShownQuantity {
  force,          ///< magnitude of a contact's force [N]
  area,           ///< of a contact [m^2]
  peak_pressure,  ///< of a contact [Pa]
  depth,          ///< greatest overlap of a contact [m]
  tension,        ///< of a ligament [N]
  x,              ///< position of a body's origin in the world [m]
  y,
  z,
  center_of_pressure_x,  ///< of a contact, in the frame of the casting mesh [m]
  center_of_pressure_y,
  center_of_pressure_z,
};

/// Its word in scene files.
constexpr const char* word_of(ShownQuantity value) {
  switch (value) {
    case ShownQuantity::force:
      return "force";
    case ShownQuantity::area:
      return "area";
    case ShownQuantity::peak_pressure:
      return "peak_pressure";
    case ShownQuantity::depth:
      return "depth";
    case ShownQuantity::tension:
      return "tension";
    case ShownQuantity::x:
      return "x";
    case ShownQuantity::y:
      return "y";
    case ShownQuantity::z:
      return "z";
    case ShownQuantity::center_of_pressure_x:
      return "center_of_pressure_x";
    case ShownQuantity::center_of_pressure_y:
      return "center_of_pressure_y";
    case ShownQuantity::center_of_pressure_z:
      return "center_of_pressure_z";
  }
  return nullptr;
}

/// Whether it is a quantity of a contact, or of a region of it.
constexpr bool is_of_contact(ShownQuantity quantity) {
  return quantity < ShownQuantity::tension || quantity > ShownQuantity::z;
}

/// Which of the values that a quantity has between two times is shown.
enum class ShownValue { latest, mean, largest, least };

/// Its word in scene files.
constexpr const char* word_of(ShownValue value) {
  switch (value) {
    case ShownValue::latest:
      return "latest";
    case ShownValue::mean:
      return "mean";
    case ShownValue::largest:
      return "largest";
    case ShownValue::least:
      return "least";
  }
  return nullptr;
}

/// A figure of theory, beside which the simulation's own is shown.
struct ShownAgainst {
  std::string name;  ///< what is shown, in the words of the scene
  ShownQuantity quantity = ShownQuantity::force;
  std::string of;      ///< contact, ligament or body that has the quantity
  std::string region;  ///< of the contact; empty: all of it
  ShownValue value = ShownValue::latest;
  double from = 0, until = 1e6;                 ///< times between which its values count [s]
  double expected = 0;                          ///< in SI units
  std::optional<TimeTable> expected_over_time;  ///< goes before `expected`
};

/// How a scene comes to rest before time 0. Its bodies move under a drag that is removed
/// afterwards. Motions start at `approach` before time 0, while loads grow from zero; then time
/// stands still at 0 until no body is faster than `speed`.
struct SceneSettle {
  double approach = 0.5;  ///< time before 0 at which motions start [s]
  double speed = 1e-3;    ///< [m/s]; the speed of a rotation is taken at the radius of gyration
  double limit = 10;      ///< longest wait at time 0, whether the scene is then at rest or not [s]
};

/// The initial view. What is absent is chosen so that the view shows the whole scene, upright.
struct SceneCamera {
  std::optional<Eigen::Vector3d> eye, target;  ///< in the world [m]
  std::optional<Eigen::Vector3d> up;  ///< direction; absent: against gravity, or y without gravity
  double field_of_view = 0.6;         ///< vertical [rad]
  bool operator==(const SceneCamera&) const = default;
};

/// The groups of columns of history.csv; docs/scenes.md lists the columns of each.
struct HistoryColumns {
  bool readings = true, bodies = true, contacts = true, strands = true, closed_forms = true,
       solver = true, energy = true;  // those that a scene has unless it chooses others
  bool contact_moments = false, contact_proximity = false, axis_regions = false,
       strand_rates = false;
  bool operator==(const HistoryColumns&) const = default;
};

/// The integration of contact, as Integration in solver/step.h.
enum class SceneIntegration { implicit, backward_euler };

/// Its word in scene files.
constexpr const char* word_of(SceneIntegration value) {
  switch (value) {
    case SceneIntegration::implicit:
      return "implicit";
    case SceneIntegration::backward_euler:
      return "backward_euler";
  }
  return nullptr;
}

/// What the steps of a scene are.
enum class SceneSolve {
  motion,   ///< motion in time
  balance,  ///< no motion: each leads to static balance at its end (docs/equilibrium.md)
};

/// Its word in scene files.
constexpr const char* word_of(SceneSolve value) {
  switch (value) {
    case SceneSolve::motion:
      return "dynamic";
    case SceneSolve::balance:
      return "static";
  }
  return nullptr;
}

/// A scene file as plain data.
struct Scene {
  std::string name, description;         ///< title, and what the scene shows
  std::vector<std::string> notes;        ///< sentences for people, such as what a program guessed
  std::filesystem::path file;            ///< the file from which it was read, for messages
  Eigen::Vector3d gravity{0, -9.81, 0};  ///< in the world frame [m/s^2]
  std::vector<SceneBody> bodies;         ///< at least one
  std::vector<SceneContact> contacts;    ///< other meshes do not touch
  std::vector<SceneLigament> ligaments;
  std::vector<SceneJoint> joints;
  std::vector<SceneLoad> loads;
  std::vector<SceneMotion> motions;
  /// The model in which the scene's bodies are, with joints and actuators of its own.
  std::optional<SceneRobot> robot;
  std::vector<SceneControl> controls;       ///< of the robot's actuators, in their order
  std::vector<ClosedForm> closed_forms;     ///< of the rest state
  std::vector<ShownAgainst> shown_against;  ///< other figures of theory
  std::optional<SceneSettle> settle;        ///< absent: the bodies start at time 0 as given
  std::vector<SceneTest> tests;             ///< of the laboratory
  SceneCamera camera;                       ///< the first view
  double pressure_range = 0;  ///< top of the colour bar [Pa]; 0: the largest pressure so far
  double force_scale = 0;  ///< force per length of an arrow [N/m]; 0: by the largest force so far
  double strain_range = 0.15;  ///< strain at the top of the strands' colour bar, which is red [1]
  double duration = 10;        ///< default duration of `simulate` [s]
  double rate = 240;           ///< default step rate [Hz]
  int contact_substeps = 1;    ///< least number of contact sub-steps in each step
  SceneIntegration integration = SceneIntegration::implicit;  ///< of contact
  SceneSolve solve = SceneSolve::motion;                      ///< motion or balance
  HistoryColumns history;                                     ///< columns of history.csv
};

}  // namespace condyle::scene
