#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "condyle/contact/contact_pair.h"
#include "statistics.h"

namespace condyle::python {

/// The result of one evaluation. It owns its pair for its whole life, so it never changes.
class Result {
 public:
  explicit Result(std::shared_ptr<ContactPair> pair) : pair_(std::move(pair)) {}

  const ContactPair& pair() const { return *pair_; }
  const ContactResult& get() const { return pair_->result(); }

  /// The maps are made when they are first read, by one thread at a time.
  const SideMap& casting_map() const {
    const std::lock_guard lock(mutex_);
    return pair_->casting_map();
  }
  const SideMap& target_map() const {
    const std::lock_guard lock(mutex_);
    return pair_->target_map();
  }

  Statistics statistics(const ContactStatistics& of) const {
    return {std::shared_ptr<const ContactStatistics>(pair_, &of)};
  }

  /// The map of one side; the pointer keeps the pair, and so the result, alive.
  std::shared_ptr<const SideMap> shared(const SideMap& map) const {
    return std::shared_ptr<const SideMap>(pair_, &map);
  }

 private:
  std::shared_ptr<ContactPair> pair_;
  mutable std::mutex mutex_;
};

}  // namespace condyle::python
