#include "view/mesh_placement.h"

#include <Eigen/LU>

#include "core/src/geometry/turn_between.h"

namespace condyle {

Eigen::Matrix4d placed(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis, double radius,
                       double length) {
  const Eigen::Matrix3d R = geometry::turn_between(Eigen::Vector3d::UnitZ(), axis);
  Eigen::Matrix4d X = Eigen::Matrix4d::Identity();
  X.topLeftCorner<3, 3>() = R * Eigen::Vector3d(radius, radius, length).asDiagonal();
  X.topRightCorner<3, 1>() = origin;
  return X;
}

void set_placement(const GlProgram& program, const Eigen::Matrix4d& X) {
  const Eigen::Matrix3d turn = X.topLeftCorner<3, 3>().inverse().transpose();
  program.set("u_world_from_mesh", Eigen::Matrix4f(X.cast<float>()));
  program.set("u_turn", Eigen::Matrix3f(turn.cast<float>()));
}

void set_look(const GlProgram& program, const Look& look) {
  program.set("u_color", look.color);
  program.set("u_roughness", look.roughness);
  program.set("u_metal", look.metal);
  program.set("u_glow", look.glow);
}

}  // namespace condyle
