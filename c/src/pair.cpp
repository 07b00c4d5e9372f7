#include <memory>

#include "c/src/failure.h"
#include "c/src/handles.h"
#include "c/src/json_entry.h"
#include "c/src/numbers.h"
#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_result.h"
#include "condyle/error.h"
#include "condyle/pose.h"

struct condyle_pair {
  condyle::ContactPair pair;
  condyle::Pose X_WC = condyle::Pose::Identity();  ///< of the last evaluation
  bool is_evaluated = false;
};

namespace condyle::c {
namespace {

const ContactPair& evaluated(const condyle_pair* pair) {
  if (!required(pair, "pair").is_evaluated)
    throw InputError(
        "the pair has no result, since it was not evaluated or that failed; call "
        "condyle_pair_evaluate() first");
  return pair->pair;
}

/// The velocity of C relative to T at the origin of C, in C.
Twist relative_velocity(const Pose& X_WC, const Pose& X_WT, const Twist& V_WC, const Twist& V_WT) {
  const Eigen::Vector3d arm = X_WC.translation() - X_WT.translation();
  const Eigen::Matrix3d R_CW = X_WC.linear().transpose();
  return {R_CW * (V_WC.angular - V_WT.angular),
          R_CW * (V_WC.linear - V_WT.linear - V_WT.angular.cross(arm))};
}

/// The wrench along the world's axes about the origin of the surface's own frame.
Wrench wrench_on(const condyle_pair& pair, bool on_target) {
  const ContactResult& result = pair.pair.result();
  const Eigen::Matrix3d R_WC = pair.X_WC.linear();
  if (!on_target) return {R_WC * result.F_casting_C.moment, R_WC * result.F_casting_C.force};
  const auto& [moment, force] = result.F_target_C;
  const Eigen::Vector3d p_CT = pair.pair.pose().translation();
  return {R_WC * (moment - p_CT.cross(force)), R_WC * force};
}

void write_side(const condyle_pair* pair, int side, SideValues which, double* values,
                std::size_t count) {
  const ContactPair& of = evaluated(pair);
  write(is_target(side) ? of.target_map() : of.casting_map(), which, values, count);
}

}  // namespace
}  // namespace condyle::c

using namespace condyle;
using namespace condyle::c;

condyle_pair* condyle_pair_create(const condyle_surface* casting, const condyle_surface* target,
                                  const char* settings) {
  return made_or<condyle_pair*>(nullptr, __func__, [&] {
    return new condyle_pair{ContactPair(required(casting, "casting").surface,
                                        required(target, "target").surface, settings_of(settings))};
  });
}

void condyle_pair_free(condyle_pair* pair) { delete pair; }

int condyle_pair_set_threads(condyle_pair* pair, int threads) {
  return guarded(__func__, [&] { required(pair, "pair").pair.set_threads(threads); });
}

int condyle_pair_evaluate(condyle_pair* pair, const double X_WC[7], const double X_WT[7],
                          const double V_WC[6], const double V_WT[6]) {
  return guarded(__func__, [&] {
    condyle_pair& of = required(pair, "pair");
    const Pose casting = pose_of(X_WC, "X_WC"), target = pose_of(X_WT, "X_WT");
    const Twist velocity =
        relative_velocity(casting, target, twist_of(V_WC, "V_WC"), twist_of(V_WT, "V_WT"));
    const Pose X_CT = casting.inverse() * target;
    if (!X_CT.translation().allFinite() || !velocity.angular.allFinite() ||
        !velocity.linear.allFinite())
      throw InputError("poses and velocities are so large that no number holds their difference");
    of.is_evaluated = false;
    of.pair.evaluate(X_CT, velocity);
    of.X_WC = casting;
    of.is_evaluated = true;
  });
}

int condyle_pair_result(const condyle_pair* pair, condyle_result* result, size_t size) {
  return guarded(__func__, [&] { write(evaluated(pair).result(), result, size); });
}

int condyle_pair_wrench(const condyle_pair* pair, int side, double wrench[6]) {
  return guarded(__func__, [&] {
    evaluated(pair);
    write(wrench_on(*pair, is_target(side)), wrench);
  });
}

int condyle_pair_pressure(const condyle_pair* pair, int side, double* values, size_t count) {
  return guarded(__func__, [&] { write_side(pair, side, SideValues::pressure, values, count); });
}

int condyle_pair_proximity(const condyle_pair* pair, int side, double* values, size_t count) {
  return guarded(__func__, [&] { write_side(pair, side, SideValues::proximity, values, count); });
}

int condyle_pair_stiffness(const condyle_pair* pair, double stiffness[36]) {
  return guarded(__func__, [&] {
    const Matrix6& matrix = evaluated(pair).result().stiffness;
    required(stiffness, "stiffness");
    for (int i = 0; i < 36; ++i) stiffness[i] = matrix(i / 6, i % 6);
  });
}
