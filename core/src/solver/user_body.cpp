#include "core/src/solver/user_body.h"

namespace condyle {
namespace {

void put(const Eigen::Vector3d& v, double (&out)[3]) { Eigen::Map<Eigen::Vector3d>{out} = v; }

}  // namespace

condyle_body describe(const char* name, const Pose& X_WB, const Vector6& velocity) {
  condyle_body body = {};
  body.name = name;
  put(X_WB.translation(), body.position);
  Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>{body.rotation} = X_WB.linear();
  put(velocity.head<3>(), body.angular_velocity);
  put(velocity.tail<3>(), body.velocity);
  return body;
}

}  // namespace condyle
