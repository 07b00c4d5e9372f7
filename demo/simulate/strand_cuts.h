#pragma once

#include <string>
#include <vector>

#include "scene_world.h"

namespace condyle {

/// Strands that are cut at a time of the simulation.
struct StrandCut {
  double time = 0;  ///< [s]
  std::vector<int> strands;
};

/// From texts such as "PCL@1.5": a strand's name, or a ligament's that several strands are of
/// (view/strand_groups.h), and a time [s]; without one at the start. Throws InputError that lists
/// the ligaments; also for a time that is not before `last` [s], when the simulation ends.
std::vector<StrandCut> parse_cuts(const std::vector<std::string>& texts, const SceneWorld& world,
                                  double last);

/// Cuts what is due at the world's time, and forgets it.
void make_cuts(std::vector<StrandCut>& cuts, SceneWorld& world);

}  // namespace condyle
