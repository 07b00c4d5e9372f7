// Reads joints, their coordinates, and couplers between coordinates.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/opensim/src/osim_reader.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

using Eigen::Vector3d;

/// The motions of the coordinates of a standard joint, in order: 0 to 2 are rotations about x, y,
/// z; 3 to 5 are translations along them.
struct StandardJoint {
  std::vector<int> motions;
  bool angular_velocity_speeds = false;
};

const std::map<std::string, StandardJoint> k_standard_joints = {
    {"WeldJoint", {{}}},
    {"PinJoint", {{2}}},
    {"SliderJoint", {{3}}},
    {"UniversalJoint", {{0, 1}}},
    {"PlanarJoint", {{2, 3, 4}}},
    {"GimbalJoint", {{0, 1, 2}}},
    {"BallJoint", {{0, 1, 2}, true}},
    {"FreeJoint", {{0, 1, 2, 3, 4, 5}, true}},
};

/// Axes of rotations about and translations along x, y and z, all with the function zero.
std::array<OsimAxis, 6> still_axes() {
  std::array<OsimAxis, 6> axes;
  for (int i = 0; i < 6; ++i) axes[i].axis = Vector3d::Unit(i % 3);
  return axes;
}

/// Reports a coordinate whose name another one has already.
void report_second(OsimReader& reader, const std::string& name) {
  const auto has_name = [&](const OsimCoordinate& other) { return other.name == name; };
  if (std::ranges::none_of(reader.model.coordinates, has_name)) return;
  reader.model.report.add(
      fmt::format("another Coordinate named {}", name),
      "a motion's column of this name without a path moves both; name it by its path");
}

int add_coordinate(OsimReader& reader, OsimJoint& joint, OsimCoordinate coordinate) {
  coordinate.joint = static_cast<int>(reader.model.joints.size());
  coordinate.path = joint.path + "/" + coordinate.name;
  report_second(reader, coordinate.name);
  const int index = static_cast<int>(reader.model.coordinates.size());
  reader.model.coordinates.push_back(std::move(coordinate));
  joint.coordinates.push_back(index);
  return index;
}

OsimCoordinate read_coordinate(OsimReader& reader, const OsimElement& element) {
  OsimCoordinate coordinate;
  coordinate.place = element.place();
  coordinate.name = element.name();
  coordinate.default_value = element.number("default_value", 0);
  coordinate.default_speed = element.number("default_speed_value", 0);
  coordinate.locked = element.boolean("locked", false);
  const std::vector<double> range = element.numbers("range");
  if (range.size() == 2) coordinate.range = {range[0], range[1]};
  if (element.boolean("prescribed", false)) {
    reader.model.report.add("Coordinate.prescribed_function",
                            "not followed; the motion's own values are taken");
  }
  // Clamping matters only to OpenSim's solvers. The type of motion follows from the joint's axes.
  reader.report_unread(element, {"default_value", "default_speed_value", "locked", "range",
                                 "clamped", "prescribed", "prescribed_function", "motion_type",
                                 "initial_value", "is_free_to_satisfy_constraints"});
  return coordinate;
}

std::vector<OsimElement> coordinates_in(const OsimElement& joint) {
  const OsimElement list = joint.child("coordinates");
  return list ? list.children() : joint.child("CoordinateSet").objects();
}

void read_fixed_kind(OsimReader& reader, const OsimElement& element, const StandardJoint& kind,
                     OsimJoint& joint) {
  joint.angular_velocity_speeds = kind.angular_velocity_speeds;
  const std::vector<OsimElement> given = coordinates_in(element);
  if (given.size() > kind.motions.size()) {
    element.fail(fmt::format("has {} coordinates where a {} has {}; remove some", given.size(),
                             joint.type, kind.motions.size()));
  }
  for (std::size_t i = 0; i < kind.motions.size(); ++i) {
    OsimCoordinate coordinate;
    if (i < given.size()) coordinate = read_coordinate(reader, given[i]);
    if (coordinate.name.empty()) coordinate.name = fmt::format("{}_coord_{}", joint.name, i);
    const int motion = kind.motions[i];
    coordinate.motion = motion < 3 ? OsimMotion::rotational : OsimMotion::translational;
    OsimAxis& axis = joint.axes[motion];
    axis.function = CoordinateFunction::linear({1}, 0);
    axis.coordinates = {add_coordinate(reader, joint, std::move(coordinate))};
  }
}

const std::map<std::string, OsimMotion> k_motion_types = {
    {"rotational", OsimMotion::rotational}, {"translational", OsimMotion::translational}};

/// Couplers and paths may depend on the coordinates of a joint that is not read; a motion gives
/// their values.
void read_idle_coordinates(OsimReader& reader, const OsimElement& element, const OsimJoint& joint) {
  static const std::set<std::string> only_turn = {"EllipsoidJoint", "ScapulothoracicJoint"};
  for (const OsimElement& given : coordinates_in(element)) {
    OsimCoordinate coordinate = read_coordinate(reader, given);
    coordinate.joint = static_cast<int>(reader.model.joints.size());
    coordinate.path = joint.path + "/" + coordinate.name;
    report_second(reader, coordinate.name);
    if (only_turn.contains(joint.type)) coordinate.motion = OsimMotion::rotational;
    const auto stated = k_motion_types.find(given.text("motion_type"));
    if (stated != k_motion_types.end()) coordinate.motion = stated->second;
    reader.add_idle_coordinate(std::move(coordinate));
  }
}

/// The coordinate of this name in the joint, otherwise in any other joint.
int coordinate_named(OsimReader& reader, const OsimElement& element, const OsimJoint& joint,
                     const std::string& name) {
  for (const int c : joint.coordinates) {
    if (reader.model.coordinates[c].name == name) return c;
  }
  return reader.coordinate(element, name);
}

OsimAxis read_axis(OsimReader& reader, const OsimElement& element, const OsimJoint& joint,
                   const OsimAxis& otherwise) {
  OsimAxis axis = otherwise;
  const Vector3d direction = element.vector("axis", otherwise.axis);
  if (direction.norm() < 1e-12) element.fail("its axis has no length; write a direction");
  axis.axis = direction.normalized();
  for (const std::string& name : element.words("coordinates")) {
    axis.coordinates.push_back(coordinate_named(reader, element, joint, name));
  }
  const OsimElement function = object_in(element, "function");
  if (!function) {
    if (!axis.coordinates.empty()) axis.function = CoordinateFunction::linear({1}, 0);
    return axis;
  }
  axis.function = read_function(reader, function, "a joint's axis stays at zero")
                      .value_or(CoordinateFunction());
  const int arguments = axis.function.arguments();
  if (arguments > 0 && arguments != std::ssize(axis.coordinates)) {
    element.fail(fmt::format("a function of {} coordinates is given {}; correct <coordinates>",
                             arguments, axis.coordinates.size()));
  }
  return axis;
}

void read_custom_joint(OsimReader& reader, const OsimElement& element, OsimJoint& joint) {
  for (const OsimElement& coordinate : coordinates_in(element)) {
    add_coordinate(reader, joint, read_coordinate(reader, coordinate));
  }
  const std::array<OsimElement, 6> given = axes_in(element);
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i]) joint.axes[i] = read_axis(reader, given[i], joint, joint.axes[i]);
  }
}

/// Sets the kind of motion of coordinates that are the plain angle or distance of an axis; the
/// others stay coupled.
void set_motions(OsimModel& model, const OsimJoint& joint) {
  for (std::size_t i = 0; i < 6; ++i) {
    const OsimAxis& axis = joint.axes[i];
    if (axis.coordinates.size() != 1 || !axis.function.is_plain_coordinate()) continue;
    model.coordinates[axis.coordinates.front()].motion =
        i < 3 ? OsimMotion::rotational : OsimMotion::translational;
  }
}

/// Adds the joint frame of an old file, which is a pose on a body and has no name.
int add_place(OsimReader& reader, const OsimElement& joint, const std::string& body,
              const char* location, const char* orientation) {
  OsimFrame frame;
  frame.parent = reader.frame(joint, body);
  frame.body = reader.model.frames[frame.parent].body;
  frame.name = body + "_offset";
  frame.path = "/jointset/" + joint.name() + "/" + frame.name;
  frame.X_PF = OsimReader::pose(joint.vector(location, Vector3d::Zero()),
                                joint.vector(orientation, Vector3d::Zero()));
  frame.X_BF = frame.X_PF;
  reader.model.frames.push_back(std::move(frame));
  return static_cast<int>(reader.model.frames.size()) - 1;
}

void read_ends(OsimReader& reader, const OsimElement& element, OsimJoint& joint,
               const std::string& old_body) {
  if (!old_body.empty()) {
    joint.path = "/jointset/" + joint.name;
    const std::string connected = reader.socket(element, "parent_body");
    const bool is_beta = static_cast<bool>(element.child("location_in_child"));
    joint.parent_frame = add_place(
        reader, element, connected.empty() ? element.text("parent_body", "ground") : connected,
        "location_in_parent", "orientation_in_parent");
    joint.child_frame =
        add_place(reader, element, old_body, is_beta ? "location_in_child" : "location",
                  is_beta ? "orientation_in_child" : "orientation");
    if (element.boolean("reverse", false)) std::swap(joint.parent_frame, joint.child_frame);
    return;
  }
  const std::string parent = reader.socket(element, "parent_frame");
  const std::string child = reader.socket(element, "child_frame");
  if (parent.empty() || child.empty()) {
    element.fail(
        "names no parent or child frame; add <socket_parent_frame> and "
        "<socket_child_frame>");
  }
  joint.parent_frame = reader.frame(element, parent);
  joint.child_frame = reader.frame(element, child);
}

bool is_joint(const OsimElement& element) { return element.type().ends_with("Joint"); }

void read_joint(OsimReader& reader, const OsimElement& element, const std::string& old_body) {
  OsimJoint joint;
  joint.place = element.place();
  joint.name = element.name();
  joint.path = reader.path_of(element);
  joint.type = element.type();
  joint.axes = still_axes();
  read_ends(reader, element, joint, old_body);
  const auto kind = k_standard_joints.find(joint.type);
  if (joint.type == "CustomJoint") {
    read_custom_joint(reader, element, joint);
    set_motions(reader.model, joint);
  } else if (kind != k_standard_joints.end()) {
    read_fixed_kind(reader, element, kind->second, joint);
  } else {
    read_idle_coordinates(reader, element, joint);
    reader.model.report.add(joint.type,
                            "its bodies are welded together, its coordinates move nothing");
  }
  reader.report_unread(
      element,
      {"socket_parent_frame", "socket_child_frame", "coordinates", "CoordinateSet", "frames",
       "SpatialTransform", "parent_body", "location_in_parent", "orientation_in_parent",
       "location_in_child", "orientation_in_child", "location", "orientation", "reverse",
       "socket_parent_frame_connectee_name", "socket_child_frame_connectee_name"});
  reader.model.joints.push_back(std::move(joint));
}

}  // namespace

std::array<OsimElement, 6> axes_in(const OsimElement& joint) {
  static const std::array<std::string, 6> names = {"rotation1",    "rotation2",    "rotation3",
                                                   "translation1", "translation2", "translation3"};
  std::array<OsimElement, 6> axes;
  const std::vector<OsimElement> given = joint.child("SpatialTransform").objects();
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i].type() != "TransformAxis") continue;
    const auto named = std::find(names.begin(), names.end(), given[i].name());
    const std::size_t place =
        named == names.end() ? i : static_cast<std::size_t>(named - names.begin());
    if (place >= 6) given[i].fail("is a seventh axis; a joint has six");
    axes[place] = given[i];
  }
  return axes;
}

void read_joints(OsimReader& reader) {
  for (const OsimElement& member : reader.members()) {
    if (is_joint(member)) read_joint(reader, member, reader.socket(member, "child_body"));
    if (member.type() != "Body") continue;
    for (const OsimElement& joint : member.child("Joint").children()) {
      if (is_joint(joint)) read_joint(reader, joint, member.name());
    }
  }
}

void read_couplers(OsimReader& reader) {
  for (const OsimElement& element : reader.members("CoordinateCouplerConstraint")) {
    if (is_switched_off(element)) {
      reader.model.report.add(element.type() + " not enforced", "not applied, as in OpenSim");
      continue;
    }
    OsimCoupler coupler;
    coupler.place = element.place();
    coupler.name = element.name();
    coupler.dependent = reader.coordinate(element, element.text("dependent_coordinate_name"));
    for (const std::string& name : element.words("independent_coordinate_names")) {
      coupler.independent.push_back(reader.coordinate(element, name));
    }
    const OsimElement written = object_in(element, "coupled_coordinates_function");
    if (!written) element.fail("holds no <coupled_coordinates_function>; add one");
    const auto function =
        read_function(reader, written, "a coupled coordinate keeps the motion's values");
    if (!function) continue;
    coupler.function = function->scaled(element.number("scale_factor", 1));
    const int arguments = coupler.function.arguments();
    if (arguments > 0 && arguments != std::ssize(coupler.independent)) {
      element.fail(
          fmt::format("a function of {} coordinates is given {}; correct "
                      "<independent_coordinate_names>",
                      arguments, coupler.independent.size()));
    }
    reader.report_unread(
        element, {"isEnforced", "isDisabled", "coupled_coordinates_function",
                  "independent_coordinate_names", "dependent_coordinate_name", "scale_factor"});
    reader.model.couplers.push_back(std::move(coupler));
  }
}

}  // namespace condyle::opensim
