#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <type_traits>

#include "condyle/pose.h"
#include "core/src/contact/linearised/contact_columns.h"
#include "core/src/contact/linearised/linearised_block.h"

namespace condyle {

/// The vector in one lane of a block.
inline Eigen::Vector3d vector_at(const BlockRow (&lanes)[3], int lane) {
  return {lanes[0][lane], lanes[1][lane], lanes[2][lane]};
}

inline void put(const Eigen::Vector3d& v, BlockRow (&lanes)[3], int lane) {
  for (int k = 0; k < 3; ++k) lanes[k][lane] = v[k];
}

/// Number of blocks for this number of contacts.
constexpr std::size_t contact_block_count(std::size_t contacts) {
  return (contacts + ContactBlock::k_most - 1) / ContactBlock::k_most;
}

/// The vector of one contact.
template <int n>
Eigen::Matrix<double, n, 1> vector_at(const VectorColumn<n>& vectors, int i) {
  Eigen::Matrix<double, n, 1> v;
  for (int k = 0; k < n; ++k) v[k] = vectors.column[k][i];
  return v;
}

template <int n>
void put(const std::type_identity_t<Eigen::Matrix<double, n, 1>>& v, VectorColumn<n>& vectors,
         int i) {
  for (int k = 0; k < n; ++k) vectors.column[k][i] = v[k];
}

/// The gradient of the proximity in one lane of a block.
inline Vector6 gradient_of(const LinearisedBlock& block, int lane) {
  Vector6 gradient;
  for (int k = 0; k < 6; ++k) gradient[k] = block.gradient[k][lane];
  return gradient;
}

}  // namespace condyle
