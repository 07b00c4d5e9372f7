#pragma once

#include <vector>

#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle::bench {

/// The rays of a casting mesh in float, component by component, along Morton's curve through the
/// centroids, so that neighbours in space are neighbours in memory. Copies of the last ray, with a
/// `casting_triangle` of -1, fill the last packet.
struct EmbreeRays {
  static constexpr int k_packet = 16;

  explicit EmbreeRays(const ContactSurface& casting);

  std::size_t size() const { return casting_triangle.size(); }

  std::vector<int> casting_triangle;
  std::vector<float> origin[3], direction[3];  ///< in the casting frame; directions point inward
};

/// A rigid transform in float, made once per step.
struct FloatPose {
  explicit FloatPose(const Pose& X);
  float R[3][3], p[3];
};

}  // namespace condyle::bench
