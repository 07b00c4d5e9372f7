#include <catch2/catch.hpp>

#include "view/strand_colors.h"
#include "world/strand_groups.h"

namespace condyle::test::strand_groups_tests {

TEST_CASE("a strand's name says which ligament it is of", "[view]") {
  CHECK(strand_group_name("ACLam1") == "ACL");
  CHECK(strand_group_name("PCLal3") == "PCL");
  CHECK(strand_group_name("PCL_pm2") == "PCL");
  CHECK(strand_group_name("MCLd4") == "MCL");
  CHECK(strand_group_name("PT30") == "PT");
  CHECK(strand_group_name("lPFL2") == "lPFL");
  CHECK(strand_group_name("pCAP2") == "pCAP");
  CHECK(strand_group_name("rope_2") == "rope");
  CHECK(strand_group_name("cable") == "cable");
  CHECK(strand_group_name("Deltoid 1") == "Deltoid");
  CHECK(strand_group_name("7th") == "7th");
  CHECK(strand_group_name("").empty());
}

TEST_CASE("groups hold every strand once, in the order in which they come", "[view]") {
  std::vector<WorldStrand> strands(5);
  const char* names[] = {"PCLal1", "MCL1", "PCLpm1", "MCL2", "LCL"};
  for (std::size_t i = 0; i < 5; ++i) strands[i].name = names[i];
  const std::vector<StrandGroup> groups = strand_groups(strands);
  REQUIRE(groups.size() == 3);
  CHECK(groups[0].name == "PCL");
  CHECK(groups[0].strands == std::vector<int>{0, 2});
  CHECK(groups[1].strands == std::vector<int>{1, 3});
  CHECK(groups[2].strands == std::vector<int>{4});
}

TEST_CASE("sums leave out what is cut", "[view]") {
  std::vector<StrandReport> reports(3);
  std::vector<WorldStrand> strands(3);
  for (std::size_t i = 0; i < 3; ++i) {
    reports[i].force.total_force = 10.0 * static_cast<double>(i + 1);
    reports[i].force.strain = 0.01 * static_cast<double>(i + 1);
    strands[i].report = &reports[i];
  }
  strands[2].is_cut = true;
  const StrandSum sum = strand_sum(strands, std::vector{0, 1, 2});
  CHECK(sum.force == 30);
  CHECK(sum.largest_strain == 0.02);
  CHECK(sum.cut == 1);
}

TEST_CASE("strands are grey when slack, calm at 2 %, red above the range, dark when cut",
          "[view]") {
  const StrandPaint paint{StrandColor::strain, 0.1};
  StrandReport report;
  WorldStrand strand;
  strand.report = &report;
  const auto color = [&](double strain) {
    report.force.strain = strain;
    return strand_color(strand, paint);
  };
  const Rgb8 slack = color(0), taut = color(0.05), over = color(0.11);
  CHECK(color(-0.02) == slack);
  CHECK(slack[0] < slack[2]);
  CHECK(color(0.02)[2] > color(0.02)[0]);  // blue rather than red
  CHECK(color(0.1) == over);
  CHECK(over[0] > 200);
  CHECK(over[1] < 60);
  CHECK(taut != over);
  CHECK(taut != slack);
  strand.strand.failure_strain = 0.04;
  CHECK(color(0.05) == over);
  strand.is_cut = true;
  CHECK(color(0.05)[0] < 60);
}

}  // namespace condyle::test::strand_groups_tests
