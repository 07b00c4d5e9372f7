#include "view/mouse_pull.h"

#include <fmt/core.h>

#include "base/figure_text.h"

namespace condyle {
namespace {

// In distances of the camera.
constexpr double k_pull_radius = 0.003, k_shortest_pull = 0.01, k_twist_length = 0.12;
const Look k_pull_look{{0.1f, 0.75f, 0.85f}, 0.4f, 0, 0.3f};

std::string moment_text(double moment) {
  constexpr double k_newton_millimetre = 1e-3;
  if (moment >= 1) return three_digits(moment) + " N m";
  return three_digits(moment / k_newton_millimetre) + " N mm";
}

}  // namespace

void add_pull_arrow(const ViewerState& state, DrawList& list) {
  const Pull& pull = state.pull;
  if (pull.body < 0) return;
  const WorldBody& body = state.world->bodies()[pull.body];
  DrawnArrow arrow{.p_WTail = body.X_WB * pull.p_B, .p_WTip = pull.p_W, .look = k_pull_look};
  arrow.radius = k_pull_radius * state.camera.distance;
  if (pull.R_WB) {
    arrow.kind = ArrowKind::moment;
    const Eigen::Vector3d axis = state.live->pulled().moment.stableNormalized();
    arrow.p_WTip = arrow.p_WTail + k_twist_length * state.camera.distance * axis;
  }
  const double length = (arrow.p_WTip - arrow.p_WTail).norm();
  if (length > k_shortest_pull * state.camera.distance) list.arrows.push_back(arrow);
}

std::string pull_text(const ViewerState& state) {
  if (state.pull.body < 0) return {};
  const std::string& name = state.world->bodies()[state.pull.body].name;
  const Wrench& pulled = state.live->pulled();
  const std::string figure = state.pull.R_WB ? moment_text(pulled.moment.norm())
                                             : three_digits(pulled.force.norm()) + " N";
  return fmt::format("{}: {}{}", name, figure,
                     state.playback.playing ? "" : " (acts when the scene runs)");
}

}  // namespace condyle
