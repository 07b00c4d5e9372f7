// condyle analyze, run as by a user.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "condyle/contact/contact_pair.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/opensim/osim_motion.h"
#include "core/contact/golden_contact.h"
#include "core/mesh/temporary_folder.h"
#include "program/ball_over_plate.h"
#include "program/run_program.h"

namespace condyle::test::analyze_command_tests {

using nlohmann::json;

namespace {

/// One frame of contact.sto in the form of check_against_golden.
json report_of(const opensim::MotionTable& table, const std::string& contact, int row) {
  const auto read = [&](const std::string& name) -> json {
    const std::string label = contact + ".casting." + name;
    if (const auto column = table.column(label)) return table.at(row, *column);
    json list = json::array();
    for (const char* axis : {"_x", "_y", "_z"}) {
      const auto column = table.column(label + axis);
      REQUIRE(column);
      list.push_back(table.at(row, *column));
    }
    return list;
  };
  json report = {{"n_contacting", read("total.num_contacting_triangles")},
                 {"potential_energy", read("total.potential_energy")},
                 {"regions", json::array()}};
  for (int region = 0; region < 6; ++region) report["regions"].push_back(json::object());
  for (const char* key : {"contact_area", "mean_proximity_of_triangles", "max_proximity",
                          "mean_pressure_of_triangles", "max_pressure", "center_of_proximity",
                          "center_of_pressure", "contact_force", "contact_moment"}) {
    report[key] = read(fmt::format("total.{}", key));
    for (int region = 0; region < 6; ++region) {
      report["regions"][region][key] = read(fmt::format("regional.{}_{}", key, region));
    }
  }
  return report;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

/// The model with the materials and the law of a golden result.
std::string with_law(const std::string& model, const json& result) {
  std::string text = model;
  replace_all(text, "<elastic_foundation_formulation>linear<",
              fmt::format("<elastic_foundation_formulation>{}<",
                          result.at("formulation").get<std::string>()));
  replace_all(text, "<use_lumped_contact_model>true<",
              fmt::format("<use_lumped_contact_model>{}<", result.at("lumped").get<bool>()));
  const auto set_layer = [&](const std::string& mesh, const json& material) {
    std::size_t at = text.find(fmt::format("<Smith2018ContactMesh name=\"{}\">", mesh));
    for (const char* property : {"elastic_modulus", "poissons_ratio", "thickness"}) {
      const std::string open = fmt::format("<{}>", property);
      const std::size_t begin = text.find(open, at) + open.size();
      text.replace(begin, text.find('<', begin) - begin, material.at(property).dump());
    }
  };
  set_layer("femur_implant", result.at("target_material"));
  set_layer("tibia_implant", result.at("casting_material"));
  set_layer("patella_implant", result.at("casting_material"));
  return text;
}

}  // namespace

TEST_CASE("condyle analyze equals OpenSim's contacts through the joints", "[program][golden]") {
  const auto golden = golden_contact();
  if (!golden) return;
  const std::string data = CONDYLE_SHARED_DIR "/data/dm-tka";
  const std::string model = file_content(data + "/DM.osim");
  const TemporaryFolder folder;
  std::map<std::string, std::pair<opensim::MotionTable, json>> runs;  // by law and materials
  int compared = 0;
  for (const json& pose : golden->at("poses")) {
    if (pose.at("push_m") != 0) continue;  // beyond the recorded motion
    const bool knee = pose.at("casting") == "tibial_insert";
    for (const json& result : pose.at("results")) {
      const std::string key =
          fmt::format("{} {} {}", result.at("materials").dump(), result.at("formulation").dump(),
                      result.at("lumped").dump()) +
          (result.at("materials") == "DM" ? ""
           : knee                         ? "knee"
                                          : "patella");
      if (!runs.contains(key)) {
        folder.write("model.osim", with_law(model, result));
        const ProgramRun run = run_program(fmt::format(
            "analyze '{}' --motion '{}/tka_passive_flexion_states.sto' --geometry '{}' --two-sided "
            "--force-direction casting --every 12 --out '{}'",
            (folder / "model.osim").string(), data, data, (folder / "out").string()));
        CAPTURE(run.errors);
        REQUIRE(run.exit_code == 0);
        runs[key].first = opensim::read_motion_table(folder / "out/contact.sto");
      }
      const opensim::MotionTable& table = runs[key].first;
      const int row = pose.at("sto_row").get<int>() / 12;
      CAPTURE(pose.at("id"), key);
      REQUIRE(table.times.at(row) == Approx(pose.at("time").get<double>()));
      check_against_golden(report_of(table, knee ? "knee_contact" : "pf_contact", row), result);
      ++compared;
    }
  }
  CHECK(compared == 48);
}

TEST_CASE("condyle analyze and condyle contact press along the same normal unless told otherwise",
          "[program]") {
  // The ball casts, since a flat casting side has the same force along the plate's normal either
  // way.
  const BallOverPlate model;
  ContactSettings settings;  // the default of scenes and of Python's Pair
  model.folder.write("poses.json", R"([{"id": "first", "T_target_in_casting":
      [1,0,0,0, 0,1,0,0, 0,0,1,-0.029, 0,0,0,1]}])");
  const auto forces = [&](const std::string& option, const char* name) {
    const ProgramRun analyzed = model.analyze("--every 20 --flip-meshes " + option);
    CAPTURE(analyzed.errors);
    REQUIRE(analyzed.exit_code == 0);
    CHECK_THAT(analyzed.output, Catch::Contains(name));
    const std::string folder = (model.folder / "").string();
    const ProgramRun evaluated = run_program(fmt::format(
        "contact --casting '{0}Ball.obj' --casting-layer E=5e6,nu=0.45,h=0.003 "
        "--target '{0}plate.obj' --target-layer E=5e6,nu=0.45,h=0.003 --poses '{0}poses.json' "
        "--out '{0}result.json' {1}",
        folder, option));
    CAPTURE(evaluated.errors);
    REQUIRE(evaluated.exit_code == 0);
    const json result = json::parse(file_content(model.folder / "result.json"))[0];
    const json summary = json::parse(file_content(model.folder / "out/summary.json"));
    CHECK(result.at("force_direction") == summary.at("force_direction"));
    const opensim::MotionTable table = model.table("contact");
    const auto column = table.column("touch.target.total.contact_force_z");
    return std::pair(table.at(0, *column), result.at("contact_force")[2].get<double>());
  };
  const auto surface = [&](const char* file) {
    return std::make_shared<const ContactSurface>(
        mesh::read_mesh(model.folder / file, mesh::LengthUnit::metre), Layer{5e6, 0.45, 3e-3});
  };
  Pose X_CT = Pose::Identity();
  X_CT.translation().z() = -0.029;
  std::vector<double> both;
  for (const bool as_opensim : {false, true}) {
    if (as_opensim) settings.force_direction = ForceDirection::casting;
    ContactPair pair(surface("Ball.obj"), surface("plate.obj"), settings);
    const double expected = pair.evaluate(X_CT).total.contact_force.z();
    const auto [analyzed, evaluated] = as_opensim
                                           ? forces("--force-direction casting", "as in OpenSim")
                                           : forces("", "along the target's normal");
    // The same sums of the same triangles; analyze turns the pose through the ground's frame.
    CHECK(analyzed == Approx(expected).epsilon(1e-9));
    CHECK(evaluated == Approx(expected).epsilon(1e-12));
    both.push_back(expected);
  }
  CHECK(std::abs(both[0] - both[1]) > 5e-3 * both[0]);  // so that one cannot pass for the other
}

TEST_CASE("condyle analyze warns of contacts whose figures are out of range", "[program]") {
  const BallOverPlate model;
  CHECK(model.analyze().errors.empty());
  const std::string text = BallOverPlate::model();
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    replace_all(other, from, to);
    model.folder.write("other.osim", other);
    const ProgramRun run = model.analyze("", "motion.sto", "other.osim");
    CHECK(run.exit_code == 0);
    return run.errors;
  };
  CHECK_THAT(
      changed("<socket_casting_mesh>", "<max_proximity>5e-4</max_proximity><socket_casting_mesh>"),
      Catch::Contains("warning: contact touch: ") &&
          Catch::Contains("deeper than max_proximity, 0.5 mm, is ignored"));
  std::string metal = text;  // of the last of its contact meshes
  metal.replace(metal.rfind("<elastic_modulus>5e6<"), 21, "<elastic_modulus>2e11<");
  model.folder.write("other.osim", metal);
  CHECK_THAT(model.analyze("", "motion.sto", "other.osim").errors,
             Catch::Contains("warning: contact touch: its layers, of 5 MPa") &&
                 Catch::Contains("use_lumped_contact_model false"));
  replace_all(metal, "<socket_casting_mesh>",
              "<use_lumped_contact_model>false</use_lumped_contact_model><socket_casting_mesh>");
  model.folder.write("other.osim", metal);
  CHECK(model.analyze("", "motion.sto", "other.osim").errors.empty());
  std::string thin = text;
  replace_all(thin, "<thickness>0.003<", "<thickness>2e-4<");
  replace_all(thin, "<socket_casting_mesh>",
              "<elastic_foundation_formulation>nonlinear</elastic_foundation_formulation>"
              "<socket_casting_mesh>");
  model.folder.write("other.osim", thin);
  CHECK_THAT(model.analyze("", "motion.sto", "other.osim").errors,
             Catch::Contains("0.4 mm, where the nonlinear law means nothing"));
}

TEST_CASE("condyle analyze equals OpenSim's ligaments through a model file", "[program][golden]") {
  const std::filesystem::path file = CONDYLE_SHARED_DIR "/golden/ligament.json";
  if (!std::filesystem::exists(file)) {
    WARN("SKIPPED: no " << file.string());
    return;
  }
  const json golden = json::parse(file_content(file));
  // One strand per set of values, along the axis of a slider, so that its length is the coordinate.
  std::map<std::string, json> sets;
  std::string rows = "lengths\ninDegrees=no\nendheader\ntime\ttx\ttx_u\n", strands;
  int count = 0;
  for (const json& row : golden.at("table")) {
    rows += fmt::format("{}\t{}\t{}\n", count++, row.at("length").get<double>(),
                        row.at("lengthening_speed").get<double>());
    sets.emplace(row.at("set"), row);
  }
  for (const auto& [name, values] : sets) {
    const auto value = [&row = values](const char* key) { return row.at(key).get<double>(); };
    strands += fmt::format(
        R"(<Blankevoort1991Ligament name="{}"><GeometryPath><PathPointSet><objects>
<PathPoint name="a"><socket_parent_frame>/ground</socket_parent_frame><location>0 0 0</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/b</socket_parent_frame><location>0 0 0</location></PathPoint>
</objects></PathPointSet></GeometryPath><linear_stiffness>{}</linear_stiffness><slack_length>{}</slack_length>
<transition_strain>{}</transition_strain><damping_coefficient>{}</damping_coefficient></Blankevoort1991Ligament>)",
        name, value("linear_stiffness"), value("slack_length"), value("transition_strain"),
        value("damping_coefficient"));
  }
  const TemporaryFolder folder;
  folder.write("lengths.sto", rows);
  folder.write("m.osim", fmt::format(R"(<OpenSimDocument Version="40000"><Model name="m">
<BodySet name="bodyset"><objects><Body name="b"/></objects></BodySet>
<JointSet name="jointset"><objects><SliderJoint name="j"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/b</socket_child_frame>
<coordinates><Coordinate name="tx"/></coordinates></SliderJoint></objects></JointSet>
<ForceSet name="forceset"><objects>{}</objects></ForceSet></Model></OpenSimDocument>)",
                                     strands));
  const ProgramRun run =
      run_program(fmt::format("analyze '{}' --motion '{}' --out '{}'", (folder / "m.osim").string(),
                              (folder / "lengths.sto").string(), (folder / "out").string()));
  CAPTURE(run.errors);
  REQUIRE(run.exit_code == 0);
  const opensim::MotionTable table = opensim::read_motion_table(folder / "out/ligaments.sto");
  REQUIRE(table.rows() == count);
  for (int i = 0; i < count; ++i) {
    const json& row = golden.at("table")[i];
    CAPTURE(row.dump());
    const std::map<std::string, std::string> columns = {{"force_spring", "spring_force"},
                                                        {"force_damping", "damping_force"},
                                                        {"force_total", "total_force"},
                                                        {"length", "length"},
                                                        {"strain", "strain"},
                                                        {"strain_rate", "strain_rate"},
                                                        {"lengthening_speed", "lengthening_speed"}};
    for (const auto& [ours, theirs] : columns) {
      CAPTURE(ours);
      const auto column = table.column(row.at("set").get<std::string>() + "." + ours);
      REQUIRE(column);
      CHECK(table.at(i, *column) ==
            Approx(row.at(theirs).get<double>()).epsilon(1e-12).margin(1e-12));
    }
  }
}

TEST_CASE("condyle analyze writes tables, plots, maps and a summary", "[program]") {
  const BallOverPlate scene;
  const ProgramRun run = scene.analyze("--csv --vtp --flip-meshes");
  CAPTURE(run.errors);
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.output, Catch::Contains("21 frames") && Catch::Contains("PointToPointSpring (1)"));
  // The model names ball.obj, and the folder contains Ball.obj.
  CHECK_THAT(run.output, Catch::Contains("Ball.obj stands in for it"));

  const opensim::MotionTable contact = scene.table("contact"), ligaments = scene.table("ligaments"),
                             kinematics = scene.table("kinematics");
  CHECK(contact.rows() == 21);
  CHECK(contact.columns() == 2 * (19 + 6 * 19 + 3));
  CHECK(contact.labels.front() == "touch.casting.total.contact_area");
  CHECK(ligaments.columns() == 7);
  CHECK(kinematics.columns() == 13);
  const auto at = [](const opensim::MotionTable& table, int row, const char* label) {
    return table.at(row, table.column(label).value());
  };
  // K pi R d^2 / h for 30 mm on a lumped layer of 6 mm, minus the effect of facets.
  CHECK(at(contact, 0, "touch.casting.total.contact_force_z") == Approx(-294.6).epsilon(0.02));
  CHECK(at(contact, 0, "touch.target.total.contact_force_z") == Approx(294.6).epsilon(0.02));
  CHECK(at(contact, 20, "touch.casting.total.center_of_pressure_x") == Approx(20e-3).margin(2e-4));
  for (int row = 0; row < 21; ++row) {
    const double length = 0.03 + 1e-3 * row, strain = length / 0.03 - 1;
    CHECK(at(kinematics, row, "ball.position_x") == Approx(1e-3 * row));
    CHECK(at(kinematics, row, "ball.position_z") == Approx(0.029));
    CHECK(at(kinematics, row, "ball.velocity_x") == Approx(0.01));
    CHECK(at(ligaments, row, "band1.length") == Approx(length).epsilon(1e-14));
    CHECK(at(ligaments, row, "band1.lengthening_speed") == Approx(0.01).epsilon(1e-14));
    const double spring = strain < 0.06 ? 100 * strain * strain / 0.12 : 100 * (strain - 0.03);
    CHECK(at(ligaments, row, "band1.force_spring") == Approx(spring).epsilon(1e-12).margin(1e-12));
  }
  const json summary = json::parse(file_content(scene.folder / "out/summary.json"));
  CHECK(summary.at("frames") == 21);
  CHECK(summary.at("not_taken_over").at(0).at("what") == "PointToPointSpring");
  CHECK(summary.at("ligament").at("band1.length").at("max") == Approx(0.05));
  CHECK(summary.at("ligament").at("band1.length").at("max_time [s]") == Approx(2));
  CHECK(file_content(scene.folder / "out/contact.csv").starts_with("time,touch.casting.total."));
  CHECK_THAT(file_content(scene.folder / "out/plots.svg"),
             Catch::Contains("<svg") && Catch::Contains("touch") && Catch::Contains("band"));
  const std::string series = file_content(scene.folder / "out/maps.pvd");
  CHECK_THAT(series, Catch::Contains("file=\"vtp/touch.casting_00020.vtp\""));
  const auto ball =
      mesh::read_mesh(scene.folder / "out/vtp/touch.target_00020.vtp", mesh::LengthUnit::metre);
  double most = -1;
  for (const auto& vertex : ball.vertices) most = std::max(most, vertex.x());
  CHECK(most == Approx(0.05).epsilon(1e-3));  // in the ground
}

TEST_CASE("condyle analyze: the same bits with any number of threads", "[program]") {
  const BallOverPlate scene;
  REQUIRE(scene.analyze("--threads 1").exit_code == 0);
  const std::string one = file_content(scene.folder / "out/contact.sto");
  REQUIRE(scene.analyze("--threads 3").exit_code == 0);
  CHECK(file_content(scene.folder / "out/contact.sto") == one);
}

TEST_CASE("condyle analyze: a part of the motion, and no contact", "[program]") {
  const BallOverPlate scene;
  REQUIRE(scene.analyze("--from 0.5 --to 1.55 --every 4 --quiet").exit_code == 0);
  const opensim::MotionTable part = scene.table("contact");
  REQUIRE(part.rows() == 3);
  CHECK(part.times[0] == Approx(0.5));
  CHECK(part.times[2] == Approx(1.3));

  std::filesystem::remove_all(scene.folder / "out");
  std::filesystem::remove(scene.folder / "Ball.obj");
  REQUIRE(scene.analyze("--no-contact").exit_code == 0);
  CHECK(scene.table("ligaments").rows() == 21);
  CHECK_FALSE(std::filesystem::exists(scene.folder / "out/contact.sto"));
}

TEST_CASE("condyle analyze: bad input gives one clear error and exit 2", "[program]") {
  const BallOverPlate scene;
  const std::string model = BallOverPlate::model(), motion = BallOverPlate::motion();
  scene.folder.write("cut.osim", model.substr(0, model.size() / 2));
  scene.folder.write("lost.osim", BallOverPlate::model("gone.stl"));
  scene.folder.write("cut.sto", motion.substr(0, motion.size() - 9));
  scene.folder.write("other.sto", "m\nendheader\ntime\telbow\n0\t1\n");
  std::string bad = motion;
  bad.replace(bad.find("0.003"), 5, "nan");
  scene.folder.write("nan.sto", bad);
  const auto [options, motion_file, model_file, word] =
      GENERATE(table<std::string, std::string, std::string, std::string>({
          {"", "motion.sto", "missing.osim", "missing.osim"},
          {"", "motion.sto", "cut.osim", "not valid XML"},
          {"", "motion.sto", "lost.osim", "gone.stl"},
          {"", "missing.sto", "ball.osim", "missing.sto"},
          {"", "cut.sto", "ball.osim", "cut off"},
          {"", "other.sto", "ball.osim", "none of its columns"},
          {"", "nan.sto", "ball.osim", "row 4, column '/jointset/slide/tx/value'"},
          {"--geometry /no/such", "motion.sto", "ball.osim", "/no/such"},
          {"--from 3", "motion.sto", "ball.osim", "--from 3"},
          {"--every 0", "motion.sto", "ball.osim", "every"},
          {"--threads 0", "motion.sto", "ball.osim", "threads"},
          {"--no-contact --vtp", "motion.sto", "ball.osim", "excludes"},
      }));
  CAPTURE(options, motion_file, model_file);
  const ProgramRun run = scene.analyze(options, motion_file, model_file);
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Catch::Contains(word));
  CHECK_FALSE(std::filesystem::exists(scene.folder / "out/contact.sto"));
}

TEST_CASE("analyze: a Ligament pulls by its curve beyond its resting length, not below it",
          "[analyze]") {
  const BallOverPlate scene;
  std::string model = BallOverPlate::model();
  const std::string spring = "<PointToPointSpring name=\"spring\"/>";
  const auto band = [](const std::string& name, double rest) {
    return fmt::format(
        R"(<Ligament name="{}"><GeometryPath name="p"><PathPointSet><objects>
<PathPoint name="a"><socket_parent_frame>/ground</socket_parent_frame><location>-0.03 0 0.029</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/ball</socket_parent_frame><location>0 0 0</location></PathPoint>
</objects></PathPointSet></GeometryPath><resting_length>{}</resting_length><pcsa_force>1000</pcsa_force></Ligament>)",
        name, rest);
  };
  // The path is 30 mm long at first. OpenSim's curve is 0.12 at a stretch of 1.2; the spline
  // through its points is far above zero at 0.3.
  model.replace(model.find(spring), spring.size(), band("tight", 0.025) + band("loose", 0.1));
  scene.folder.write("bands.osim", model);
  const ProgramRun run = scene.analyze("--no-contact", "motion.sto", "bands.osim");
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  const opensim::MotionTable table = scene.table("ligaments");
  const auto force = [&](const std::string& name, int row) {
    return table.at(row, *table.column(name + ".force_total"));
  };
  CHECK(force("tight", 0) == Approx(120));
  for (int row = 0; row < table.rows(); ++row) CHECK(force("loose", row) == 0);
}

TEST_CASE("analyze: contacts and strands that apply no force have their columns, and are named",
          "[analyze]") {
  const BallOverPlate scene;
  REQUIRE(scene.analyze().exit_code == 0);
  const double force = scene.table("ligaments").at(20, 1);
  const double pressure = scene.table("contact").at(20, 1);
  std::string model = BallOverPlate::model();
  for (const std::string& start : {std::string("<Blankevoort1991Ligament name=\"band1\">"),
                                   std::string("<Smith2018ArticularContactForce name=\"touch\">")})
    model.insert(model.find(start) + start.size(), "<appliesForce>false</appliesForce>");
  scene.folder.write("off.osim", model);
  const ProgramRun run = scene.analyze("", "motion.sto", "off.osim");
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  CHECK(scene.table("ligaments").at(20, 1) == force);
  CHECK(scene.table("contact").at(20, 1) == pressure);
  CHECK_THAT(run.output + run.errors, Catch::Contains("applies no force"));
  const ProgramRun converted =
      run_program(fmt::format("convert '{}' --out '{}'", (scene.folder / "off.osim").string(),
                              (scene.folder / "off.json").string()));
  INFO(converted.errors);
  REQUIRE(converted.exit_code == 0);
  const auto made = nlohmann::json::parse(file_content(scene.folder / "off.json"));
  CHECK(made["contacts"][0]["applies_force"] == false);
  CHECK(made["ligaments"][0]["applies_force"] == false);
}

TEST_CASE("analyze: a contact that springs cannot compute is left out, the others are not",
          "[analyze]") {
  const BallOverPlate scene;
  std::string model = BallOverPlate::model();
  model.replace(model.rfind("0.45"), 4, "0.5");
  scene.folder.write("soft.osim", model);
  const ProgramRun run = scene.analyze("", "motion.sto", "soft.osim");
  INFO(run.errors);
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output + run.errors,
             Catch::Contains("contact touch (1): it is left out") && Catch::Contains("nu = 0.5"));
  CHECK(scene.table("ligaments").rows() == 21);
  const ProgramRun elastic =
      scene.analyze("--every 20 --formulation elastic_layer", "motion.sto", "soft.osim");
  INFO(elastic.errors);
  CHECK(elastic.exit_code == 0);
  CHECK(scene.table("contact").column("touch.casting.total.max_pressure"));
}

TEST_CASE("analyze: the elastic layer in place of the model's own law", "[analyze]") {
  const BallOverPlate model;
  const ProgramRun run =
      model.analyze("--every 20 --formulation elastic_layer --rigid ball --node-spacing 0.001");
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  const opensim::MotionTable table = model.table("contact");
  const auto figure = [&](const std::string& name) {
    return table.at(0, *table.column("touch.casting.total." + name));
  };
  // The model's pair, evaluated alone at the first frame.
  ContactSettings settings;
  settings.formulation = Formulation::elastic_layer;
  settings.node_spacing = 1e-3;
  ContactPair pair(
      std::make_shared<const ContactSurface>(
          mesh::read_mesh(model.folder / "plate.obj", mesh::LengthUnit::metre),
          Layer{5e6, 0.45, 3e-3}),
      std::make_shared<const ContactSurface>(
          mesh::read_mesh(model.folder / "Ball.obj", mesh::LengthUnit::metre), rigid_layer()),
      settings);
  Pose X_CT = Pose::Identity();
  X_CT.translation().z() = 0.029;
  const ContactStatistics& total = pair.evaluate(X_CT).total;
  REQUIRE(total.max_pressure > 0);
  CHECK(figure("max_pressure") == Approx(total.max_pressure).epsilon(1e-9));
  CHECK(figure("contact_force_z") == Approx(total.contact_force.z()).epsilon(1e-9));
  const json summary = json::parse(file_content(model.folder / "out" / "summary.json"));
  CHECK(summary.at("formulations").at("touch") == "elastic_layer");
  CHECK(summary.at("force_direction") == "target");
  CHECK_THAT(run.errors, !Catch::Contains("nodes"));
  const ProgramRun coarse =
      model.analyze("--every 20 --formulation elastic_layer --rigid ball --node-spacing 0.004");
  CHECK(coarse.exit_code == 0);
  CHECK_THAT(coarse.errors, Catch::Contains("warning: contact touch: at most ") &&
                                Catch::Contains("nodes of its elastic layer press"));

  const ProgramRun unknown = model.analyze("--formulation elastic_layer --rigid bal");
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.errors, Catch::Contains("rigid mesh bal:") && Catch::Contains("ball"));
  CHECK(model.analyze("--rigid ball").exit_code == 2);
}

}  // namespace condyle::test::analyze_command_tests
