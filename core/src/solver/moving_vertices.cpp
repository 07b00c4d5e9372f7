#include "core/src/solver/moving_vertices.h"

#include <algorithm>

namespace condyle {

using Eigen::Vector3d;

MovingVertices::MovingVertices(std::shared_ptr<DeformableSurface> surface)
    : surface_(std::move(surface)) {
  start_ = end_ = now_ = surface_->surface()->mesh().vertices;
}

void MovingVertices::aim(std::span<const Vector3d> vertices) {
  surface_->require_movable(vertices);
  end_.assign(vertices.begin(), vertices.end());
  is_aimed_ = true;
}

void MovingVertices::begin_aimed(double dt) {
  start_ = surface_->surface()->mesh().vertices;
  if (!is_aimed_) end_ = start_;
  moves_ = is_aimed_;
  set_off(dt);
}

void MovingVertices::begin_free(const FreeMotion& motion, double dt) {
  start_ = motion.start;
  end_ = free_end_ = motion.end;
  inverse_mass_ = motion.inverse_mass;
  counts_.resize(start_.size());
  per_mass_.resize(start_.size());
  impulse_.assign(start_.size(), Vector3d::Zero());
  moves_ = true;
  set_off(dt);
}

void MovingVertices::set_off(double dt) {
  dt_ = dt;
  fastest_ = 0;
  velocity_.resize(start_.size());
  for (std::size_t i = 0; i < start_.size(); ++i) {
    velocity_[i] = (end_[i] - start_[i]) / dt;
    fastest_ = std::max(fastest_, velocity_[i].norm());
  }
  part_ = 0;
  move_to(1);
}

void MovingVertices::move_to(double part) {
  if (part == part_) return;
  part_ = part;
  if (!moves_) {
    if (!rests_) surface_->move_vertices(end_);
    rests_ = true;
    return;
  }
  if (part == 1) {
    now_ = end_;
  } else {
    for (std::size_t i = 0; i < now_.size(); ++i)
      now_[i] = start_[i] + part * (end_[i] - start_[i]);
  }
  surface_->move_vertices(now_, velocity_);
  rests_ = false;
}

void MovingVertices::end() {
  is_aimed_ = false;
  if (are_free()) surface_->set_velocities(velocity_);  // for the results
}

void MovingVertices::save(Memory& memory) const {
  memory.positions = surface_->surface()->mesh().vertices;
  memory.aims = end_;
  memory.is_aimed = is_aimed_;
}

void MovingVertices::restore(const Memory& memory) {
  part_ = -1;
  surface_->move_vertices(memory.positions);
  end_ = memory.aims;
  is_aimed_ = memory.is_aimed;
  rests_ = true;
}

Eigen::AlignedBox3d MovingVertices::box() const {
  Eigen::AlignedBox3d box;
  for (const Vector3d& p : start_) box.extend(p);
  for (const Vector3d& p : end_) box.extend(p);
  return box;
}

void MovingVertices::clear_counts() { std::ranges::fill(counts_, 0); }

void MovingVertices::split_masses() {
  for (std::size_t i = 0; i < counts_.size(); ++i) per_mass_[i] = counts_[i] * inverse_mass_[i];
}

void MovingVertices::push(int vertex, const Vector3d& impulse_W) {
  const auto i = static_cast<std::size_t>(vertex);
  const Vector3d change = inverse_mass_[i] * impulse_W;
  impulse_[i] += impulse_W;
  velocity_[i] += change;
  end_[i] += dt_ * change;
}

void MovingVertices::restart() {
  if (!are_free()) return;
  end_ = free_end_;
  for (std::size_t i = 0; i < start_.size(); ++i) {
    velocity_[i] = (end_[i] - start_[i]) / dt_;
    impulse_[i].setZero();
  }
  part_ = -1;
}

}  // namespace condyle
