#include "worlds/world.h"

#include <fmt/format.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cmath>

#include "arrays.h"
#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "core/scene/src/scene_libraries.h"
#include "findings/start_findings.h"
#include "mesh.h"
#include "settings.h"
#include "statistics.h"
#include "warnings.h"
#include "worlds/parts.h"
#include "worlds/run.h"

namespace condyle::python {
namespace {

/// The other findings take a search: findings() has them.
void warn_of_values(World& world) {
  const auto findings =
      world.use([](SceneWorld& scene) { return look_at_values(scene.scene(), scene.built()); });
  for (const Finding& finding : findings) warn(finding.place + ": " + finding.text);
}

std::unique_ptr<World> world_of(const std::string& text, const std::filesystem::path& file,
                                int threads, bool allow_libraries, MadeMeshes* shared) {
  auto world = without_lock([&] {
    return std::make_unique<World>(scene_of_text(text, file, allow_libraries), threads, shared);
  });
  warn_of_values(*world);
  return world;
}

MeshIndex mesh_at(const SceneWorld& world, const std::string& body, const std::string& mesh) {
  const int b = place_of(world.bodies(), body, "body");
  return {b, place_of(world.bodies()[b].meshes, mesh, "mesh")};
}

void step(World& world, double dt, long steps) {
  const bool is_complete = world.use([&](SceneWorld& scene) {
    if (!(dt > 0)) throw InputError(fmt::format("dt must be above 0, not {}", dt));
    Interrupts interrupts;
    for (long i = 0; i < steps; ++i) {
      scene.step(dt);
      if (interrupts.pending()) return false;
    }
    return true;
  });
  if (!is_complete) throw py::error_already_set();
}

/// The world runs without the interpreter's lock; pybind11 takes it for each call of `progress`.
py::tuple run_world(World& world, double seconds, double rate, const TimeProgress& progress,
                    bool watch) {
  Run made = world.use([&](SceneWorld& scene) {
    return run(scene, seconds, rate, {.progress = progress, .watch = watch});
  });
  if (!made.is_complete) throw py::error_already_set();
  for (const std::string& warning : made.warnings) warn(warning);
  if (made.error) std::rethrow_exception(made.error);
  return py::make_tuple(std::move(made.history), std::move(made.events));
}

py::dict poses_by_body(World& world) {
  const auto bodies = world.use([](SceneWorld& scene) {
    return std::vector<WorldBody>(scene.bodies().begin(), scene.bodies().end());
  });
  py::dict poses;
  for (const WorldBody& body : bodies) poses[py::str(body.name)] = array_of(body.X_WB);
  return poses;
}

/// Without contact all figures have their default values.
Statistics statistics_of(World& world, const std::string& name) {
  return {world.use([&](SceneWorld& scene) {
    const auto& contact = scene.contacts()[place_of(scene.contacts(), name, "contact")];
    return std::make_shared<const ContactStatistics>(contact.report ? contact.report->result().total
                                                                    : ContactStatistics());
  })};
}

py::array pressure_of(World& world, const std::string& name, bool target) {
  const std::vector<double> pressure = world.use([&](SceneWorld& scene) {
    const auto& contact = scene.contacts()[place_of(scene.contacts(), name, "contact")];
    const WorldMesh& mesh = scene.mesh(target ? contact.target : contact.casting);
    if (!contact.report) return std::vector<double>(mesh.mesh->triangles.size());
    return (target ? contact.report->target_map() : contact.report->casting_map()).pressure;
  });
  return array_of(std::span<const double>(pressure));
}

Mesh mesh_of_body(World& world, const std::string& body, const std::string& mesh) {
  return Mesh(
      world.use([&](SceneWorld& scene) { return scene.mesh(mesh_at(scene, body, mesh)).mesh; }));
}

py::dict figures_by_name(World& world) {
  const auto figures = world.use([](SceneWorld& scene) { return figures_of(scene); });
  py::dict values;
  for (const Figure& figure : figures) values[py::str(figure.name)] = figure.value;
  return values;
}

py::dict readings_by_name(World& world) {
  const auto readings = world.use([](SceneWorld& scene) {
    return std::vector<Reading>(scene.readings().begin(), scene.readings().end());
  });
  py::dict values;
  for (const Reading& reading : readings)
    values[py::str(fmt::format("{} [{}]", reading.name, reading.unit))] = reading.value;
  return values;
}

template <class Entry>
std::vector<std::string> names_of(std::span<const Entry> entries) {
  std::vector<std::string> names;
  for (const Entry& entry : entries) names.push_back(entry.name);
  return names;
}

/// The findings at the start, as sentences.
std::vector<std::string> findings_of(World& world) {
  return world.use([](SceneWorld& scene) {
    std::vector<std::string> sentences;
    for (const Finding& finding : look_at_start(scene.scene(), scene.built()).findings)
      sentences.push_back(finding.place + ": " + finding.text);
    return sentences;
  });
}

/// Pictures need the libraries of a window, which only the module _picture links.
void draw(World& world, const std::filesystem::path& file, int width, int height) try {
  py::module_::import("condyle._picture").attr("draw")(&world, file, width, height);
} catch (const py::error_already_set& error) {
  if (!error.matches(PyExc_ImportError)) throw;
  throw InputError(fmt::format(
      "{}: no picture: this condyle was built without a window (CONDYLE_DEMO), or lacks its "
      "libraries: {}",
      file.string(), py::str(error.value()).cast<std::string>()));
}

/// The index of a dynamic body. Throws InputError for other bodies, which forces do not move.
int dynamic_body(const SceneWorld& scene, const std::string& name) {
  const int place = place_of(scene.bodies(), name, "body");
  if (scene.bodies()[place].kind != scene::BodyKind::dynamic)
    throw InputError(fmt::format("body '{}' is not dynamic: it follows its scene alone", name));
  return place;
}

void pull_at(World& world, const std::string& body, const Eigen::Vector3d& p_B,
             const Eigen::Vector3d& p_W, double stiffness) {
  if (!(stiffness > 0 && std::isfinite(stiffness)))
    throw InputError(fmt::format("stiffness must be above 0 and finite, not {}", stiffness));
  world.use([&](SceneWorld& scene) { scene.pull(dynamic_body(scene, body), p_B, p_W, stiffness); });
}

void set_body(World& world, const std::string& body, const py::object& X_WB,
              const py::object& V_WB) {
  const Pose pose = pose_of(X_WB, "X_WB");
  const Twist velocity = twist_of(V_WB, "V_WB");
  world.use(
      [&](SceneWorld& scene) { scene.set_motion(dynamic_body(scene, body), pose, velocity); });
}

void push_body(World& world, const std::string& body, const py::object& F_W) {
  const Twist numbers = twist_of(F_W, "F_W");
  world.use([&](SceneWorld& scene) {
    scene.push(dynamic_body(scene, body), {numbers.angular, numbers.linear});
  });
}

py::dict velocities_by_body(World& world) {
  const auto velocities = world.use([](SceneWorld& scene) {
    std::vector<std::pair<std::string, Twist>> all;
    for (std::size_t b = 0; b < scene.bodies().size(); ++b)
      if (scene.bodies()[b].kind == scene::BodyKind::dynamic)
        all.emplace_back(scene.bodies()[b].name, scene.velocity(static_cast<int>(b)));
    return all;
  });
  py::dict by_name;
  for (const auto& [name, velocity] : velocities) {
    py::array_t<double> twist(6);
    Eigen::Map<Vector6>(twist.mutable_data()) << velocity.angular, velocity.linear;
    by_name[py::str(name)] = twist;
  }
  return by_name;
}

void add_state(py::class_<World>& cls) {
  cls.def_property_readonly(
         "duration",
         [](World& world) { return world.use([](SceneWorld& s) { return s.scene().duration; }); },
         "Of its scene [s].")
      .def_property_readonly(
          "rate",
          [](World& world) { return world.use([](SceneWorld& s) { return s.scene().rate; }); },
          "Steps per second of its scene [Hz].")
      .def_property_readonly(
          "time", [](World& world) { return world.use([](SceneWorld& s) { return s.time(); }); },
          "[s]; 0 while the scene settles.")
      .def_property_readonly(
          "is_settled",
          [](World& world) {
            return world.use([](SceneWorld& s) { return s.settling().is_over; });
          },
          "Whether time has begun: false while the scene comes to rest.")
      .def_property_readonly("poses", poses_by_body, "From body to its pose (4, 4) [m]: copies.")
      .def_property_readonly("velocities", velocities_by_body,
                             "From dynamic body to the velocity of its origin in the world, (6,)\n"
                             "[rad/s, m/s].")
      .def_property_readonly(
          "contacts",
          [](World& world) {
            return world.use([](SceneWorld& s) { return names_of(s.contacts()); });
          },
          "Names of the contacts.")
      .def_property_readonly(
          "strands",
          [](World& world) {
            return world.use([](SceneWorld& s) { return names_of(s.strands()); });
          },
          "Names of the ligament strands.")
      .def_property_readonly("readings", readings_by_name,
                             "Driven angles, loads and so on, with units in their names.")
      .def("figures", figures_by_name, "All that a row of a history has, by name with unit.")
      .def("statistics", statistics_of, py::arg("contact"),
           "Statistics of a contact now, in its casting mesh frame.")
      .def("pressure", pressure_of, py::arg("contact"), py::kw_only(), py::arg("target") = false,
           "Pressure per triangle of the casting mesh now, or of the target's, (m,) [Pa]: a copy.")
      .def("mesh", mesh_of_body, py::arg("body"), py::arg("mesh"),
           "The Mesh of a body, in its own frame.");
}

void add_changes(py::class_<World>& cls) {
  cls.def(
         "reset", [](World& world) { world.use([](SceneWorld& s) { s.reset(); }); },
         "Returns to the start; changes of layers and strands stay.")
      .def(
          "set_layer",
          [](World& world, const std::string& body, const std::string& mesh, const Layer& layer) {
            world.use([&](SceneWorld& s) { s.set_layer(mesh_at(s, body, mesh), layer); });
          },
          py::arg("body"), py::arg("mesh"), py::arg("layer"), "Gives a mesh another layer.")
      .def(
          "set_body", set_body, py::arg("body"), py::arg("X_WB"), py::arg("V_WB") = py::none(),
          "Puts a dynamic body at a pose (4, 4) [m], with the velocity of its origin (6,) [rad/s,\n"
          "m/s], at rest by default. Contacts and strands show it from the next step on.")
      .def("push", push_body, py::arg("body"), py::arg("F_W"),
           "Adds a moment about the origin of a dynamic body and a force, (6,) [N m, N] in the\n"
           "world, for the next step alone.")
      .def(
          "cut",
          [](World& world, const std::string& strand) {
            world.use(
                [&](SceneWorld& s) { s.cut_strand(place_of(s.strands(), strand, "strand")); });
          },
          py::arg("strand"), "Cuts a strand, which pulls no more.")
      .def(
          "restore",
          [](World& world, const std::string& strand) {
            world.use(
                [&](SceneWorld& s) { s.restore_strand(place_of(s.strands(), strand, "strand")); });
          },
          py::arg("strand"), "Undoes a cut, or mends what has torn.")
      .def(
          "set_load_factor",
          [](World& world, double factor) {
            const double finite = number_of(py::float_(factor), "factor");
            world.use([&](SceneWorld& s) { s.set_load_factor(finite); });
          },
          py::arg("factor"), "Multiplies all loads of the scene by a factor [1].")
      .def(
          "pull",
          [](World& world, const std::string& body, const py::object& p_B, const py::object& p_W,
             double stiffness) {
            pull_at(world, body, vector_of(p_B, "p_B"), vector_of(p_W, "p_W"), stiffness);
          },
          py::arg("body"), py::arg("p_B"), py::arg("p_W"), py::arg("stiffness"),
          "Pulls a point of a body (3,) [m] towards one of the world by a damped spring [N/m].")
      .def(
          "release", [](World& world) { world.use([](SceneWorld& s) { s.release(); }); },
          "Ends pull().");
}

}  // namespace

World::World(scene::Scene scene, int threads, MadeMeshes* shared)
    : world_(std::make_unique<SceneWorld>(std::move(scene), shared)) {
  if (threads < 1) throw InputError(fmt::format("threads must be 1 or more, not {}", threads));
  world_->set_threads(threads);
  world_->follow_events();
}

scene::Scene scene_of_text(const std::string& text, const std::filesystem::path& file,
                           bool allow_libraries) {
  scene::Scene scene = scene::parse_scene(text, file, shipped_scenes());
  load_user_functions(scene,
                      allow_libraries ? scene::LibraryUse::allowed : scene::LibraryUse::refused);
  // The figures of each step need the results anyway, so recording sliding costs little.
  for (scene::SceneContact& contact : scene.contacts) contact.settings.record_sliding = true;
  return scene;
}

void add_worlds(py::module_& module) {
  py::class_<MadeMeshes>(module, "SharedMeshes",
                         "Meshes and hierarchies of one world for the next: Scene has one.")
      .def(py::init());
  py::class_<World> cls(module, "World",
                        "A scene in Bullet, to step by hand: Scene.world(). What it shows are\n"
                        "copies of the present.");
  cls.def(py::init(&world_of), py::arg("text"), py::arg("file"), py::kw_only(),
          py::arg("threads") = 1, py::arg("allow_libraries") = false,
          py::arg("shared") = py::none())
      .def("step", step, py::arg("dt"), py::arg("steps") = 1,
           "Advances by steps of dt [s] each. Raises SimulationError if the world diverges.")
      .def(
          "run", run_world, py::arg("seconds"), py::arg("rate"), py::arg("progress") = py::none(),
          py::kw_only(), py::arg("watch") = true,
          "Settles, then runs for some seconds [s] at a rate of steps [Hz]: a Table and a list of\n"
          "Event. progress(time, end) is called after each step. Warns as `condyle simulate` does, "
          "unless watch is False.")
      .def("findings", findings_of, "What looks wrong before the first step: sentences.")
      .def("draw", draw, py::arg("file"), py::arg("width") = 1280, py::arg("height") = 800,
           "Draws the present into a PNG file. Raises InputError where there is no display.")
      .def("__repr__", [](World& world) {
        return world.use([](SceneWorld& s) {
          return fmt::format("<condyle.World '{}' at {:.6g} s: {} bodies, {} contacts>",
                             s.scene().name, s.time(), s.bodies().size(), s.contacts().size());
        });
      });
  add_state(cls);
  add_changes(cls);
  add_interactions(cls);
  module.def(
      "find_scene", [](const std::string& name) { return find_scene(name); },
      py::arg("path_or_name"), "The file of a shipped scene, or the path as it is.");
}

}  // namespace condyle::python
