#pragma once

#include "condyle/bullet/registry.h"

namespace condyle::bullet {

/// What the strand is reported as, from its last evaluation, at the end of the step.
void put_report(StrandState& strand);

/// A strand that no solve knows, for it is cut or has no dynamic body: traces its way where its
/// bodies are now.
void follow(StrandState& strand);

/// Its first and last point where the bodies are now.
void put_ends(StrandState& strand);

/// Its length where the bodies are now [m], and what it stores there [J].
double length_now(const StrandState& strand);
double energy_now(const StrandState& strand);

/// See Plugin::strand_polyline.
std::vector<Eigen::Vector3d> polyline_now(const StrandState& strand, double step);

}  // namespace condyle::bullet
