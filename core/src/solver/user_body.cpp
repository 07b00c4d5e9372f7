#include "core/src/solver/user_body.h"

namespace condyle {

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
