#include <catch2/catch.hpp>
#include <chrono>

#include "condyle/opensim/osim_model.h"
#include "core/mesh/temporary_folder.h"
#include "core/opensim/osim_text.h"

namespace condyle::test::osim_file_tests {

using namespace opensim;

namespace {

OsimModel read(const OsimText& parts) {
  const TemporaryFolder folder;
  return read_osim(folder.write("leg.osim", parts.text()));
}

std::string complaint(const std::string& text) {
  const TemporaryFolder folder;
  const auto file = folder.write("leg.osim", text);
  return input_error_of([&] { read_osim(file); });
}

const ModelReport::Line* line_of(const OsimModel& model, const std::string& what) {
  for (const auto& line : model.report.lines) {
    if (line.what == what) return &line;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("bodies, frames in frames, joints and coordinates of a model", "[model][osim]") {
  OsimText parts;
  // The first frame is on the second, which comes later in the file.
  parts.frames = R"(<PhysicalOffsetFrame name="outer"><socket_parent>../inner</socket_parent>
      <translation>0 0 1</translation><orientation>0 0 0</orientation></PhysicalOffsetFrame>
    <PhysicalOffsetFrame name="inner"><socket_parent>..</socket_parent>
      <translation>1 0 0</translation><orientation>1.5707963267948966 0 0</orientation></PhysicalOffsetFrame>)";
  const OsimModel model = read(parts);
  CHECK(model.name == "leg");
  CHECK(model.version == 40000);
  CHECK(model.gravity == Eigen::Vector3d(0, -9.81, 0));
  REQUIRE(model.bodies.size() == 3);
  CHECK(model.bodies[1].mass == 8);
  CHECK(model.bodies[1].I_BBcm.diagonal() == Eigen::Vector3d(0.1, 0.2, 0.3));
  const auto outer = std::find_if(model.frames.begin(), model.frames.end(),
                                  [](const OsimFrame& f) { return f.name == "outer"; });
  REQUIRE(outer != model.frames.end());
  CHECK(outer->path == "/bodyset/thigh/outer");
  CHECK(outer->body == 1);
  CHECK((outer->X_BF.translation() - Eigen::Vector3d(1, -1, 0)).norm() < 1e-15);
  REQUIRE(model.coordinates.size() == 3);
  CHECK(model.coordinates[0].path == "/jointset/hip/hip_flexion");
  CHECK(model.coordinates[0].default_value == 0.1);
  CHECK(model.coordinates[0].motion == OsimMotion::rotational);
  CHECK(model.coordinates[1].motion == OsimMotion::rotational);
  CHECK(model.coordinates[2].motion == OsimMotion::translational);
  CHECK(model.report.lines.empty());
}

TEST_CASE("strands, wraps and points of all kinds", "[model][osim]") {
  OsimText parts;
  parts.wraps =
      R"(<WrapCylinder name="rod"><xyz_body_rotation>0 0 1</xyz_body_rotation><translation>0 -0.4 0</translation><quadrant>+x</quadrant><radius>0.02</radius><length>0.1</length></WrapCylinder>
<WrapSphere name="ball"><radius>0.03</radius></WrapSphere>
<WrapTorus name="ring"><inner_radius>0.01</inner_radius><outer_radius>0.02</outer_radius><active>false</active></WrapTorus>
<WrapEllipsoid name="egg"><dimensions>0.01 0.02 0.03</dimensions></WrapEllipsoid>)";
  const std::string points =
      R"(<PathPoint name="a"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><location>1 2 3</location></PathPoint>
<MovingPathPoint name="m"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><socket_x_coordinate>/jointset/knee/flexion</socket_x_coordinate><socket_y_coordinate>/jointset/knee/flexion</socket_y_coordinate>
 <SimmSpline name="x_location"><x>0 1</x><y>0 2</y></SimmSpline><Constant name="y_location"><value>0.5</value></Constant></MovingPathPoint>
<ConditionalPathPoint name="c"><socket_parent_frame>/bodyset/shank</socket_parent_frame><location>0 1 0</location><socket_coordinate>/jointset/hip/hip_flexion</socket_coordinate><range>-1 0.5</range></ConditionalPathPoint>
<PathPoint name="b"><socket_parent_frame>../../../../bodyset/shank</socket_parent_frame><location>0 0 0</location></PathPoint>)";
  parts.forces =
      OsimText::strand("ACL1",
                       "<linear_stiffness>500</linear_stiffness><slack_length>0.03</slack_length>"
                       "<transition_strain>0.05</transition_strain>",
                       points,
                       "<PathWrap><wrap_object>rod</wrap_object><range>2 -1</range></PathWrap>") +
      R"(<Thelen2003Muscle name="vastus"><GeometryPath><PathPointSet><objects>
<PathPoint name="a"><socket_parent_frame>/ground</socket_parent_frame><location>0 0 0</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame><location>0 0 0</location></PathPoint></objects></PathPointSet></GeometryPath></Thelen2003Muscle>)";
  const OsimModel model = read(parts);
  REQUIRE(model.wraps.size() == 4);
  CHECK(model.wraps[0].kind == OsimWrapKind::cylinder);
  CHECK(model.wraps[0].quadrant == "x");
  CHECK(model.wraps[0].frame == 1);
  CHECK(model.wraps[0].X_FW.translation() == Eigen::Vector3d(0, -0.4, 0));
  CHECK(model.wraps[0].X_FW.linear()(1, 0) == Approx(std::sin(1.0)));
  CHECK_FALSE(model.wraps[2].active);
  CHECK(model.wraps[3].semi_axes == Eigen::Vector3d(0.01, 0.02, 0.03));
  REQUIRE(model.ligaments.size() == 1);
  const OsimLigament& ligament = model.ligaments[0];
  CHECK(ligament.strand.name == "ACL1");
  CHECK(ligament.strand.transition_strain == 0.05);
  CHECK(ligament.strand.damping_coefficient == 0.003);
  REQUIRE(ligament.path.points.size() == 4);
  CHECK(ligament.path.points[1].moving[0].coordinate == 1);
  CHECK(ligament.path.points[1].p_F.y() == 0.5);
  CHECK(ligament.path.points[2].condition == 0);
  CHECK(ligament.path.points[3].frame == 2);
  REQUIRE(ligament.path.wraps.size() == 1);
  CHECK(ligament.path.wraps[0].wrap == 0);
  CHECK(ligament.path.wraps[0].first == 1);
  CHECK(ligament.path.wraps[0].last == -1);
  REQUIRE(model.muscles.size() == 1);
  REQUIRE(line_of(model, "Thelen2003Muscle"));
  CHECK(line_of(model, "Thelen2003Muscle")->count == 1);
}

TEST_CASE("contacts of the newer and of the older layout", "[model][osim]") {
  OsimText parts;
  parts.contact_meshes =
      R"(<Smith2018ContactMesh name="femur"><socket_frame>/bodyset/thigh</socket_frame><mesh_file>f.stl</mesh_file><elastic_modulus>5e6</elastic_modulus><poissons_ratio>0.45</poissons_ratio><thickness>0.003</thickness><scale_factors>1 2 1</scale_factors></Smith2018ContactMesh>
<Smith2018ContactMesh name="tibia"><socket_frame>/bodyset/shank</socket_frame><mesh_file>t.stl</mesh_file><poissons_ratio>0.4</poissons_ratio><mesh_back_file>b.stl</mesh_back_file></Smith2018ContactMesh>)";
  parts.forces =
      R"(<Smith2018ArticularContactForce name="new"><socket_casting_mesh>/contactgeometryset/tibia</socket_casting_mesh><socket_target_mesh>/contactgeometryset/femur</socket_target_mesh><min_proximity>-0.001</min_proximity><max_proximity>0.02</max_proximity><elastic_foundation_formulation>nonlinear</elastic_foundation_formulation><use_lumped_contact_model>false</use_lumped_contact_model></Smith2018ArticularContactForce>
<Smith2018ArticularContactForce name="old"><socket_casting_mesh>tibia</socket_casting_mesh><socket_target_mesh>femur</socket_target_mesh>
<Smith2018ArticularContactForce::ContactParameters name="target_mesh_contact_params"><elastic_modulus>7e6</elastic_modulus><poissons_ratio>0.3</poissons_ratio><thickness>0.004</thickness><use_variable_thickness>false</use_variable_thickness></Smith2018ArticularContactForce::ContactParameters>
</Smith2018ArticularContactForce>)";
  const OsimModel model = read(parts);
  REQUIRE(model.contacts.size() == 2);
  CHECK(model.contact_meshes[0].scale == Eigen::Vector3d(1, 2, 1));
  CHECK(model.contact_meshes[1].layer.elastic_modulus == 1e6);
  CHECK_FALSE(model.contact_meshes[1].variable_thickness);
  const OsimContact& now = model.contacts[0];
  CHECK(now.casting == 1);
  CHECK(now.target == 0);
  CHECK(now.settings.min_proximity == -0.001);
  CHECK(now.settings.formulation == Formulation::nonlinear);
  CHECK_FALSE(now.settings.lumped);
  CHECK_FALSE(now.casting_layer);
  const OsimContact& old = model.contacts[1];
  CHECK(old.settings.max_proximity == 0.01);
  CHECK(old.settings.lumped);
  REQUIRE(old.target_layer);
  CHECK(old.target_layer->elastic_modulus == 7e6);
  CHECK(old.target_layer->thickness == 0.004);
}

TEST_CASE("what is ignored or changed on import is listed once, with its count", "[model][osim]") {
  OsimText parts;
  parts.constraints = R"(<WeldConstraint name="a"/><WeldConstraint name="b"/>)";
  parts.forces = R"(<BushingForce name="b"/>)" +
                 OsimText::strand("off", "<appliesForce>false</appliesForce>") +
                 OsimText::strand("shown",
                                  "<appliesForce>false</appliesForce>"
                                  "<slack_length>0.03</slack_length>") +
                 OsimText::strand("odd", "<slack_length>0.03</slack_length><colour>1</colour>");
  parts.wraps = R"(<WrapCone name="cone"/>)";
  parts.sets =
      R"(<ControllerSet><objects><PrescribedController name="c"/></objects></ControllerSet>)";
  parts.joint =
      R"(<EllipsoidJoint name="knee"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><socket_child_frame>/bodyset/shank</socket_child_frame></EllipsoidJoint>)";
  const OsimModel model = read(parts);
  REQUIRE(model.ligaments.size() == 2);  // what applies no force is computed and shown
  CHECK_FALSE(model.ligaments[0].strand.applies_force);
  CHECK(model.ligaments[1].strand.applies_force);
  for (const char* what :
       {"WeldConstraint", "BushingForce", "Blankevoort1991Ligament switched off",
        "Blankevoort1991Ligament.colour", "WrapCone", "PrescribedController", "EllipsoidJoint"}) {
    CAPTURE(what);
    REQUIRE(line_of(model, what));
    CHECK_FALSE(line_of(model, what)->consequence.empty());
  }
  CHECK(line_of(model, "WeldConstraint")->count == 2);
}

TEST_CASE("a model of a hundred thousand unknown types has a short report, and is read soon",
          "[model][osim]") {
  constexpr int k_types = 100000;
  OsimText parts;
  for (int i = 0; i < k_types; ++i) parts.forces += fmt::format("<Force{} name=\"f{}\"/>", i, i);
  const auto begin = std::chrono::steady_clock::now();
  const OsimModel model = read(parts);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  CHECK(taken.count() < 20);  // some 0.5 s; comparing each with each would take minutes
  CHECK(model.report.lines.size() < 210);
  CHECK(to_text(model.report).size() < 100000);
  int counted = 0;
  for (const ModelReport::Line& line : model.report.lines) counted += line.count;
  CHECK(counted >= k_types);
}

TEST_CASE("a model of version 3 holds joints in bodies", "[model][osim]") {
  const TemporaryFolder folder;
  const OsimModel model = read_osim(folder.write("old.osim", R"(<?xml version="1.0"?>
<OpenSimDocument Version="30000"><Model name="old"><BodySet name=""><objects>
 <Body name="ground"><Joint/></Body>
 <Body name="thigh"><mass>1</mass><inertia_xx>0.5</inertia_xx><Joint><CustomJoint name="hip">
  <parent_body>ground</parent_body><location_in_parent>0 1 0</location_in_parent><orientation_in_parent>0 0 0</orientation_in_parent>
  <location>0 0.2 0</location><orientation>0 0 0</orientation>
  <CoordinateSet><objects><Coordinate name="hip_flexion"/></objects></CoordinateSet>
  <SpatialTransform><TransformAxis name="rotation1"><coordinates>hip_flexion</coordinates><axis>0 0 1</axis>
   <function><LinearFunction><coefficients>1 0</coefficients></LinearFunction></function></TransformAxis></SpatialTransform>
 </CustomJoint></Joint>
 <WrapObjectSet><objects><WrapSphere name="ball"><radius>0.1</radius></WrapSphere></objects></WrapObjectSet></Body>
</objects></BodySet><ForceSet><objects>
<Ligament name="band"><isDisabled>false</isDisabled><GeometryPath><PathPointSet><objects>
<PathPoint name="a"><location>0 0 0</location><body>ground</body></PathPoint>
<PathPoint name="b"><location>0 0.1 0</location><body>thigh</body></PathPoint></objects></PathPointSet></GeometryPath>
<resting_length>0.5</resting_length><pcsa_force>100</pcsa_force>
<force_length_curve><NaturalCubicSpline><x>0 1 1.1 1.2</x><y>0 0 0.2 0.9</y></NaturalCubicSpline></force_length_curve></Ligament>
</objects></ForceSet></Model></OpenSimDocument>)"));
  REQUIRE(model.bodies.size() == 2);
  CHECK(model.bodies[1].I_BBcm(0, 0) == 0.5);
  REQUIRE(model.joints.size() == 1);
  CHECK(model.coordinates.at(0).path == "/jointset/hip/hip_flexion");
  CHECK(model.frames[model.joints[0].parent_frame].body == 0);
  CHECK(model.frames[model.joints[0].child_frame].X_BF.translation().y() == 0.2);
  CHECK(model.wraps.at(0).frame == 1);
  CHECK(model.curve_ligaments.at(0).path.points.at(1).frame == 1);
}

TEST_CASE("a damaged model gives one error with file, place and remedy", "[model][osim]") {
  OsimText circle, lonely, nowhere, no_axis, function, no_number, few_points, slack, quadrant, side,
      ratio, twice;
  circle.frames =
      R"(<PhysicalOffsetFrame name="p"><socket_parent>../q</socket_parent></PhysicalOffsetFrame><PhysicalOffsetFrame name="q"><socket_parent>../p</socket_parent></PhysicalOffsetFrame>)";
  lonely.frames =
      R"(<PhysicalOffsetFrame name="p"><socket_parent>../p</socket_parent></PhysicalOffsetFrame>)";
  nowhere.forces = OsimText::strand(
      "s", "<slack_length>1</slack_length>",
      R"(<PathPoint name="a"><socket_parent_frame>/bodyset/tigh</socket_parent_frame></PathPoint>)");
  no_axis.joint =
      R"(<CustomJoint name="k"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/shank</socket_child_frame><SpatialTransform><TransformAxis name="rotation1"><axis>0 0 0</axis></TransformAxis></SpatialTransform></CustomJoint>)";
  function.joint =
      R"(<CustomJoint name="k"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/shank</socket_child_frame><coordinates><Coordinate name="c"/></coordinates><SpatialTransform><TransformAxis name="rotation1"><coordinates>c</coordinates><SimmSpline name="function"><x>0 2 1</x><y>0 1 2</y></SimmSpline></TransformAxis></SpatialTransform></CustomJoint>)";
  no_number.frames =
      R"(<PhysicalOffsetFrame name="p"><socket_parent>..</socket_parent><translation>0 nan 0</translation></PhysicalOffsetFrame>)";
  few_points.forces = OsimText::strand(
      "s", "<slack_length>1</slack_length>",
      "<PathPoint name=\"a\"><socket_parent_frame>/ground</socket_parent_frame></PathPoint>");
  slack.forces = OsimText::strand("s", "<slack_length>0</slack_length>");
  quadrant.wraps = R"(<WrapSphere name="w"><radius>1</radius><quadrant>up</quadrant></WrapSphere>)";
  side.forces =
      R"(<Smith2018ArticularContactForce name="c"><socket_casting_mesh>/contactgeometryset/none</socket_casting_mesh></Smith2018ArticularContactForce>)";
  ratio.forces = OsimText::strand("s", "<slack_length>1</slack_length>", "",
                                  "<PathWrap><wrap_object>rod</wrap_object></PathWrap>");
  twice.frames =
      R"(<PhysicalOffsetFrame name="twin"><socket_parent>..</socket_parent></PhysicalOffsetFrame><PhysicalOffsetFrame name="inner"><socket_parent>..</socket_parent><components><PhysicalOffsetFrame name="twin"><socket_parent>..</socket_parent></PhysicalOffsetFrame></components></PhysicalOffsetFrame>)";
  twice.forces = OsimText::strand(
      "s", "<slack_length>1</slack_length>",
      R"(<PathPoint name="a"><socket_parent_frame>twin</socket_parent_frame></PathPoint>)");
  const std::string whole = OsimText().text();
  std::string deep, laughs = "<!DOCTYPE lolz [<!ENTITY lol \"lol\">";
  for (int i = 0; i < 200000; ++i) deep += "<a>";
  for (int i = 1; i < 30; ++i) {
    laughs += fmt::format("<!ENTITY lol{} \"&lol{};&lol{};\">", i, i - 1, i - 1);
  }
  laughs += "]><OpenSimDocument Version=\"40000\"><Model name=\"&lol29;\"/></OpenSimDocument>";
  const auto [text, words] = GENERATE_COPY(table<std::string, std::vector<std::string>>({
      {whole.substr(0, whole.size() / 2), {"leg.osim", "line", "not valid XML"}},
      {"not xml at all", {"not valid XML"}},
      {"<html><body/></html>", {"<OpenSimDocument>"}},
      {deep, {"leg.osim"}},
      {laughs, {"leg.osim", "line 1", "<!ENTITY>"}},
      {circle.text(), {"<PhysicalOffsetFrame", "back to itself"}},
      {lonely.text(), {"<PhysicalOffsetFrame 'p'>", "back to itself"}},
      {nowhere.text(), {"line", "'/bodyset/tigh'", "'thigh'"}},
      {no_axis.text(), {"<TransformAxis 'rotation1'>", "no length"}},
      {function.text(), {"<SimmSpline", "does not ascend"}},
      {no_number.text(), {"<translation>", "'nan'"}},
      {few_points.text(), {"<Blankevoort1991Ligament 's'>", "at least two"}},
      {slack.text(), {"<Blankevoort1991Ligament 's'>", "slack"}},
      {quadrant.text(), {"<WrapSphere 'w'>", "'up'"}},
      {side.text(), {"<Smith2018ArticularContactForce 'c'>", "none"}},
      {ratio.text(), {"<PathWrap>", "'rod'"}},
      {twice.text(), {"2 frames", "'twin'", "path"}},
  }));
  CAPTURE(text.substr(0, 300));
  const std::string message = complaint(text);
  CAPTURE(message);
  CHECK(message.size() < 1000);
  for (const std::string& word : words) CHECK_THAT(message, Catch::Contains(word));
}

}  // namespace condyle::test::osim_file_tests
