#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "condyle/contact/contact_laws.h"
#include "condyle/error.h"
#include "condyle/scene/materials.h"
#include "described_settings.h"
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

const LawDescription& law_named(const std::string& name) {
  return *force_laws()[index_of(name, names_of_laws(), "law")];
}

NormalLaw law_of(const std::string& name, const py::kwargs& parameters) {
  NormalLaw law = scene::usual_law(law_named(name).kind);
  const std::string what = fmt::format("law '{}'", name);
  change(law, settings_of(scene::law_settings(law.kind)), parameters, what.c_str());
  require_valid(law, what);
  return law;
}

/// A law of the user, in Python or in a library.
NormalLaw law_of_user(std::shared_ptr<const UserNormalLaw> function, const std::string& acting) {
  NormalLaw law;
  law.kind = NormalLawKind::user;
  law.acting = enumerator_of<Acting>(acting, "acting");
  law.user = std::move(function);
  return law;
}

NormalLaw law_from_library(const std::filesystem::path& library, const std::string& function,
                           const std::vector<double>& parameters, bool gives_slopes,
                           const std::string& acting) {
  return law_of_user(load_function<UserNormalLaw>(library, function, parameters, gives_slopes),
                     acting);
}

std::string repr_of_law(const NormalLaw& law) {
  const LawDescription* const description = describe(law.kind);
  if (description == nullptr) return fmt::format("<condyle.Law of {}>", law.user->name);
  const std::string parameters =
      repr_of(scene::law_settings(law.kind), law, scene::usual_law(law.kind));
  return fmt::format("condyle.Law('{}'{}{})", description->name, parameters.empty() ? "" : ", ",
                     parameters);
}

py::tuple state_of(const NormalLaw& law) {
  const LawDescription* const description = describe(law.kind);
  return py::make_tuple(description == nullptr ? "user" : description->name,
                        values_of(law, settings_of(scene::law_settings(law.kind))),
                        description == nullptr ? py::object(state_of_function(*law.user, "Law"))
                                               : py::object(py::none()));
}

NormalLaw law_of_state(const py::tuple& state) {
  const py::dict values = values_in_pickle(state[1], "Law");
  const auto name = state[0].cast<std::string>();
  if (name != "user") return law_of(name, values);
  return law_of_user(function_of_state<UserNormalLaw>(state[2]),
                     values["acting"].cast<std::string>());
}

/// What is left out follows from other parameters, as in scene files.
Friction friction_of(double static_coefficient, std::optional<double> dynamic_coefficient,
                     const py::kwargs& others) {
  Friction friction;
  friction.static_coefficient = static_coefficient;
  friction.dynamic_coefficient = dynamic_coefficient.value_or(static_coefficient);
  change(friction, settings_of(scene::friction_settings()), others, "Friction");
  if (friction.mode == FrictionMode::user)
    throw InputError(
        "Friction: mode 'user' is a function of a library: Friction.from_library() takes it, and "
        "docs/user-laws.md shows how it is made");
  for (const FrictionParameter& parameter : describe(friction.mode).parameters)
    if (parameter.follows != nullptr && !parameter.is_of_materials &&
        !others.contains(parameter.name))
      friction.*parameter.value = parameter.times * friction.*parameter.follows;
  require_valid(friction, "Friction");
  return friction;
}

Friction friction_from_library(const std::filesystem::path& library, const std::string& function,
                               const std::vector<double>& parameters, bool gives_slopes) {
  Friction friction;
  friction.mode = FrictionMode::user;
  friction.user = load_function<UserFrictionLaw>(library, function, parameters, gives_slopes);
  return friction;
}

std::string repr_of_friction(const Friction& friction) {
  if (friction.mode == FrictionMode::user)
    return fmt::format("<condyle.Friction of {}>", friction.user->name);
  return fmt::format("condyle.Friction({})", repr_of(scene::friction_settings(), friction, {}));
}

py::tuple state_of(const Friction& friction) {
  return py::make_tuple(values_of(friction, settings_of(scene::friction_settings())),
                        friction.mode == FrictionMode::user
                            ? py::object(state_of_function(*friction.user, "Friction"))
                            : py::object(py::none()));
}

Friction friction_of_state(const py::tuple& state) {
  Friction friction;
  change(friction, settings_of(scene::friction_settings()), values_in_pickle(state[0], "Friction"),
         "Friction");
  if (friction.mode == FrictionMode::user)
    friction.user = function_of_state<UserFrictionLaw>(state[1]);
  require_valid(friction, "Friction");
  return friction;
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

void add_friction(py::module_& module) {
  py::class_<Friction> cls(
      module, "Friction",
      ("Coulomb friction. dynamic_coefficient: by default the static one. Keywords:\n\n" +
       help_of(scene::friction_settings()))
          .c_str());
  cls.def(py::init(&friction_of), py::arg("static_coefficient"),
          py::arg("dynamic_coefficient") = py::none())
      .def_static("between", friction_between, py::arg("a"), py::arg("b"), py::kw_only(),
                  py::arg("lubricated") = false, "The friction of two materials by name.")
      .def_static("from_library", friction_from_library, py::arg("library"), py::arg("function"),
                  py::arg("parameters") = py::tuple(), py::kw_only(),
                  py::arg("gives_slopes") = true,
                  "Friction of a function in a library of yours (docs/user-laws.md), whose code "
                  "runs\nwith all your rights. parameters: in the unit of each.")
      .def("__repr__", repr_of_friction)
      .def(
          "__eq__", [](const Friction& a, const Friction& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Friction& f) { return py::hash(py::repr(state_of(f))); })
      .def(py::pickle([](const Friction& friction) { return state_of(friction); },
                      &friction_of_state));
  add_properties(cls, scene::friction_settings());
}

}  // namespace

void add_laws(py::module_& module) {
  py::class_<NormalLaw>(
      module, "Law",
      "A law of normal force over depth, in place of the layers' pressure; docs/force-contact.md\n"
      "has them all: volume, impact, poisson, hertz, hunt_crossley, lankarani_nikravesh.\n\n"
      "acting: 'centroid' or 'deepest_point' of each patch, or 'triangles', per area.\n"
      "parameters: by the law, in SI units.")
      .def(py::init(&law_of), py::arg("name"))
      .def_static(
          "of",
          [](const py::function& function, const std::string& acting) {
            return law_of_user(python_law(function), acting);
          },
          py::arg("function"), py::kw_only(), py::arg("acting") = "triangles",
          "A law of your own, for trying out: function(depth, rate) takes arrays (k,) [m], [m/s],\n"
          "and returns the pressure (k,) [Pa] on each triangle, or the force [N] on each patch if\n"
          "it acts on a point.")
      .def_static("from_library", law_from_library, py::arg("library"), py::arg("function"),
                  py::arg("parameters") = py::tuple(), py::kw_only(),
                  py::arg("gives_slopes") = true, py::arg("acting") = "triangles",
                  "A law of a function in a library of yours (docs/user-laws.md), whose code runs "
                  "with\nall your rights. parameters: in the unit of each. It acts in worlds too.")
      .def("__repr__", repr_of_law)
      .def(py::pickle([](const NormalLaw& law) { return state_of(law); }, &law_of_state));
  module.def("law_names", names_of_laws, "The names of the laws that Law() takes.");
  add_friction(module);
}

}  // namespace condyle::python
