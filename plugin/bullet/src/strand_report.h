#pragma once

#include "plugin/bullet/src/registry.h"

namespace condyle::bullet {

/// Fills the strand's report from its last evaluation, at the end of the step.
void put_report(StrandState& strand);

/// Traces the strand's path at the bodies' present poses and fills its report. For strands that no
/// island solves: those that are cut or have no dynamic bodies.
void follow(StrandState& strand);

/// Sets the report's first and last point at the bodies' present poses.
void put_ends(StrandState& strand);

/// The strand's length [m] and energy [J] at the bodies' present poses.
double length_now(const StrandState& strand);
double energy_now(const StrandState& strand);

/// See Plugin::strand_polyline.
std::vector<Eigen::Vector3d> polyline_now(const StrandState& strand, double step);

}  // namespace condyle::bullet
