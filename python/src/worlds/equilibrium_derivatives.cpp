#include "condyle/world/equilibrium_derivatives.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.h"
#include "condyle/error.h"
#include "worlds/equilibrium.h"

namespace condyle::python {
namespace {

using Kind = EquilibriumParameter::Kind;

/// A parameter as Python names it: kind, name of its part, component.
using Column = std::tuple<std::string, std::string, int>;

struct KindWord {
  const char* word;
  Kind kind;
  int components;
};
constexpr KindWord k_kinds[] = {{"modulus", Kind::modulus, 1},
                                {"thickness", Kind::thickness, 1},
                                {"placement", Kind::placement, 6},
                                {"slack_length", Kind::slack_length, 1},
                                {"stiffness", Kind::stiffness, 1},
                                {"load", Kind::load, 6},
                                {"held_coordinate", Kind::held_coordinate, 6}};

const KindWord& kind_of(const std::string& word) {
  const auto found =
      std::ranges::find_if(k_kinds, [&](const KindWord& each) { return word == each.word; });
  if (found != std::end(k_kinds)) return *found;
  std::string known;
  for (const KindWord& each : k_kinds)
    known += (known.empty() ? "" : ", ") + std::string(each.word);
  throw InputError(fmt::format("a parameter of kind '{}' is unknown; it has: {}", word, known));
}

int number_of_part(NamedEquilibrium& of, Kind kind, const std::string& name) {
  switch (kind) {
    case Kind::modulus:
    case Kind::thickness:
    case Kind::placement:
      return of.surface(name).id.value;
    case Kind::slack_length:
    case Kind::stiffness:
      return of.strand(name).value;
    case Kind::load:
      return of.load(name);
    case Kind::held_coordinate:
      return of.joint(name);
  }
  return -1;
}

struct NamedDerivatives {
  EquilibriumDerivatives by;
  std::vector<Column> columns;
  std::vector<std::string> bodies, strands, joints;
  std::vector<std::pair<std::string, std::string>> pairs;
};

/// What Python asks for: one component, or all.
struct AskedParameter {
  std::string kind, name;
  std::optional<int> component;
};

AskedParameter asked_parameter(const py::handle& given) {
  try {
    if (py::isinstance<py::tuple>(given) || py::isinstance<py::list>(given)) {
      const auto parts = py::cast<py::tuple>(given);
      if (parts.size() == 2 || parts.size() == 3) {
        AskedParameter asked{parts[0].cast<std::string>(), parts[1].cast<std::string>(), {}};
        if (parts.size() == 3) asked.component = parts[2].cast<int>();
        return asked;
      }
    }
  } catch (const py::cast_error&) {  // a part of another type: as below
  }
  throw InputError(
      fmt::format("a parameter is a tuple (kind, name) or (kind, name, component), as "
                  "('placement', 'insert', 3); this one is {}",
                  py::repr(given).cast<std::string>()));
}

/// One column for each component, or for that which the parameter names. Within use().
void add_columns(NamedEquilibrium& of, const AskedParameter& asked, std::vector<Column>& columns,
                 std::vector<EquilibriumParameter>& parameters) {
  const KindWord& kind = kind_of(asked.kind);
  const int number = number_of_part(of, kind.kind, asked.name);
  const std::size_t before = columns.size();
  for (int component = 0; component < kind.components; ++component) {
    if (component != asked.component.value_or(component)) continue;
    if (!asked.component && kind.kind == Kind::held_coordinate &&
        !of.world.joint(number).held[static_cast<std::size_t>(component)])
      continue;
    columns.emplace_back(asked.kind, asked.name, component);
    parameters.push_back({kind.kind, number, component});
  }
  if (asked.component && columns.size() == before)
    throw InputError(
        fmt::format("'{}' of '{}' has no component {}", asked.kind, asked.name, *asked.component));
}

NamedDerivatives differentiate_named(NamedEquilibrium& of, const py::iterable& by, double step,
                                     double peak_power) {
  std::vector<AskedParameter> asked;
  for (const py::handle parameter : by) asked.push_back(asked_parameter(parameter));
  return of.use([&] {
    NamedDerivatives all;
    std::vector<EquilibriumParameter> parameters;
    for (const AskedParameter& each : asked) add_columns(of, each, all.columns, parameters);
    if (of.has_changed)
      throw InputError("Derivatives of an equilibrium: solve it first, and change nothing after");
    all.by = differentiate(of.world, parameters, {.step = step, .peak_power = peak_power});
    for (const NamedPart& body : of.bodies) all.bodies.push_back(body.name);
    for (const NamedPart& joint : of.joints) all.joints.push_back(joint.name);
    for (const NamedStrand& strand : of.strands) all.strands.push_back(strand.name);
    for (const PairReport& pair : of.world.session().pairs())
      all.pairs.emplace_back(*of.name_of(pair.casting), *of.name_of(pair.target));
    return all;
  });
}

/// `count` rows of a matrix from `first` on, (count, n), or (n,) of one.
py::array rows_of(const Eigen::MatrixXd& matrix, Eigen::Index first, Eigen::Index count) {
  py::array_t<double> rows({count, matrix.cols()});
  for (Eigen::Index i = 0; i < count; ++i)
    for (Eigen::Index k = 0; k < matrix.cols(); ++k)
      *rows.mutable_data(i, k) = matrix(first + i, k);
  if (count == 1) return rows.reshape({matrix.cols()});
  return std::move(rows);
}

/// Rows of a matrix by the names of what they are of.
template <class Name>
py::dict rows_by_name(const Eigen::MatrixXd& matrix, const std::vector<Name>& names,
                      Eigen::Index count) {
  py::dict by_name;
  for (std::size_t i = 0; i < names.size(); ++i)
    by_name[py::cast(names[i])] = rows_of(matrix, count * static_cast<Eigen::Index>(i), count);
  return by_name;
}

py::ssize_t column_at(const NamedDerivatives& of, const std::string& kind, const std::string& name,
                      int component) {
  const auto found = std::ranges::find(of.columns, Column(kind, name, component));
  if (found == of.columns.end())
    throw InputError(fmt::format("no derivative by '{}' of '{}', component {}, was asked for", kind,
                                 name, component));
  return found - of.columns.begin();
}

void add_class(py::module_& module) {
  py::class_<NamedDerivatives>(
      module, "EquilibriumDerivatives",
      "How an equilibrium changes with its parameters, a column for each: arrays by the names of\n"
      "bodies, strands and joints, and by (casting, target) of surfaces in contact range. Copies.")
      .def_readonly("columns", &NamedDerivatives::columns,
                    "The parameters: (kind, name, component).")
      .def("column", column_at, py::arg("kind"), py::arg("name"), py::arg("component") = 0,
           "The column of a parameter.")
      .def_property_readonly(
          "poses", [](const NamedDerivatives& d) { return rows_by_name(d.by.poses, d.bodies, 6); },
          "Of bodies: turn about the world's axes [rad] and shift of their origins [m], (6, n).")
      .def_property_readonly(
          "pair_forces",
          [](const NamedDerivatives& d) { return rows_by_name(d.by.pair_forces, d.pairs, 3); },
          "Of contacts: force on the casting body, world frame, (3, n) [N].")
      .def_property_readonly(
          "soft_peaks",
          [](const NamedDerivatives& d) { return rows_by_name(d.by.soft_peaks, d.pairs, 1); },
          "Of contacts: softened peak pressure, (n,) [Pa].")
      .def_property_readonly(
          "tensions",
          [](const NamedDerivatives& d) { return rows_by_name(d.by.tensions, d.strands, 1); },
          "Of strands, (n,) [N].")
      .def_property_readonly(
          "joint_forces",
          [](const NamedDerivatives& d) { return rows_by_name(d.by.joint_forces, d.joints, 6); },
          "Of joints: Equilibrium.joint_forces() [N m or N], (6, n).")
      .def_property_readonly(
          "present_soft_peaks",
          [](const NamedDerivatives& d) {
            py::dict peaks;
            for (std::size_t i = 0; i < d.pairs.size(); ++i)
              peaks[py::cast(d.pairs[i])] = d.by.present_soft_peaks[static_cast<Eigen::Index>(i)];
            return peaks;
          },
          "Of contacts: the softened peak pressures themselves [Pa].")
      .def_property_readonly(
          "neutral_motions", [](const NamedDerivatives& d) { return d.by.neutral_motions; },
          "Ways in which bodies can move and stay in balance, as a ball that spins: derivatives\n"
          "contain nothing of these.")
      .def("__repr__", [](const NamedDerivatives& d) {
        return fmt::format("<condyle.EquilibriumDerivatives by {} parameters>", d.columns.size());
      });
}

}  // namespace

void add_equilibrium_derivatives(py::module_& module, EquilibriumClass& cls) {
  add_class(module);
  const DerivativeSettings usual;
  cls.def(
      "differentiate", differentiate_named, py::arg("parameters"), py::kw_only(),
      py::arg("step") = usual.step, py::arg("peak_power") = usual.peak_power,
      "The derivatives of the last equilibrium by the implicit function, without another\n"
      "search: EquilibriumDerivatives.\n\n"
      "parameters: tuples (kind, name, component), or (kind, name) for all components:\n"
      "    'modulus', 'thickness' of a surface's layer: by their natural logarithms\n"
      "    'placement' of a surface: 0 to 2 turns about its own axes [rad], 3 to 5 shifts along\n"
      "    them [m]\n"
      "    'slack_length' of a strand [m]; 'stiffness' of a strand: by its logarithm\n"
      "    'load': 0 to 2 moment [N m], 3 to 5 force [N]\n"
      "    'held_coordinate' of a joint [rad, m]: 0 to 5, of those that are held\n"
      "step: of the differences of forces, without unit.\n"
      "peak_power: q of the softened peak (integral of p^(q+1) / integral of p)^(1/q).");
}

}  // namespace condyle::python
