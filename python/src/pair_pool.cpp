#include "pair_pool.h"

#include <algorithm>
#include <utility>

namespace condyle::python {

PairPool::PairPool(std::shared_ptr<const ContactSurface> casting,
                   std::shared_ptr<const ContactSurface> target, ContactSettings settings,
                   std::vector<Region> regions)
    : casting_(std::move(casting)),
      target_(std::move(target)),
      settings_(std::move(settings)),
      regions_(std::move(regions)) {
  idle_.push_back(make());  // throws for invalid input at once
}

std::shared_ptr<ContactPair> PairPool::take() {
  std::unique_ptr<ContactPair> pair;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      pair = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!pair) pair = make();
  return {pair.release(), [pool = shared_from_this()](ContactPair* used) {
            pool->give_back(std::unique_ptr<ContactPair>(used));
          }};
}

void PairPool::keep(std::size_t most) {
  const std::lock_guard lock(mutex_);
  most_ = std::max(most_, most);
}

std::unique_ptr<ContactPair> PairPool::make() const {
  return std::make_unique<ContactPair>(casting_, target_, settings_, regions_);
}

void PairPool::give_back(std::unique_ptr<ContactPair> pair) {
  const std::lock_guard lock(mutex_);
  if (idle_.size() < most_) idle_.push_back(std::move(pair));
}

}  // namespace condyle::python
