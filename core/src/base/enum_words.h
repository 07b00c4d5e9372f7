#pragma once

#include <algorithm>
#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace condyle {

// The words of an enumeration stand once, in a function word_of(Enum) beside it, whose switch the
// compiler keeps complete and which returns null for what is no enumerator. Scene files, options of
// the program, Python and lists of the viewer take them from here.

namespace detail {

/// The number of enumerators; -1 if these do not count up from 0 without a gap.
template <class Enum>
constexpr int enumerator_count() {
  constexpr int k_most = 64;
  int count = 0;
  while (count < k_most && word_of(static_cast<Enum>(count)) != nullptr) ++count;
  for (int i = count; i < k_most; ++i)
    if (word_of(static_cast<Enum>(i)) != nullptr) return -1;
  return count;
}

}  // namespace detail

/// The words, in the order of the enumerators.
template <class Enum>
const std::vector<std::string>& words_of() {
  constexpr int k_count = detail::enumerator_count<Enum>();
  static_assert(k_count > 0, "the enumerators must count up from 0 without a gap");
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all;
    for (int i = 0; i < k_count; ++i) all.emplace_back(word_of(static_cast<Enum>(i)));
    return all;
  }();
  return words;
}

/// The enumerator at a place of words_of(). No other code turns a number into an enumerator
/// (tests/repo/check_enums).
template <class Enum>
Enum enumerator_at(int place) {
  constexpr int k_count = detail::enumerator_count<Enum>();
  static_assert(k_count > 0, "the enumerators must count up from 0 without a gap");
  assert(place >= 0 && place < k_count);
  return static_cast<Enum>(place);
}

/// The enumerator that a word stands for; none if it is not among the words.
template <class Enum>
std::optional<Enum> enumerator_of(std::string_view word) {
  const auto& words = words_of<Enum>();
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return std::nullopt;
  return enumerator_at<Enum>(static_cast<int>(found - words.begin()));
}

}  // namespace condyle
