#pragma once

#include <string>

#include "condyle/mesh/triangle_mesh.h"

class btCollisionShape;

namespace condyle::bullet {

/// The triangles of a Bullet collision shape in the shape's frame, including its scaling, with
/// Bullet's winding (outward). Mesh shapes (btBvhTriangleMeshShape, btScaledBvhTriangleMeshShape,
/// btGImpactMeshShape) keep their order of triangles. Convex shapes (hull, box, sphere, spheres,
/// cylinder, capsule, cone) are subdivided until no edge is longer than 1/16 of the diagonal of
/// their bounding box, because a triangle samples pressure at its centroid only. Each cell of a
/// height field becomes two triangles. Throws InputError naming `what` for other shapes.
TriangleMesh collider_mesh(const btCollisionShape& shape, const std::string& what);

}  // namespace condyle::bullet
