#include <Eigen/Geometry>

#include "condyle/contact/contact_result.h"

namespace condyle {

Sliding sliding_of(const ContactStatistics& statistics, const Twist& V_TC_C) {
  const Eigen::Vector3d& friction = statistics.friction_force;
  const Eigen::Vector3d pressing = statistics.contact_force - friction;
  Sliding sliding;
  sliding.normal_force = pressing.norm();
  if (!(sliding.normal_force > 0)) return {};
  sliding.normal = pressing / sliding.normal_force;
  sliding.friction_force = friction.norm();
  sliding.friction_coefficient = sliding.friction_force / sliding.normal_force;
  const Eigen::Vector3d velocity =
      V_TC_C.linear + V_TC_C.angular.cross(statistics.center_of_pressure);
  sliding.approach_speed = -velocity.dot(sliding.normal);
  sliding.slip_velocity = velocity + sliding.approach_speed * sliding.normal;
  // All triangles move with one rigid body, so force and moment give the power of all tractions.
  sliding.friction_power =
      -(friction.dot(V_TC_C.linear) + statistics.friction_moment.dot(V_TC_C.angular));
  return sliding;
}

}  // namespace condyle
