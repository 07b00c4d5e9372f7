#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "base/figure_text.h"

namespace condyle::test::figure_text_tests {

TEST_CASE("figures: three digits, without an exponent or a negative zero", "[figures]") {
  CHECK(three_digits(21.66) == "21.7");
  CHECK(three_digits(1629) == "1630");
  CHECK(three_digits(123456) == "123000");
  CHECK(three_digits(927.1) == "927");
  CHECK(three_digits(9.996) == "10.0");
  CHECK(three_digits(99.96) == "100");
  CHECK(three_digits(0.9379) == "0.938");
  CHECK(three_digits(-0.294) == "-0.294");
  CHECK(three_digits(0.0345678) == "0.035");
  CHECK(three_digits(0) == "0");
  CHECK(three_digits(-0.0) == "0");
  CHECK(three_digits(-4e-4) == "0");
  CHECK(three_digits(1.234e7) == "1.23e+07");
  CHECK(three_digits(std::nan("")) == "nan");
  CHECK(three_digits(-std::numeric_limits<double>::infinity()) == "-inf");
}

TEST_CASE("figures: three digits are right to half of the last one", "[figures]") {
  for (double value = 0.101; value < 9e5; value *= 1.0137) {
    const std::string text = three_digits(value);
    INFO(value << " as " << text);
    CHECK(std::abs(std::stod(text) - value) <= 0.00501 * value);
    CHECK(three_digits(-value) == "-" + text);
  }
}

TEST_CASE("figures: fixed decimals without a negative zero", "[figures]") {
  CHECK(fixed(-0.0004, 3) == "0.000");
  CHECK(fixed(-0.0006, 3) == "-0.001");
  CHECK(fixed(-0.0, 0) == "0");
  CHECK(fixed(12.345, 1) == "12.3");
  CHECK(fixed(-std::numeric_limits<double>::infinity(), 2) == "-inf");
}

}  // namespace condyle::test::figure_text_tests
