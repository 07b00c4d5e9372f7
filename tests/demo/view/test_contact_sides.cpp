// Two sides of a contact, its patches, and trails of its centres of pressure.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <map>

#include "condyle/mesh/primitives.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "demo/view/viewer_in_window.h"
#include "view/contact_sides.h"
#include "view/divider_drag.h"
#include "view/exports.h"
#include "view/pressure_centres.h"
#include "view/search_boxes.h"
#include "world/scene_figures.h"

namespace condyle::test::contact_side_tests {
namespace {

double no_wall_clock() { return 0; }

struct LiveSides {
  explicit LiveSides(const std::string& name)
      : scene(std::make_unique<SceneWorld>(scene::read_scene(find_scene(name), shipped_scenes()))) {
    scene.set_memory(std::size_t(1) << 28);
    wishes.at_end = AtEnd::go_on;
    wishes.playing = false;
    scene.wish(wishes, 0);
  }
  void step(int steps) {
    scene.wish(wishes, steps);
    scene.advance(1, no_wall_clock);
  }
  const ContactPair& pair() const { return scene.contacts()[0].report->pair(); }
  const Curves& curves() { return scene.record().curves; }

  LiveScene scene;
  StepWishes wishes;
};

void check_equal(const ContactShare& share, const ContactStatistics& expected) {
  const double force = expected.contact_force.norm();
  CHECK((share.force - expected.contact_force).norm() < 1e-9 * force);
  CHECK((share.moment - expected.contact_moment).norm() < 1e-8 * expected.contact_moment.norm());
  CHECK(share.area == Approx(expected.contact_area).epsilon(1e-9));
  CHECK(share.peak_pressure == expected.max_pressure);
  CHECK(share.mean_pressure() == Approx(expected.mean_pressure).epsilon(1e-9));
  CHECK((share.centre - expected.center_of_pressure).norm() < 1e-9);
}

}  // namespace

TEST_CASE("contact sides: they are those of the scene's regions, and add up to the contact",
          "[sides]") {
  LiveSides live("knee_replacement");
  live.step(80);
  const ContactResult& result = live.pair().result();
  REQUIRE_FALSE(result.traction.empty());
  const auto regions = named_regions(result);  // medial: z < 0, lateral: z >= 0
  const auto shares = shares_of(live.pair(), 2, 0);
  check_equal(shares[0], regions[0].statistics);
  check_equal(shares[1], regions[1].statistics);
  for (const double offset : {-0.02, 0.013}) {
    const auto parts = shares_of(live.pair(), 2, offset);
    CHECK((parts[0].force + parts[1].force - result.total.contact_force).norm() <
          1e-9 * result.total.contact_force.norm());
    CHECK(parts[0].area + parts[1].area == Approx(result.total.contact_area));
  }
  CHECK(shares_of(live.pair(), 2, -0.02)[0].area < shares[0].area);
  const auto all = shares_of(live.pair(), 0, 1);  // nothing is above 1 m
  check_equal(all[0], result.total);
  CHECK(all[1].area == 0);
  CHECK(all[1].force.norm() == 0);
}

TEST_CASE("contact sides: a contact without friction along the casting normal adds up too",
          "[sides]") {
  LiveSides live("hip");
  ContactSettings settings = live.scene.contacts()[0].settings;
  settings.force_direction = ForceDirection::casting;
  live.scene.set_contact_settings(0, settings);
  live.step(60);
  const auto all = shares_of(live.pair(), 0, 1);
  check_equal(all[0], live.pair().result().total);
}

TEST_CASE("contact sides: tables of the past have their figures with units", "[sides]") {
  LiveSides live("knee_replacement");
  live.step(30);
  const TemporaryFolder folder;
  const Divider divider{0, 2, 0.0032};
  live.scene.do_work([&](Simulation& of) {
    return write_export(Export::history_csv, folder / "sides.csv", of, divider);
  });
  std::ifstream file(folder / "sides.csv");
  std::string header;
  std::getline(file, header);
  for (const char* name : {"z < 3.2 mm.force [N]", "z >= 3.2 mm.area [m^2]",
                           "z >= 3.2 mm.centre_x [m]", "z < 3.2 mm.moment_z [N m]"})
    CHECK_THAT(header, Catch::Contains(name));
  const std::vector<SideFigure> figures = side_figures(live.scene, divider);
  CHECK(figures.size() == 20);
  CHECK(figures[0].value ==
        Approx(shares_of(live.pair(), 2, 0.0032)[0].force.norm()).epsilon(1e-12));
  CHECK(side_figures(live.scene, {}).empty());
}

TEST_CASE("patches: the chosen one is followed, and its border is closed", "[sides]") {
  LiveSides live("knee_replacement");
  live.step(80);
  const ContactResult& result = live.pair().result();
  REQUIRE(result.patches.size() >= 2);
  ChosenPatch chosen{0, result.patches[1].statistics.center_of_pressure};
  CHECK(nearest_patch(result, chosen.p_C) == 1);
  chosen.p_C += Eigen::Vector3d(0.001, 0, 0.001);
  DrawList list;
  add_patch_border(live.scene, chosen, 0.08, list);
  CHECK((chosen.p_C == result.patches[1].statistics.center_of_pressure));
  REQUIRE(list.rods.size() > 8);
  std::map<std::array<double, 3>, int> ends;
  for (const DrawnRod& rod : list.rods)
    for (const Eigen::Vector3d& p : {rod.p_WA, rod.p_WB}) ++ends[{p.x(), p.y(), p.z()}];
  CHECK(std::ranges::all_of(ends, [](const auto& end) { return end.second % 2 == 0; }));
  const ContactPatch& patch = result.patches[1];
  std::vector<int> elements(
      result.patch_triangles.begin() + patch.first_triangle,
      result.patch_triangles.begin() + patch.first_triangle + patch.triangle_count);
  check_equal(share_of(live.pair(), elements), patch.statistics);

  DrawList cut;
  add_divider(live.scene, {0, 2, 0}, 0.08, cut);
  const WorldContact& contact = live.scene.contacts()[0];
  const Pose X_CW =
      (live.scene.bodies()[contact.casting.body].X_WB * live.scene.mesh(contact.casting).X_BM)
          .inverse();
  REQUIRE(cut.rods.size() > 20);
  for (const DrawnRod& rod : cut.rods) CHECK(std::abs((X_CW * rod.p_WA).z()) < 1e-9);
}

TEST_CASE("contact sides: the plane is dragged by its line, along its axis, within the mesh",
          "[sides]") {
  LiveSides live("knee_replacement");
  live.step(1);
  const ViewSize size{800, 600};
  Divider divider{0, 2, 0.004};
  const auto line = divider_line(live.scene, divider);
  REQUIRE(line.size() > 20);
  const Eigen::Vector3d place = (line[0][0] + line[0][1]) / 2;
  const Camera camera =
      look_at(place + Eigen::Vector3d(0.2, 0.15, 0.1), place, Eigen::Vector3d::UnitY(), 0.5);
  const Eigen::Vector3d seen = project(camera, size, place);
  CHECK_FALSE(grabbed_divider(live.scene, divider, camera, {size, 20, 20}));
  CHECK_FALSE(grabbed_divider(live.scene, {}, camera, {size, seen.x(), seen.y()}));
  const auto drag = grabbed_divider(live.scene, divider, camera, {size, seen.x() + 3, seen.y()});
  REQUIRE(drag);
  CHECK(std::abs(drag->p_C.z() - divider.offset) < 1e-9);

  const WorldContact& contact = live.scene.contacts()[0];
  const Pose X_WC =
      live.scene.bodies()[contact.casting.body].X_WB * live.scene.mesh(contact.casting).X_BM;
  const auto drag_to = [&](double offset, const Camera& seen_by) {
    Eigen::Vector3d p_C = drag->p_C;
    p_C.z() = offset;
    const Eigen::Vector3d pixel = project(seen_by, size, X_WC * p_C);
    drag_divider(live.scene, *drag, seen_by, {size, pixel.x(), pixel.y()}, divider);
  };
  drag_to(0.013, camera);
  CHECK(divider.offset == Approx(0.013).margin(1e-9));
  const double end = bounding_box(*live.scene.mesh(contact.casting).mesh).max().z();
  drag_to(end + 0.02, camera);
  CHECK(divider.offset == end);
  const Camera along =
      look_at(place + X_WC.linear().col(2) * 0.3, place, Eigen::Vector3d::UnitY(), 0.5);
  drag_to(0, along);
  CHECK(divider.offset == end);
}

TEST_CASE("centres of pressure: trails lie on the surface, and end at the time shown",
          "[sides][past]") {
  LiveSides live("knee_replacement");
  live.step(240);
  const WorldContact& contact = live.scene.contacts()[0];
  const auto centres = pressure_centres(contact);
  REQUIRE(centres.size() == 2);
  CHECK(centres[0].name == "medial");
  const auto distance = [&](const Eigen::Vector3d& p) {
    double least = 1;
    const ContactSurface& surface = live.pair().casting();
    for (int t = 0; t < surface.triangle_count(); ++t) {
      const Eigen::Vector3d off = p - surface.centroids()[static_cast<std::size_t>(t)];
      if (off.norm() < 0.002)
        least = std::min(least, std::abs(off.dot(surface.normals()[static_cast<std::size_t>(t)])));
    }
    return least;
  };
  CHECK(distance(centres[0].p_C) < 1e-5);
  const auto trail = trail_of(live.scene, live.curves(), 0, 0, 10, 0);
  REQUIRE(trail.size() > 50);
  CHECK((trail.front() - centres[0].p_C).norm() < 1e-4);
  const auto half = trail_of(live.scene, live.curves(), 0, 0, 0.5, 0);
  CHECK(static_cast<double>(half.size()) ==
        Approx(static_cast<double>(trail.size()) / 2).margin(3));
  const auto coarse = trail_of(live.scene, live.curves(), 0, 0, 10, 0.001);
  CHECK(coarse.size() < trail.size() / 4);
  for (std::size_t k = 1; k < coarse.size(); ++k)
    if (!coarse[k].hasNaN() && !coarse[k - 1].hasNaN())
      CHECK((coarse[k] - coarse[k - 1]).norm() >= 0.001);
  live.scene.show_past(120);
  const auto past = trail_of(live.scene, live.curves(), 0, 0, 10, 0);
  CHECK(static_cast<double>(past.size()) ==
        Approx(static_cast<double>(trail.size()) / 2).margin(3));
  CHECK((past.front() - pressure_centres(live.scene.contacts()[0])[0].p_C).norm() < 1e-4);
  DrawList list;
  add_trails(live.scene, live.curves(), {0}, 0.08, list);
  CHECK(list.rods.empty());
  add_trails(live.scene, live.curves(), {5}, 0.08, list);
  CHECK(list.rods.size() >= 4);
}

TEST_CASE("centres of pressure: without contact there is none, and a trail has a gap", "[sides]") {
  LiveSides live("bouncing_balls");
  live.step(250);
  int gaps = 0, found = 0;
  for (int k = 0; k < static_cast<int>(live.scene.contacts().size()); ++k) {
    const auto trail = trail_of(live.scene, live.curves(), k, 0, 10, 0);
    for (std::size_t i = 1; i < trail.size(); ++i) {
      gaps += trail[i].hasNaN();
      found += !trail[i].hasNaN();
      CHECK_FALSE((trail[i].hasNaN() && trail[i - 1].hasNaN()));
    }
  }
  CHECK(gaps > 3);
  CHECK(found > 10);
}

TEST_CASE("search boxes: each level encloses the mesh, with up to sixteen times fewer boxes",
          "[sides]") {
  const ContactSurface surface(mesh::make_icosphere(0.03, 4), Layer{1e6, 0.3, 0.005});
  const auto volume = [](const Eigen::AlignedBox3d& box) { return box.volume(); };
  std::size_t before = surface.mesh().triangles.size();
  for (int level = 0; level < 3; ++level) {
    const auto boxes = search_boxes(surface, level);
    INFO(level << " " << boxes.size());
    CHECK(boxes.size() >= (before + 15) / 16);
    CHECK(boxes.size() < before / 4);
    before = boxes.size();
    for (int t = 0; t < surface.triangle_count(); t += 7) {
      const auto& corners = surface.mesh().triangles[static_cast<std::size_t>(t)];
      CHECK(std::ranges::any_of(boxes, [&](const Eigen::AlignedBox3d& box) {
        return std::ranges::all_of(corners, [&](int v) {
          return box.exteriorDistance(surface.mesh().vertices[static_cast<std::size_t>(v)]) < 1e-7;
        });
      }));
    }
    CHECK(mesh_of_boxes(boxes).triangles.size() == 12 * boxes.size());
    CHECK(bounding_box(mesh_of_boxes(boxes)).volume() < 1.2 * volume(bounding_box(surface.mesh())));
  }
  CHECK(search_boxes(surface, 5).empty());
  CHECK(search_boxes(surface, -1).empty());
}

TEST_CASE("normals: they start on casting triangles in contact and point outward", "[sides]") {
  LiveSides live("knee_replacement");
  live.step(80);
  DrawList list;
  add_casting_normals(live.scene, 0.08, list);
  CHECK(list.rods.size() > 50);
  CHECK(list.rods.size() <= 400);
  for (const DrawnRod& rod : list.rods) CHECK((rod.p_WB - rod.p_WA).y() > 0);  // insert: upward
}

}  // namespace condyle::test::contact_side_tests
