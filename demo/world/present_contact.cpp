#include "world/present_contact.h"

#include "condyle/error.h"

namespace condyle {
namespace {

Eigen::Vector3d velocity_at(const PlacedSurface& side, const Eigen::Vector3d& p_W) {
  return side.V_W.linear + side.V_W.angular.cross(p_W - side.p_WBcm);
}

}  // namespace

const ContactResult& evaluate(const PlacedSurface& casting, const PlacedSurface& target,
                              ContactPair& pair) {
  const Eigen::Matrix3d R_CW = casting.X_WM.linear().transpose();
  const Eigen::Vector3d p_WC = casting.X_WM.translation();
  const Twist V_TC_C{R_CW * (casting.V_W.angular - target.V_W.angular),
                     R_CW * (velocity_at(casting, p_WC) - velocity_at(target, p_WC))};
  return pair.evaluate(casting.X_WM.inverse() * target.X_WM, V_TC_C);
}

ContactStatistics contact_at_rest(const PlacedSurface& casting, const PlacedSurface& target,
                                  const ContactSettings& settings) try {
  ContactPair pair(casting.surface, target.surface, settings);
  return pair.evaluate(casting.X_WM.inverse() * target.X_WM).total;
} catch (const SimulationError&) {
  return {};
}

}  // namespace condyle
