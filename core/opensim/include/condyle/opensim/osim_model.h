#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/pose.h"

namespace condyle::opensim {

/// A list of what a reader ignored or changed, with one line for each kind.
struct ModelReport {
  /// One kind of part that was ignored or changed.
  struct Line {
    std::string what;         ///< for example "Millard2012EquilibriumMuscle"
    int count = 0;            ///< how often it occurs
    std::string consequence;  ///< the effect on results
  };
  std::vector<Line> lines;  ///< in order of first occurrence

  /// Increments the count of `what`; the first consequence given for it is kept. After 200 kinds,
  /// all further kinds are counted together in one line.
  void add(const std::string& what, const std::string& consequence);

  /// Appends the lines of another report.
  void add(const ModelReport& more);
};

/// The report as text, one line per entry: "what (count): consequence". Empty if there are no
/// entries.
std::string to_text(const ModelReport& report);

/// A polynomial in x - origin with coefficients in ascending order; zero if there are none.
struct Polynomial {
  double origin = 0;
  std::vector<double> coefficients;

  /// Its value and its derivative at x, a coordinate [rad or m].
  double value(double x) const;
  double slope(double x) const;
};

/// A function of coordinates, as in OpenSim's joints, couplers and moving points: a constant, a
/// linear function of any number of coordinates, or a piecewise polynomial of one coordinate. By
/// default zero.
class CoordinateFunction {
 public:
  CoordinateFunction() = default;

  /// The function slopes . q + intercept.
  static CoordinateFunction linear(std::vector<double> slopes, double intercept);

  /// The piecewise polynomial in which pieces[i] holds between knots[i - 1] and knots[i]; the first
  /// piece holds below all knots, the last one above. Preconditions: knots ascend strictly; there
  /// is one more piece than knots.
  static CoordinateFunction piecewise(std::vector<double> knots, std::vector<Polynomial> pieces);

  /// The number of coordinates that the function takes; 0 for a constant, which accepts any number.
  int arguments() const;
  bool is_constant() const { return arguments() == 0; }

  /// Whether the function is slope * q + intercept of one coordinate with |slope| = 1.
  bool is_plain_coordinate() const;

  /// The value at the coordinates `q` [rad or m].
  double value(std::span<const double> q) const;
  /// The partial derivative with respect to q[i], at the coordinates `q` [rad or m].
  double slope(std::span<const double> q, int i) const;

  /// The function multiplied by `factor`.
  CoordinateFunction scaled(double factor) const;

 private:
  const Polynomial& piece_at(double x) const;

  std::vector<double> slopes_;
  double intercept_ = 0;
  std::vector<double> knots_;
  std::vector<Polynomial> pieces_;  ///< empty if the function is linear
};

// The parts of an OsimModel, in SI units. An index of -1 means none.

/// A frame fixed to a body: the body's own frame or a PhysicalOffsetFrame.
struct OsimFrame {
  std::string path;  ///< for example "/bodyset/femur_r/femur_implant"
  std::string name;
  int parent = -1;               ///< frame in which X_PF is given; -1 for a body's own frame
  int body = 0;                  ///< the body to which the frame is fixed
  Pose X_PF = Pose::Identity();  ///< pose in the parent frame
  Pose X_BF = Pose::Identity();  ///< pose in the body frame
};

/// A rigid body of a model; body 0 is the ground.
struct OsimBody {
  std::string name;
  std::string path;
  double mass = 0;                                    ///< [kg]
  Eigen::Vector3d p_BoBcm = Eigen::Vector3d::Zero();  ///< centre of mass [m]
  Eigen::Matrix3d I_BBcm = Eigen::Matrix3d::Zero();   ///< inertia about the centre of mass [kg m^2]
};

/// The kind of motion that a coordinate measures. A coupled coordinate is not the plain angle or
/// distance of any axis, so it is not converted in files with angles in degrees.
enum class OsimMotion { rotational, translational, coupled };

/// A coordinate of a joint.
struct OsimCoordinate {
  std::string name;
  std::string path;  ///< for example "/jointset/knee_r/knee_flex_r"
  int joint = -1;    ///< index of its joint
  OsimMotion motion = OsimMotion::coupled;
  double default_value = 0;  ///< [rad or m]
  double default_speed = 0;  ///< [rad/s or m/s]
  /// Least and greatest value [rad or m].
  std::array<double, 2> range = {-std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::infinity()};
  bool locked = false;        ///< held at its default value
  std::ptrdiff_t place = -1;  ///< byte of OsimModel::text at which its element is; -1: none
};

/// One of the six motions of a joint: by f(q) about or along `axis`.
struct OsimAxis {
  Eigen::Vector3d axis = Eigen::Vector3d::UnitX();  ///< unit vector
  CoordinateFunction function;
  std::vector<int> coordinates;  ///< arguments of the function
};

/// A joint of any type, as six motions of the child frame M in the parent frame F: rotations about
/// three axes, each of which turns with the rotations before it, then translations along three axes
/// of F.
struct OsimJoint {
  std::string name;
  std::string path;
  std::string type;                         ///< for example "CustomJoint"
  int parent_frame = -1, child_frame = -1;  ///< indices of frames
  std::vector<int> coordinates;             ///< indices, in the order of the joint
  std::array<OsimAxis, 6> axes;
  /// Whether the speeds of the three rotations are the angular velocity of M in F, in the frame F,
  /// instead of the rates of the angles (BallJoint, FreeJoint).
  bool angular_velocity_speeds = false;
  std::ptrdiff_t place = -1;  ///< see OsimCoordinate
};

/// A constraint: dependent coordinate = function(independent coordinates); the function includes
/// the coupler's scale.
struct OsimCoupler {
  std::string name;
  int dependent = -1;            ///< index of the coordinate
  std::vector<int> independent;  ///< indices of the coordinates
  CoordinateFunction function;
  std::ptrdiff_t place = -1;  ///< see OsimCoordinate
};

/// What kind of surface paths wrap over.
enum class OsimWrapKind { sphere, cylinder, ellipsoid, torus };

/// A surface over which paths wrap. The axis of a cylinder or torus is z.
struct OsimWrap {
  std::string name;
  std::string path;
  OsimWrapKind kind = OsimWrapKind::sphere;
  int frame = 0;                 ///< index of the frame
  Pose X_FW = Pose::Identity();  ///< pose in `frame`
  bool active = true;            ///< false: paths pass through it
  std::string quadrant = "all";  ///< all, or the half that limits it: x, -x, y, -y, z, -z
  double radius = 0;             ///< sphere, cylinder [m]
  double length = 0;             ///< cylinder [m]
  Eigen::Vector3d semi_axes = Eigen::Vector3d::Zero();  ///< ellipsoid [m]
  double inner_radius = 0, outer_radius = 0;  ///< torus: radius of tube, of centre line [m]
};

/// A point of a path, fixed to a frame unless it is a moving point.
struct OsimPathPoint {
  std::string name;
  int frame = 0;  ///< index of the frame
  /// Position in the frame; of a moving point, its constant components [m].
  Eigen::Vector3d p_F = Eigen::Vector3d::Zero();

  /// MovingPathPoint: a component that is a function of a coordinate.
  struct Component {
    int coordinate = -1;  ///< -1: the component of p_F is used
    CoordinateFunction function;
  };
  std::array<Component, 3> moving;

  /// ConditionalPathPoint: the point is part of the path while this coordinate is in the range.
  int condition = -1;
  std::array<double, 2> range = {0, 0};
  std::ptrdiff_t place = -1;  ///< see OsimCoordinate
};

/// That a path may wrap over a surface.
struct OsimPathWrap {
  int wrap = -1;              ///< index of the surface
  std::string method;         ///< as in the file: hybrid, midpoint or axial
  int first = -1, last = -1;  ///< points between which it may wrap, counted from 0; -1: the end
};

/// A path through points and over surfaces.
struct OsimPath {
  std::vector<OsimPathPoint> points;  ///< in the order of the path
  std::vector<OsimPathWrap> wraps;    ///< in the order of the file
};

/// A Blankevoort1991Ligament.
struct OsimLigament {
  ligament::Strand strand;  ///< includes the name
  OsimPath path;
  std::ptrdiff_t place = -1;  ///< see OsimCoordinate
};

/// A Ligament: tension = pcsa_force * curve(length / resting_length) if that is positive and the
/// path is longer than at rest, as in OpenSim.
struct OsimCurveLigament {
  std::string name;
  OsimPath path;
  double resting_length = 0;  ///< [m]
  double pcsa_force = 0;      ///< [N]
  bool applies_force = true;  ///< as of a Strand
  CoordinateFunction curve;
  std::ptrdiff_t place = -1;  ///< see OsimCoordinate
};

/// A muscle. Only its path is used; its force is not computed.
struct OsimMuscle {
  std::string name, type;
  OsimPath path;
};

/// A Smith2018ContactMesh.
struct OsimContactMesh {
  std::string name;
  std::string path;
  int frame = 0;                 ///< index of the frame
  Pose X_FM = Pose::Identity();  ///< pose in `frame`
  std::string file;
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();  ///< factors of x, y and z
  Layer layer;
  /// If true, the thickness is the distance to the mesh in `back_file`, clamped to the bounds [m].
  bool variable_thickness = false;
  std::string back_file;
  double min_thickness = 0, max_thickness = 0;
  std::ptrdiff_t place = -1;  ///< see OsimCoordinate
};

/// A Smith2018ArticularContactForce.
struct OsimContact {
  std::string name;
  int casting = -1, target = -1;  ///< indices of contact meshes
  ContactSettings settings;
  /// The layers if the contact gives them instead of the mesh (older files).
  std::optional<Layer> casting_layer, target_layer;
  std::ptrdiff_t place = -1;  ///< see OsimCoordinate
};

/// A mesh that is only drawn.
struct OsimMesh {
  std::string name, file;
  int frame = 0;                                    ///< index of the frame
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();  ///< factors of x, y and z
};

/// An OpenSim model as plain data in SI units, as in its .osim file but with names resolved to
/// indices; docs/opensim.md lists what is read. The first bodies.size() frames are those of the
/// bodies, in their order; body 0 is the ground. An index of -1 means none.
struct OsimModel {
  std::filesystem::path file;  ///< the file from which it was read; empty: none
  std::string name;
  int version = 0;                          ///< version of the file, for example 40000
  Eigen::Vector3d gravity{0, -9.80665, 0};  ///< [m/s^2]
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
  ModelReport report;  ///< parts of the file that were ignored or changed
  /// The bytes of the file as it was read, for write_osim; null: not from a file.
  std::shared_ptr<const std::string> text;
};

/// Reads an .osim file of version 2, 3 or 4. Does not open mesh files. Throws InputError with file,
/// line and remedy if it is not an OpenSim model, refers to something that does not exist, has a
/// cycle of frames or couplers, or has a number out of range.
OsimModel read_osim(const std::filesystem::path& file);

/// The text of the file from which the model was read, with the values that differ from it: numbers
/// that are equal, comments, the order, and whatever this library does not read stay as they are,
/// byte for byte.
///
/// Written are: of a ligament its stiffness, slack length, transition strain and damping, or its
/// resting length and pcsa_force, and the positions of its points; of a contact mesh its files,
/// scale, position, layer and bounds of the thickness; of a contact its window of proximity, its
/// formulation linear or nonlinear, `lumped`, and its own layers if the file has them; of ligaments
/// and contacts whether they apply force. An object that was taken out of the model stays in the
/// file, and other members of the model, such as its bodies, are those of the file.
///
/// Throws InputError if the model was not read from a file, if a value cannot be in such a file
/// (a failure strain, friction, a formulation elastic_layer, a rigid layer, a fixed position of a
/// moving point), if an object that was not read from the file is in the model, or as read_osim
/// does if the result would not be a model, for example because of a negative slack length.
std::string osim_text(const OsimModel& model);

/// Writes osim_text() to `file`, completely or not at all. Meshes are not copied: OpenSim looks for
/// them beside the new file. Throws InputError as osim_text does, and if the folder is missing or
/// not writable.
void write_osim(const std::filesystem::path& file, const OsimModel& model);

}  // namespace condyle::opensim
