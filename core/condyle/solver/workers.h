#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace condyle {

/// Threads that share work whose parts do not depend on each other (oneTBB's).
class Workers {
 public:
  Workers();
  ~Workers();

  /// Calls work(i) once for each i in [0, count), on up to `threads` threads, this one among them,
  /// and no more than the machine runs at once.
  /// With one thread, in order and without any ado. An exception of `work` is thrown here.
  void share(int threads, std::size_t count, const std::function<void(std::size_t)>& work);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;  ///< made when first shared
};

}  // namespace condyle
