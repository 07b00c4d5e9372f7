#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/geometry/shape.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/ligament/strand_path.h"
#include "condyle/mesh/triangle_mesh.h"
#include "condyle/scene/scene.h"

namespace condyle::scene {

// Builds engine data from the entries of a scene.

/// Reads a mesh and scales it [m], without curved facets. Throws InputError.
TriangleMesh read_mesh(const MeshFromFile& source);

/// Reads or makes the mesh, in its own frame [m]. Throws InputError.
TriangleMesh make_mesh(const SceneMesh& mesh);

/// The surface of a mesh that has a layer. If it has a back mesh, the thickness is measured to that
/// mesh. `name` is used in messages. Throws InputError.
std::shared_ptr<const ContactSurface> make_surface(const SceneMesh& mesh, TriangleMesh triangles,
                                                   const std::string& name);

/// The surface of a mesh that has a layer, made from another surface of this mesh, with any layer,
/// whose mesh and hierarchy it shares. `name` is used in messages. Throws InputError.
std::shared_ptr<const ContactSurface> make_surface(const SceneMesh& mesh,
                                                   const ContactSurface& same_mesh,
                                                   const std::string& name);

/// Mass [kg], and centre of mass [m] and inertia about it [kg m^2] in the body frame.
struct BodyMass {
  double mass = 0;
  Eigen::Vector3d p_BoBcm = Eigen::Vector3d::Zero();
  Eigen::Matrix3d I_BBcm = Eigen::Matrix3d::Zero();
};

/// The mass properties that the body states or, if it has a density, those of its meshes (parallel
/// to body.meshes) filled with it, which must be closed. Throws InputError.
BodyMass make_body_mass(const SceneBody& body, std::span<const TriangleMesh> meshes);

/// The regions of a contact as sets of triangles of its casting surface.
std::vector<Region> make_regions(const SceneContact& contact, const ContactSurface& casting);

/// The path of a strand. Its body indices are those of the scene; the index of the world is the
/// number of bodies. Precondition: all body names of the strand exist in the scene.
ligament::StrandPath make_path(const Scene& scene, const SceneLigament& ligament);

/// Length of the path at the initial poses [m].
double initial_length(const Scene& scene, const SceneLigament& ligament);

/// The strand with its slack length, given the length [m] of its path at the initial poses. Throws
/// InputError if that length is not positive.
ligament::Strand make_strand(const SceneLigament& ligament, double initial_length);

/// Whether the shape needs an extent because it is a half space or an infinite cylinder.
bool is_endless(const geometry::Shape& shape);

/// A resolution for most purposes: chord errors up to 1/1000 and edges up to 1/16 of the shape's
/// size (or its extent).
ShapeFineness default_fineness(const geometry::Shape& shape, double extent = 1);

/// A resolution for a shape that casts with a layer of this thickness [m]: the chord error is
/// chosen so that a ball's force on a plane is right to 1 % from a depth of a thousandth of the
/// thickness on, or as small as it can be with 100,000 triangles.
ShapeFineness casting_fineness(const geometry::Shape& shape, double thickness, double extent = 1);

/// The thickness for casting_fineness() [m]: that of the casting side's own layer, or of the
/// target's if the casting side has none, 0.
double casting_thickness(double own, double target);

/// Gives shapes of default resolution the one of casting_fineness() where they cast: the casting
/// side of a contact, both sides if both cast, and both of two shapes if the better casts.
void refine_casting_shapes(Scene& scene);

/// The mesh in the shape's frame, with the triangles' centroids on the surface (vertices lie
/// outside of a convex one, by at most about the chord error); for a mesh solid its own mesh.
/// Throws InputError if it would have too many triangles.
TriangleMesh display_mesh(const geometry::Shape& shape, const ShapeFineness& fineness);

/// All nodes as vertices, with x running fastest, then y, then z; triangles cover the outside.
TriangleMesh make_soft_block_mesh(const SoftBlock& block);

/// The pairs of nodes that are linked.
std::vector<std::array<int, 2>> soft_block_links(const SoftBlock& block);

/// The number of nodes that the body holds; they come first.
int held_nodes(const SoftBlock& block);

}  // namespace condyle::scene
