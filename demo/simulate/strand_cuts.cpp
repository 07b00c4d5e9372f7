#include "simulate/strand_cuts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "condyle/error.h"
#include "core/scene/src/closest_name.h"
#include "world/strand_groups.h"

namespace condyle {
namespace {

std::vector<int> strands_named(const std::string& name, const SceneWorld& world) {
  const auto strands = world.strands();
  for (int i = 0; i < static_cast<int>(strands.size()); ++i) {
    if (strands[i].name == name) return {i};
  }
  std::vector<std::string> names;
  for (const StrandGroup& group : strand_groups(strands)) {
    if (group.name == name) return group.strands;
    names.push_back(group.name);
  }
  for (const WorldStrand& strand : strands) {
    if (std::ranges::find(names, strand.name) == names.end()) names.push_back(strand.name);
  }
  throw InputError(fmt::format("--cut {}: the scene has no such strand or ligament{}", name,
                               scene::suggestion_and_names(name, names)));
}

}  // namespace

std::vector<StrandCut> parse_cuts(const std::vector<std::string>& texts, const SceneWorld& world,
                                  double last) {
  std::vector<StrandCut> cuts;
  for (const std::string& text : texts) {
    const std::size_t at = text.rfind('@');
    StrandCut cut;
    if (at != std::string::npos) {
      char* end = nullptr;
      cut.time = std::strtod(text.c_str() + at + 1, &end);
      if (end == text.c_str() + at + 1 || *end != 0 || !(cut.time >= 0) ||
          !std::isfinite(cut.time)) {
        throw InputError(fmt::format(
            "--cut {}: expected NAME@SECONDS with a time of at least 0, such as PCL@1.5", text));
      }
    }
    if (!(cut.time < last)) {
      throw InputError(
          fmt::format("--cut {}: the simulation ends at {:g} s; cut before that", text, last));
    }
    cut.strands = strands_named(text.substr(0, at), world);
    cuts.push_back(cut);
  }
  return cuts;
}

void make_cuts(std::vector<StrandCut>& cuts, SceneWorld& world) {
  constexpr double k_rounding = 1e-9;  // rounding error of world.time(), a sum of steps [s]
  std::erase_if(cuts, [&](const StrandCut& cut) {
    if (world.time() < cut.time - k_rounding) return false;
    for (int strand : cut.strands) world.cut_strand(strand);
    return true;
  });
}

}  // namespace condyle
