#pragma once

#include "view/draw_list.h"
#include "view/gl_program.h"

namespace condyle {

/// Placement of a unit part with its z axis along `axis` of the world, scaled to the lengths given.
Eigen::Matrix4d placed(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis, double radius,
                       double length);

/// Sets the placement of a mesh that the program draws. Normals are transformed by the inverse
/// transpose, which is correct for stretched axes too.
void set_placement(const GlProgram& program, const Eigen::Matrix4d& X);

void set_look(const GlProgram& program, const Look& look);

}  // namespace condyle
