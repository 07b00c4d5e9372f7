// A recorded motion in the viewer, compared with its analysis.
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>

#include "analyze/analysis.h"
#include "analyze/result_columns.h"
#include "condyle/error.h"
#include "replay/replay.h"
#include "support/swinging_knee.h"
#include "view/curves.h"

namespace condyle::test::replay_tests {

namespace {

std::shared_ptr<const Recording> recording_of(const TemporaryFolder& folder) {
  return std::make_shared<const Recording>(
      RecordingInput{folder / "knee.osim", folder / "swing.sto"});
}

AnalysisResult analysis_of(const Recording& recording) {
  std::vector<int> rows(recording.frames());
  std::iota(rows.begin(), rows.end(), 0);
  return analyze({recording.model, recording.kinematics, recording.states, recording.motion, rows,
                  recording.surfaces},
                 {}, [](int, int) {});
}

std::vector<double> row_of(const opensim::MotionTable& table, int row) {
  const auto width = static_cast<std::ptrdiff_t>(table.labels.size());
  return {table.values.begin() + row * width, table.values.begin() + (row + 1) * width};
}

std::vector<double> contacts_shown(const Replay& replay) {
  std::vector<double> row;
  for (const WorldContact& contact : replay.contacts())
    append_contact(contact.report->result(), row);
  return row;
}

std::vector<double> strands_shown(const Replay& replay) {
  std::vector<double> row;
  for (const WorldStrand& strand : replay.strands()) {
    append_ligament(strand.report->force, strand.report->length, strand.report->lengthening_speed,
                    row);
  }
  return row;
}

void check_frame(const Replay& replay, const AnalysisResult& analysis) {
  INFO("frame " << replay.frame());
  REQUIRE(replay.is_at_frame());
  CHECK(contacts_shown(replay) == row_of(analysis.contact, replay.frame()));
  CHECK(strands_shown(replay) == row_of(analysis.ligaments, replay.frame()));
}

void check_random_seeks(Replay& replay, const AnalysisResult& analysis, int seeks) {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const Recording& recording = replay.recording();
  std::uniform_int_distribution<int> frame(0, recording.frames() - 1);
  std::uniform_real_distribution<double> time(recording.first_time(), recording.last_time());
  for (int i = 0; i < seeks; ++i) {
    replay.show_time(time(random));
    if (i % 2 == 0) {
      replay.show_frame(frame(random));
    } else {
      replay.show_time(recording.time_of(frame(random)));
    }
    check_frame(replay, analysis);
  }
}

}  // namespace

TEST_CASE("replay: a frame shows what the analysis finds there, bit for bit, however come to",
          "[replay]") {
  const int frames = GENERATE(40, 600);  // with 600 frames not every frame has its own mark
  const SwingingKnee knee(frames);
  Replay replay(recording_of(knee.folder));
  const AnalysisResult analysis = analysis_of(replay.recording());
  check_frame(replay, analysis);
  for (int frame = 1; frame < 30; ++frame) {
    replay.show_next_frame(true);
    REQUIRE(replay.frame() == frame);
    check_frame(replay, analysis);
  }
  replay.show_next_frame(false);
  CHECK(replay.frame() == 28);
  check_frame(replay, analysis);
  check_random_seeks(replay, analysis, 40);

  // The motion has events: the ball presses, and the strand begins to wrap.
  replay.show_frame(frames / 2);
  CHECK(replay.contacts()[0].report->result().total.max_pressure > 1e5);
  CHECK(replay.strand_polyline(1, 1e-3).size() > 10);
  replay.show_frame(0);
  CHECK(replay.strand_polyline(1, 1e-3).size() == 2);
}

TEST_CASE("replay: between frames coordinates follow smooth curves, up to the ends", "[replay]") {
  const SwingingKnee knee(21);
  Replay replay(recording_of(knee.folder));
  REQUIRE(replay.readings().size() == 1);
  CHECK(replay.readings()[0].name == "flexion");
  CHECK(replay.readings()[0].unit == "deg");
  // A natural spline is inaccurate near its ends.
  for (double time = 0.303; time < 1.7; time += 0.013) {
    replay.show_time(time);
    CHECK_FALSE(replay.is_at_frame());
    CHECK(replay.time() == time);
    const double degrees = SwingingKnee::flexion(time) * 180 / std::numbers::pi;
    // The error of its curve is h^4/384 with h = 0.1.
    CHECK(replay.readings()[0].value == Approx(degrees).margin(5e-3));
  }
  replay.show_time(-5);
  CHECK(replay.time() == 0);
  CHECK(replay.frame() == 0);
  replay.show_next_frame(false);
  CHECK(replay.frame() == 0);
  replay.show_time(99);
  CHECK(replay.time() == 2);
  CHECK(replay.frame() == 20);
  replay.show_next_frame(true);
  CHECK(replay.frame() == 20);
  replay.show_time(0.55);
  replay.show_next_frame(false);
  CHECK(replay.time() == 0.5);
  replay.show_time(0.55);
  replay.show_next_frame(true);
  CHECK(replay.time() == Approx(0.6));
}

TEST_CASE("replay: seen from a body that stands still the knee bends alike", "[replay]") {
  const SwingingKnee knee(20);
  Replay replay(recording_of(knee.folder));
  CHECK(replay.bodies()[replay.held()].name == "thigh");  // it casts
  const auto seen_from_thigh = [&] {
    const Pose X_BW = replay.bodies()[0].X_WB.inverse();
    std::vector<double> seen;
    for (const auto& point : replay.strand_polyline(1, 1e-3))
      seen.insert(seen.end(), {(X_BW * point).x(), (X_BW * point).y(), (X_BW * point).z()});
    const Pose shank = X_BW * replay.bodies()[1].X_WB;
    seen.insert(seen.end(), shank.data(), shank.data() + 16);
    return seen;
  };
  const Pose start = replay.bodies()[0].X_WB;
  replay.show_frame(12);
  CHECK(replay.bodies()[0].X_WB.isApprox(start, 1e-12));
  const std::vector<double> held = seen_from_thigh(), contacts = contacts_shown(replay);
  replay.hold(-1);
  CHECK_FALSE(replay.bodies()[0].X_WB.isApprox(start, 1e-3));
  CHECK_THAT(seen_from_thigh(), Catch::Approx(held).margin(1e-12));
  CHECK(contacts_shown(replay) == contacts);
}

TEST_CASE("replay: a layer that is changed gives what a model with that layer gives", "[replay]") {
  const SwingingKnee knee(20), stiffer(20);
  stiffer.folder.write("knee.osim", SwingingKnee::model("8e6"));
  Replay replay(recording_of(knee.folder)), expected(recording_of(stiffer.folder));
  const Layer layer = expected.contacts()[0].casting_layer;
  const std::vector<double> before = contacts_shown(replay);
  replay.set_layer(replay.contacts()[0].casting, layer);
  replay.set_layer(replay.contacts()[0].target, layer);
  CHECK(contacts_shown(replay) != before);
  CHECK(contacts_shown(replay) == contacts_shown(expected));
  replay.show_frame(13);
  expected.show_frame(13);
  CHECK(contacts_shown(replay) == contacts_shown(expected));
  CHECK_THROWS_AS(replay.set_layer({0, 0}, Layer{-1, 0.45, 0.004}), InputError);
  CHECK(contacts_shown(replay) == contacts_shown(expected));
}

TEST_CASE("replay: strands are cut, restored and changed, with undo", "[replay]") {
  const SwingingKnee knee(20);
  Replay replay(recording_of(knee.folder));
  replay.show_frame(10);
  const std::vector<double> before = strands_shown(replay);
  REQUIRE(replay.strands()[0].report->force.total_force > 1);
  UndoHistory history;
  const Parameters whole = parameters_of(replay);
  Parameters edited = whole;
  edited.strands[0].is_cut = true;
  edited.strands[1].strand.slack_length *= 0.9;
  apply(edited, replay);
  history.track(whole, true, false);
  CHECK(replay.strands()[0].report->condition == StrandCondition::cut);
  CHECK(replay.strands()[0].report->force.total_force == 0);
  CHECK(replay.strands()[1].report->force.total_force > before[9]);
  replay.show_frame(11);
  CHECK(replay.strands()[0].report->force.total_force == 0);
  replay.show_frame(10);
  history.undo(replay);
  CHECK(strands_shown(replay) == before);
}

TEST_CASE("replay: the curves of the motion are complete after a while, and follow changes",
          "[replay]") {
  const SwingingKnee knee(30);
  const auto recording = recording_of(knee.folder);
  const AnalysisResult analysis = analysis_of(*recording);
  MotionCurves curves(recording);
  const auto clock = [now = 0.0]() mutable { return now += 1; };
  CHECK(curves.progress() == 0);
  curves.go_on(5, clock);  // each look at the clock takes one second
  CHECK(curves.progress() > 0);
  CHECK(curves.progress() < 1);
  CHECK(curves.shown().peaks.times().size() == Approx(30 * curves.progress()));
  for (int i = 0; i < 10; ++i) curves.go_on(5, clock);
  CHECK(curves.progress() == 1);
  REQUIRE(curves.shown().peaks.times().size() == 30);
  const auto peak = analysis.contact.column("tf.casting.total.max_pressure");
  const auto force = analysis.ligaments.column("POL1.force_total");
  REQUIRE((peak && force));
  for (int frame = 0; frame < 30; ++frame) {
    CHECK(curves.shown().peaks.lines()[0].values[frame] ==
          static_cast<float>(analysis.contact.at(frame, *peak)));
    CHECK(curves.shown().strand_forces.lines()[1].values[frame] ==
          static_cast<float>(analysis.ligaments.at(frame, *force)));
  }

  Replay changed(recording);
  changed.cut_strand(1);
  curves.restart(parameters_of(changed));
  CHECK(curves.shown().peaks.times().size() == 30);  // the old curves, until the new ones are ready
  for (int i = 0; i < 10; ++i) curves.go_on(5, clock);
  for (float value : curves.shown().strand_forces.lines()[1].values) CHECK(value == 0);
}

TEST_CASE("replay: bodies' own meshes are shown where they are there, else listed", "[replay]") {
  const SwingingKnee knee(5);
  const auto bone = [](const std::string& file) {
    return "<PhysicalOffsetFrame name=\"" + file +
           "\"><socket_parent>/bodyset/thigh</socket_parent><translation>0 0 0</translation>"
           "<attached_geometry><Mesh name=\"bone\"><mesh_file>" +
           file +
           ".obj</mesh_file><scale_factors>1 2 1</scale_factors></Mesh>"
           "</attached_geometry></PhysicalOffsetFrame>";
  };
  knee.folder.write("knee.osim", SwingingKnee::model("5e6", bone("ball") + bone("femur")));
  const Replay replay(recording_of(knee.folder));
  REQUIRE(replay.bodies().size() == 2);
  const WorldBody& thigh = replay.bodies()[0];
  REQUIRE(thigh.meshes.size() == 2);
  CHECK(thigh.meshes[0].name == "plate");
  CHECK_FALSE(thigh.meshes[1].surface);
  double tallest = 0;
  for (const auto& vertex : thigh.meshes[1].mesh->vertices) tallest = std::max(tallest, vertex.y());
  CHECK(tallest == Approx(0.06));
  CHECK_THAT(to_text(replay.recording().report), Catch::Contains("it is not shown"));
}

TEST_CASE("replay: what cannot be replayed is refused with a reason", "[replay]") {
  const SwingingKnee knee(5);
  const auto error = [&] { return input_error_of([&] { recording_of(knee.folder); }); };
  SECTION("a motion of another model") {
    knee.folder.write("swing.sto", "a\nnRows=1\nnColumns=2\nendheader\ntime\telbow\n0\t1\n");
    CHECK_THAT(error(), Catch::Contains("swing.sto") && Catch::Contains("knee.osim"));
  }
  SECTION("a motion that is not there") {
    std::filesystem::remove(knee.folder / "swing.sto");
    CHECK_THAT(error(), Catch::Contains("swing.sto"));
  }
  SECTION("a contact's mesh that is not there") {
    std::filesystem::remove(knee.folder / "ball.obj");
    CHECK_THAT(error(), Catch::Contains("ball.obj") && Catch::Contains("--geometry"));
  }
  SECTION("nothing to show") {
    OsimText bare;
    knee.folder.write("knee.osim", bare.text());
    knee.folder.write(
        "swing.sto",
        "a\nnRows=1\nnColumns=4\nendheader\ntime\thip_flexion\tflexion\tslide\n0\t0\t0\t0\n");
    CHECK_THAT(error(), Catch::Contains("neither a contact nor a ligament"));
  }
}

TEST_CASE("replay: the published knee, frame by frame as its analysis", "[replay]") {
  const std::filesystem::path folder = CONDYLE_SHARED_DIR "/data/dm-tka";
  if (!std::filesystem::exists(folder / "DM.osim")) {
    WARN("SKIPPED: " << folder.string() << " is not there");
    return;
  }
  Replay replay(std::make_shared<const Recording>(
      RecordingInput{folder / "DM.osim", folder / "tka_passive_flexion_states.sto"}));
  CHECK(replay.recording().frames() == 252);
  CHECK(replay.strands().size() == 149);
  CHECK(replay.contacts().size() == 2);
  const AnalysisResult analysis = analysis_of(replay.recording());
  check_random_seeks(replay, analysis, 20);
}

}  // namespace condyle::test::replay_tests
