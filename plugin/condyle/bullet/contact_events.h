#pragma once

#include <functional>
#include <span>
#include <vector>

#include "condyle/bullet/registry.h"
#include "condyle/solver/pair_path.h"

namespace condyle::bullet {

/// First touches and last releases: followed sub-step by sub-step, told at the end of the step.
class ContactEvents {
 public:
  /// Keeps the reference, for its time.
  explicit ContactEvents(const Registry& registry) : registry_(&registry) {}

  std::function<void(const ContactEvent&)> listener;

  /// Of a (sub-)step that begins `start` [s] after the step: how the pair moved through it, how it
  /// would have without contact, and the mean force on the casting body. Changes the pair's
  /// touch_now. A dozen searches where it touches or lets go, two while it is about to; none while
  /// it is far apart or stays in contact.
  void follow(PairState& pair, const PairPath& path, const PairPath& free_path, double start,
              const Eigen::Vector3d& force_W);

  /// Where the pair, apart until now, touches within the free path [s]; 0: nowhere inside it.
  static double time_of_touch(PairState& pair, const PairPath& free_path);

  /// Ends the encounter of a pair that the step before the present one met last.
  void end(PairState& pair);

  /// An island's step may be tried again: how much was found before it, and back to that.
  std::size_t count() const { return found_.size(); }
  void go_back_to(std::size_t count) { found_.resize(count); }

  /// Hands out what was found in this step, and forgets it.
  void tell();

 private:
  void put(ContactEvent::Kind kind, const PairState& pair, const Meeting& meeting,
           double event_time);

  const Registry* registry_;
  std::vector<ContactEvent> found_, told_;
};

}  // namespace condyle::bullet
