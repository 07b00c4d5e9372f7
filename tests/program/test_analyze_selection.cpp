// condyle analyze: a part of a motion gives what the whole motion gives.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numbers>
#include <string>

#include "condyle/opensim/osim_motion.h"
#include "core/mesh/temporary_folder.h"
#include "program/model_folder.h"

namespace condyle::test::analyze_selection_tests {

namespace {

constexpr int k_rows = 41;
constexpr double k_turn = 6 * std::numbers::pi / 180;  // from row to row

/// A crank that winds a band around a post: wound up, the band stays on its way round, though
/// another way has become shorter.
const std::string k_crank =
    R"(<?xml version="1.0"?><OpenSimDocument Version="40000"><Model name="crank">
<Ground name="ground"><WrapObjectSet name="w"><objects><WrapCylinder name="post"><radius>0.02</radius><length>0.2</length></WrapCylinder></objects></WrapObjectSet></Ground>
<BodySet name="bodyset"><objects><Body name="arm"><mass>1</mass></Body></objects></BodySet>
<JointSet name="jointset"><objects><PinJoint name="turn"><socket_parent_frame>/ground</socket_parent_frame>
<socket_child_frame>/bodyset/arm</socket_child_frame><coordinates><Coordinate name="angle"/></coordinates></PinJoint></objects></JointSet>
<ForceSet name="forceset"><objects><Blankevoort1991Ligament name="band"><GeometryPath name="p"><PathPointSet><objects>)" +
    path_point_text("/ground", "-0.1 0.01 0") + path_point_text("/bodyset/arm", "0 0.1 0") +
    R"(</objects></PathPointSet><PathWrapSet name="s"><objects><PathWrap name="over"><wrap_object>post</wrap_object></PathWrap></objects></PathWrapSet></GeometryPath>
<linear_stiffness>100</linear_stiffness><slack_length>0.03</slack_length></Blankevoort1991Ligament></objects></ForceSet></Model></OpenSimDocument>)";

std::string turn() {
  std::string motion = fmt::format(
      "turn\nnRows={}\nnColumns=2\ninDegrees=no\nendheader\ntime\t/jointset/turn/angle/value\n",
      k_rows);
  for (int row = 0; row < k_rows; ++row)
    motion += fmt::format("{}\t{}\n", 0.01 * row, -k_turn * row);
  return motion;
}

opensim::MotionTable ligaments_of(const ModelFolder& model, const std::string& options) {
  const ProgramRun run =
      model.run("analyze", fmt::format("--motion {} --out {} --quiet {}", model.path("turn.sto"),
                                       model.path("out"), options));
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  return opensim::read_motion_table(model.folder / "out" / "ligaments.sto");
}

}  // namespace

TEST_CASE("analyze: the wraps of a part of the motion are those of the whole", "[analyze]") {
  const ModelFolder model("crank.osim");
  model.folder.write("crank.osim", k_crank);
  model.folder.write("turn.sto", turn());
  const opensim::MotionTable whole = ligaments_of(model, "");
  REQUIRE(whole.rows() == k_rows);
  const auto length = whole.column("band.length");
  REQUIRE(length);
  // Three quarters around the post, where the straight way would be a third as long.
  REQUIRE(whole.at(k_rows - 1, *length) > 0.25);

  for (const char* options : {"--from 0.35", "--from 0.305 --to 0.38", "--every 30",
                              "--from 0.1 --every 13", "--from 0.395"}) {
    CAPTURE(options);
    const opensim::MotionTable part = ligaments_of(model, options);
    REQUIRE(part.columns() == whole.columns());
    for (int row = 0; row < part.rows(); ++row) {
      const auto same = std::ranges::find(whole.times, part.times[row]);
      REQUIRE(same != whole.times.end());
      const int at = static_cast<int>(same - whole.times.begin());
      for (int column = 0; column < part.columns(); ++column)
        CHECK(part.at(row, column) == whole.at(at, column));
    }
  }
}

}  // namespace condyle::test::analyze_selection_tests
