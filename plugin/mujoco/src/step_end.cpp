#include <exception>
#include <vector>

#include "core/src/contact/linearised/stiction.h"
#include "core/src/contact/sliding_record.h"
#include "core/src/solver/pair_result.h"
#include "core/src/solver/pair_touch.h"
#include "core/src/solver/passage.h"
#include "plugin/mujoco/src/mujoco_session.h"
#include "plugin/mujoco/src/wrench_sum.h"

namespace condyle::mujoco {
namespace {

/// Lets go of bristles, which hold on anew where they are: in a step out of balance nobody has paid
/// for their stretch.
void release(std::vector<Bristle>& bristles) {
  for (Bristle& bristle : bristles) {
    bristle.foot_T += bristle.stretch_T;
    bristle.stretch_T.setZero();
  }
}

}  // namespace

void MujocoSession::update() {
  if (!is_open_ || data.time == start_time_) return;
  end_step(true, true);
}

/// Ends the step, or the part of one, that has begun. `has_rows`: MuJoCo still holds its rows. A
/// step back in time, as by mj_resetData(), drops it instead.
void MujocoSession::end_step(bool has_rows, bool ends_step) {
  is_open_ = false;
  if (data.time < start_time_) return near.clear();
  require_rows_set();
  const double h = bodies_.time_step();
  if (!is_stepping_) residual_ = evaluate_at_end(has_rows);
  for (std::size_t i = 0; i < count_in_step_; ++i) carry_on(in_step_[i], i);
  for (const StrandRow& row : strand_rows_) {
    condyle::carry_on(row.strand->linearised);
    finish(*row.strand);
    put_report(*row.strand);
  }
  strand_rows_.clear();
  if (is_stepping_ || (has_rows && !are_sensors_read_)) read_sensors();
  end_ = coordinates();
  count_passes();
  count_.set_residual(residual_, {});
  count_.accept(settings.pass_tolerance);
  sort_by_colliders(near);  // MuJoCo asks in an order of its own
  tally.add(count_, near, {});
  std::exception_ptr failure;  // of the first that fails; MuJoCo has made the step all the same
  const auto attempt = [&failure](const auto& call) {
    try {
      call();
    } catch (...) {
      if (!failure) failure = std::current_exception();
    }
  };
  attempt([&] { publish_at_end(h); });
  close(0, h, ends_step);
  ledger = {};
  attempt([this] { look_ahead(); });
  if (!is_stepping_) attempt([this] { events.publish(); });
  if (failure) std::rethrow_exception(failure);
}

/// Makes the reports while bodies count as where they are at the end.
void MujocoSession::publish_at_end(double h) {
  struct AtEnd {
    explicit AtEnd(bool& flag) : is_at_end(flag) { is_at_end = true; }
    ~AtEnd() { is_at_end = false; }
    bool& is_at_end;
  } at_end(is_at_end_);
  publish(h);
}

void MujocoSession::count_passes() {
  for (int i = 0; i < passes_; ++i) count_.add_search();
  count_.add_passes(passes_);
}

/// Carries a pair to the end of the step.
void MujocoSession::carry_on(PairInStep& in_step, std::size_t index) {
  SessionPair& pair = *in_step.pair;
  const double h = bodies_.time_step();
  pair.impulse << h * in_step.applied.moment, h * in_step.applied.force;
  update_account(in_step);
  pair.linearised.keep_bristles(pair.bristles_now);
  if (residual_ > k_unbalanced) release(pair.bristles_now);
  const auto mesh_motion = [this](const PairSide& side, int body, const Eigen::VectorXd& v) {
    const Pose X_WB = bodies_.start_pose(body);
    return EvenMotion{X_WB * side.X_BS, X_WB.translation(), bodies_.twist(body, v)};
  };
  const auto path = [&](const Eigen::VectorXd& v) {
    return PairPath{mesh_motion(pair.casting_side, pair.casting_collider.body, v),
                    mesh_motion(pair.target_side, pair.target_collider.body, v), h};
  };
  const Eigen::VectorXd free = start_velocity_ + h * of_dofs(data.qacc_smooth);
  follow_middles(pair, path(bodies_.led_by()));
  if (events.listener) {
    std::vector<TouchEvent> touched;
    follow_touch(pair, index, path(bodies_.led_by()), path(free), time, in_step.applied.force,
                 touched);
    for (const TouchEvent& event : touched) events.add(pair, event);
  }
  if (records_sliding(pair.pair.settings()))
    add_sliding(make_result(pair), pair.pair.casting(), pair.pair.settings().wear_coefficient, h,
                pair.sliding_now);
  finish(pair, h);
}

Wrench MujocoSession::contact_wrench(int body) const {
  Wrench sum;
  const Eigen::Vector3d p_B = bodies_.start_pose(body).translation();
  for (std::size_t i = 0; i < count_in_step_; ++i) {
    const PairInStep& in_step = in_step_[i];
    const int casting = in_step.pair->casting_collider.body;
    const int target = in_step.pair->target_collider.body;
    if (body != casting && body != target) continue;
    const Eigen::Vector3d from = bodies_.start_pose(casting).translation() - p_B;
    const double sign = body == casting ? 1 : -1;
    add_to(sum, {sign * (in_step.applied.moment + from.cross(in_step.applied.force)),
                 sign * in_step.applied.force});
  }
  return sum;
}

}  // namespace condyle::mujoco
