// Equilibria of scenes.
#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "condyle/error.h"
#include "condyle/scene/scene_build.h"
#include "engine/made_meshes.h"
#include "engine/statics/statics_scene.h"
#include "world/casting_sides.h"
#include "worlds/equilibrium.h"
#include "worlds/world.h"

namespace condyle::python {
namespace {

std::string weight_of(const std::string& body) { return "weight of " + body; }

/// The bodies in the frames of the scene, and the ground after them.
void add_scene_bodies(NamedEquilibrium& of, const DrivenScene& from) {
  add_bodies(of.world, from.scene, from.built);
  for (const scene::SceneBody& body : from.scene.bodies) of.bodies.push_back({body.name});
  of.bodies.push_back({"world"});
  of.world.set_meeting([&of](int a, int b) {
    const scene::Scene& scene = of.scene->scene;
    const auto count = static_cast<int>(scene.bodies.size());
    return a < count && b < count &&
           have_contact(scene, scene.bodies[static_cast<std::size_t>(a)].name,
                        scene.bodies[static_cast<std::size_t>(b)].name);
  });
}

void add_scene_surfaces(NamedEquilibrium& of, const DrivenScene& from) {
  for (std::size_t b = 0; b < from.built.size(); ++b)
    for (std::size_t m = 0; m < from.built[b].meshes.size(); ++m) {
      const auto& surface = from.built[b].meshes[m].surface;
      const scene::SceneBody& body = from.scene.bodies[b];
      if (surface)
        of.add_surface({body.name + "." + body.meshes[m].name,
                        static_cast<int>(b),
                        surface,
                        body.meshes[m].X_BM,
                        {}});
    }
}

void add_scene_contacts(NamedEquilibrium& of, const DrivenScene& from, std::size_t named) {
  const auto name_of = [](const scene::MeshName& mesh) { return mesh.body + "." + mesh.mesh; };
  for (std::size_t i = 0; i < named; ++i) {
    const scene::SceneContact& contact = from.scene.contacts[i];
    NamedContact added{.casting = name_of(contact.casting),
                       .target = name_of(contact.target),
                       .settings = contact.settings,
                       .side = contact.side};
    added.settings.record_sliding = false;
    added.regions = make_regions(contact, *of.surface(added.casting).surface);
    of.set_contact(std::move(added));
  }
}

void add_scene_strands(NamedEquilibrium& of, const DrivenScene& from) {
  for (const scene::SceneLigament& ligament : from.scene.ligaments) {
    const auto [bodies, path] = placed_path(from.scene, ligament, from.built);
    const ligament::Strand strand = initial_strand(from.scene, ligament);
    of.add_strand(strand, bodies, path);
    if (ligament.is_cut) of.world.session().cut_strand(of.strand(strand.name));
  }
}

void add_scene_joints(NamedEquilibrium& of, DrivenScene& from) {
  for (const scene::SceneJoint& joint : from.scene.joints) {
    const CoordinateJoint made = coordinate_joint(of.world, from.scene, joint);
    const auto is_free = [&](int body) { return body >= 0 && of.world.is_free(body); };
    from.joints.push_back(-1);
    if (!is_free(made.body_a) && !is_free(made.body_b)) continue;
    from.joints.back() = static_cast<int>(of.joints.size());
    of.add_joint(made);
  }
}

void add_scene_loads(NamedEquilibrium& of, const DrivenScene& from,
                     const std::vector<Eigen::Vector3d>& centres) {
  for (std::size_t b = 0; b < from.built.size(); ++b) {
    const Eigen::Vector3d weight = from.built[b].mass.mass * from.scene.gravity;
    if (of.world.is_free(static_cast<int>(b)) && !weight.isZero(0))
      of.add_load(weight_of(from.scene.bodies[b].name),
                  {.body = static_cast<int>(b), .p_B = centres[b], .force = weight});
  }
  for (const scene::SceneLoad& load : from.scene.loads) {
    const int body = body_index(from.scene, load.body);
    if (of.world.is_free(body))
      of.add_load(load.name,
                  {.body = body, .p_B = load.p_B, .frame = load.in_body_frame ? body : -1});
  }
}

void require_finite_time(double time, const char* call) {
  if (!std::isfinite(time))
    throw InputError(
        fmt::format("{}: time is {}; give a finite time of the scene [s]", call, time));
}

/// Moves the kinematic bodies, driven hinges and loads of the scene to a time of it.
void set_time(NamedEquilibrium& of, double time) {
  if (!of.scene)
    throw InputError("set_time: this equilibrium is not of a scene; use put(), hold(), set_load()");
  require_finite_time(time, "set_time");
  DrivenScene& from = *of.scene;
  from.time = time;
  read_clock(from.scene, {.time = time, .hinge_time = time}, from.drives);
  const DrivenAmounts amounts = amounts_of(from.scene, from.drives);
  for (std::size_t b = 0; b < from.scene.bodies.size(); ++b)
    if (from.scene.bodies[b].kind == scene::BodyKind::kinematic)
      of.world.put(static_cast<int>(b),
                   driven_pose(from.scene, static_cast<int>(b), amounts.motions));
  for (std::size_t j = 0; j < from.scene.joints.size(); ++j) {
    if (!from.scene.joints[j].target_angle || from.joints[j] < 0) continue;
    CoordinateJoint joint = of.world.joint(from.joints[j]);
    joint.held[0] = amounts.joints[j];
    of.world.set_joint(from.joints[j], joint);
  }
  for (std::size_t i = 0; i < from.scene.loads.size(); ++i) {
    const scene::SceneLoad& load = from.scene.loads[i];
    const auto known = std::ranges::find(of.loads, load.name, &NamedPart::name);
    if (known == of.loads.end()) continue;
    const auto number = static_cast<int>(known - of.loads.begin());
    PointLoad changed = of.world.load(number);
    const double size = load_amount(from.drives, static_cast<int>(i));
    changed.force = size * load.force;
    changed.moment = size * load.moment;
    of.world.set_load(number, changed);
  }
}

void build_named(NamedEquilibrium& of, scene::Scene scene, MadeMeshes* shared, double time) {
  require_static(scene);
  DrivenScene& from = of.scene.emplace();
  from.scene = std::move(scene);
  from.built = build_bodies(from.scene, shared);
  const std::size_t named = from.scene.contacts.size();
  choose_casting_sides(from.scene, from.built);
  from.drives = drives_of(from.scene);
  std::vector<Eigen::Vector3d> centres;
  for (BuiltBody& body : from.built) {
    centres.push_back(body.X_BP.translation());
    body.X_BP = Pose::Identity();  // bodies are known by their own frames
  }
  add_scene_bodies(of, from);
  add_scene_surfaces(of, from);
  of.world.session().set_default_contact(contact_of_unnamed_pairs());
  add_scene_contacts(of, from, named);
  add_scene_strands(of, from);
  add_scene_joints(of, from);
  add_scene_loads(of, from, centres);
  set_time(of, time);
}

std::unique_ptr<NamedEquilibrium> from_text(const std::string& text,
                                            const std::filesystem::path& file, double time,
                                            double tolerance, int threads, bool allow_libraries,
                                            MadeMeshes* shared) {
  require_finite_time(time, "equilibrium");
  auto made = std::make_unique<NamedEquilibrium>(
      EquilibriumSettings{.tolerance = tolerance, .threads = threads});
  without_lock(
      [&] { build_named(*made, scene_of_text(text, file, allow_libraries), shared, time); });
  return made;
}

}  // namespace

void add_equilibrium_scenes(EquilibriumClass& cls) {
  cls.def_static("from_text", from_text, py::arg("text"), py::arg("file"), py::kw_only(),
                 py::arg("time") = 0.0, py::arg("tolerance") = EquilibriumSettings().tolerance,
                 py::arg("threads") = 1, py::arg("allow_libraries") = false,
                 py::arg("shared") = py::none(),
                 "The equilibrium of a scene from the text of its file at a time of it [s]:\n"
                 "Scene.equilibrium().")
      .def(
          "set_time",
          [](NamedEquilibrium& of, double time) { of.use([&] { set_time(of, time); }); },
          py::arg("time"),
          "Moves the kinematic bodies, driven hinges and loads of its scene to a time of it [s].\n"
          "Loads that set_load() has changed are the scene's again.")
      .def_property_readonly(
          "time",
          [](NamedEquilibrium& of) {
            return of.use([&] { return of.scene ? of.scene->time : 0.0; });
          },
          "Of its scene [s]; 0 without one.");
}

}  // namespace condyle::python
