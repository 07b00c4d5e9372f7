// condyle scale, run as by a user.
#include <catch2/catch.hpp>
#include <fstream>

#include "condyle/opensim/osim_model.h"
#include "program/child_process.h"
#include "program/hostile_inputs.h"

namespace condyle::test::scale_command_tests {

namespace {

using Words = std::vector<std::string>;

const opensim::OsimFrame& frame_of(const opensim::OsimModel& model, const std::string& name) {
  return *std::ranges::find(model.frames, name, &opensim::OsimFrame::name);
}

}  // namespace

TEST_CASE("scale writes a model that reads back, with what it did not scale", "[program][scale]") {
  const HostileInputs inputs;
  const ChildEnd end = run_child({.arguments = inputs.scale("scaled.osim")});
  INFO(end.text());
  REQUIRE(end.exit_code == 0);
  CHECK(end.output ==
        "thigh: 1.1, 1.1, 1.1\nligaments and muscles whose lengths follow their paths: 2\nwritten "
        "to " +
            inputs.path("scaled.osim") + "\n");
  const opensim::OsimModel model = opensim::read_osim(inputs / "scaled.osim");
  CHECK(frame_of(model, "thigh_end").X_PF.translation().y() == Approx(-0.44));
  CHECK(model.contact_meshes[0].scale == Eigen::Vector3d::Constant(1.1));
  CHECK(model.contact_meshes[1].scale == Eigen::Vector3d::Ones());  // on the shank
  const ChildEnd check = run_child(
      {.arguments = {"convert", inputs.path("scaled.osim"), "--out", inputs.path("scaled.json")}});
  INFO(check.text());
  CHECK(check.exit_code == 0);
}

TEST_CASE("factors come from the command line and from a scale set", "[program][scale]") {
  const HostileInputs inputs;
  std::ofstream(inputs / "set.xml")
      << "<OpenSimDocument Version=\"30000\"><ScaleSet><objects><Scale><scales>1 2 1</scales>"
         "<segment>thigh</segment></Scale></objects></ScaleSet></OpenSimDocument>";
  const auto scaled = [&](const Words& more, const std::string& out = "scaled.osim") {
    const Words words = {"scale", inputs.path("knee.osim"), "--out", inputs.path(out)};
    const ChildEnd end = run_child({.arguments = joined(words, more)});
    INFO(end.text());
    REQUIRE(end.exit_code == 0);
    return opensim::read_osim(inputs / out);
  };
  const std::string set = inputs.path("set.xml");
  const auto mesh = [](const opensim::OsimModel& model, int index) {
    return model.contact_meshes[index].scale;
  };
  const opensim::OsimModel by_set = scaled({"--factors", set});
  CHECK(frame_of(by_set, "thigh_end").X_PF.translation().y() == -0.8);
  const opensim::OsimModel by_both = scaled({"--factors", set, "--factors", "1.5"});
  CHECK(mesh(by_both, 0) == Eigen::Vector3d(1, 2, 1));
  CHECK(mesh(by_both, 1) == Eigen::Vector3d::Constant(1.5));
  CHECK(mesh(scaled({"--factors", "shank=1,1.25,2"}), 1) == Eigen::Vector3d(1, 1.25, 2));
  CHECK(mesh(scaled({"--factors", "shank=2", "--overwrite"}, "knee.osim"), 1).x() == 2);
}

TEST_CASE("what scale cannot use is named", "[program][scale]") {
  const HostileInputs inputs;
  const auto refused = [&](const Words& more, const std::string& words) {
    const Words command = {"scale", inputs.path("knee.osim"), "--out", inputs.path("scaled.osim")};
    const ChildEnd end = run_child({.arguments = joined(command, more)});
    INFO(end.text());
    CHECK(end.exit_code == 2);
    CHECK_THAT(end.errors, Catch::Contains(words));
    CHECK_FALSE(std::filesystem::exists(inputs / "scaled.osim"));
  };
  refused({}, "--factors is required");
  refused({"--factors", "tigh=2"}, "no body 'tigh'; did you mean 'thigh'? It has: ");
  refused({"--factors", "thigh=0"}, "above 0");
  refused({"--factors", "thigh=1,-1,1"}, "body 'thigh' are 1, -1, 1");
  for (const char* none : {"thigh=1,2", "thigh=", "=2", "thigh=nan", "thigh=1,2,3,4", "no.xml"})
    refused({"--factors", none}, std::string("--factors ") + none);
  refused({"--factors", "thigh=2", "--factors", "thigh=3"}, "twice");
  refused({"--factors", inputs.path("knee.osim")}, "<ScaleSet>");
}

}  // namespace condyle::test::scale_command_tests
