#pragma once

#include <cstddef>

namespace condyle {

namespace detail {

/// Work of any type; a std::function may allocate.
struct Parts {
  const void* work;
  void (*call)(const void* work, std::size_t i);
  void operator()(std::size_t i) const { call(work, i); }
};

void share(int threads, std::size_t count, const Parts& work);

}  // namespace detail

/// Calls work(i) once for each i in [0, count), whose parts do not depend on each other, on up to
/// `threads` threads (oneTBB's), this one among them, and no more than the machine runs at once.
/// With one thread, in order and without any ado. An exception of `work` is thrown here.
///
/// All that a thread shares out goes to the same helpers: a helper that has just worked is ready
/// again within a microsecond or two, but takes some 75 to leave others for new ones.
///
/// Work that is itself a part of shared work is shared among the threads that share the whole:
/// those that have nothing left to do help, and no thread is added.
template <class Work>
void share(int threads, std::size_t count, const Work& work) {
  const auto call = [](const void* any, std::size_t i) { (*static_cast<const Work*>(any))(i); };
  detail::share(threads, count, detail::Parts{&work, call});
}

}  // namespace condyle
