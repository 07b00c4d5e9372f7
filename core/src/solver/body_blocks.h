#pragma once

#include <Eigen/Core>

namespace condyle {

/// The six entries of one body in a vector over all bodies.
template <class Vector>
auto part_of(Vector& x, int body) {
  return x.template segment<6>(Eigen::Index{6} * body);
}

}  // namespace condyle
