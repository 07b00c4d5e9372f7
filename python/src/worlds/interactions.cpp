// What acts between the bodies of a world, read and changed: its strands and contacts.
#include <pybind11/stl.h>

#include "condyle/error.h"
#include "contact_words.h"
#include "words.h"
#include "worlds/parts.h"
#include "worlds/settings.h"
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

/// A setting that is a word of an enumeration.
template <auto member>
Setting<ContactSettings> word_setting(const char* keyword) {
  using Value = std::remove_cvref_t<decltype(ContactSettings{}.*member)>;
  return {keyword, [](const ContactSettings& s) { return py::object(py::str(word_of(s.*member))); },
          [](ContactSettings& s, const py::object& value) {
            s.*member = enumerator_of<Value>(value.cast<std::string>(), "the word");
          }};
}

/// By the keywords that condyle.Pair has for them.
std::vector<Setting<ContactSettings>> all_settings() {
  using S = ContactSettings;
  return {{"law", law_setting_of, set_law},
          setting<&S::friction>("friction"),
          setting<&S::dissipation>("dissipation"),
          setting<&S::lumped>("lumped"),
          setting<&S::two_sided>("two_sided"),
          setting<&S::min_proximity>("min_proximity"),
          setting<&S::max_proximity>("max_proximity"),
          word_setting<&S::force_direction>("force_direction"),
          word_setting<&S::casts_from>("casts_from"),
          setting<&S::node_spacing>("node_spacing"),
          setting<&S::layer_tolerance>("layer_tolerance"),
          word_setting<&S::free_edges>("free_edges"),
          setting<&S::wear_coefficient>("wear_coefficient"),
          setting<&S::applies_force>("applies_force")};
}

py::dict contact_of(World& world, const std::string& name) {
  return values_of(settings_of(world, name), all_settings());
}

void set_contact(World& world, const std::string& name, const py::kwargs& changes) {
  ContactSettings settings = settings_of(world, name);
  change(settings, all_settings(), changes, "a contact");
  if (settings.normal.kind == NormalLawKind::user && changes.contains("law"))
    throw InputError(
        "a law made of a function cannot act in a world; give the scene a library of laws "
        "(docs/user-laws.md)");
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
           "The settings of a contact now, by the keywords of Pair, its wear_coefficient [1/Pa] "
           "and\n"
           "applies_force, whether bodies feel it.")
      .def("set_contact", set_contact, py::arg("contact"),
           "Changes settings of a contact, given by the keywords that contact() has, in both\n"
           "directions if both sides cast. reset() keeps them.");
}

}  // namespace condyle::python
