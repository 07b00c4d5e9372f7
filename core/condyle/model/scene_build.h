#pragma once

#include <memory>
#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/ligament/strand_course.h"
#include "condyle/mesh/triangle_mesh.h"
#include "condyle/model/scene.h"

namespace condyle {

// From the words of a scene to what an engine needs.

/// Reads or makes the mesh, in its own frame [m]. Throws InputError.
TriangleMesh make_mesh(const SceneMesh& mesh);

/// The surface of a mesh that has a layer; its thickness cast from the back mesh where there is
/// one. `name` is for messages. Throws InputError.
std::shared_ptr<const ContactSurface> make_surface(const SceneMesh& mesh, TriangleMesh triangles,
                                                   const std::string& name);

/// Mass [kg], centre of mass and inertia about it, body frame, axes of the body.
struct BodyMass {
  double mass = 0;
  Eigen::Vector3d p_BoBcm = Eigen::Vector3d::Zero();
  Eigen::Matrix3d I_BBcm = Eigen::Matrix3d::Zero();
};

/// What the body states, or, where it has a density, what follows from its meshes (parallel to
/// body.meshes), which must be closed. Throws InputError.
BodyMass make_body_mass(const SceneBody& body, std::span<const TriangleMesh> meshes);

/// The regions of a contact, as sets of triangles of its casting surface.
std::vector<Region> make_regions(const SceneContact& contact, const ContactSurface& casting);

/// Gives the wraps that name a mesh of their body its shape and pose: the analytic shape of a mesh
/// that stands in for one that can be wrapped, else the solid in the mesh. Throws InputError.
void find_wrapped_meshes(Scene& scene);

/// The strand's way; its body indices are those of the scene, and that of the world is their
/// number. Precondition: its names are those of bodies of the scene.
StrandCourse make_course(const Scene& scene, const SceneLigament& ligament);

/// Length of that way at the initial poses [m].
double initial_length(const Scene& scene, const SceneLigament& ligament);

/// The strand with its slack length, from the length [m] of its path at the initial poses.
/// Throws InputError where that is nothing.
LigamentStrand make_strand(const SceneLigament& ligament, double initial_length);

}  // namespace condyle
