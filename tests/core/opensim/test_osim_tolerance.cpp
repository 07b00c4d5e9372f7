// Legitimate files that leave things to OpenSim's defaults, or hold a part that cannot be used.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/opensim/osim_scene.h"
#include "condyle/scene/scene_build.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "core/opensim/osim_text.h"
#include "core/src/mesh/topology.h"

namespace condyle::test::osim_tolerance_tests {

using namespace opensim;
using Eigen::Vector3d;

namespace {

OsimModel read(const OsimText& parts, const std::string& defaults = "") {
  const TemporaryFolder folder;
  std::string text = parts.text();
  text.insert(text.find("<Ground"), defaults);
  return read_osim(folder.write("leg.osim", text));
}

std::string consequence(const ModelReport& report, const std::string& what) {
  for (const ModelReport::Line& line : report.lines) {
    if (line.what.find(what) != std::string::npos) return line.what + ": " + line.consequence;
  }
  return "";
}

const std::string k_path =
    R"(<GeometryPath name="path"><PathPointSet><objects>
<PathPoint name="a"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><location>0 0 0</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame><location>0 0 0</location></PathPoint></objects></PathPointSet></GeometryPath>)";

std::string curve_ligament(const std::string& more) {
  return "<Ligament name=\"band\">" + k_path + "<resting_length>0.1</resting_length>" + more +
         "</Ligament>";
}

double force_at(const OsimModel& model, double stretch) {
  return model.curve_ligaments.at(0).curve.value(std::array{stretch});
}

std::string contact(const std::string& name, const std::string& properties) {
  return fmt::format(
      "<Smith2018ArticularContactForce name=\"{}\"><socket_casting_mesh>femur</socket_casting_mesh>"
      "<socket_target_mesh>tibia</socket_target_mesh>{}</Smith2018ArticularContactForce>",
      name, properties);
}

std::string contact_mesh(const std::string& name, const std::string& body,
                         const std::string& more = "") {
  return fmt::format(
      "<Smith2018ContactMesh name=\"{}\"><socket_frame>/bodyset/{}</socket_frame>"
      "<mesh_file>{}.stl</mesh_file><poissons_ratio>0.45</poissons_ratio>{}</Smith2018ContactMesh>",
      name, body, name, more);
}

OsimText two_contact_meshes() {
  OsimText parts;
  parts.contact_meshes = contact_mesh("femur", "thigh") + contact_mesh("tibia", "shank");
  return parts;
}

}  // namespace

TEST_CASE("a property that is missing has the value in <defaults>", "[model][osim]") {
  OsimText parts;
  parts.wraps =
      R"(<WrapSphere name="ball"/><WrapSphere name="small"><radius>0.01</radius></WrapSphere>)";
  parts.forces = OsimText::strand("stiff", "<slack_length>0.04</slack_length>") +
                 OsimText::strand("own",
                                  "<slack_length>0.04</slack_length>"
                                  "<linear_stiffness>7</linear_stiffness>") +
                 curve_ligament("");
  const OsimModel model = read(
      parts,
      R"(<defaults><Blankevoort1991Ligament name="default"><linear_stiffness>5000</linear_stiffness><transition_strain>0.03</transition_strain><shade>2</shade></Blankevoort1991Ligament>
<WrapSphere name="default"><radius>0.07</radius></WrapSphere><Coordinate name="default"><range>-2 1</range></Coordinate>
<Ligament name="default"><pcsa_force>30</pcsa_force><PiecewiseLinearFunction name="force_length_curve"><x>1 2</x><y>0 5</y></PiecewiseLinearFunction></Ligament></defaults>)");
  CHECK(model.ligaments.at(0).strand.linear_stiffness == 5000);
  CHECK(model.ligaments.at(0).strand.transition_strain == 0.03);
  CHECK(model.ligaments.at(1).strand.linear_stiffness == 7);
  CHECK(model.ligaments.at(1).strand.transition_strain == 0.03);
  CHECK(model.wraps.at(0).radius == 0.07);
  CHECK(model.wraps.at(1).radius == 0.01);
  CHECK(model.coordinates.at(0).range == std::array{-2.0, 1.0});
  CHECK(model.curve_ligaments.at(0).pcsa_force == 30);
  CHECK(force_at(model, 1.5) == Approx(2.5));
  CHECK_FALSE(consequence(model.report, "Blankevoort1991Ligament.shade").empty());
  CHECK(model.bodies.size() == 3);  // an object in <defaults> is not one of the model's
}

TEST_CASE("a comment inside a list of numbers hides nothing else", "[model][osim]") {
  for (const std::string list :
       {"1 <!-- slope --> 0.25", "<!--a-->1<!--b--> <!--c-->0.25<!--d-->", "<![CDATA[1 ]]>0.25"}) {
    CAPTURE(list);
    OsimText parts;
    parts.frames = fmt::format(
        "<PhysicalOffsetFrame name=\"p\"><socket_parent>..</socket_parent>"
        "<translation>{} 3</translation></PhysicalOffsetFrame>",
        list);
    CHECK(read(parts).frames.at(3).X_PF.translation() == Vector3d(1, 0.25, 3));
  }
}

TEST_CASE("wrap objects without their sizes have OpenSim's", "[model][osim]") {
  OsimText parts;
  parts.wraps =
      R"(<WrapSphere name="s"/><WrapCylinder name="c"><radius>0.02</radius><quadrant>Unassigned</quadrant></WrapCylinder><WrapEllipsoid name="e"/><WrapTorus name="t"/>)";
  const OsimModel model = read(parts);
  CHECK(model.wraps.at(0).radius == 0.05);
  CHECK(model.wraps.at(1).radius == 0.02);
  CHECK(model.wraps.at(1).length == 1);
  CHECK(model.wraps.at(1).quadrant == "all");
  CHECK(model.wraps.at(2).semi_axes == Vector3d::Constant(0.05));
  CHECK(model.wraps.at(3).inner_radius == 0.01);
  CHECK(model.wraps.at(3).outer_radius == 0.05);
}

TEST_CASE("a Ligament without a curve has OpenSim's", "[model][osim]") {
  OsimText parts;
  parts.forces = curve_ligament("<pcsa_force>100</pcsa_force>");
  const OsimModel model = read(parts);
  CHECK(std::abs(force_at(model, 1)) < 1e-12);  // rounding of its coefficients
  CHECK(force_at(model, 1.2) == Approx(0.12));  // points of the curve
  CHECK(force_at(model, 1.5) == Approx(1.17));
  CHECK(force_at(model, 5) == Approx(2));
  CHECK(model.report.lines.empty());
}

TEST_CASE("an unusable contact is left out and named, the rest of the model is read",
          "[model][osim]") {
  OsimText parts = two_contact_meshes();
  parts.forces = contact("flat", "<max_proximity>0</max_proximity>") +
                 contact("odd",
                         "<elastic_foundation_formulation>quadratic"
                         "</elastic_foundation_formulation>") +
                 contact("good", "") + contact("good", "") + contact("good", "") +
                 contact("soft",
                         "<Smith2018ArticularContactForce::ContactParameters "
                         "name=\"target_mesh_contact_params\"><poissons_ratio>0.5"
                         "</poissons_ratio></Smith2018ArticularContactForce::"
                         "ContactParameters>");
  const OsimModel model = read(parts);
  REQUIRE(model.contacts.size() == 4);  // nu = 0.5 suits another law, so it is read
  CHECK(model.contacts[0].name == "good");
  CHECK(model.contacts[1].name == "good_0");  // as OpenSim renames
  CHECK(model.contacts[2].name == "good_1");
  CHECK_THAT(consequence(model.report, " flat"), Catch::Contains("max_proximity"));
  CHECK_THAT(consequence(model.report, " odd"),
             Catch::Contains("left out") && Catch::Contains("'quadratic' is unknown"));
  CHECK_THAT(consequence(model.report, "named good"), Catch::Contains("good_0"));

  const OsimModel usable = without_unusable_contacts(model);
  REQUIRE(usable.contacts.size() == 3);
  CHECK_THAT(consequence(usable.report, "contact soft"), Catch::Contains("left out") &&
                                                             Catch::Contains("nu = 0.5") &&
                                                             Catch::Contains("'tibia'"));
}

TEST_CASE("a contact whose thickness depends on a missing back mesh is left out and named",
          "[model][osim]") {
  const TemporaryFolder folder;
  for (const char* name : {"femur.stl", "tibia.stl", "lost.stl"})
    mesh::write_mesh(folder / name, mesh::make_icosphere(0.02, 1), mesh::LengthUnit::metre);
  const std::string varies = "<use_variable_thickness>true</use_variable_thickness>";
  OsimText parts = two_contact_meshes();
  parts.contact_meshes +=
      contact_mesh("lost", "shank", "<mesh_back_file>bone.obj</mesh_back_file>" + varies) +
      contact_mesh("bare", "shank", varies);
  parts.forces = contact("good", "");
  for (const std::string mesh : {"lost", "bare"}) {
    std::string other = contact("on_" + mesh, "");
    parts.forces += other.replace(other.find("tibia"), 5, mesh);
  }
  const OsimModel model = read_osim(folder.write("leg.osim", parts.text()));
  const auto folders = geometry_folders(model, "");
  REQUIRE(model.contacts.size() == 2);
  CHECK_THAT(consequence(model.report, " on_bare"),
             Catch::Contains("left out") && Catch::Contains("no <mesh_back_file>"));
  CHECK(without_unusable_contacts(model).contacts.size() == 2);  // no folder is looked at
  const OsimModel usable = without_unusable_contacts(model, folders);
  REQUIRE(usable.contacts.size() == 1);
  CHECK(usable.contacts[0].name == "good");
  CHECK_THAT(consequence(usable.report, "contact on_lost"),
             Catch::Contains("left out") && Catch::Contains("'lost'") &&
                 Catch::Contains("'bone.obj'") && Catch::Contains("use_variable_thickness"));
  ModelReport report;
  CHECK(make_surfaces(usable, folders, report).size() == 1);
  const OsimKinematics kinematics(usable);
  const OsimState state = default_state(usable, kinematics);
  CHECK(scene_of(usable, kinematics, state, folders).scene.contacts.size() == 1);
  mesh::write_mesh(folder / "Bone.obj", mesh::make_icosphere(0.018, 1), mesh::LengthUnit::metre);
  CHECK(without_unusable_contacts(model, folders).contacts.size() == 2);  // but for its case
}

TEST_CASE("numbers and words that are empty are reported, and their defaults taken",
          "[model][osim]") {
  OsimText parts = two_contact_meshes();
  parts.forces = OsimText::strand("a", "<linear_stiffness/><slack_length>0.04</slack_length>") +
                 OsimText::strand("b",
                                  "<linear_stiffness> </linear_stiffness><slack_length>0.04"
                                  "</slack_length>") +
                 contact("c",
                         "<max_proximity></max_proximity><min_proximity>()</"
                         "min_proximity><use_lumped_contact_model/>") +
                 curve_ligament("<pcsa_force><!-- 100 --></pcsa_force>");
  const OsimModel model = read(parts);
  CHECK(model.ligaments.at(0).strand.linear_stiffness == 1);
  CHECK_THAT(
      consequence(model.report, "Blankevoort1991Ligament.linear_stiffness"),
      Catch::Contains("without a value") && Catch::Contains("default") && Catch::Contains("line "));
  const auto line = std::ranges::find_if(model.report.lines, [](const ModelReport::Line& one) {
    return one.what.find("linear_stiffness") != std::string::npos;
  });
  CHECK(line->count == 2);
  for (const char* what : {"ArticularContactForce.max_proximity", "min_proximity",
                           "use_lumped_contact_model", "Ligament.pcsa_force"})
    CHECK_FALSE(consequence(model.report, what).empty());
  CHECK(model.report.lines.size() == 5);  // what is left out altogether is no mistake
}

TEST_CASE("ligaments of one name are told apart, those on unknown paths are left out",
          "[model][osim]") {
  const std::string slack = "<slack_length>0.04</slack_length>";
  OsimText parts;
  parts.forces = OsimText::strand("lig", slack) + OsimText::strand("lig_0", slack) +
                 OsimText::strand("lig", slack);
  for (const std::string path :
       {"<Scholz2015GeometryPath name=\"path\"/>", "<path><FunctionBasedPath/></path>"}) {
    parts.forces += "<Blankevoort1991Ligament name=\"new\">" + path + slack +
                    "</Blankevoort1991Ligament><Thelen2003Muscle name=\"m\">" + path +
                    "</Thelen2003Muscle>";
  }
  parts.forces += "<Blankevoort1991Ligament name=\"wrapped\"><path>" + k_path + "</path>" + slack +
                  "</Blankevoort1991Ligament>";
  const OsimModel model = read(parts);
  REQUIRE(model.ligaments.size() == 4);
  CHECK(model.ligaments[2].strand.name == "lig_1");  // lig_0 is taken
  CHECK(model.ligaments[3].path.points.size() == 2);
  CHECK(model.muscles.empty());
  CHECK_THAT(consequence(model.report, "Scholz2015GeometryPath"), Catch::Contains("left out"));
  CHECK_THAT(consequence(model.report, "FunctionBasedPath"), Catch::Contains("left out"));
}

TEST_CASE("couplers and conditional points follow coordinates of a joint that is not read",
          "[model][osim][motion]") {
  OsimText parts;
  parts.joint =
      R"(<EllipsoidJoint name="knee"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><socket_child_frame>/bodyset/shank</socket_child_frame>
<coordinates><Coordinate name="e1"/><Coordinate name="e2"/><Coordinate name="e3"/></coordinates></EllipsoidJoint>)";
  parts.constraints =
      R"(<CoordinateCouplerConstraint name="cc"><LinearFunction name="coupled_coordinates_function"><coefficients>2 0</coefficients></LinearFunction><independent_coordinate_names>e1</independent_coordinate_names><dependent_coordinate_name>hip_flexion</dependent_coordinate_name></CoordinateCouplerConstraint>)";
  parts.forces = OsimText::strand(
      "s", "<slack_length>0.04</slack_length>",
      R"(<PathPoint name="a"><socket_parent_frame>/ground</socket_parent_frame></PathPoint>
<ConditionalPathPoint name="c"><socket_parent_frame>/ground</socket_parent_frame><socket_coordinate>/jointset/knee/e2</socket_coordinate><range>-1 1</range></ConditionalPathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame></PathPoint>)");
  const OsimModel model = read(parts);
  REQUIRE(model.coordinates.size() == 3);  // nothing names e3
  const OsimPathPoint& point = model.ligaments.at(0).path.points.at(1);
  CHECK(model.coordinates[point.condition].path == "/jointset/knee/e2");
  CHECK_FALSE(consequence(model.report, "EllipsoidJoint").empty());

  const OsimKinematics kinematics(model);
  const MotionTable motion =
      parse_motion_table("a\ninDegrees=yes\nendheader\ntime e1 e2\n0 45 90\n", "m.mot");
  OsimState state;
  OsimMotionStates(model, kinematics, motion, false).state_at(0, state);
  CHECK(state.q[0] == Approx(M_PI / 2));  // the hip turns twice as far as e1
  CHECK(state.q[point.condition] == Approx(M_PI / 2));
}

TEST_CASE("a second coordinate of one name is said", "[model][osim][motion]") {
  OsimText parts;
  parts.joint =
      R"(<PinJoint name="knee"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><socket_child_frame>/bodyset/shank</socket_child_frame>
<coordinates><Coordinate name="hip_flexion"/></coordinates></PinJoint>)";
  const OsimModel model = read(parts);
  REQUIRE(model.coordinates.size() == 2);
  CHECK(consequence(model.report, "another Coordinate named hip_flexion") ==
        "another Coordinate named hip_flexion: a motion's column of this name without a path moves "
        "both; name it by its path");
  const OsimKinematics kinematics(model);
  OsimState state;
  const MotionTable both =
      parse_motion_table("a\ninDegrees=no\nendheader\ntime hip_flexion\n0 0.5\n", "m.mot");
  OsimMotionStates(model, kinematics, both, false).state_at(0, state);
  CHECK(state.q == std::vector{0.5, 0.5});
}

TEST_CASE("the sockets of OpenSim 4.0 beta are read", "[model][osim]") {
  const auto connector = [](const std::string& kind, const std::string& name,
                            const std::string& to) {
    return fmt::format("<{0} name=\"{1}\"><connectee_name>{2}</connectee_name></{0}>", kind, name,
                       to);
  };
  const std::string coordinates =
      "<CoordinateSet><objects><Coordinate name=\"flexion\"/></objects></CoordinateSet></PinJoint>";
  OsimText parts;
  parts.joint = "<PinJoint name=\"knee\"><connectors>" +
                connector("Connector_PhysicalFrame_", "parent_frame", "thigh") +
                connector("Connector_PhysicalFrame_", "child_frame", "shank") + "</connectors>" +
                coordinates;
  OsimModel model = read(parts);
  CHECK(model.frames[model.joints.at(1).parent_frame].body == 1);
  CHECK(model.frames[model.joints.at(1).child_frame].body == 2);
  CHECK(model.report.lines.empty());

  for (const std::string kind : {"connector", "socket"}) {  // later versions of it
    parts.joint = fmt::format(
        "<PinJoint "
        "name=\"knee\"><{0}_parent_frame_connectee_name>thigh</{0}_parent_frame_connectee_name>"
        "<{0}_child_frame_connectee_name>shank</{0}_child_frame_connectee_name>{1}",
        kind, coordinates);
    model = read(parts);
    CHECK(model.frames[model.joints.at(1).parent_frame].body == 1);
    CHECK(model.frames[model.joints.at(1).child_frame].body == 2);
    CHECK(model.report.lines.empty());
  }

  parts.joint = "<PinJoint name=\"knee\"><location_in_parent>0 -0.4 0</location_in_parent>" +
                connector("Connector_Body_", "parent_body", "thigh") +
                connector("Connector_Body_", "child_body", "shank") +
                "<location_in_child>0 0.1 0</location_in_child>" + coordinates;
  model = read(parts);
  CHECK(model.frames[model.joints.at(1).parent_frame].X_BF.translation().y() == -0.4);
  CHECK(model.frames[model.joints.at(1).child_frame].body == 2);
  CHECK(model.frames[model.joints.at(1).child_frame].X_BF.translation().y() == 0.1);
  CHECK(model.report.lines.empty());
}

TEST_CASE("Windows separators lead to the mesh, in models and in scenes", "[model][osim][scene]") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "Geometry");
  mesh::write_mesh(folder / "Geometry/ball.obj", mesh::make_icosphere(0.02, 1),
                   mesh::LengthUnit::metre);
  const std::vector<std::filesystem::path> folders = {folder / "", folder / "Geometry"};
  for (const std::string name : {R"(Geometry\ball.obj)", R"(..\Geometry\ball.obj)",
                                 R"(C:\Models\Ball.obj)", "Geometry/ball.obj"}) {
    CAPTURE(name);
    ModelReport report;
    CHECK(find_geometry(name, folders, "m.osim", report).filename() == "ball.obj");
  }
  const auto file = folder.write("s.json", R"({"condyle_scene": 1, "name": "s", "bodies": [
    {"name": "b", "kind": "fixed", "meshes": [
      {"name": "m", "file": "Geometry\\ball.obj", "unit": "m", "scale": [1, -2, 3]}]}]})");
  const scene::Scene scene = scene::read_scene(file);
  const TriangleMesh made = make_mesh(scene.bodies.at(0).meshes.at(0));
  CHECK(is_closed(made));
  // The volume of the scaled mesh is positive only if the mirrored triangles are turned.
  const double volume = mass_properties(mesh::make_icosphere(0.02, 1)).volume;
  CHECK(mass_properties(made).volume == Approx(6 * volume));
}

TEST_CASE("a contact with a mesh file that is damaged is left out and named", "[model][osim]") {
  const std::string damaged = GENERATE("bone.obj", "lost.stl");
  const TemporaryFolder folder;
  for (const char* name : {"femur.stl", "tibia.stl", "lost.stl", "bone.obj"})
    mesh::write_mesh(folder / name, mesh::make_icosphere(0.02, 1), mesh::LengthUnit::metre);
  folder.write(damaged, damaged == "bone.obj" ? "v 0 0 0\nv 1 0 x\nf 1 2 3\n" : "solid cut off");
  OsimText parts = two_contact_meshes();
  parts.contact_meshes += contact_mesh("lost", "shank",
                                       "<mesh_back_file>bone.obj</mesh_back_file>"
                                       "<use_variable_thickness>true</use_variable_thickness>");
  parts.forces = contact("good", "");
  for (const int side : {0, 1}) {  // as the casting mesh or the target
    std::string other = contact(side == 0 ? "casts" : "is_target", "");
    parts.forces += other.replace(other.find(side == 0 ? "femur" : "tibia"), 5, "lost");
  }
  const OsimModel model = read_osim(folder.write("leg.osim", parts.text()));
  const auto folders = geometry_folders(model, "");
  REQUIRE(model.contacts.size() == 3);
  const OsimModel usable = without_unusable_contacts(model, folders);
  REQUIRE(usable.contacts.size() == 1);
  for (const char* name : {"contact casts", "contact is_target"}) {
    CHECK_THAT(consequence(usable.report, name), Catch::Contains("left out") &&
                                                     Catch::Contains("'lost'") &&
                                                     Catch::Contains(damaged));
  }
  ModelReport report;
  CHECK(make_surfaces(usable, folders, report).size() == 1);
}

TEST_CASE("what the file of a contact mesh or its back leaves open is reported", "[model][osim]") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.write(
      "crossed.obj",
      "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\nv 2 0 0\nv 3 0 0\nv 3 1 0\nf 5 6 7\n");
  const std::string crossed = file.string();
  const bool is_back = GENERATE(true, false);
  OsimText parts;
  parts.contact_meshes =
      contact_mesh("femur", "thigh") +
      contact_mesh("tibia", "shank",
                   "<mesh_back_file>back.obj</mesh_back_file><use_variable_thickness>true"
                   "</use_variable_thickness>");
  parts.forces = contact("c", "");
  const char* const odd = is_back ? "back.obj" : "tibia.stl";
  for (const char* name : {"femur.stl", "tibia.stl", "back.obj"})
    mesh::write_mesh(folder / name, mesh::make_icosphere(0.02, 1), mesh::LengthUnit::metre);
  if (is_back)
    std::filesystem::copy_file(crossed, folder / odd,
                               std::filesystem::copy_options::overwrite_existing);
  else
    folder.write(odd,
                 "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                 "vertex 0 1 0\nendloop\nendfacet\n");
  const OsimModel model = read_osim(folder.write("leg.osim", parts.text()));
  ModelReport report;
  make_surfaces(model, geometry_folders(model, ""), report);
  CHECK_THAT(consequence(report, odd), Catch::Contains(is_back ? "cross" : "endsolid"));
  CHECK(consequence(report, "femur.stl").empty());
}

TEST_CASE("a model that OpenSim's ScaleTool wrote becomes a scene of scaled meshes",
          "[model][osim][scene]") {
  const TemporaryFolder folder;
  for (const char* name : {"femur.stl", "tibia.stl"})
    mesh::write_mesh(folder / name, mesh::make_icosphere(0.02, 1), mesh::LengthUnit::metre);
  OsimText parts;
  parts.contact_meshes =
      contact_mesh("femur", "thigh", "<scale_factors>1.1 0.9 -1.2</scale_factors>") +
      contact_mesh("tibia", "shank",
                   "<mesh_back_file>femur.stl</mesh_back_file><use_variable_thickness>true"
                   "</use_variable_thickness><scale_factors>2 2 2</scale_factors>");
  parts.forces = contact("c", "");
  const OsimModel model = read_osim(folder.write("leg.osim", parts.text()));
  const OsimKinematics kinematics(model);
  scene::Scene scene =
      scene_of(model, kinematics, default_state(model, kinematics), geometry_folders(model, ""))
          .scene;
  scene::write_scene(folder / "leg.json", scene);
  const scene::Scene again = scene::read_scene(folder / "leg.json");
  ModelReport report;
  const OsimSurfaces surfaces = make_surfaces(model, geometry_folders(model, ""), report).at(0);
  const scene::SceneMesh& femur = again.bodies.at(0).meshes.at(0);
  const scene::SceneMesh& tibia = again.bodies.at(1).meshes.at(0);
  CHECK(make_mesh(femur).vertices == surfaces.casting->mesh().vertices);
  CHECK(make_mesh(femur).triangles == surfaces.casting->mesh().triangles);
  REQUIRE(tibia.back);
  CHECK(tibia.back->source.scale == Vector3d(2, 2, 2));
  const auto surface = make_surface(tibia, make_mesh(tibia), "tibia");
  CHECK(surface->layer(7).thickness == surfaces.target->layer(7).thickness);

  std::get<scene::MeshFromFile>(scene.bodies.at(0).meshes.at(0).source).scale.z() = 0;
  scene::write_scene(folder / "flat.json", scene);
  CHECK_THAT(input_error_of([&] { scene::read_scene(folder / "flat.json"); }),
             Catch::Contains("scale") && Catch::Contains("zero"));
}

}  // namespace condyle::test::osim_tolerance_tests
