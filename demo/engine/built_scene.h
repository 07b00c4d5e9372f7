#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/ligament/strand_path.h"
#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"
#include "condyle/scene/scene.h"
#include "condyle/scene/scene_build.h"
#include "condyle/solver/step.h"

namespace condyle {

/// A mesh of a body, ready for an engine. `surface` is set only if the mesh takes part in a
/// contact.
struct BuiltMesh {
  std::shared_ptr<const TriangleMesh> mesh;
  std::shared_ptr<const ContactSurface> surface;
};

struct BuiltBody {
  scene::BodyMass mass;
  /// The engine's body frame P: origin at the centre of mass, principal axes.
  Pose X_BP = Pose::Identity();
  Eigen::Vector3d principal_inertia = Eigen::Vector3d::Zero();
  std::vector<BuiltMesh> meshes;
};

class MadeMeshes;

/// Builds the meshes, surfaces and masses of the scene's bodies, in the scene's order. Throws
/// InputError. Reuses meshes and surfaces from `shared` where they are unchanged, and stores those
/// of this scene there.
std::vector<BuiltBody> build_bodies(const scene::Scene& scene, MadeMeshes* shared = nullptr);

/// Index of the body with this name, or -1 for the world (empty name).
int body_index(const scene::Scene& scene, const std::string& name);
/// Index of the mesh with this name in the body.
int mesh_index(const scene::SceneBody& body, const std::string& name);

/// Whether the scene has a contact between these bodies that applies force.
bool have_contact(const scene::Scene& scene, const std::string& a, const std::string& b);

/// Of two meshes that no contact of the scene names together: they do not touch.
ContactSettings contact_of_unnamed_pairs();

/// The strand with its slack length; if the scene does not give one, it is computed from the
/// initial poses.
ligament::Strand initial_strand(const scene::Scene& scene, const scene::SceneLigament& ligament);

/// The path of a strand among an engine's bodies.
struct PlacedPath {
  std::vector<int> bodies;    ///< of the scene, each once; the world is the number of bodies
  ligament::StrandPath path;  ///< of these, in the engine's frames P of the bodies
};

/// Places the path at the initial poses. `X_PB_of` gives the pose of a body's frame of the scene in
/// the engine's; that of the world is the same in both.
PlacedPath placed_path(const scene::Scene& scene, const scene::SceneLigament& ligament,
                       const std::function<Pose(int body)>& X_PB_of);
/// The same where the engine's frames are those of `built`.
PlacedPath placed_path(const scene::Scene& scene, const scene::SceneLigament& ligament,
                       const std::vector<BuiltBody>& built);

/// The scene's settings of the step.
StepSettings step_settings(const scene::Scene& scene);

/// The initial value of the clock of motions and loads [s]: 0, or earlier if the scene settles.
double first_clock(const scene::Scene& scene);

/// How far the motions and hinges of a scene are driven: amounts [rad or m] in its order.
struct DrivenAmounts {
  std::vector<double> motions;
  std::vector<double> joints;    ///< angle to reach; 0 where the joint is not driven
  std::vector<double> controls;  ///< of a robot's actuators, in their units
};

/// Pose of a kinematic body where the motions have these amounts.
Pose driven_pose(const scene::Scene& scene, int body, std::span<const double> motions);
/// The same at `time`, according to the motions' tables.
Pose driven_pose(const scene::Scene& scene, int body, double time);

}  // namespace condyle
