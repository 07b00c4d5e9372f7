#pragma once

#include <Eigen/Geometry>
#include <optional>

namespace condyle {

class ContactSurface;
struct PairPath;
struct PairStep;

/// A point inside the solid of a mesh, as far from its surface as few rays can tell; none if the
/// mesh is open, has no triangles or moves its vertices.
std::optional<Eigen::Vector3d> middle_of(const ContactSurface& surface);

/// Follows the middles of both bodies of a pair through the other's surface along the path of a
/// (sub-)step, and sets PairStep::came_through where one has come deeper than the layers. Rays tell
/// nothing of it: they may have missed the other body, or lost it within the step. Bodies that only
/// press never come so deep.
void follow_middles(PairStep& pair, const PairPath& path);

}  // namespace condyle
