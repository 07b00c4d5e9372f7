#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/ligament/strand_course.h"
#include "condyle/ligament/wrap_touch.h"
#include "condyle/pose.h"

namespace condyle {

/// What a course keeps from step to step, for a quick and steady next one: one memory per obstacle
/// and stretch. A new one finds everything anew.
struct CourseMemory {
  std::vector<WrapMemory> wraps;

  /// Keeps which way each wrap goes, and forgets the rest.
  void forget_geodesics();
};

enum class CourseStatus {
  complete,
  end_inside,     ///< a point lies inside an obstacle: that one is passed through
  not_converged,  ///< the path is the best that was found; `residual` says how good
};

/// Gradient of the length by the motion of one body: the length changes by angular . w + linear . v
/// for its velocity (w, v) at its origin Bo, in W. Tension T exerts the moment -T angular about Bo
/// and the force -T linear on it.
struct LengthGradient {
  int body = 0;
  Eigen::Vector3d angular = Eigen::Vector3d::Zero();  ///< [m]
  Eigen::Vector3d linear = Eigen::Vector3d::Zero();   ///< [-]
};

/// A straight piece of the path, in W.
struct CourseLeg {
  Eigen::Vector3d from_W, to_W;
};

/// A wrap that the path touches.
struct CourseWrap {
  int obstacle = 0;                    ///< index into the course's
  int after_point = 0;                 ///< the stretch it is in starts at this point of the course
  WrapTouch touch;                     ///< in the obstacle's frame
  Eigen::Vector3d start_W, end_W;      ///< where the path touches first and last
  int first_node = 0, node_count = 0;  ///< over a mesh: the path's nodes, first and last included
};

/// The course in one pose of its bodies. Vectors keep their capacity from call to call.
struct CoursePath {
  double length = 0;             ///< [m]
  double lengthening_speed = 0;  ///< [m/s], the exact rate of the length
  CourseStatus status = CourseStatus::complete;
  double residual = 0;  ///< largest of the wraps', as WrapConvergence; or [m] of several together

  std::vector<LengthGradient> gradients;           ///< one for each body of the course
  std::vector<Eigen::Vector3d> point_gradients_W;  ///< by a move of each point alone; 0 if inactive
  std::vector<CourseLeg> legs;                     ///< in order from the first point to the last
  std::vector<CourseWrap> wraps;                   ///< in the same order
  std::vector<Eigen::Vector3d> nodes_S;  ///< of wraps over meshes, in the obstacles' frames
};

/// The path at the bodies' poses and velocities (each relative to W at the body's origin, expressed
/// in W; none: all at rest). Free segments are straight, wraps are geodesics tangent to them, so
/// one tension pulls all along it; what it exerts on each body is in `gradients`, and all of that
/// adds up to no force and no moment, to rounding. Goes on from the memory and updates it. Free of
/// allocation when warm. Precondition: require_valid(course), finite poses.
void trace(const StrandCourse& course, std::span<const Pose> X_WB, std::span<const Twist> V_WB_W,
           CourseMemory& memory, CoursePath& path);

/// What tension T [N] exerts on each body of the course, in W about the body's origin, in the order
/// of path.gradients.
void wrenches(const CoursePath& path, double tension, std::vector<Wrench>& result);

/// Rate of the length by the coordinate of a moving point, through that point alone [m per unit of
/// q]. The length's derivative by q is that plus the gradients times the bodies' velocities per
/// unit of q'; minus that is the moment arm.
double slope_by_point(const StrandCourse& course, const CoursePath& path,
                      std::span<const Pose> X_WB, int point);

/// Points along the path in W, for drawing: the ends of the legs, and on each wrap points that are
/// at most `step` [m] apart. Allocates.
std::vector<Eigen::Vector3d> polyline(const StrandCourse& course, const CoursePath& path,
                                      std::span<const Pose> X_WB, double step);

}  // namespace condyle
