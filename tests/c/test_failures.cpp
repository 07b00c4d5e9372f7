// What the interface for C refuses, and how it says so. No exception crosses it.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <thread>

#include "c/c_handles.h"
#include "condyle/mesh/primitives.h"

namespace condyle::test::c_failure_tests {
namespace {

using Catch::Contains;

constexpr Layer k_layer{463e6, 0.46, 0.008};
constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

std::string said() { return condyle_last_error(); }

Handle<condyle_surface> ball() { return surface_of(mesh::make_icosphere(0.02, 3), k_layer); }

TEST_CASE("versions", "[c]") {
  CHECK(condyle_c_version() == CONDYLE_C_VERSION);
  CHECK(std::string(condyle_version()) == CONDYLE_VERSION);
}

TEST_CASE("every function refuses a NULL handle, and says which", "[c]") {
  double d[36] = {};
  std::uint32_t u[3] = {};
  int n[1] = {};
  condyle_result result;
  condyle_strand_state state;
  condyle_event event;
  const auto refuses = [](int status, const char* function, const char* handle) {
    INFO(function);
    CHECK(status == CONDYLE_INPUT_ERROR);
    CHECK(said() == std::string(function) + ": " + handle + " is NULL");
  };
#define REFUSES(handle, function, ...) refuses(function(__VA_ARGS__), #function, handle)
#define REFUSES_MINUS(handle, function, ...) \
  CHECK(function(__VA_ARGS__) == -1);        \
  CHECK(said() == #function ": " handle " is NULL")
#define REFUSES_NULL(handle, function, ...) \
  CHECK(function(__VA_ARGS__) == nullptr);  \
  CHECK(said() == #function ": " handle " is NULL")

  REFUSES_NULL("vertices", condyle_surface_from_arrays, nullptr, 1, u, 1, 1, 0, 1);
  REFUSES_NULL("triangles", condyle_surface_from_arrays, d, 1, nullptr, 1, 1, 0, 1);
  REFUSES_NULL("file", condyle_surface_from_file, nullptr, "m", 1, 0, 1);
  REFUSES_NULL("unit", condyle_surface_from_file, "ball.stl", nullptr, 1, 0, 1);
  REFUSES_NULL("json", condyle_surface_from_json, nullptr, nullptr);
  REFUSES_MINUS("surface", condyle_surface_vertex_count, nullptr);
  REFUSES_MINUS("surface", condyle_surface_triangle_count, nullptr);
  REFUSES("surface", condyle_surface_mesh, nullptr, d, 1, u, 1);
  REFUSES("surface", condyle_surface_mass, nullptr, 1, d, d, d);

  const auto surface = ball();
  REFUSES_NULL("casting", condyle_pair_create, nullptr, surface.get(), nullptr);
  REFUSES_NULL("target", condyle_pair_create, surface.get(), nullptr, nullptr);
  REFUSES("pair", condyle_pair_set_threads, nullptr, 1);
  REFUSES("pair", condyle_pair_evaluate, nullptr, d, d, d, d);
  REFUSES("pair", condyle_pair_result, nullptr, &result, sizeof result);
  REFUSES("pair", condyle_pair_wrench, nullptr, 0, d);
  REFUSES("pair", condyle_pair_pressure, nullptr, 0, d, 1);
  REFUSES("pair", condyle_pair_proximity, nullptr, 0, d, 1);
  REFUSES("pair", condyle_pair_stiffness, nullptr, d);

  REFUSES("world", condyle_world_set_gravity, nullptr, d);
  REFUSES("world", condyle_world_set_threads, nullptr, 1);
  REFUSES_MINUS("world", condyle_world_add_body, nullptr, 0, 1, d, d, d);
  REFUSES("world", condyle_world_remove_body, nullptr, 0);
  REFUSES_MINUS("world", condyle_world_add_surface, nullptr, 0, surface.get(), d);
  REFUSES("world", condyle_world_set_default_contact, nullptr, nullptr);
  REFUSES("world", condyle_world_set_contact, nullptr, 0, 1, nullptr);
  REFUSES("world", condyle_world_step, nullptr, 1);
  REFUSES_MINUS("world", condyle_world_time, nullptr);
  REFUSES("world", condyle_world_pose, nullptr, 0, d);
  REFUSES("world", condyle_world_velocity, nullptr, 0, d);
  REFUSES("world", condyle_world_set_pose, nullptr, 0, d);
  REFUSES("world", condyle_world_set_velocity, nullptr, 0, d);
  REFUSES("world", condyle_world_move_to, nullptr, 0, d);
  REFUSES("world", condyle_world_apply_wrench, nullptr, 0, d);
  REFUSES_MINUS("world", condyle_world_contact_count, nullptr);
  REFUSES("world", condyle_world_contact_surfaces, nullptr, 0, n, n);
  REFUSES("world", condyle_world_contact_wrench, nullptr, 0, d);
  REFUSES("world", condyle_world_contact_result, nullptr, 0, &result, sizeof result);
  REFUSES("world", condyle_world_contact_pressure, nullptr, 0, 0, d, 1);
  REFUSES("world", condyle_world_contact_proximity, nullptr, 0, 0, d, 1);
  REFUSES_MINUS("world", condyle_world_add_strand, nullptr, 1, n, d, 1, 1, 1, 1);
  REFUSES_MINUS("world", condyle_world_add_joint, nullptr, 0, 1, d, 0, 0);
  REFUSES("world", condyle_world_remove_joint, nullptr, 0);
  REFUSES("world", condyle_world_remove_strand, nullptr, 0);
  REFUSES("world", condyle_world_cut_strand, nullptr, 0);
  REFUSES("world", condyle_world_mend_strand, nullptr, 0);
  REFUSES("world", condyle_world_strand, nullptr, 0, &state, sizeof state);
  REFUSES("world", condyle_world_follow_events, nullptr, 1);
  REFUSES_MINUS("world", condyle_world_event_count, nullptr);
  REFUSES("world", condyle_world_event, nullptr, 0, &event, sizeof event);
  REFUSES_MINUS("world", condyle_world_findings, nullptr);
  REFUSES_NULL("world", condyle_world_finding, nullptr, 0);
  REFUSES_NULL("world", condyle_world_save, nullptr);
  REFUSES("world", condyle_world_restore, nullptr, nullptr);
  const auto world = owned(condyle_world_create(nullptr));
  REFUSES("moment", condyle_world_restore, world.get(), nullptr);
  REFUSES_MINUS("surface", condyle_world_add_surface,
                (condyle_world_add_body(world.get(), 0, 0, nullptr, nullptr, nullptr), world.get()),
                0, nullptr, nullptr);
#undef REFUSES
#undef REFUSES_MINUS
#undef REFUSES_NULL
  condyle_surface_free(nullptr);
  condyle_pair_free(nullptr);
  condyle_world_free(nullptr);
  condyle_moment_free(nullptr);
}

TEST_CASE("surfaces that cannot be used are refused by name", "[c]") {
  const MeshArrays box(mesh::make_box({1, 1, 1}));
  MeshArrays bad = box;
  bad.triangles[4] = 8;
  CHECK(bad.surface(k_layer) == nullptr);
  CHECK(said() ==
        "condyle_surface_from_arrays: triangles[4] is 8, must be below 8, the number of "
        "vertices");
  bad = box;
  bad.vertices[5] = k_nan;
  CHECK(bad.surface(k_layer) == nullptr);
  CHECK_THAT(said(), Contains("condyle_surface_from_arrays: ") && Contains("finite"));
  CHECK(box.surface({463e6, 0.5, 0.008}) == nullptr);
  CHECK_THAT(said(), Contains("0.5"));
  CHECK(condyle_surface_from_arrays(box.vertices.data(), std::numeric_limits<std::size_t>::max(),
                                    box.triangles.data(), 1, 1e6, 0.3, 0.01) == nullptr);
  CHECK_THAT(said(), Contains("vertex_count"));

  CHECK(condyle_surface_from_file("none/ball.stl", "mm", 1e6, 0.3, 0.01) == nullptr);
  CHECK_THAT(said(), Contains("none/ball.stl"));
  CHECK(condyle_surface_from_file("none/ball.stl", "feet", 1e6, 0.3, 0.01) == nullptr);
  CHECK_THAT(said(), Contains("feet") && Contains("mm"));

  const auto refuses = [](const char* json, const char* what) {
    CHECK(condyle_surface_from_json(json, nullptr) == nullptr);
    CHECK_THAT(said(), Contains("condyle_surface_from_json: ") && Contains(what));
  };
  refuses("{", "line 1");
  refuses(R"({"name": "a", "shap": {"kind": "sphere", "radius": 1}})", "shape");
  refuses(R"({"name": "a", "shape": {"kind": "sphere", "radius": 1}})", "'layer'");
  refuses(R"({"name": "a", "shape": {"kind": "sphere", "radius": 1}, "position": [1, 0, 0],
              "layer": {"material": "uhmwpe", "thickness": 0.01}})",
          "'position'");

  const auto open = surface_of(mesh::make_plane_grid(1, 1, 2, 2), k_layer);
  double mass, centre[3], inertia[9];
  CHECK(condyle_surface_mass(open.get(), 1000, &mass, centre, inertia) == CONDYLE_INPUT_ERROR);
  CHECK_THAT(said(), Contains("open"));
}

/// The force, in the casting surface's frame, where the target is turned by a quaternion along z.
std::array<double, 3> force_at(condyle_pair* pair, std::array<double, 2> z_and_w) {
  const double X_WT[7] = {0.031, 0.02, 0.011, 0, 0, z_and_w[0], z_and_w[1]};
  require_ok(condyle_pair_evaluate(pair, nullptr, X_WT, nullptr, nullptr));
  condyle_result result;
  require_ok(condyle_pair_result(pair, &result, sizeof result));
  REQUIRE(result.contact_area > 0);
  return {result.wrench[3], result.wrench[4], result.wrench[5]};
}

TEST_CASE("settings, poses and buffers that cannot be used are refused", "[c]") {
  const auto surface = ball();
  const auto refuses = [&](const char* json, const char* what) {
    CHECK(condyle_pair_create(surface.get(), surface.get(), json) == nullptr);
    CHECK_THAT(said(), Contains("condyle_pair_create: settings: ") && Contains(what));
  };
  refuses(R"({"fricton": {}})", "friction");
  refuses(R"({"max_proximity": -1})", "max_proximity");
  refuses(R"({"casts": "both"})", "casts");

  const auto pair = owned(condyle_pair_create(surface.get(), surface.get(), nullptr));
  condyle_result result;
  CHECK(condyle_pair_result(pair.get(), &result, sizeof result) == CONDYLE_INPUT_ERROR);
  CHECK_THAT(said(), Contains("condyle_pair_evaluate() first"));
  const double no_rotation[7] = {}, no_place[7] = {k_nan, 0, 0, 0, 0, 0, 1};
  CHECK(condyle_pair_evaluate(pair.get(), no_rotation, nullptr, nullptr, nullptr) ==
        CONDYLE_INPUT_ERROR);
  CHECK_THAT(said(), Contains("X_WC[3]") && Contains("0, 0, 0, 1"));
  CHECK(condyle_pair_evaluate(pair.get(), nullptr, no_place, nullptr, nullptr) ==
        CONDYLE_INPUT_ERROR);
  CHECK(said() == "condyle_pair_evaluate: X_WT[0] is nan, must be a finite number");
  require_ok(condyle_pair_evaluate(pair.get(), nullptr, nullptr, nullptr, nullptr));
  CHECK(force_at(pair.get(), {3, 4}) == force_at(pair.get(), {3e307, 4e307}));
  CHECK(force_at(pair.get(), {3, 4}) == force_at(pair.get(), {3e-300, 4e-300}));

  double few[10], stiffness[36];
  CHECK(condyle_pair_pressure(pair.get(), CONDYLE_CASTING, few, 10) == CONDYLE_INPUT_ERROR);
  CHECK(said() ==
        "condyle_pair_pressure: the count is 10, must be 1280, the number of triangles "
        "of that side");
  CHECK(condyle_pair_pressure(pair.get(), 2, few, 10) == CONDYLE_INPUT_ERROR);
  CHECK_THAT(said(), Contains("side is 2"));
  CHECK(condyle_pair_pressure(pair.get(), 0, nullptr, 1280) == CONDYLE_INPUT_ERROR);
  CHECK(condyle_pair_result(pair.get(), &result, 0) == CONDYLE_INPUT_ERROR);
  CHECK(condyle_pair_result(pair.get(), nullptr, sizeof result) == CONDYLE_INPUT_ERROR);
  CHECK(condyle_pair_stiffness(pair.get(), nullptr) == CONDYLE_INPUT_ERROR);
  CHECK(condyle_pair_set_threads(pair.get(), 0) == CONDYLE_INPUT_ERROR);
  require_ok(condyle_pair_stiffness(pair.get(), stiffness));
}

TEST_CASE("bodies that cannot be are refused, and the world is as before", "[c]") {
  const auto world = owned(condyle_world_create(nullptr));
  const double flat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 3}, good[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const auto add = [&](int kind, double mass, const double* inertia) {
    return condyle_world_add_body(world.get(), kind, mass, nullptr, inertia, nullptr);
  };
  CHECK(add(CONDYLE_DYNAMIC, 1, flat) == -1);
  CHECK_THAT(said(), Contains("inertia is that of no body"));
  CHECK(add(CONDYLE_DYNAMIC, 0, good) == -1);
  CHECK_THAT(said(), Contains("mass is 0"));
  CHECK(add(3, 1, good) == -1);
  CHECK_THAT(said(), Contains("kind is 3"));
  CHECK(add(CONDYLE_DYNAMIC, 1, good) == 0);
  CHECK(add(CONDYLE_KINEMATIC, 1, nullptr) == 1);

  const auto surface = ball();
  CHECK(condyle_world_add_surface(world.get(), 2, surface.get(), nullptr) == -1);
  CHECK_THAT(said(), Contains("there is no body 2"));
  const double twist[6] = {}, pose[7] = {0, 0, 0, 0, 0, 0, 1};
  CHECK(condyle_world_set_velocity(world.get(), 1, twist) == CONDYLE_INPUT_ERROR);
  CHECK(said() == "condyle_world_set_velocity: body 1 must be dynamic");
  CHECK(condyle_world_move_to(world.get(), 0, pose) == CONDYLE_INPUT_ERROR);
  CHECK(condyle_world_set_contact(world.get(), 0, 1, nullptr) == CONDYLE_INPUT_ERROR);
  CHECK(condyle_world_step(world.get(), 0) == CONDYLE_INPUT_ERROR);
  CHECK(condyle_world_step(world.get(), k_nan) == CONDYLE_INPUT_ERROR);
  const int bodies[] = {0, 7};
  const double points[] = {0, 0, 0, 1, 0, 0};
  CHECK(condyle_world_add_strand(world.get(), 2, bodies, points, 100, 1, 0, 0) == -1);
  CHECK_THAT(said(), Contains("there is no body 7"));
  CHECK(condyle_world_add_strand(world.get(), 1, bodies, points, 100, 1, 0, 0) == -1);
  const int both[] = {0, CONDYLE_GROUND};
  CHECK(condyle_world_add_strand(world.get(), 2, both, points, 100, -1, 0, 0) == -1);
  const auto join = [&](int a, int b, int free_axes) {
    return condyle_world_add_joint(world.get(), a, b, nullptr, free_axes, 0);
  };
  CHECK(join(0, 0, CONDYLE_RX) == -1);
  CHECK_THAT(said(), Contains("both bodies are 0"));
  CHECK(join(1, CONDYLE_GROUND, CONDYLE_RX) == -1);
  CHECK_THAT(said(), Contains("neither body 1 nor body -1 is dynamic"));
  CHECK(join(0, 5, CONDYLE_RX) == -1);
  CHECK_THAT(said(), Contains("there is no body 5"));
  CHECK(join(0, CONDYLE_GROUND, 63) == -1);
  CHECK_THAT(said(), Contains("free_axes is 63"));
  CHECK(condyle_world_remove_joint(world.get(), 0) == CONDYLE_INPUT_ERROR);
  CHECK(condyle_world_contact_count(world.get()) == 0);
  require_ok(condyle_world_step(world.get(), 0.01));
}

TEST_CASE("a user's law that throws is an error of the step, which changes nothing", "[c]") {
  const auto surface = ball(), plate = surface_of(mesh::make_box({0.1, 0.1, 0.02}), k_layer);
  const auto world = owned(condyle_world_create(nullptr));
  const double inertia[9] = {1e-4, 0, 0, 0, 1e-4, 0, 0, 0, 1e-4};
  const double above[7] = {0, 0, 0.0295, 0, 0, 0, 1}, to[7] = {0, 0, 0.001, 0, 0, 0, 1};
  condyle_world_add_body(world.get(), CONDYLE_DYNAMIC, 1, nullptr, inertia, above);
  condyle_world_add_body(world.get(), CONDYLE_KINEMATIC, 0, nullptr, nullptr, nullptr);
  condyle_world_add_surface(world.get(), 0, surface.get(), nullptr);
  condyle_world_add_surface(world.get(), 1, plate.get(), nullptr);
  for (const char* function : {"throwing", "throwing_a_number"}) {
    const std::string law = std::string(R"({"law": "user", "library": ")") + CONDYLE_HOSTILE_LAWS +
                            R"(", "function": ")" + function + "\"}";
    require_ok(condyle_world_set_default_contact(world.get(), law.c_str()));
    require_ok(condyle_world_move_to(world.get(), 1, to));
    CHECK(condyle_world_step(world.get(), 0.004) == CONDYLE_SIMULATION_ERROR);
    CHECK_THAT(said(), Contains("condyle_world_step: ") && Contains(function));
    double pose[7];
    require_ok(condyle_world_pose(world.get(), 0, pose));
    CHECK(pose[2] == above[2]);
    require_ok(condyle_world_pose(world.get(), 1, pose));
    CHECK(pose[2] == 0);
  }
  require_ok(condyle_world_set_default_contact(world.get(), nullptr));
  require_ok(condyle_world_step(world.get(), 0.004));
  CHECK(condyle_world_contact_count(world.get()) == 1);
}

TEST_CASE("each thread has its own last error", "[c]") {
  CHECK(condyle_surface_triangle_count(nullptr) == -1);
  const std::string mine = said();
  std::string before, after;
  std::thread([&] {
    before = said();
    condyle_world_step(nullptr, 1);
    after = said();
  }).join();
  CHECK(before.empty());
  CHECK(after == "condyle_world_step: world is NULL");
  CHECK(said() == mine);
  const auto surface = ball();  // a success leaves it as it is
  CHECK(said() == mine);
}

}  // namespace
TEST_CASE("a force too large for a step is refused by its body's number, and nothing moves",
          "[c]") {
  const auto world = owned(condyle_world_create(nullptr));
  const double inertia[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  condyle_world_add_body(world.get(), CONDYLE_FIXED, 0, nullptr, nullptr, nullptr);
  const double X_WB[7] = {1, 2, 3, 0, 0, 0, 1};
  const int body = condyle_world_add_body(world.get(), CONDYLE_DYNAMIC, 1, nullptr, inertia, X_WB);
  REQUIRE(body == 1);
  const double wrench[6] = {0, 0, 0, 1e307, 0, 0};
  require_ok(condyle_world_apply_wrench(world.get(), body, wrench));
  CHECK(condyle_world_step(world.get(), 0.01) == CONDYLE_SIMULATION_ERROR);
  CHECK_THAT(said(), Contains("body 1: its force is"));
  CHECK(condyle_world_time(world.get()) == 0);
  double now[7], twist[6];
  require_ok(condyle_world_pose(world.get(), body, now));
  require_ok(condyle_world_velocity(world.get(), body, twist));
  CHECK(std::ranges::equal(now, X_WB));
  CHECK(std::ranges::all_of(twist, [](double x) { return x == 0; }));
  require_ok(condyle_world_step(world.get(), 0.01));
  require_ok(condyle_world_pose(world.get(), body, now));
  CHECK(now[0] == 1);
}

TEST_CASE("numbers that leave no finite ones are refused before anything moves", "[c]") {
  const auto world = owned(condyle_world_create(nullptr));
  const double inertia[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const double tiny[9] = {1e-320, 0, 0, 0, 1e-320, 0, 0, 0, 1e-320};
  CHECK(condyle_world_add_body(world.get(), CONDYLE_DYNAMIC, 1e-320, nullptr, inertia, nullptr) ==
        -1);
  CHECK_THAT(condyle_last_error(), Contains("too small"));
  CHECK(condyle_world_add_body(world.get(), CONDYLE_DYNAMIC, 1, nullptr, tiny, nullptr) == -1);
  CHECK_THAT(condyle_last_error(), Contains("too small"));
  CHECK(condyle_world_step(world.get(), 1e-20) == CONDYLE_INPUT_ERROR);  // Bullet makes no step

  const auto ball = surface_of(mesh::make_icosphere(0.02, 1), {1e6, 0.3, 0.004});
  const auto pair = owned(condyle_pair_create(ball.get(), ball.get(), nullptr));
  const double far[7] = {1e308, 0, 0, 0, 0, 0, 1}, back[7] = {-1e308, 0, 0, 0, 0, 0, 1};
  CHECK(condyle_pair_evaluate(pair.get(), far, back, nullptr, nullptr) == CONDYLE_INPUT_ERROR);
  const double fast[6] = {0, 0, 0, 1e308, 0, 0}, slow[6] = {0, 0, 0, -1e308, 0, 0};
  CHECK(condyle_pair_evaluate(pair.get(), nullptr, nullptr, fast, slow) == CONDYLE_INPUT_ERROR);
}

}  // namespace condyle::test::c_failure_tests
