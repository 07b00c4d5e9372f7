#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "condyle/contact/contact_pair.h"

namespace condyle::python {

/// Pairs of the same surfaces and settings. A ContactPair holds its last result, so each result
/// that Python still holds keeps a pair, and the next evaluation takes another: results are
/// immutable without a copy, and any number of threads may evaluate. All give the same bits, since
/// a pair remembers earlier hits only for speed.
class PairPool : public std::enable_shared_from_this<PairPool> {
 public:
  /// Throws InputError as ContactPair does.
  PairPool(std::shared_ptr<const ContactSurface> casting,
           std::shared_ptr<const ContactSurface> target, ContactSettings settings,
           std::vector<Region> regions);

  /// A pair that nobody else uses. It comes back when the last holder lets go of it.
  std::shared_ptr<ContactPair> take();

  /// From now on up to so many idle pairs are kept.
  void keep(std::size_t most);

  const std::shared_ptr<const ContactSurface>& casting() const { return casting_; }
  const std::shared_ptr<const ContactSurface>& target() const { return target_; }
  const ContactSettings& settings() const { return settings_; }
  const std::vector<Region>& regions() const { return regions_; }

 private:
  std::unique_ptr<ContactPair> make() const;
  void give_back(std::unique_ptr<ContactPair> pair);

  const std::shared_ptr<const ContactSurface> casting_, target_;
  const ContactSettings settings_;
  const std::vector<Region> regions_;

  std::mutex mutex_;
  std::vector<std::unique_ptr<ContactPair>> idle_;  ///< the last used is the last
  std::size_t most_ = 2;  ///< a loop holds the result before while it makes the next
};

}  // namespace condyle::python
