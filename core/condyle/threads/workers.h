#pragma once

#include <cstddef>
#include <memory>

namespace condyle {

/// Threads that share work whose parts do not depend on each other (oneTBB's).
class Workers {
 public:
  Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;
  ~Workers();

  /// Calls work(i) once for each i in [0, count), on up to `threads` threads, this one among them,
  /// and no more than the machine runs at once. With one thread, in order and without any ado. An
  /// exception of `work` is thrown here.
  /// Work that is itself a part of shared work is shared among the threads that share the whole:
  /// those that have nothing left to do help, and no thread is added.
  template <class Work>
  void share(int threads, std::size_t count, const Work& work) {
    const auto call = [](const void* any, std::size_t i) { (*static_cast<const Work*>(any))(i); };
    share(threads, count, Parts{&work, call});
  }

 private:
  /// Work of any type; a std::function may allocate.
  struct Parts {
    const void* work;
    void (*call)(const void* work, std::size_t i);
    void operator()(std::size_t i) const { call(work, i); }
  };

  void share(int threads, std::size_t count, const Parts& work);
  static void share_here(std::size_t count, const Parts& work);

  struct Arena;
  std::unique_ptr<Arena> arena_;  ///< made when first shared
};

}  // namespace condyle
