#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/src/base/number_text.h"

namespace condyle::test::number_text_tests {

TEST_CASE("a whole word is a number, or none", "[base]") {
  CHECK(parse_number("1.5") == 1.5);
  CHECK(parse_number("+1.5e-3") == 1.5e-3);
  CHECK(parse_number("-.5") == -0.5);
  CHECK(parse_number("0.1") == 0.1);
  CHECK(parse_number("1e-400") == 0.0);
  CHECK(parse_number("1e400") == std::numeric_limits<double>::infinity());
  CHECK(parse_number("-1e400") == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(parse_number("nan").value_or(0)));
  for (const char* word : {"", "+", "-", "1,5", "1.5x", " 1", "1 ", "0x10", "--1", "+-1", "e5"}) {
    INFO(word);
    CHECK_FALSE(parse_number(word).has_value());
  }
}

TEST_CASE("a whole word is an integer, or none", "[base]") {
  CHECK(parse_integer("+42") == 42);
  CHECK(parse_integer("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  for (const char* word : {"", "1.0", "9223372036854775808", "1 "}) {
    INFO(word);
    CHECK_FALSE(parse_integer(word).has_value());
  }
}

}  // namespace condyle::test::number_text_tests
