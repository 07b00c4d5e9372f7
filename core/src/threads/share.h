#pragma once

#include <cstddef>

namespace condyle {

namespace detail {

/// Work of any type. Unlike a std::function, it never allocates.
struct Parts {
  const void* work;
  void (*call)(const void* work, std::size_t i);
  void operator()(std::size_t i) const { call(work, i); }
};

void share(int threads, std::size_t count, const Parts& work);

}  // namespace detail

/// Calls work(i) once for each i in [0, count), on up to `threads` of oneTBB's threads, including
/// this one, and no more than the machine runs at once. The calls must not depend on each other.
/// With one thread, or in a build without CONDYLE_THREADS, it makes the calls in order. Rethrows an
/// exception of `work`.
///
/// A thread always shares its work with the same helpers: one that has just worked is ready again
/// within a microsecond or two, but takes about 75 to come from another thread's work.
///
/// If a part of shared work calls share() in turn, the threads that share the whole also share that
/// part: those with nothing left to do help, and no thread is added.
template <class Work>
void share(int threads, std::size_t count, const Work& work) {
  const auto call = [](const void* any, std::size_t i) { (*static_cast<const Work*>(any))(i); };
  detail::share(threads, count, detail::Parts{&work, call});
}

}  // namespace condyle
