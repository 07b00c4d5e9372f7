#pragma once

namespace condyle {

/// How well the path of a strand's course (course_path.h) was found.
enum class CourseStatus {
  complete,
  end_inside,     ///< a point lies inside an obstacle; the path goes straight through that obstacle
  not_converged,  ///< the path is the best one found; `residual` tells how good it is
};

}  // namespace condyle
