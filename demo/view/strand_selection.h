#pragma once

#include <set>
#include <span>

#include "view/parameters.h"

namespace condyle {

/// The strands that are edited together.
struct StrandSelection {
  int latest = 0;  ///< the one whose law is shown
  std::set<int> all = {0};

  bool contains_all(std::span<const int> strands) const;
};

/// How a click chooses: only this one, also or no longer this one, or all from the latest on.
enum class Choice { only, toggle, up_to };

/// Chooses one strand.
void choose(int strand, Choice how, StrandSelection& selection);
/// Chooses the strands of a ligament; with `toggle`, adds or removes them all.
void choose(std::span<const int> strands, Choice how, StrandSelection& selection);

/// The mean of a parameter of the chosen strands over that of the scene.
double part_of_scene(double ligament::Strand::*parameter, const Parameters& scene,
                     const Parameters& edited, const StrandSelection& selection);
/// Scales the parameter of all chosen strands alike, so that its mean is `part` of the scene's.
void set_part_of_scene(double part, double ligament::Strand::*parameter, const Parameters& scene,
                       const StrandSelection& selection, Parameters& edited);

}  // namespace condyle
