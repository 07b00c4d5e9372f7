#pragma once

#include <Eigen/Core>
#include <pugixml.hpp>
#include <string>

#include "condyle/geometry/shape.h"
#include "condyle/pose.h"

namespace condyle {

// Attributes of MuJoCo's geoms, sites and bodies.

/// Three numbers that read back to the same bits.
std::string mjcf_numbers(const Eigen::Vector3d& v);

void put_pose(pugi::xml_node node, const Pose& X);

/// Makes a geom a shape that MuJoCo has; false if there is none like it.
bool put_shape_of_mujoco(pugi::xml_node geom, const geometry::Shape& shape);
/// Makes a geom the mesh of an asset.
void put_mesh(pugi::xml_node geom, const std::string& asset);

/// Makes a geom what a tendon of MuJoCo's can wrap; false if there is none like it.
bool put_wrapped_shape(pugi::xml_node geom, const geometry::Shape& shape);
/// Precondition: put_wrapped_shape() knows the shape.
double radius_of_wrapped(const geometry::Shape& shape);

}  // namespace condyle
