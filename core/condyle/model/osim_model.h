#pragma once

#include <Eigen/Core>
#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/model/coordinate_function.h"
#include "condyle/model/model_report.h"
#include "condyle/pose.h"

namespace condyle {

/// An OpenSim model as plain data, in SI units: what an .osim file says, with names resolved to
/// indices. docs/opensim.md says what is read. Bodies come first among the frames: frame i is body
/// i for i < bodies.size(), and body 0 is the ground. -1 stands for none.

/// A frame fixed to a body: a body's own, or a PhysicalOffsetFrame.
struct OsimFrame {
  std::string path;  ///< as "/bodyset/femur_r/femur_implant"
  std::string name;
  int parent = -1;               ///< frame in which it is given; -1: a body's own
  int body = 0;                  ///< the body that carries it
  Pose X_PF = Pose::Identity();  ///< in its parent
  Pose X_BF = Pose::Identity();  ///< in its body
};

struct OsimBody {
  std::string name;
  std::string path;
  double mass = 0;                                    ///< [kg]
  Eigen::Vector3d p_BoBcm = Eigen::Vector3d::Zero();  ///< centre of mass [m]
  Eigen::Matrix3d I_BBcm = Eigen::Matrix3d::Zero();   ///< about it [kg m^2]
};

/// What a coordinate measures. A coupled one moves along or about no axis of its own: files in
/// degrees leave it as it is.
enum class OsimMotion { rotational, translational, coupled };

struct OsimCoordinate {
  std::string name;
  std::string path;  ///< as "/jointset/knee_r/knee_flex_r"
  int joint = -1;
  OsimMotion motion = OsimMotion::coupled;
  double default_value = 0;  ///< [rad or m]
  double default_speed = 0;  ///< [rad/s or m/s]
  std::array<double, 2> range = {-std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::infinity()};
  bool locked = false;
};

/// One of the six motions of a joint: by f(q) about or along `axis`.
struct OsimAxis {
  Eigen::Vector3d axis = Eigen::Vector3d::UnitX();  ///< unit
  CoordinateFunction function;
  std::vector<int> coordinates;  ///< arguments of the function
};

/// A joint of any kind as six motions of the child frame M in the parent frame F: rotations about
/// three axes, each fixed in the frame that the one before has turned, then a translation along
/// three axes of F.
struct OsimJoint {
  std::string name;
  std::string path;
  std::string type;  ///< as "CustomJoint"
  int parent_frame = -1, child_frame = -1;
  std::vector<int> coordinates;
  std::array<OsimAxis, 6> axes;
  /// Speeds of the three rotations are the angular velocity of M in F, expressed in F, and not the
  /// rates of the angles (BallJoint, FreeJoint).
  bool angular_velocity_speeds = false;
};

/// coordinate = scale * f(coordinates).
struct OsimCoupler {
  std::string name;
  int dependent = -1;
  std::vector<int> independent;
  CoordinateFunction function;
};

enum class OsimWrapKind { sphere, cylinder, ellipsoid, torus };

/// A surface that paths wrap over. Its axis (cylinder, torus) is z.
struct OsimWrap {
  std::string name;
  std::string path;
  OsimWrapKind kind = OsimWrapKind::sphere;
  int frame = 0;
  Pose X_FW = Pose::Identity();  ///< in that frame
  bool active = true;
  std::string quadrant = "all";  ///< all, or the half it is limited to: x, -x, y, -y, z, -z
  double radius = 0;             ///< sphere, cylinder [m]
  double length = 0;             ///< cylinder [m]
  Eigen::Vector3d semi_axes = Eigen::Vector3d::Zero();  ///< ellipsoid [m]
  double inner_radius = 0, outer_radius = 0;  ///< torus: of the tube, of its centre line [m]
};

/// A point of a path, fixed to a frame.
struct OsimPathPoint {
  std::string name;
  int frame = 0;
  Eigen::Vector3d p_F = Eigen::Vector3d::Zero();  ///< [m]; constant parts of a moving point

  /// MovingPathPoint: components that follow a coordinate.
  struct Component {
    int coordinate = -1;  ///< -1: the component of p_F holds
    CoordinateFunction function;
  };
  std::array<Component, 3> moving;

  /// ConditionalPathPoint: part of the path while this coordinate is in the range.
  int condition = -1;
  std::array<double, 2> range = {0, 0};
};

struct OsimPathWrap {
  int wrap = -1;
  std::string method;         ///< as in the file: hybrid, midpoint, axial
  int first = -1, last = -1;  ///< points between which it may wrap, from 0; -1: either end
};

struct OsimPath {
  std::vector<OsimPathPoint> points;
  std::vector<OsimPathWrap> wraps;
};

/// Blankevoort1991Ligament.
struct OsimLigament {
  LigamentStrand strand;  ///< name included
  OsimPath path;
};

/// Ligament: tension = pcsa_force * curve(length / resting_length) where that is positive.
struct OsimCurveLigament {
  std::string name;
  OsimPath path;
  double resting_length = 0;  ///< [m]
  double pcsa_force = 0;      ///< [N]
  CoordinateFunction curve;
};

/// A muscle: its path; its force is not computed.
struct OsimMuscle {
  std::string name, type;
  OsimPath path;
};

/// Smith2018ContactMesh.
struct OsimContactMesh {
  std::string name;
  std::string path;
  int frame = 0;
  Pose X_FM = Pose::Identity();  ///< in that frame
  std::string file;
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
  Layer layer;
  /// Thickness is the distance to the mesh in `back_file`, held within the two bounds [m].
  bool variable_thickness = false;
  std::string back_file;
  double min_thickness = 0, max_thickness = 0;
};

/// Smith2018ArticularContactForce.
struct OsimContact {
  std::string name;
  int casting = -1, target = -1;  ///< contact meshes
  ContactSettings settings;
  /// The layers of this contact, where the contact and not the mesh states them (older files).
  std::optional<Layer> casting_layer, target_layer;
};

/// A mesh to be drawn.
struct OsimMesh {
  std::string name, file;
  int frame = 0;
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
};

struct OsimModel {
  std::filesystem::path file;
  std::string name;
  int version = 0;  ///< of the file, as 40000
  Eigen::Vector3d gravity{0, -9.80665, 0};
  std::vector<OsimBody> bodies;
  std::vector<OsimFrame> frames;
  std::vector<OsimCoordinate> coordinates;
  std::vector<OsimJoint> joints;
  std::vector<OsimCoupler> couplers;
  std::vector<OsimWrap> wraps;
  std::vector<OsimLigament> ligaments;
  std::vector<OsimCurveLigament> curve_ligaments;
  std::vector<OsimMuscle> muscles;
  std::vector<OsimContactMesh> contact_meshes;
  std::vector<OsimContact> contacts;
  std::vector<OsimMesh> meshes;
  ModelReport report;  ///< what was not taken over
};

/// Reads an .osim file of version 2, 3 or 4. Meshes are not opened. Throws InputError with file,
/// line and remedy where it is no OpenSim model, names something that does not exist, its frames or
/// couplers run in a circle, or a number is out of range.
OsimModel read_osim(const std::filesystem::path& file);

}  // namespace condyle
