#pragma once

#include <deque>
#include <memory>

#include "world/scene_moment.h"

namespace condyle {

class SceneWorld;

/// A step that can be made again: the moment before it and its length. The step gives back all that
/// was seen after it, pressures too, to the bit (SceneWorld::restore()).
struct PastStep {
  std::shared_ptr<const SceneMoment> before;
  double dt = 0;    ///< [s]
  double time = 0;  ///< of the scene, after the step [s]
  long number = 0;  ///< of the step among all that were made
  int run = 0;      ///< how often the scene had started again
};

/// Makes a past step again. The mouse lets go of what it pulled.
void make_again(const PastStep& step, SceneWorld& world);

/// The last steps of a scene, as many as a limit of memory allows.
class History {
 public:
  /// Drops the oldest steps beyond it. 0: keeps nothing.
  void set_limit(std::size_t bytes);
  std::size_t limit() const { return limit_; }
  std::size_t size() const { return size_; }  ///< an estimate [bytes]

  void add(PastStep step);
  void clear();
  /// Drops the steps after the one of this number.
  void forget_after(long number);
  /// Drops steps that the world cannot make again, as when a layer was changed.
  void drop_if_lost(const SceneWorld& world);

  bool is_empty() const { return steps_.empty(); }
  const std::deque<PastStep>& steps() const { return steps_; }  ///< the latest last
  const PastStep& oldest() const { return steps_.front(); }
  const PastStep& latest() const { return steps_.back(); }
  /// The step of this number, or the one nearest to it. Precondition: not is_empty().
  const PastStep& at(long number) const;

 private:
  void drop_beyond_limit();

  std::deque<PastStep> steps_;
  std::size_t size_ = 0, limit_ = 0;
};

}  // namespace condyle
