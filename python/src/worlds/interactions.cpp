// What acts between the bodies of a world, read and changed: its strands and contacts.
#include <pybind11/stl.h>

#include "condyle/error.h"
#include "described_settings.h"
#include "worlds/parts.h"
#include "worlds/world.h"

namespace condyle::python {
namespace {

ligament::Strand strand_of(World& world, const std::string& name) {
  return world.use([&](SceneWorld& scene) {
    return scene.strands()[place_of(scene.strands(), name, "strand")].strand;
  });
}

/// The strand keeps its own name.
void set_strand(World& world, const std::string& name, ligament::Strand strand) {
  strand.name = name;
  world.use([&](SceneWorld& scene) {
    scene.set_strand(place_of(scene.strands(), name, "strand"), strand);
  });
}

/// Sets the slack length by what the strand has in the present pose.
template <void (SceneWorld::*set)(int, double)>
void set_reference(World& world, const std::string& name, double reference) {
  world.use([&](SceneWorld& scene) {
    (scene.*set)(place_of(scene.strands(), name, "strand"), reference);
  });
}

ContactSettings settings_of(World& world, const std::string& name) {
  return world.use([&](SceneWorld& scene) {
    return scene.contacts()[place_of(scene.contacts(), name, "contact")].settings;
  });
}

py::dict contact_of(World& world, const std::string& name) {
  return values_of(settings_of(world, name), contact_keywords());
}

void set_contact(World& world, const std::string& name, const py::kwargs& changes) {
  ContactSettings settings = settings_of(world, name);
  change(settings, contact_keywords(), changes, "a contact");
  if (settings.normal.kind == NormalLawKind::user && settings.normal.user->library.empty())
    throw InputError(
        "a law made of a function cannot act in a world; take one of a library, by "
        "Law.from_library() (docs/user-laws.md)");
  world.use([&](SceneWorld& scene) {
    scene.set_contact_settings(place_of(scene.contacts(), name, "contact"), settings);
  });
}

}  // namespace

void add_interactions(py::class_<World>& cls) {
  cls.def("strand", strand_of, py::arg("strand"), "The law of a strand now: a Strand.")
      .def("set_strand", set_strand, py::arg("strand"), py::arg("law"),
           "Gives a strand the law of a Strand; it keeps its name, and reset() keeps the law.")
      .def("set_reference_strain", set_reference<&SceneWorld::set_reference_strain>,
           py::arg("strand"), py::arg("strain"),
           "Sets the slack length with which a strand has this strain in the present pose.")
      .def("set_reference_force", set_reference<&SceneWorld::set_reference_force>,
           py::arg("strand"), py::arg("force"),
           "Sets the slack length with which a strand has this spring force [N] in the present\n"
           "pose.")
      .def("contact", contact_of, py::arg("contact"),
           "The settings of a contact now, by the keywords of Pair.")
      .def("set_contact", set_contact, py::arg("contact"),
           "Changes settings of a contact, given by the keywords that contact() has, in both\n"
           "directions if both sides cast. reset() keeps them.");
}

}  // namespace condyle::python
