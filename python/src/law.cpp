#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>

#include "arrays.h"
#include "condyle/contact/contact_laws.h"
#include "condyle/error.h"
#include "condyle/scene/materials.h"
#include "core/scene/src/closest_name.h"
#include "core/src/contact/law_description.h"
#include "python_law.h"
#include "words.h"

namespace condyle::python {
namespace {

/// The names of laws with parameters, which excludes laws of layers and users' laws.
std::vector<std::string> names_of_laws() {
  std::vector<std::string> names;
  for (const LawDescription* const law : force_laws()) names.emplace_back(law->name);
  return names;
}

void set_parameter(const LawDescription& description, NormalLaw& law, const std::string& name,
                   py::handle value) {
  std::vector<std::string> known;
  for (const LawParameter& parameter : description.parameters) {
    known.emplace_back(parameter.name);
    if (name != parameter.name) continue;
    law.*parameter.value = number_of(value, name);
    return;
  }
  throw InputError(fmt::format("law '{}' has no parameter '{}'{}", description.name, name,
                               scene::suggestion_and_names(name, known)));
}

NormalLaw law_of(const std::string& name, const std::string& acting, const py::kwargs& parameters) {
  const auto names = names_of_laws();
  const LawDescription& description = *force_laws()[index_of(name, names, "law")];
  NormalLaw law;
  law.kind = description.kind;
  law.acting = enumerator_of<Acting>(acting, "acting");
  for (const LawParameter& parameter : description.parameters)
    if (parameter.otherwise) law.*parameter.value = *parameter.otherwise;
  for (const auto& [key, value] : parameters)
    set_parameter(description, law, py::cast<std::string>(key), value);
  require_valid(law, fmt::format("law '{}'", name));
  return law;
}

std::string repr_of_law(const NormalLaw& law) {
  const LawDescription* const description = describe(law.kind);
  if (description == nullptr) return fmt::format("<condyle.Law of {}>", law.user->name);
  std::string text = fmt::format("condyle.Law('{}'", description->name);
  for (const LawParameter& parameter : description->parameters)
    if (counts(parameter, law))
      text += fmt::format(", {}={}", parameter.name, law.*parameter.value);
  return text + ")";
}

Friction friction_of(double static_coefficient, std::optional<double> dynamic_coefficient,
                     const std::string& mode, double stiction_speed, double friction_speed,
                     double stick_stiffness) {
  Friction friction;
  friction.static_coefficient = static_coefficient;
  friction.dynamic_coefficient = dynamic_coefficient.value_or(static_coefficient);
  friction.stiction_speed = stiction_speed;
  friction.friction_speed = friction_speed;
  friction.stick_stiffness = stick_stiffness;
  friction.mode = enumerator_of<FrictionMode>(mode, "mode");
  if (friction.mode == FrictionMode::user)
    throw InputError(
        "Friction: mode 'user' is a function of a library that a scene file names; "
        "docs/user-laws.md shows how");
  require_valid(friction, "Friction");
  return friction;
}

py::tuple state_of(const Friction& friction) {
  if (friction.mode == FrictionMode::user)
    throw py::type_error("a Friction of the user's function cannot be pickled");
  return py::make_tuple(friction.static_coefficient, friction.dynamic_coefficient,
                        word_of(friction.mode), friction.stiction_speed, friction.friction_speed,
                        friction.stick_stiffness);
}

Friction friction_between(const std::string& a, const std::string& b, bool lubricated) {
  const scene::MaterialPair* const pair = scene::find_material_pair(a, b, lubricated);
  if (pair == nullptr)
    throw InputError(
        fmt::format("the friction of '{}' on '{}' is not in the table; see "
                    "docs/materials.md, or give coefficients",
                    a, b));
  Friction friction;
  friction.static_coefficient = pair->static_coefficient.value;
  friction.dynamic_coefficient = pair->dynamic_coefficient.value;
  return friction;
}

/// The state of a law, for pickle: name, where it acts, and its parameters in the order of its
/// description.
py::tuple state_of(const NormalLaw& law) {
  const LawDescription* const description = describe(law.kind);
  if (description == nullptr)
    throw py::type_error(
        "a Law of a function cannot be pickled; send the function and call Law.of there");
  py::list values;
  for (const LawParameter& parameter : description->parameters) values.append(law.*parameter.value);
  return py::make_tuple(description->name, static_cast<int>(law.acting), values);
}

NormalLaw law_of_state(const py::tuple& state) {
  const auto name = state[0].cast<std::string>();
  const LawDescription& description = *force_laws()[index_of(name, names_of_laws(), "law")];
  NormalLaw law;
  law.kind = description.kind;
  law.acting = static_cast<Acting>(state[1].cast<int>());
  const auto values = state[2].cast<std::vector<double>>();
  if (values.size() != description.parameters.size())
    throw InputError("this pickle of a Law is of another version of Condyle");
  for (std::size_t i = 0; i < values.size(); ++i) law.*description.parameters[i].value = values[i];
  return law;
}

void add_friction(py::module_& module) {
  const Friction usual;
  py::class_<Friction>(
      module, "Friction",
      "Coulomb friction, regularised around zero slip.\n\n"
      "dynamic_coefficient: by default the static one. mode: 'on', 'dynamic_only', 'off' or\n"
      "'stiction', which sticks without creep in the steps of a World.\n"
      "stiction_speed, friction_speed: where the static and the dynamic coefficient act [m/s].\n"
      "stick_stiffness: of 'stiction' [Pa/m]; 0: the shear stiffness of the layers.")
      .def(py::init(&friction_of), py::arg("static_coefficient"),
           py::arg("dynamic_coefficient") = py::none(), py::kw_only(), py::arg("mode") = "on",
           py::arg("stiction_speed") = usual.stiction_speed,
           py::arg("friction_speed") = usual.friction_speed,
           py::arg("stick_stiffness") = usual.stick_stiffness)
      .def_static("between", friction_between, py::arg("a"), py::arg("b"), py::kw_only(),
                  py::arg("lubricated") = false, "The friction of two materials by name.")
      .def_readonly("static_coefficient", &Friction::static_coefficient, "At stiction_speed.")
      .def_readonly("dynamic_coefficient", &Friction::dynamic_coefficient,
                    "From friction_speed on.")
      .def_readonly("stiction_speed", &Friction::stiction_speed, "[m/s]")
      .def_readonly("friction_speed", &Friction::friction_speed, "[m/s]")
      .def_readonly("stick_stiffness", &Friction::stick_stiffness, "[Pa/m]")
      .def_property_readonly(
          "mode", [](const Friction& friction) { return word_of(friction.mode); },
          "'on', 'dynamic_only', 'off', 'stiction' or 'user'.")
      .def("__repr__",
           [](const Friction& friction) {
             return fmt::format("condyle.Friction({}, {})", friction.static_coefficient,
                                friction.dynamic_coefficient);
           })
      .def(
          "__eq__", [](const Friction& a, const Friction& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Friction& friction) { return py::hash(state_of(friction)); })
      .def(py::pickle([](const Friction& friction) { return state_of(friction); },
                      [](const py::tuple& state) {
                        return friction_of(state[0].cast<double>(), state[1].cast<double>(),
                                           state[2].cast<std::string>(), state[3].cast<double>(),
                                           state[4].cast<double>(), state[5].cast<double>());
                      }));
}

}  // namespace

void add_laws(py::module_& module) {
  py::class_<NormalLaw>(
      module, "Law",
      "A law of normal force over depth, in place of the layers' pressure; docs/force-contact.md\n"
      "has them all: volume, impact, poisson, hertz, hunt_crossley, lankarani_nikravesh.\n\n"
      "acting: 'centroid' or 'deepest_point' of each patch, or 'triangles', per area.\n"
      "parameters: by the law, in SI units.")
      .def(py::init(&law_of), py::arg("name"), py::kw_only(), py::arg("acting") = "centroid")
      .def_static(
          "of",
          [](const py::function& function, const std::string& acting) {
            NormalLaw law;
            law.kind = NormalLawKind::user;
            law.acting = enumerator_of<Acting>(acting, "acting");
            law.user = python_law(function);
            return law;
          },
          py::arg("function"), py::kw_only(), py::arg("acting") = "triangles",
          "A law of your own, for trying out: function(depth, rate) takes arrays (k,) [m], [m/s],\n"
          "and returns the pressure (k,) [Pa] on each triangle, or the force [N] on each patch if\n"
          "it acts on a point.")
      .def("__repr__", repr_of_law)
      .def(py::pickle([](const NormalLaw& law) { return state_of(law); }, &law_of_state));
  module.def("law_names", names_of_laws, "The names of the laws that Law() takes.");
  add_friction(module);
}

}  // namespace condyle::python
