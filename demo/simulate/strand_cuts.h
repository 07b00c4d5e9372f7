#pragma once

#include <string>
#include <vector>

#include "world/scene_world.h"

namespace condyle {

/// Strands that are cut at one time of the simulation.
struct StrandCut {
  double time = 0;  ///< [s]
  std::vector<int> strands;
};

/// Parses texts such as "PCL@1.5": the name of a strand, or of a ligament with several strands
/// (view/strand_groups.h), and a time [s]. Without a time the cut is at the start. Throws
/// InputError that lists the ligaments if the name is unknown, and InputError if the time is not
/// before `last` [s], the end of the simulation.
std::vector<StrandCut> parse_cuts(const std::vector<std::string>& texts, const SceneWorld& world,
                                  double last);

/// Makes the cuts that are due at the world's current time and removes them from the list.
void make_cuts(std::vector<StrandCut>& cuts, SceneWorld& world);

}  // namespace condyle
