#pragma once

#include <vector>

#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle::bench {

/// The rays of a casting mesh in float, component by component, in an order in which neighbours in
/// space are neighbours in memory (Morton's curve through the centroids). Their number is rounded
/// up to whole packets by copies of the last ray, whose `casting_triangle` is -1.
struct EmbreeRays {
  static constexpr int k_packet = 16;

  explicit EmbreeRays(const ContactSurface& casting);

  std::size_t size() const { return casting_triangle.size(); }

  std::vector<int> casting_triangle;
  std::vector<float> origin[3], direction[3];  ///< casting frame; inward
};

/// A rigid transform in float, made once a step.
struct FloatPose {
  explicit FloatPose(const Pose& X);
  float R[3][3], p[3];
};

}  // namespace condyle::bench
