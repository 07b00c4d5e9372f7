#pragma once

#include <string>

#include "condyle/mesh/triangle_mesh.h"

class btCollisionShape;

namespace condyle::bullet {

/// The triangles of a Bullet collision shape in its own frame, with its scaling, outward wound as
/// Bullet has them. Mesh shapes (btBvhTriangleMeshShape, btScaledBvhTriangleMeshShape,
/// btGImpactMeshShape) keep their order of triangles. Convex shapes (hull, box, sphere, spheres,
/// cylinder, capsule, cone) are divided until no edge is longer than 1/16 of their bounding box's
/// diagonal, since a triangle samples pressure at its centroid alone. A height field's cells are
/// two triangles each. Throws InputError naming `what` for others.
TriangleMesh collider_mesh(const btCollisionShape& shape, const std::string& what);

}  // namespace condyle::bullet
