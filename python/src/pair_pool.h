#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "condyle/contact/contact_pair.h"

namespace condyle::python {

/// The class Pair of the Python package: interchangeable pairs of two surfaces with one set of
/// settings. A ContactPair holds its last result, so each result that Python still holds keeps a
/// pair, and the next evaluation takes another one: results are immutable without a copy, and any
/// number of threads may evaluate. All pairs give equal bits, since a pair remembers earlier hits
/// only for speed.
class PairPool : public std::enable_shared_from_this<PairPool> {
 public:
  /// Throws InputError as ContactPair does.
  PairPool(std::shared_ptr<const ContactSurface> casting,
           std::shared_ptr<const ContactSurface> target, ContactSettings settings,
           std::vector<Region> regions);

  /// A pair for exclusive use. It returns to the pool when its last holder releases it.
  std::shared_ptr<ContactPair> take();

  /// Raises the number of idle pairs that the pool keeps to at least `most`.
  void keep(std::size_t most);

  /// Whether evaluate() has said that a contact is of few triangles or nodes; from now on it has.
  bool has_said_sparse() { return said_sparse_.exchange(true); }

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

  std::atomic<bool> said_sparse_ = false;
  std::mutex mutex_;
  std::vector<std::unique_ptr<ContactPair>> idle_;  ///< the most recently used one is last
  std::size_t most_ = 2;  ///< idle pairs kept; a loop holds one result while it makes the next
};

}  // namespace condyle::python
