#include <fmt/format.h>

#include "validate/families.h"
#include "validate/smooth_contacts.h"

namespace condyle {
namespace {

const char* words_of(SmoothBodies bodies) {
  switch (bodies) {
    case SmoothBodies::plate_and_ball:
      return "plate under a ball";
    case SmoothBodies::ball_and_plane:
      return "ball on a plane";
    case SmoothBodies::bowl_and_ball:
      return "bowl under a ball";
    case SmoothBodies::crossed_cylinders:
      return "crossed cylinders";
  }
  return "";
}

}  // namespace

CheckFamily check_smoothness(Effort effort) {
  CheckFamily family{
      .name = "Pressure at every node",
      .activity = Activity::calculation_verification,
      .question = "Does any single node press harder or less than its neighbours?",
      .comparator =
          "the exact solution at the node's distance from the axis, for contacts with the gap of a "
          "sphere, on meshes, regular and irregular, and spacings drawn at random",
      .acceptance =
          "3 % at every node within 0.8 of the contact's radius, of 12 to 16 spacings: the error "
          "of pressures that are even over patches, which is largest beside the contact's edge"};
  const int count = effort == Effort::quick ? 1 : 4;
  for (const SmoothBodies bodies : k_smooth_bodies) {
    PressureRatios worst;
    for (int i = 1; i <= count; ++i) {
      const PressureRatios ratios =
          ratios_to_exact(random_contact(bodies, static_cast<unsigned>(i)));
      worst.least = std::min(worst.least, ratios.least);
      worst.most = std::max(worst.most, ratios.most);
      worst.nodes += ratios.nodes;
    }
    const std::string where = fmt::format("{}, {} nodes", words_of(bodies), worst.nodes);
    family.checks.push_back({"least pressure over the exact, " + where, "1", worst.least, 1, 0.03});
    family.checks.push_back({"most pressure over the exact, " + where, "1", worst.most, 1, 0.03});
  }
  return family;
}

}  // namespace condyle
