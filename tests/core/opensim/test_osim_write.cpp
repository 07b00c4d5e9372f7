// A model that was read, changed and written: only the changed values differ in its text.
#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "condyle/opensim/osim_model.h"
#include "core/mesh/temporary_folder.h"
#include "core/opensim/osim_text.h"
#include "core/opensim/src/osim_edit.h"

namespace condyle::test::osim_write_tests {

using namespace opensim;

namespace {

const char* const k_meshes =
    R"(<Smith2018ContactMesh name="femur"><socket_frame>/bodyset/thigh</socket_frame><mesh_file>f.stl</mesh_file>
   <elastic_modulus>5e6</elastic_modulus><poissons_ratio>0.45</poissons_ratio><thickness> 3.0e-3 </thickness></Smith2018ContactMesh>
  <Smith2018ContactMesh name="tibia"><socket_frame>/bodyset/shank</socket_frame><mesh_file>t.stl</mesh_file><poissons_ratio/></Smith2018ContactMesh>)";

const char* const k_contact =
    R"(<Smith2018ArticularContactForce name="rest"><socket_casting_mesh>tibia</socket_casting_mesh><socket_target_mesh>femur</socket_target_mesh>
<Smith2018ArticularContactForce::ContactParameters name="target_mesh_contact_params"><elastic_modulus>7e6</elastic_modulus></Smith2018ArticularContactForce::ContactParameters>
</Smith2018ArticularContactForce>)";

OsimText leg() {
  OsimText parts;
  parts.forces = OsimText::strand("ACL",
                                  "\n     <!-- > 500 </x> N -->\n     <slack_length>0.03"
                                  "<!-- m --></slack_length>\n    ") +
                 OsimText::strand("PCL", "<slack_length>4.00e-2</slack_length>") +
                 R"(<Ligament name="MCL"><GeometryPath><PathPointSet><objects>
<PathPoint name="a"><socket_parent_frame>/ground</socket_parent_frame><location> 0.10	-2.0e-1, 0 </location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame></PathPoint>
</objects></PathPointSet></GeometryPath><resting_length>0.05</resting_length></Ligament>)" +
                 k_contact;
  parts.contact_meshes = k_meshes;
  return parts;
}

/// The text with each first part replaced by its second, which must be there once.
std::string with(std::string text, std::initializer_list<std::array<std::string, 2>> replacements) {
  for (const auto& [part, by] : replacements) {
    const std::size_t at = text.find(part);
    REQUIRE(at != std::string::npos);
    CHECK(text.find(part, at + 1) == std::string::npos);
    text.replace(at, part.size(), by);
  }
  return text;
}

struct LegFile {
  LegFile() : file(folder.write("leg.osim", text)), model(read_osim(file)) {}
  TemporaryFolder folder;
  std::string text = leg().text();
  std::filesystem::path file;
  OsimModel model;
};

}  // namespace

TEST_CASE("a model without changes is written byte for byte", "[model][osim][write]") {
  for (const bool is_dos : {false, true}) {
    std::string text = leg().text();
    if (is_dos) {
      for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
        text.insert(at, "\r");
      text.insert(0, "\xEF\xBB\xBF");
    }
    const TemporaryFolder folder;
    OsimModel model = read_osim(folder.write("leg.osim", text));
    write_osim(folder / "same.osim", model);
    CHECK(file_content(folder / "same.osim") == text);
    CHECK(folder.file_count() == 2);
    model.curve_ligaments[0].resting_length = 0.75;
    CHECK(osim_text(model) == with(text, {{"<resting_length>0.05<", "<resting_length>0.75<"}}));
  }
}

TEST_CASE("changed values are written in their places, and nothing else", "[model][osim][write]") {
  LegFile leg;
  leg.model.ligaments[0].strand.slack_length = 0.0325;
  leg.model.ligaments[0].strand.linear_stiffness = 750;  // it has none of its own
  leg.model.curve_ligaments[0].resting_length = 0.051;
  leg.model.curve_ligaments[0].path.points[0].p_F.y() = -0.25;
  leg.model.curve_ligaments[0].path.points[1].p_F = {1, 2, 3};
  leg.model.contact_meshes[0].layer.thickness = 0.004;
  leg.model.contact_meshes[0].file = "R&D <f>.stl";
  leg.model.contact_meshes[1].layer.poissons_ratio = 0.4;
  leg.model.contacts[0].settings.max_proximity = 0.02;
  leg.model.contacts[0].settings.lumped = false;
  leg.model.contacts[0].settings.formulation = Formulation::nonlinear;
  leg.model.contacts[0].target_layer->elastic_modulus = 8e6;
  const std::string expected = with(
      leg.text,
      {{"0.03<!-- m --></slack_length>",
        "0.0325<!-- m --></slack_length>\n     <linear_stiffness>750</linear_stiffness>"},
       {" 0.10\t-2.0e-1, 0 ", " 0.10\t-0.25, 0 "},
       {"<PathPoint "
        "name=\"b\"><socket_parent_frame>/bodyset/shank</socket_parent_frame></PathPoint>",
        "<PathPoint name=\"b\"><socket_parent_frame>/bodyset/shank</socket_parent_frame>"
        "<location>1 2 3</location></PathPoint>"},
       {"<resting_length>0.05<", "<resting_length>0.051<"},
       {" 3.0e-3 ", " 0.004 "},
       {"f.stl", "R&amp;D &lt;f&gt;.stl"},
       {"<poissons_ratio/>", "<poissons_ratio>0.4</poissons_ratio>"},
       {"<elastic_modulus>7e6</elastic_modulus>",  // the mesh's former thickness is its own now
        "<elastic_modulus>8000000</elastic_modulus><thickness>0.003</thickness>"},
       {"ContactParameters>\n</Smith",
        "ContactParameters>\n<elastic_foundation_formulation>nonlinear</"
        "elastic_foundation_formulation>\n"
        "<max_proximity>0.02</max_proximity>\n<use_lumped_contact_model>false</"
        "use_lumped_contact_model>\n</Smith"}});
  CHECK(osim_text(leg.model) == expected);
  write_osim(leg.folder / "new.osim", leg.model);
  CHECK(file_content(leg.file) == leg.text);
  const OsimModel again = read_osim(leg.folder / "new.osim");
  CHECK(again.ligaments[0].strand == leg.model.ligaments[0].strand);
  CHECK(again.ligaments[1].strand == leg.model.ligaments[1].strand);
  CHECK(again.curve_ligaments[0].path.points[1].p_F == Eigen::Vector3d(1, 2, 3));
  CHECK(again.contact_meshes[0].file == "R&D <f>.stl");
  CHECK(again.contact_meshes[1].layer == leg.model.contact_meshes[1].layer);
  CHECK(again.contacts[0].settings == leg.model.contacts[0].settings);
  CHECK(again.contacts[0].target_layer == leg.model.contacts[0].target_layer);
  CHECK(osim_text(again) == expected);
}

TEST_CASE("a value of <defaults> is written to the object that has it", "[model][osim][write]") {
  OsimText parts;
  parts.forces = OsimText::strand("ACL", "") + OsimText::strand("PCL", "");
  parts.sets =
      "<defaults><Blankevoort1991Ligament name=\"default\"><slack_length>0.05</slack_length>"
      "</Blankevoort1991Ligament></defaults>";
  const TemporaryFolder folder;
  OsimModel model = read_osim(folder.write("leg.osim", parts.text()));
  model.ligaments[1].strand.slack_length = 0.06;
  write_osim(folder / "new.osim", model);
  const OsimModel again = read_osim(folder / "new.osim");
  CHECK(again.ligaments[0].strand.slack_length == 0.05);
  CHECK(again.ligaments[1].strand.slack_length == 0.06);
}

TEST_CASE("forces are switched off and on as the file's version does", "[model][osim][write]") {
  const TemporaryFolder folder;
  const auto applied = [&](const std::string& text, bool applies) {
    OsimModel model = read_osim(folder.write("leg.osim", text));
    CHECK(model.ligaments[0].strand.applies_force != applies);
    model.ligaments[0].strand.applies_force = applies;
    model.curve_ligaments[0].applies_force = applies;
    model.contacts[0].settings.applies_force = applies;
    return osim_text(model);
  };
  const auto count = [](const std::string& text, const std::string& part) {
    int n = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++n;
    return n;
  };
  const std::string on = leg().text();
  const std::string off = applied(on, false);
  CHECK(count(off, "<appliesForce>false</appliesForce>") == 3);
  const std::string again = applied(off, true);
  CHECK(count(again, "<appliesForce>true</appliesForce>") == 3);
  const std::string old = with(on, {{"Version=\"40000\"", "Version=\"30516\""}});
  const std::string old_off = applied(old, false);
  CHECK(count(old_off, "<isDisabled>true</isDisabled>") == 3);
  CHECK(count(applied(old_off, true), "<isDisabled>false</isDisabled>") == 3);
}

TEST_CASE("what an .osim file cannot have is refused, and nothing is written",
          "[model][osim][write]") {
  LegFile leg;
  const auto complaint = [&](auto&& change) {
    OsimModel model = leg.model;
    change(model);
    const std::string said = input_error_of([&] { write_osim(leg.folder / "new.osim", model); });
    CHECK(leg.folder.file_count() == 1);
    return said;
  };
  CHECK_THAT(
      complaint([](OsimModel& m) { m.ligaments[0].strand.slack_length = -1; }),
      Catch::Contains("leg.osim, line") && Catch::Contains("'ACL'") && Catch::Contains("slack"));
  CHECK_THAT(complaint([](OsimModel& m) { m.ligaments[0].strand.failure_strain = 0.3; }),
             Catch::Contains("failure strain"));
  CHECK_THAT(complaint([](OsimModel& m) {
               m.contacts[0].settings.formulation = Formulation::elastic_layer;
             }),
             Catch::Contains("linear or nonlinear"));
  CHECK_THAT(complaint([](OsimModel& m) {
               m.contacts[0].casting_layer = Layer{1e6, 0.3, 1e-3};
             }),
             Catch::Contains("contact meshes"));
  CHECK_THAT(complaint([](OsimModel& m) { m.contacts[0].settings.dissipation = 1; }),
             Catch::Contains("such as friction"));
  CHECK_THAT(complaint([](OsimModel& m) { m.contact_meshes[0].layer.use = LayerUse::rigid; }),
             Catch::Contains("'femur'"));
  CHECK_THAT(complaint([](OsimModel& m) { m.ligaments.push_back({}); }),
             Catch::Contains("not in the file"));
  CHECK_THAT(input_error_of([] { osim_text(OsimModel{}); }), Catch::Contains("read_osim"));
}

TEST_CASE("a file in another encoding can be read and copied, but not changed",
          "[model][osim][write]") {
  const TemporaryFolder folder;
  const std::string latin = with(leg().text(), {{"encoding=\"UTF-8\"", "encoding=\"ISO-8859-1\""},
                                                {"name=\"leg\"", "name=\"l\xE4g\""}});
  std::string wide = "\xFF\xFE";  // UTF-16
  for (const char c : leg().text()) wide.append({c, '\0'});
  for (const std::string& text : {latin, wide}) {
    OsimModel model = read_osim(folder.write("leg.osim", text));
    CHECK(osim_text(model) == text);
    model.ligaments[0].strand.slack_length = 0.5;
    CHECK_THAT(input_error_of([&] { osim_text(model); }), Catch::Contains("save it in UTF-8"));
    model = read_osim(folder / "leg.osim");
    model.ligaments[0].strand.linear_stiffness = 0.5;  // which it has not itself
    CHECK_THAT(input_error_of([&] { osim_text(model); }), Catch::Contains("save it in UTF-8"));
  }
}

TEST_CASE("random numbers are written so that they read back to the bit", "[model][osim][write]") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::lognormal_distribution<double> size(-3, 3);
  const LegFile leg;
  OsimModel model = leg.model;
  for (int round = 0; round < 30; ++round) {
    for (OsimLigament& ligament : model.ligaments) {
      ligament.strand.slack_length = size(random);
      ligament.strand.damping_coefficient = size(random);
      for (OsimPathPoint& point : ligament.path.points)
        point.p_F = {size(random), -size(random), size(random)};
    }
    const OsimModel again = read_osim(leg.folder.write("new.osim", osim_text(model)));
    for (std::size_t i = 0; i < model.ligaments.size(); ++i) {
      CHECK(again.ligaments[i].strand == model.ligaments[i].strand);
      for (std::size_t k = 0; k < 2; ++k)
        CHECK(again.ligaments[i].path.points[k].p_F == model.ligaments[i].path.points[k].p_F);
    }
  }
}

TEST_CASE("a published knee is written with one line changed per value", "[model][osim][write]") {
  const std::filesystem::path file = CONDYLE_SHARED_DIR "/data/dm-tka/DM.osim";
  if (!std::filesystem::exists(file)) {
    WARN("SKIPPED: no " << file.string());
    return;
  }
  OsimModel model = read_osim(file);
  const std::string text = file_content(file);
  CHECK(osim_text(model) == text);
  for (OsimLigament& ligament : model.ligaments) ligament.strand.slack_length *= 1.01;
  model.contact_meshes[1].layer.elastic_modulus = 5e8;
  std::istringstream before(text), after(osim_text(model));
  int changed = 0;
  for (std::string was, is; std::getline(before, was) && std::getline(after, is);)
    if (was != is) ++changed;
  CHECK(changed == static_cast<int>(model.ligaments.size()) + 1);
}

}  // namespace condyle::test::osim_write_tests
