#include <catch2/catch.hpp>

#include "condyle/opensim/osim_model.h"

namespace condyle::test::model_report_tests {

using namespace opensim;

TEST_CASE("a report lists each kind once with its count", "[model]") {
  ModelReport report;
  report.add("spring", "no force");
  report.add("weld", "not applied");
  report.add("spring", "no force");
  CHECK(to_text(report) == "spring (2): no force\nweld (1): not applied\n");
  CHECK(to_text({}).empty());
}

TEST_CASE("a report does not grow with the number of kinds", "[model]") {
  ModelReport report;
  for (int i = 0; i < 5000; ++i) report.add("kind " + std::to_string(i), "none");
  report.add("kind 7", "none");
  REQUIRE(report.lines.size() == 201);
  CHECK(report.lines[7].count == 2);
  CHECK(report.lines.back().count == 4800);
}

}  // namespace condyle::test::model_report_tests
