// The report of `condyle validate`: what did not run is neither passed nor perfect.
#include <catch2/catch.hpp>

#include "validate/report.h"

namespace condyle::test {

using Catch::Contains;

TEST_CASE("validation report: a kind of check that did not run says so, not '0 %'", "[validate]") {
  CheckFamily ran, idle;
  ran.name = "closed forms";
  ran.checks = {
      {.what = "force", .unit = "N", .measured = 1.004, .expected = 1, .tolerance = 0.01}};
  idle.name = "elements";
  idle.not_run_because = "there is no ccx";

  const std::string page = html_report({"condyle 0.1", "2026-01-01", false, {ran, idle}});
  CHECK_THAT(page, Contains(">40 %<"));
  CHECK_THAT(page, Contains(">not run</td>") && !Contains(">0 %<"));
  CHECK_THAT(page, Contains("all checks that ran pass") && Contains("1 of 2 kinds were not run"));

  const std::string whole = html_report({"condyle 0.1", "2026-01-01", false, {ran}});
  CHECK_THAT(whole, Contains("all checks pass") && !Contains("not run"));
}

}  // namespace condyle::test
