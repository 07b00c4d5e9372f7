#include "findings/settling_warnings.h"

#include <fmt/format.h>

#include "findings/step_findings.h"

namespace condyle {

std::vector<std::string> settling_warnings(const SceneWorld& world) {
  const Settling& settling = world.settling();
  std::vector<std::string> warnings;
  if (world.scene().settle && settling.is_over && !settling.is_at_rest)
    warnings.push_back(fmt::format(
        "did not settle within {:g} s: largest speed {:.3g} m/s, of body '{}'; the history starts "
        "from this state",
        world.scene().settle->limit, settling.speed, settling.fastest));
  if (const auto finding = step_finding(world.settling_totals()))
    warnings.push_back(fmt::format("settling: {}: {}", finding->place, finding->text));
  return warnings;
}

}  // namespace condyle
