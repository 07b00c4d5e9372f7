#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/pose.h"
#include "condyle/scene/scene.h"

namespace condyle::opensim {

/// A scene made from an OpenSim model, and a report of what it leaves out.
struct OsimScene {
  scene::Scene scene;
  ModelReport report;
};

/// Turns an OpenSim model into a scene for a physics engine, with the poses and velocities of
/// `state`. The ground is the world.
///
/// Bodies: all bodies with contacts or ligaments. A body is dynamic if, seen from the ground, it
/// comes after another body with a contact mesh (with a strand if the model has no contact): the
/// tibia and the patella come after the femur. The other bodies are fixed. A body without contacts
/// and ligaments that is attached to a dynamic body, such as a foot, becomes a rigid part of it.
/// The ground is a body only if it has a contact mesh.
/// Joints: pin, slider, ball and weld joints between these bodies are kept. A body whose joint has
/// all six motions is held by contacts and ligaments alone.
/// Strands: with the via points and wrap surfaces that they have in this state.
/// Mesh files are searched in `folders` and not opened. Throws InputError if the mesh of a contact
/// is missing or no body would move.
OsimScene scene_of(const OsimModel& model, const OsimKinematics& kinematics, const OsimState& state,
                   std::span<const std::filesystem::path> folders);

/// The state given in the model's file: default values and speeds, with couplers applied.
OsimState default_state(const OsimModel& model, const OsimKinematics& kinematics);

/// A force on a moving body of a joint's scene.
struct OsimJointLoad {
  /// Compression along the long axis of the joint's child, towards the joint [N].
  std::optional<double> compression = {};
  /// Used if there is no compression: a force in the axes of the body, which turns with the body
  /// [N].
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  std::string body = {};  ///< empty: the joint's child
};

/// One joint of a model with its contacts and ligaments, whose flexion is driven.
struct OsimJointDrive {
  int joint = -1;           ///< index in the model
  int coordinate = -1;      ///< see find_flexion (osim_joint.h)
  double from = 0, to = 0;  ///< [rad]
  double duration = 10;     ///< time from the first to the last angle [s], > 0
  std::vector<OsimJointLoad> loads;
};

/// The scene of one joint, in `state` but at rest. It settles with the flexion at drive.from and
/// then follows it to drive.to, with zero speed and acceleration at both ends.
///
/// Bodies: the joint's child moves. So does each further body that is connected to the ground
/// through the joint's parent and has a contact or a strand with a moving body, for example the
/// patella with the tibia. Joints beyond the child are locked unless all six of their motions are
/// free. The other bodies of these contacts and strands are fixed, as is the parent. Bodies without
/// any of these connections are left out.
///
/// Drive: a body without mass or mesh turns by the coordinate about the first axis of the joint.
/// The child's third rotation axis is kept perpendicular to the second axis of that body. This is
/// one constraint; its torque does no work in the other five motions. Those are free as far as the
/// model allows; motions that follow the flexion by a function are free.
///
/// Loads: a compression acts along the line from the centre of the next joint (or, if there is
/// none, from the child's centre of mass) to the centre of this joint, and moves with the child. A
/// force acts at the centre of the joint if it is on the child, and at the centre of mass of any
/// other body.
///
/// Throws InputError as scene_of does, and if no contact or ligament connects the child to other
/// bodies, or if a load names a body that does not move.
OsimScene joint_scene_of(const OsimModel& model, const OsimKinematics& kinematics,
                         const OsimState& state, std::span<const std::filesystem::path> folders,
                         const OsimJointDrive& drive);

// The surfaces of a model's contacts, for pairs that follow a motion without a scene.

/// The folders in which the meshes of a model are searched: `given`, or if it is empty the folder
/// of the model and its subfolder Geometry, as in OpenSim.
std::vector<std::filesystem::path> geometry_folders(const OsimModel& model,
                                                    const std::filesystem::path& given);

/// The file of a mesh that a model names. If no folder has a file of exactly this name, the only
/// file is used whose name differs in case, blanks and punctuation, or by a prefix, and this is
/// reported. Throws InputError that lists the folders.
std::filesystem::path find_geometry(const std::string& name,
                                    std::span<const std::filesystem::path> folders,
                                    const std::filesystem::path& model_file, ModelReport& report);

/// The model without the contacts whose layers do not suit their formulation, such as springs of an
/// incompressible layer (nu = 0.5, OpenSim's default), and, if there are `folders` of meshes,
/// without those that have a damaged mesh file, or whose thickness depends on a back mesh that is
/// in none of them. Its report names each. Throws InputError if then neither a contact nor a
/// ligament is left.
OsimModel without_unusable_contacts(OsimModel model,
                                    std::span<const std::filesystem::path> folders = {});

/// The casting and the target surface of a contact of a model.
struct OsimSurfaces {
  std::shared_ptr<const ContactSurface> casting, target;
};

/// The surfaces of all contacts of the model, in its order; a surface used several times is shared.
/// Throws InputError.
std::vector<OsimSurfaces> make_surfaces(const OsimModel& model,
                                        std::span<const std::filesystem::path> folders,
                                        ModelReport& report);

/// Pose of a contact mesh in the ground.
Pose mesh_pose(const OsimModel& model, const OsimContactMesh& mesh, const OsimBodies& bodies);

/// Pose of the target mesh in the casting mesh frame of a contact, as ContactPair expects it.
Pose contact_pose(const OsimModel& model, const OsimContact& contact, const OsimBodies& bodies);

}  // namespace condyle::opensim
