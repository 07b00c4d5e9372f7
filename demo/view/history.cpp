#include "view/history.h"

#include <algorithm>
#include <utility>

#include "world/scene_world.h"

namespace condyle {

void make_again(const PastStep& step, SceneWorld& world) {
  world.restore(*step.before);
  world.step(step.dt);
  world.release();
}

void History::set_limit(std::size_t bytes) {
  limit_ = bytes;
  drop_beyond_limit();
}

void History::add(PastStep step) {
  size_ += size_of(*step.before);
  steps_.push_back(std::move(step));
  drop_beyond_limit();
}

void History::clear() {
  steps_.clear();
  size_ = 0;
}

void History::forget_after(long number) {
  while (!steps_.empty() && steps_.back().number > number) {
    size_ -= size_of(*steps_.back().before);
    steps_.pop_back();
  }
}

const PastStep& History::at(long number) const {
  const auto found = std::ranges::lower_bound(steps_, number, {}, &PastStep::number);
  return found == steps_.end() ? steps_.back() : *found;
}

void History::drop_if_lost(const SceneWorld& world) {
  while (!steps_.empty() && !world.can_restore(*steps_.front().before)) {
    size_ -= size_of(*steps_.front().before);
    steps_.pop_front();
  }
  if (!steps_.empty() && !world.can_restore(*steps_.back().before)) clear();
}

void History::drop_beyond_limit() {
  while (size_ > limit_ && !steps_.empty()) {
    size_ -= size_of(*steps_.front().before);
    steps_.pop_front();
  }
}

}  // namespace condyle
