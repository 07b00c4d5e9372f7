// Emscripten 3.1.6 has LLVM 13's standard library, which lacks parts of C++20 that newer ones have;
// it is included before each file. The algorithms come from range-v3, after which those of std were
// written.
#pragma once

#if __cplusplus >= 202002L
#include <algorithm>
#include <bit>
#include <memory>
#include <range/v3/algorithm.hpp>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

template <class T>
unique_ptr<T> make_unique_for_overwrite(size_t count) {
  return unique_ptr<T>(new remove_extent_t<T>[count]);
}

/// Without the wish to stop, which nothing here uses.
class jthread : public thread {
 public:
  using thread::thread;
  jthread(jthread&&) = default;
  ~jthread() {
    if (joinable()) join();
  }
};

namespace ranges {

using ::ranges::adjacent_find;
using ::ranges::all_of;
using ::ranges::any_of;
using ::ranges::binary_search;
using ::ranges::copy;
using ::ranges::copy_if;
using ::ranges::count;
using ::ranges::count_if;
using ::ranges::equal;
using ::ranges::fill;
using ::ranges::find;
using ::ranges::find_if;
using ::ranges::includes;
using ::ranges::is_sorted;
using ::ranges::lower_bound;
using ::ranges::make_heap;
using ::ranges::max;
using ::ranges::max_element;
using ::ranges::min;
using ::ranges::min_element;
using ::ranges::minmax;
using ::ranges::move;
using ::ranges::none_of;
using ::ranges::nth_element;
using ::ranges::pop_heap;
using ::ranges::push_heap;
using ::ranges::replace;
using ::ranges::replace_if;
using ::ranges::reverse;
using ::ranges::set_union;
using ::ranges::sort;
using ::ranges::stable_sort;
using ::ranges::transform;
using ::ranges::upper_bound;

}  // namespace ranges
}  // namespace std
#endif
