// What maps can show beside pressure: where each field comes from, its unit, and why it may lack.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "core/src/base/enum_words.h"
#include "demo/view/viewer_in_window.h"
#include "support/swinging_knee.h"
#include "view/fields.h"
#include "world/scene_figures.h"

namespace condyle::test::fields_tests {

namespace {

std::unique_ptr<SceneWorld> world_at(const std::string& name, double time) {
  auto world = std::make_unique<SceneWorld>(scene::read_scene(find_scene(name)));
  while (world->time() < time) world->step(1 / world->scene().rate);
  return world;
}

std::vector<double> values_of(Field field, const ShownWorld& world, int contact,
                              bool on_casting = true) {
  GapFinder gaps;
  return description_of(field).values({world, contact, on_casting, gaps});
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = value > most ? value : most;
  return most;
}

Eigen::Vector3d middle(const TriangleMesh& mesh, std::size_t t) {
  const auto& [a, b, c] = mesh.triangles[t];
  return (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3;
}

}  // namespace

TEST_CASE("fields: the table has each field once, in the order of its words", "[fields]") {
  REQUIRE(words_of<Field>().size() == k_fields);
  REQUIRE(field_descriptions().size() == k_fields);
  std::set<std::string> labels;
  for (std::size_t k = 0; k < k_fields; ++k) {
    CHECK(field_descriptions()[k].field == enumerator_at<Field>(static_cast<int>(k)));
    labels.insert(field_descriptions()[k].label);
  }
  CHECK(labels.size() == k_fields);
}

TEST_CASE("fields: every shipped scene has values of a field, or a reason why not", "[fields]") {
  for (const char* scene :
       {"hip", "ball_on_plate", "springs_and_layer", "soft_pad", "cam_follower"}) {
    // The pad of the block is met after a fall.
    const auto world = world_at(scene, std::string(scene) == "soft_pad" ? 1 : 0.05);
    for (const FieldDescription& field : field_descriptions()) {
      INFO(scene << " " << field.label);
      const std::string lack = field.lack(*world);
      if (!lack.empty()) {
        CHECK_THROWS_WITH(require_field(*world, field.field), Catch::Contains(lack));
        continue;
      }
      CHECK_NOTHROW(require_field(*world, field.field));
      std::size_t count = 0;
      for (int i = 0; i < static_cast<int>(world->contacts().size()); ++i) {
        for (const double value : values_of(field.field, *world, i)) {
          count += !std::isnan(value);
          if (value < 0 || std::isinf(value)) FAIL(value << " is no value of a map");
        }
      }
      CHECK(count > 0);
    }
  }
}

TEST_CASE("fields: the energy of all triangles is that of the contact, with every law",
          "[fields]") {
  for (const char* scene : {"bouncing_balls", "springs_and_layer", "gripper", "soft_pad"}) {
    const auto world = world_at(scene, 0);
    int compared = 0;
    for (int k = 0; k < 400 && compared < 3; ++k) {
      world->step(1 / world->scene().rate);
      for (int i = 0; i < static_cast<int>(world->contacts().size()); ++i) {
        const auto& report = world->contacts()[i].report;
        if (!report || !(report->result().total.potential_energy > 0)) continue;
        const TriangleMesh& mesh = report->pair().casting().mesh();
        const std::vector<double> densities = values_of(Field::energy_density, *world, i);
        double energy = 0;
        for (std::size_t t = 0; t < densities.size(); ++t)
          energy += densities[t] * area_vector_doubled(mesh, static_cast<int>(t)).norm() / 2;
        INFO(scene << " " << world->contacts()[i].name);
        CHECK(energy == Approx(report->result().total.potential_energy));
        ++compared;
      }
    }
    CHECK(compared > 0);
  }
}

TEST_CASE("fields: depth, energy and use of the yield stress are those of the result", "[fields]") {
  const auto world = world_at("knee_replacement", 0.3);
  const MeshIndex casting = world->contacts()[0].casting, target = world->contacts()[0].target;
  CHECK_THAT(description_of(Field::yield_margin).lack(*world), Catch::Contains("yield_stress"));
  for (const MeshIndex side : {casting, target}) {
    Layer layer =
        side == casting ? world->contacts()[0].casting_layer : world->contacts()[0].target_layer;
    layer.yield_stress = 15e6;
    world->set_layer(side, layer);
  }
  const WorldContact& contact = world->contacts()[0];
  const ContactStatistics& total = contact.report->result().total;
  REQUIRE(total.n_contacting > 0);
  CHECK(largest(values_of(Field::pressure, *world, 0)) == Approx(total.max_pressure));
  CHECK(largest(values_of(Field::depth, *world, 0)) == Approx(total.max_proximity));
  CHECK(largest(values_of(Field::yield_margin, *world, 0)) == Approx(total.max_pressure / 15e6));
  const FieldUnit unit = description_of(Field::yield_margin).unit(1);
  CHECK(shown_figure(0.25, unit) == Approx(75));
  double energy = 0;
  const TriangleMesh& mesh = contact.report->pair().casting().mesh();
  const std::vector<double> densities = values_of(Field::energy_density, *world, 0);
  for (std::size_t t = 0; t < densities.size(); ++t)
    energy += densities[t] * area_vector_doubled(mesh, static_cast<int>(t)).norm() / 2;
  CHECK(energy == Approx(total.potential_energy));
  const Layer& layer = contact.casting_layer;
  for (const double value : values_of(Field::thickness, *world, 0)) CHECK(value == layer.thickness);
  CHECK(largest(values_of(Field::thickness, *world, 0, false)) == contact.target_layer.thickness);
}

TEST_CASE("fields: the gap under a ball is that of its closed form, from either side", "[fields]") {
  const auto world = world_at("ball_on_plate", 0);
  constexpr double k_radius = 0.030;
  const WorldContact& contact = world->contacts()[0];
  const Eigen::Vector3d centre = world->bodies()[contact.target.body].X_WB.translation();
  const auto place_of = [&](MeshIndex side, std::size_t t) {
    const Pose X_WM = world->bodies()[side.body].X_WB * world->mesh(side).X_BM;
    return Eigen::Vector3d(X_WM * middle(*world->mesh(side).mesh, t));
  };
  const double reach = gap_reach(*world, contact);
  std::size_t measured = 0;
  const std::vector<double> from_plate = values_of(Field::gap, *world, 0);
  for (std::size_t t = 0; t < from_plate.size(); ++t) {
    const Eigen::Vector3d p = place_of(contact.casting, t);
    if (std::abs(p.y()) > 1e-9) continue;  // a side of the plate
    const double from_axis = std::hypot(p.x() - centre.x(), p.z() - centre.z());
    const double wanted = from_axis < k_radius
                              ? centre.y() - std::sqrt(k_radius * k_radius - from_axis * from_axis)
                              : 2 * reach;
    if (wanted > reach) {
      CHECK((std::isnan(from_plate[t]) || from_plate[t] > reach));
      continue;
    }
    CHECK(from_plate[t] == Approx(wanted).margin(1e-9));
    ++measured;
  }
  CHECK(measured > 20);
  const std::vector<double> from_ball = values_of(Field::gap, *world, 0, false);
  const TriangleMesh& sphere = *world->mesh(contact.target).mesh;
  std::size_t met = 0;
  for (std::size_t t = 0; t < from_ball.size(); ++t) {
    if (std::isnan(from_ball[t])) continue;
    const Eigen::Vector3d n = area_vector_doubled(sphere, static_cast<int>(t)).normalized();
    CHECK(from_ball[t] == Approx(-place_of(contact.target, t).y() / n.y()).margin(1e-9));
    ++met;
  }
  CHECK(met > 20);
}

TEST_CASE("fields: where surfaces overlap the gap is nought", "[fields]") {
  const auto world = world_at("ball_on_plate", 1);
  const std::vector<double> gaps = values_of(Field::gap, *world, 0);
  const std::vector<double> depths = values_of(Field::depth, *world, 0);
  std::size_t touching = 0;
  for (std::size_t t = 0; t < gaps.size(); ++t) {
    if (depths[t] > 0) CHECK(gaps[t] == 0);
    touching += depths[t] > 0;
  }
  CHECK(touching > 10);
}

TEST_CASE("fields: the gap of a soft body is that of the body as it is now", "[fields]") {
  const auto world = world_at("soft_pad", 2);
  const WorldContact& contact = world->contacts()[0];
  const auto X_WM = [&](MeshIndex side) {
    return world->bodies()[side.body].X_WB * world->mesh(side).X_BM;
  };
  TriangleMesh block = *world->mesh(contact.casting).mesh;
  for (Eigen::Vector3d& vertex : block.vertices) vertex = X_WM(contact.casting) * vertex;
  const std::vector<double> gaps = values_of(Field::gap, *world, 0);
  std::size_t apart = 0;
  for (std::size_t t = 0; t < gaps.size(); ++t) {
    if (!(gaps[t] > 0)) continue;
    const Eigen::Vector3d n = area_vector_doubled(block, static_cast<int>(t)).normalized();
    const Eigen::Vector3d reached = middle(block, t) + gaps[t] * n;
    constexpr double k_radius = 0.035;
    CHECK((X_WM(contact.target).inverse() * reached).norm() == Approx(k_radius).epsilon(1e-9));
    ++apart;
  }
  CHECK(apart > 5);
}

TEST_CASE("fields: slip is the speed at which the surfaces part sideways", "[fields]") {
  const auto world = world_at("knee_replacement", 2);
  const auto X_TC = [&] {
    const WorldContact& contact = world->contacts()[0];
    const auto pose = [&](MeshIndex at) {
      return world->bodies()[at.body].X_WB * world->mesh(at).X_BM;
    };
    return Pose(pose(contact.target).inverse() * pose(contact.casting));
  };
  const double dt = 1 / world->scene().rate;
  const Pose before = X_TC();
  world->step(dt);
  const Pose after = X_TC();
  const TriangleMesh& mesh = world->contacts()[0].report->pair().casting().mesh();
  const std::vector<double> speeds = values_of(Field::slip_speed, *world, 0);
  std::size_t slipping = 0;
  for (std::size_t t = 0; t < speeds.size(); ++t) {
    if (speeds[t] == 0) continue;
    const Eigen::Vector3d p = middle(mesh, t);
    const Eigen::Vector3d n =
        after.linear() * area_vector_doubled(mesh, static_cast<int>(t)).normalized();
    const Eigen::Vector3d v = (after * p - before * p) / dt;
    CHECK(speeds[t] == Approx((v - v.dot(n) * n).norm()).epsilon(0.05));  // a mean over the step
    CHECK(speeds[t] > 1e-3);
    ++slipping;
  }
  CHECK(slipping > 10);
}

TEST_CASE("fields: a recorded motion has no slip, and says that it is at rest", "[fields]") {
  const SwingingKnee knee(5);
  const Replay replay(std::make_shared<const Recording>(
      RecordingInput{knee.folder / "knee.osim", knee.folder / "swing.sto"}));
  CHECK_THAT(description_of(Field::slip_speed).lack(replay), Catch::Contains("at rest"));
  CHECK(description_of(Field::depth).lack(replay).empty());
  CHECK(largest(values_of(Field::gap, replay, 0)) > 0);
}

TEST_CASE("fields: each is drawn on either side, with its own scale and its title at the bar",
          "[fields][viewer]") {
  const auto viewer = open_viewer("knee_replacement", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  for (int k = 0; k < 240; ++k) state.live->step(1.0 / 240);
  for (const FieldDescription& field : field_descriptions()) {
    INFO(field.label);
    state.view.field = field.field;
    if (!field.lack(*state.world).empty()) continue;
    for (const auto& [casting, target] : {std::pair(true, true), {true, false}, {false, true}}) {
      state.view.on_casting = casting;
      state.view.on_target = target;
      viewer->lay_out(1);
      CHECK(state.list.patches.size() == static_cast<std::size_t>(casting + target));
    }
    state.view.on_casting = true;
    viewer->lay_out(1);
    const double top = state.list.paint.range;
    CHECK(top >= state.list.paint.largest);
    CHECK(top < 3 * state.list.paint.largest);
    const std::string title =
        field_title(field.field, state.drawing->unit_of(state.view, field.field, top));
    const auto shown = std::ranges::find(viewer->texts, title, &WrittenText::text);
    REQUIRE(shown != viewer->texts.end());
    CHECK(contains(viewer->layout().scales, shown->area));
  }
}

TEST_CASE("fields: the field stays when another scene has it, and a fixed top is the field's own",
          "[fields][viewer]") {
  const auto viewer = open_viewer("knee_replacement", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  state.view.field = Field::depth;
  open_scene(state, find_scene("hip"));
  CHECK(state.view.field == Field::depth);
  state.view.field = Field::wear;
  open_scene(state, find_scene("ball_on_plate"));
  CHECK(state.view.field == Field::pressure);

  state.view.range = ViewOptions::Range::locked;
  state.view.scale_of(Field::pressure).locked_top = 123e3;
  viewer->lay_out(1);
  CHECK(state.list.paint.range == 123e3);
  state.view.field = Field::depth;
  state.view.scale_of(Field::depth).locked_top = 2e-3;
  viewer->lay_out(1);
  CHECK(state.list.paint.range == 2e-3);
}

TEST_CASE("fields: where a scene fixes the range of pressure, that of another field grows",
          "[fields][viewer]") {
  const auto viewer = open_viewer("knee_replacement", {1400, 900}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  REQUIRE(state.view.range == ViewOptions::Range::locked);
  state.view.field = Field::depth;
  viewer->lay_out();  // before any contact
  for (int k = 0; k < 120; ++k) state.live->step(1.0 / 240);
  viewer->lay_out();
  const double deepest = state.world->contacts()[0].report->result().total.max_proximity;
  CHECK(state.list.paint.range >= deepest);
  CHECK(state.list.paint.range < 3 * deepest);
  state.view.scale_of(Field::depth).locked_top = 5e-4;  // as the slider sets it
  viewer->lay_out();
  CHECK(state.list.paint.range == 5e-4);
}

}  // namespace condyle::test::fields_tests
