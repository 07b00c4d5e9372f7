#pragma once

#include <Eigen/Core>

#include "core/src/contact/elastic/layer_compliance.h"

namespace condyle {

/// How far a layer's compliance is off for an even pressure, which displaces a wide flat layer by
/// h / K of each side.
struct EvenPressure {
  /// The largest error of a row of C, over the displacement under a wave of pressure as long as 20
  /// thicknesses, which for a nearly incompressible layer is far above h / K. 0 if no row shows it.
  double error = 0;
  Eigen::Vector3d at = Eigen::Vector3d::Zero();  ///< the point of that row's node [m]
};

/// Looks at some 200 rows of C: those of flat, even surroundings without edges, and of patches at
/// least as wide as half a thickness, since smaller ones bear no such error. None if a side has no
/// end, or the casting side the compliance of finite elements. Takes some milliseconds.
EvenPressure yield_to_even_pressure(const ContactSurface& casting, const LayerNodes& nodes,
                                    const LayerCompliance& compliance, const Layer& target);

}  // namespace condyle
