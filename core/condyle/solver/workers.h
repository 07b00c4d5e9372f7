#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace condyle {

/// Threads that share out work whose parts do not depend on each other (oneTBB).
class Workers {
 public:
  Workers();
  ~Workers();

  /// Calls work(i) once for each i in [0, count), on up to `threads` threads, the calling one
  /// included, but on no more than the machine runs at once. One thread takes them in order,
  /// without overhead. Throws the exceptions of `work`.
  void share(int threads, std::size_t count, const std::function<void(std::size_t)>& work);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;  ///< made when work is first shared
};

}  // namespace condyle
