#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace condyle {

/// The six entries of one body in a vector over all bodies.
inline auto part_of(Eigen::VectorXd& x, int body) { return x.segment<6>(Eigen::Index{6} * body); }
inline auto part_of(const Eigen::VectorXd& x, int body) {
  return x.segment<6>(Eigen::Index{6} * body);
}

template <class List>
auto& at(List& list, int i) {
  return list[static_cast<std::size_t>(i)];
}

}  // namespace condyle
