#pragma once

#include <cstdlib>

namespace condyle::test {

/// How often a test tries more of the same: `few` times, or `all` that it is meant for where
/// CONDYLE_ALL_ROUNDS is set, as tests/soak sets it for the tests with the tag [rounds]. What every
/// run must try does not depend on it.
template <class Number>
Number few_or_all(Number few, Number all) {
  return std::getenv("CONDYLE_ALL_ROUNDS") == nullptr ? few : all;
}

}  // namespace condyle::test
