// A model scaled body by body, as OpenSim's ScaleTool does.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <sstream>

#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_scale.h"
#include "condyle/opensim/osim_scene.h"
#include "core/mesh/temporary_folder.h"
#include "core/opensim/osim_text.h"
#include "core/opensim/src/osim_path_tracer.h"

namespace condyle::test::osim_scale_tests {

using namespace opensim;
using Eigen::Vector3d;

namespace {

/// A leg in which each kind of thing that is scaled is fixed to the thigh, the shank or both.
OsimText leg() {
  OsimText parts;
  parts.frames =
      R"(<PhysicalOffsetFrame name="graft"><socket_parent>..</socket_parent><translation>0.01 0.02 0.03</translation>
    <attached_geometry><Mesh name="m"><mesh_file>m.stl</mesh_file></Mesh></attached_geometry></PhysicalOffsetFrame>)";
  parts.wraps =
      R"(<WrapCylinder name="rod"><xyz_body_rotation>0 0 0</xyz_body_rotation><translation>0.02 -0.39 0</translation><radius>0.012</radius><length>0.2</length></WrapCylinder>
<WrapEllipsoid name="egg"><translation>0 0.2 0</translation><dimensions>0.01 0.02 0.03</dimensions></WrapEllipsoid>
<WrapSphere name="ball"><translation>1 1 1</translation></WrapSphere>
<WrapTorus name="ring"><translation>0 0.3 0</translation><inner_radius>0.01</inner_radius><outer_radius>0.02</outer_radius></WrapTorus>)";
  parts.forces =
      OsimText::strand("ACL", "<slack_length>0.07</slack_length>") +
      OsimText::strand(
          "wrapped", "<slack_length>0.1</slack_length>",
          R"(<PathPoint name="a"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><location>0.04 -0.35 0.01</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame><location>0.015 -0.05 0</location></PathPoint>)",
          "<PathWrap><wrap_object>rod</wrap_object></PathWrap>") +
      R"(<Ligament name="MCL"><GeometryPath><PathPointSet><objects>
<PathPoint name="a"><socket_parent_frame>/ground</socket_parent_frame><location>0.1 -0.2 0</location></PathPoint>
<MovingPathPoint name="m"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><socket_x_coordinate>/jointset/knee/flexion</socket_x_coordinate>
 <SimmSpline name="x_location"><x>-1 1</x><y>0.01 0.03</y></SimmSpline><Constant name="y_location"><value>-0.3</value></Constant></MovingPathPoint>
<ConditionalPathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame><location>0 0.02 0</location><socket_coordinate>/jointset/knee/flexion</socket_coordinate><range>-1 1</range></ConditionalPathPoint>
</objects></PathPointSet></GeometryPath><resting_length>0.5</resting_length></Ligament>
<Thelen2003Muscle name="vastus"><GeometryPath><PathPointSet><objects>
<PathPoint name="a"><socket_parent_frame>/bodyset/thigh/graft</socket_parent_frame><location>0.01 0 0</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame><location>0 -0.1 0</location></PathPoint></objects></PathPointSet></GeometryPath>
<optimal_fiber_length>0.1</optimal_fiber_length><tendon_slack_length>0.2</tendon_slack_length></Thelen2003Muscle>
<Smith2018ArticularContactForce name="rest"><socket_casting_mesh>tibia</socket_casting_mesh><socket_target_mesh>femur</socket_target_mesh></Smith2018ArticularContactForce>
<PointToPointSpring name="spring"/>)";
  parts.contact_meshes =
      R"(<Smith2018ContactMesh name="femur"><socket_frame>/bodyset/thigh</socket_frame><mesh_file>f.stl</mesh_file><location>0.01 -0.4 0</location><thickness>0.003</thickness><scale_factors>1 1.5 1</scale_factors></Smith2018ContactMesh>
<Smith2018ContactMesh name="tibia"><socket_frame>/bodyset/shank</socket_frame><mesh_file>t.stl</mesh_file></Smith2018ContactMesh>)";
  parts.sets =
      R"(<MarkerSet name="markerset"><objects><Marker name="knee"><socket_parent_frame>/bodyset/shank</socket_parent_frame><location>0.1 0.2 0.3</location></Marker></objects></MarkerSet>)";
  return parts;
}

/// The lengths of all strands in the default pose.
std::vector<double> lengths(const OsimModel& model) {
  const OsimKinematics kinematics(model);
  const OsimState state = default_state(model, kinematics);
  OsimBodies bodies;
  kinematics.evaluate(state, bodies);
  ModelReport report;
  std::vector<double> all;
  const auto add = [&](const OsimPath& path) {
    OsimPathTracer tracer(model, path, "path", report);
    all.push_back(tracer.trace(state, bodies).length);
  };
  for (const OsimLigament& ligament : model.ligaments) add(ligament.path);
  for (const OsimCurveLigament& ligament : model.curve_ligaments) add(ligament.path);
  return all;
}

std::vector<double> slack_lengths(const OsimModel& model) {
  std::vector<double> all;
  for (const OsimLigament& ligament : model.ligaments) all.push_back(ligament.strand.slack_length);
  for (const OsimCurveLigament& ligament : model.curve_ligaments)
    all.push_back(ligament.resting_length);
  return all;
}

int line_count_of(const ModelReport& report, const std::string& what) {
  const auto line = std::ranges::find(report.lines, what, &ModelReport::Line::what);
  return line == report.lines.end() ? 0 : line->count;
}

void check_near(const Vector3d& a, const Vector3d& b) { CHECK((a - b).norm() < 1e-15); }

struct LegModel {
  explicit LegModel(const OsimText& parts = leg())
      : text(parts.text()), model(read_osim(folder.write("leg.osim", text))) {}
  OsimScaled scaled_by(std::initializer_list<OsimBodyScale> scales) const {
    return scaled(model, std::vector(scales));
  }
  TemporaryFolder folder;
  std::string text;
  OsimModel model;
};

const Vector3d k_thigh{1.5, 1.25, 0.5}, k_shank{1, 2, 1};

}  // namespace

TEST_CASE("a model scaled by one is its file, byte for byte", "[model][osim][scale]") {
  const LegModel leg;
  const OsimScaled same = leg.scaled_by({{"", Vector3d::Ones()}, {"thigh", Vector3d::Ones()}});
  CHECK(*same.model.text == leg.text);
  CHECK(same.lengths == 0);
  CHECK(*leg.scaled_by({}).model.text == leg.text);
}

TEST_CASE("a model scaled by two in all directions is similar to the old one, and keeps strains",
          "[model][osim][scale]") {
  OsimText parts = leg();
  // The knee's default translation is part of the pose.
  const std::string slide = R"(<Coordinate name="slide"/>)";
  std::string joint = OsimText::knee();
  joint.replace(
      joint.find(slide), slide.size(),
      R"(<Coordinate name="slide"><default_value>0.02</default_value><range>-1 1</range></Coordinate>)");
  // A translation by its own coordinate, and another one that follows the flexion.
  const std::string both = "flexion slide</coordinates><axis>1 0 0</axis>";
  joint.replace(joint.find(both), both.size(), "flexion</coordinates><axis>1 0 0</axis>");
  const std::string two = "<coefficients>0.01 2 0.001</coefficients>";
  joint.replace(joint.find(two), two.size(), "<coefficients>0.01 0.001</coefficients>");
  parts.joint = joint;
  const LegModel leg(parts);
  const OsimScaled twice = leg.scaled_by({{"", Vector3d::Constant(2)}});
  const std::vector<double> before = lengths(leg.model), after = lengths(twice.model);
  const std::vector<double> slack = slack_lengths(leg.model), now = slack_lengths(twice.model);
  REQUIRE(after.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(after[i] == Approx(2 * before[i]).epsilon(1e-12));  // a geodesic's tolerance
    CHECK(after[i] / now[i] == Approx(before[i] / slack[i]).epsilon(1e-14));
  }
  CHECK(twice.lengths == 4);
  CHECK(twice.model.contact_meshes[0].scale == Vector3d(2, 3, 2));
  CHECK(twice.model.contact_meshes[1].scale == Vector3d(2, 2, 2));
  CHECK(twice.model.contact_meshes[0].layer.thickness == 0.006);
  CHECK(twice.model.contact_meshes[1].layer.thickness == 0.01);  // the default, doubled
  CHECK(twice.model.meshes[0].scale == Vector3d(2, 2, 2));
  CHECK(twice.model.coordinates[2].default_value == 0.04);
  CHECK(twice.model.coordinates[2].range[1] == 2);
  CHECK(twice.model.coordinates[0].default_value == 0.1);  // an angle
  CHECK(twice.model.bodies[1].mass == 8);
  CHECK(twice.model.bodies[1].p_BoBcm == Vector3d(0, -0.4, 0));
  CHECK(twice.model.bodies[1].I_BBcm.diagonal() == Vector3d(0.4, 0.8, 1.2));
  // And back again: the numbers are powers of two times the old ones.
  const OsimScaled back =
      scaled(twice.model, std::array{OsimBodyScale{"", Vector3d::Constant(0.5)}});
  CHECK(slack_lengths(back.model)[0] == Approx(slack[0]).epsilon(1e-14));
  CHECK(back.model.contact_meshes[0].scale == leg.model.contact_meshes[0].scale);
}

TEST_CASE("each body scales what is fixed to it along its axes", "[model][osim][scale]") {
  const LegModel leg;
  const OsimScaled result = leg.scaled_by({{"thigh", k_thigh}, {"shank", k_shank}});
  const OsimModel& model = result.model;
  const auto frame = [&](const char* name) {
    return *std::ranges::find(model.frames, name, &OsimFrame::name);
  };
  check_near(frame("graft").X_PF.translation(), {0.015, 0.025, 0.015});
  check_near(frame("thigh_end").X_PF.translation(), {0, -0.5, 0});
  check_near(model.bodies[1].p_BoBcm, {0, -0.25, 0});
  check_near(model.ligaments[0].path.points[0].p_F, {0.03, -0.475, 0.005});
  check_near(model.ligaments[0].path.points[1].p_F, {0.01, -0.1, 0.02});
  check_near(model.wraps[0].X_FW.translation(), {0.03, -0.4875, 0});
  CHECK(model.wraps[0].radius == Approx(0.012 * 1.375));
  CHECK(model.wraps[0].length == Approx(0.1));
  check_near(model.wraps[1].semi_axes, {0.015, 0.025, 0.015});
  CHECK(model.wraps[2].radius == Approx(0.05 * 3.25 / 3));  // OpenSim's default radius
  CHECK(model.wraps[3].inner_radius == Approx(0.01375));
  CHECK(model.wraps[3].outer_radius == Approx(0.0275));
  const OsimPath& mcl = model.curve_ligaments[0].path;
  check_near(mcl.points[0].p_F, {0.1, -0.2, 0});  // on the ground
  CHECK(mcl.points[1].moving[0].function.value(std::array{1.0}) == Approx(0.045));
  CHECK(mcl.points[1].p_F.y() == Approx(-0.375));
  check_near(mcl.points[2].p_F, {0, 0.04, 0});
  check_near(model.contact_meshes[0].scale, {1.5, 1.875, 0.5});
  check_near(model.contact_meshes[0].X_FM.translation(), {0.015, -0.5, 0});
  CHECK(model.contact_meshes[0].layer.thickness == Approx(0.003 * 3.25 / 3));
  CHECK(model.contact_meshes[1].layer.thickness == Approx(0.005 * 4 / 3));
  check_near(model.meshes[0].scale, k_thigh);
  CHECK_THAT(*model.text, Catch::Contains("<location>0.1 0.4 0.3</location></Marker>"));
  // The knee's translations are in the thigh: along x and y by functions of the flexion.
  for (const double q : {0.0, 0.3}) {
    const std::array both{q, 0.01};
    const std::array one{q};
    const auto& was = leg.model.joints[1].axes;
    const auto& is = model.joints[1].axes;
    CHECK(is[3].function.value(both) == Approx(1.5 * was[3].function.value(both)));
    CHECK(is[4].function.value(one) == Approx(1.25 * was[4].function.value(one)));
    CHECK(is[5].function.value(one) == was[5].function.value(one));  // a coordinate
    CHECK(is[0].function.value(one) == was[0].function.value(one));  // an angle
  }
  // The path of the ACL, by hand: the knee's frame on the thigh, and the shank's frame in it.
  const OsimKinematics kinematics(model);
  const OsimState state = default_state(model, kinematics);
  OsimBodies bodies;
  kinematics.evaluate(state, bodies);
  const Vector3d a = bodies.X_GB[1] * Vector3d(0.03, -0.475, 0.005);
  const Vector3d b = bodies.X_GB[2] * Vector3d(0.01, -0.1, 0.02);
  const std::vector<double> before = lengths(leg.model);
  CHECK(lengths(model)[0] == Approx((a - b).norm()).epsilon(1e-14));
  CHECK(model.ligaments[0].strand.slack_length ==
        Approx(0.07 * (a - b).norm() / before[0]).epsilon(1e-14));
  CHECK(line_count_of(result.report, "PointToPointSpring") == 1);
}

TEST_CASE("the inertia is that of the deformed body", "[model][osim][scale]") {
  // Eight grains of a thigh, and where the scaled thigh has them; random, with their sums in the
  // file.
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::normal_distribution<double> place;
  std::vector<Vector3d> grains;
  for (int i = 0; i < 4; ++i) {
    grains.emplace_back(place(random), place(random), place(random));
    grains.push_back(-grains.back());  // the centre of mass stays at the origin
  }
  const auto inertia = [&](const Vector3d& factors) {
    Eigen::Matrix3d I = Eigen::Matrix3d::Zero();
    for (const Vector3d& grain : grains) {
      const Vector3d r = grain.cwiseProduct(factors);
      I += r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose();
    }
    return I;
  };
  const Eigen::Matrix3d I = inertia(Vector3d::Ones());
  OsimText parts;
  parts.bodies = fmt::format(
      "<Body name=\"new\"><mass>8</mass><inertia>{} {} {} {} {} {}</inertia></Body><Body "
      "name=\"old\"><mass>8</mass><inertia_xx>{}</inertia_xx><inertia_yy>{}</inertia_yy>"
      "<inertia_zz>{}</inertia_zz><inertia_xy>{}</inertia_xy><inertia_xz>{}</inertia_xz>"
      "<inertia_yz>{}</inertia_yz></Body>",
      I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2), I(0, 0), I(1, 1), I(2, 2), I(0, 1),
      I(0, 2), I(1, 2));
  const LegModel leg(parts);
  const OsimModel model = leg.scaled_by({{"new", k_thigh}, {"old", k_thigh}}).model;
  for (const int body : {3, 4}) CHECK(model.bodies[body].I_BBcm.isApprox(inertia(k_thigh), 1e-13));
}

TEST_CASE("couplers, joints of old files and contacts with their own layers are scaled",
          "[model][osim][scale]") {
  const std::string text =
      R"(<?xml version="1.0"?>
<OpenSimDocument Version="30000"><Model name="old">
 <BodySet><objects><Body name="ground"/>
  <Body name="femur"><Joint><WeldJoint name="hip"><parent_body>ground</parent_body><location_in_parent>1 2 3</location_in_parent><location>0.1 0.2 0.3</location></WeldJoint></Joint></Body>
  <Body name="patella"><Joint><CustomJoint name="pf"><parent_body>femur</parent_body><location_in_parent>0 -0.4 0</location_in_parent><location>0 0.01 0</location>
   <CoordinateSet><objects><Coordinate name="angle"/><Coordinate name="shift"><default_value>0.02</default_value></Coordinate></objects></CoordinateSet>
   <SpatialTransform><TransformAxis name="rotation1"><coordinates>angle</coordinates><axis>0 0 1</axis></TransformAxis>
    <TransformAxis name="translation1"><coordinates>shift</coordinates><axis>0 -1 0</axis><function><LinearFunction><coefficients>1 0.1</coefficients></LinearFunction></function></TransformAxis></SpatialTransform>
   </CustomJoint></Joint></Body></objects></BodySet>
 <ConstraintSet><objects><CoordinateCouplerConstraint name="c"><coupled_coordinates_function><SimmSpline><x>0 1 2</x><y>0.02 0.04 0.05</y></SimmSpline></coupled_coordinates_function>
  <independent_coordinate_names>angle</independent_coordinate_names><dependent_coordinate_name>shift</dependent_coordinate_name></CoordinateCouplerConstraint></objects></ConstraintSet>
 <ContactGeometrySet><objects>
  <Smith2018ContactMesh name="a"><body_name>femur</body_name><filename>a.stl</filename></Smith2018ContactMesh>
  <Smith2018ContactMesh name="b"><body_name>patella</body_name><filename>b.stl</filename><socket_scale_frame>/bodyset/femur</socket_scale_frame></Smith2018ContactMesh>
  <ContactSphere name="s"><body_name>femur</body_name><location>1 0 0</location><radius>0.1</radius></ContactSphere></objects></ContactGeometrySet>
 <ForceSet><objects><Smith2018ArticularContactForce name="k"><casting_mesh>a</casting_mesh><target_mesh>b</target_mesh>
  <casting_mesh_contact_params><ContactParameters><elastic_modulus>1e6</elastic_modulus><thickness>0.004</thickness></ContactParameters></casting_mesh_contact_params>
  </Smith2018ArticularContactForce></objects></ForceSet>
</Model></OpenSimDocument>)";
  const TemporaryFolder folder;
  const OsimModel before = read_osim(folder.write("old.osim", text));
  const OsimScaled result = scaled(before, std::array{OsimBodyScale{"femur", {1.5, 2, 2.5}}});
  const OsimModel& model = result.model;
  const auto placed = [&](int frame) -> Vector3d { return model.frames[frame].X_BF.translation(); };
  check_near(placed(model.joints[0].parent_frame), {1, 2, 3});
  check_near(placed(model.joints[0].child_frame), {0.15, 0.4, 0.75});
  check_near(placed(model.joints[1].parent_frame), {0, -0.8, 0});
  check_near(placed(model.joints[1].child_frame), {0, 0.01, 0});
  CHECK(model.coordinates[1].default_value == 0.04);
  CHECK(model.joints[1].axes[3].function.value(std::array{0.0}) == 0.2);
  CHECK(model.couplers[0].function.value(std::array{1.0}) == Approx(0.08));
  CHECK(model.contacts[0].casting_layer->thickness == 0.008);
  CHECK(model.contact_meshes[1].scale == Vector3d(1.5, 2, 2.5));  // by its <socket_scale_frame>
  CHECK(line_count_of(result.report,
                      "contact mesh b on another body than femur, its "
                      "<socket_scale_frame>") == 1);
  CHECK_THAT(*model.text, Catch::Contains("<location>1.5 0 0</location><radius>0.2</radius>"));
}

TEST_CASE("axes that are turned in their body are reported if the factors differ",
          "[model][osim][scale]") {
  OsimText parts;
  parts.frames =
      R"(<PhysicalOffsetFrame name="turned"><socket_parent>..</socket_parent><orientation>0.5 0 0</orientation></PhysicalOffsetFrame>)";
  parts.forces = OsimText::strand(
      "ACL", "<slack_length>0.03</slack_length>",
      R"(<PathPoint name="a"><socket_parent_frame>/bodyset/thigh/turned</socket_parent_frame><location>1 1 1</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame></PathPoint>)");
  const LegModel leg(parts);
  const char* const what = "point in the frame turned turned in its body";
  CHECK(line_count_of(leg.scaled_by({{"thigh", {1, 2, 1}}}).report, what) == 1);
  CHECK(line_count_of(leg.scaled_by({{"thigh", {2, 2, 2}}}).report, what) == 0);
}

TEST_CASE("changed values of a model are scaled with it", "[model][osim][scale]") {
  LegModel leg;
  leg.model.ligaments[0].strand.slack_length = 0.05;
  const OsimModel twice = leg.scaled_by({{"", Vector3d::Constant(2)}}).model;
  const double ratio = lengths(twice)[0] / lengths(leg.model)[0];
  CHECK(twice.ligaments[0].strand.slack_length == Approx(0.05 * ratio).epsilon(1e-14));
}

TEST_CASE("a ligament that is switched off is scaled too", "[model][osim][scale]") {
  OsimText parts;
  parts.forces = OsimText::strand(
      "off", "<appliesForce>false</appliesForce><slack_length>0.07</slack_length>",
      R"(<PathPoint name="a"><socket_parent_frame>/ground</socket_parent_frame><location>1 1 1</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/ground</socket_parent_frame><location>1 2 1</location></PathPoint>)");
  const LegModel leg(parts);
  CHECK_THAT(*leg.scaled_by({{"ground", Vector3d::Constant(2)}}).model.text,
             Catch::Contains("<slack_length>0.14</slack_length>") &&
                 Catch::Contains("<location>2 4 2</location>"));
}

TEST_CASE("forces that are switched off and cannot be read are scaled as far as they can be",
          "[model][osim][scale]") {
  const std::string off = "<appliesForce>false</appliesForce><slack_length>0.07</slack_length>";
  const std::string ends =
      R"(<PathPoint name="a"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><location>1 1 1</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame><location>1 2 1</location></PathPoint>)";
  OsimText parts;
  parts.forces =
      OsimText::strand("ACL", "<slack_length>0.03</slack_length>", ends) +
      OsimText::strand(
          "lost", off,
          R"(<PathPoint name="a"><socket_parent_frame>/bodyset/tigh</socket_parent_frame><location>1 1 1</location></PathPoint>)" +
              ends) +
      OsimText::strand(
          "short", off,
          R"(<PathPoint name="a"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><location>3 3 3</location></PathPoint>)") +
      OsimText::strand("nowhere", off,
                       R"(<PathPoint name="a"><location>1 1 1</location></PathPoint>)" + ends) +
      OsimText::strand(
          "coincident", off,
          R"(<PathPoint name="a"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><location>0.001 -0.499 0</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame><location>0 -0.1 0</location></PathPoint>)") +
      R"(<Thelen2003Muscle name="weak"><appliesForce>false</appliesForce><optimal_fiber_length>0.07</optimal_fiber_length><GeometryPath><PathPointSet><objects><PathPoint name="a"><location>1 1 1</location></PathPoint></objects></PathPointSet></GeometryPath></Thelen2003Muscle>)"
      R"(<Smith2018ArticularContactForce name="odd"><appliesForce>false</appliesForce><socket_casting_mesh>nothing</socket_casting_mesh><Smith2018ArticularContactForce::ContactParameters name="casting_mesh_contact_params"><thickness>0.004</thickness></Smith2018ArticularContactForce::ContactParameters></Smith2018ArticularContactForce>)";
  const LegModel leg(parts);
  const OsimScaled twice = leg.scaled_by({{"thigh", {2, 2, 2}}, {"shank", {1, 3, 1}}});
  CHECK(twice.lengths == 1);  // the ACL
  CHECK(twice.model.ligaments[0].strand.slack_length != 0.03);
  const std::string& text = *twice.model.text;
  CHECK_THAT(text,
             Catch::Contains("<location>6 6 6</location>"));  // of 'short', as in other forces
  CHECK_THAT(to_text(twice.report),
             Catch::Contains("odd (1): it cannot be read; its own layers are not scaled"));
  for (const char* name : {"lost", "short", "nowhere", "coincident"}) {
    const std::size_t at = text.find(std::string("name=\"") + name);
    CAPTURE(name);
    REQUIRE(at != std::string::npos);
    CHECK(text.find("<slack_length>0.07</slack_length>", at) < text.find("</Blankevoort", at));
    CHECK_THAT(to_text(twice.report), Catch::Contains(name));
  }
  CHECK_THAT(to_text(twice.report), Catch::Contains("weak") && Catch::Contains("switched off"));
  // The same model with these forces at work is refused, as before.
  for (std::size_t at = 0;
       (at = parts.forces.find("<appliesForce>false", at)) != std::string::npos;)
    parts.forces.replace(at, 19, "<appliesForce>true");
  CHECK_THROWS_AS(LegModel(parts), InputError);
}

TEST_CASE("a path without length has no slack length to scale", "[model][osim][scale]") {
  OsimText parts;
  // Both points are in one place, which the shank's factors part.
  parts.forces = OsimText::strand(
      "none", "<slack_length>0.07</slack_length>",
      R"(<PathPoint name="a"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><location>0.001 -0.499 0</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame><location>0 -0.1 0</location></PathPoint>)");
  const LegModel leg(parts);
  REQUIRE(lengths(leg.model)[0] < 1e-15);
  CHECK(leg.scaled_by({{"", Vector3d::Constant(1.1)}}).lengths == 0);
  CHECK_THAT(input_error_of([&] {
               leg.scaled_by({{"shank", {1, 2, 1}}});
             }),
             Catch::Contains("leg.osim, line") && Catch::Contains("'none'") &&
                 Catch::Contains("no length"));
}

TEST_CASE("factors that cannot be are refused", "[model][osim][scale]") {
  const LegModel leg;
  const auto complaint = [&](std::initializer_list<OsimBodyScale> scales) {
    return input_error_of([&] { leg.scaled_by(scales); });
  };
  CHECK_THAT(complaint({{"tigh", k_thigh}}),
             Catch::Contains("leg.osim: there is no body 'tigh'; did you mean 'thigh'? It has: ") &&
                 Catch::Contains("shank"));
  for (const double factor : {0.0, -1.0, std::nan(""), HUGE_VAL})
    CHECK_THAT(complaint({{"thigh", {1, factor, 1}}}), Catch::Contains("above 0"));
  CHECK_THAT(complaint({{"thigh", k_thigh}, {"thigh", k_thigh}}), Catch::Contains("twice"));
  CHECK_THAT(complaint({{"", k_thigh}, {"", k_thigh}}), Catch::Contains("twice"));
}

TEST_CASE("factors are read from OpenSim's scale sets", "[model][osim][scale]") {
  const TemporaryFolder folder;
  const std::string set =
      R"(<ScaleSet name="s"><objects><Scale name="a"><scales> 1.1 1 0.9</scales><segment>thigh</segment><apply>true</apply></Scale>
<Scale><scales>2 2 2</scales><segment>shank</segment><apply>false</apply></Scale></objects></ScaleSet>)";
  const auto read = [&](const std::string& inside) {
    return read_scale_set(
        folder.write("scales.xml", "<?xml version=\"1.0\"?>\n<OpenSimDocument Version=\"30000\">" +
                                       inside + "</OpenSimDocument>"));
  };
  for (const std::string& text :
       {set, "<ScaleTool name=\"t\"><ModelScaler>" + set + "</ModelScaler></ScaleTool>"}) {
    const std::vector<OsimBodyScale> scales = read(text);
    REQUIRE(scales.size() == 1);
    CHECK(scales[0].body == "thigh");
    CHECK(scales[0].factors == Vector3d(1.1, 1, 0.9));
  }
  CHECK_THAT(input_error_of([&] { read("<ScaleTool/>"); }),
             Catch::Contains("scales.xml: holds no") && Catch::Contains("<ScaleSet>"));
  CHECK_THAT(
      input_error_of([&] {
        read("<ScaleSet><Scale><scales>1 1 0</scales><segment>a</segment></Scale></ScaleSet>");
      }),
      Catch::Contains("scales.xml, line 2") && Catch::Contains("above 0"));
  CHECK_THAT(input_error_of([&] {
               read("<ScaleSet><Scale><scales/><segment>a</segment></Scale></ScaleSet>");
             }),
             Catch::Contains("scales.xml, line 2") && Catch::Contains("<scales>: holds no value"));
  CHECK_THAT(input_error_of([&] { read("<ScaleSet><Scale/></ScaleSet>"); }),
             Catch::Contains("<segment>"));
}

TEST_CASE("a published knee keeps its strains when it is scaled", "[model][osim][scale]") {
  const std::filesystem::path file = CONDYLE_SHARED_DIR "/data/dm-tka/DM.osim";
  if (!std::filesystem::exists(file)) {
    WARN("SKIPPED: no " << file.string());
    return;
  }
  const OsimModel model = read_osim(file);
  CHECK(*scaled(model, {}).model.text == file_content(file));
  const std::vector<double> before = lengths(model), slack = slack_lengths(model);
  for (const OsimBodyScale& scale : {OsimBodyScale{"", Vector3d::Constant(2)},
                                     OsimBodyScale{"femur_r", Vector3d(1.1, 0.95, 1.2)}}) {
    const bool is_uniform = scale.body.empty();
    const OsimModel result = scaled(model, std::array{scale}).model;
    const std::vector<double> after = lengths(result), now = slack_lengths(result);
    REQUIRE(after.size() == 149);
    int changed = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (is_uniform) CHECK(after[i] == Approx(2 * before[i]).epsilon(1e-9));
      CHECK(after[i] / now[i] == Approx(before[i] / slack[i]).epsilon(1e-12));
      if (after[i] != before[i]) ++changed;
    }
    CHECK(changed > 20);
    std::istringstream old_lines(file_content(file)), new_lines(*result.text);
    int lines = 0, more = 0;
    for (std::string was, is; std::getline(old_lines, was) && std::getline(new_lines, is);) {
      ++lines;
      if (was == is) continue;
      ++more;
      CHECK(was.substr(0, was.find('>')) == is.substr(0, is.find('>')));  // the same property
    }
    CHECK(lines > 16000);
    CHECK(more > 100);
  }
}

}  // namespace condyle::test::osim_scale_tests
