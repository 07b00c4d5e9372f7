#include "statistics.h"

#include <fmt/format.h>

#include "arrays.h"

namespace condyle::python {
namespace {

/// Visits all figures, so that both classes give them equal names.
template <class Visit>
void for_each_figure(const Visit& visit) {
  using S = ContactStatistics;
  visit("n_contacting", &S::n_contacting, "Casting triangles in contact.");
  visit("contact_area", &S::contact_area, "Their area [m^2].");
  visit("mean_proximity_of_triangles", &S::mean_proximity_of_triangles,
        "Plain mean over triangles, as in OpenSim [m].");
  visit("max_proximity", &S::max_proximity, "[m]");
  visit("mean_pressure_of_triangles", &S::mean_pressure_of_triangles,
        "Plain mean over triangles, as in OpenSim [Pa].");
  visit("max_pressure", &S::max_pressure, "[Pa]");
  visit("mean_proximity", &S::mean_proximity, "Mean weighted by area [m].");
  visit("mean_pressure", &S::mean_pressure, "Mean weighted by area [Pa].");
  visit("center_of_proximity", &S::center_of_proximity,
        "(3,) [m], in the casting mesh frame; -1 -1 -1 without contact.");
  visit("center_of_pressure", &S::center_of_pressure,
        "(3,) [m], in the casting mesh frame; -1 -1 -1 without contact.");
  visit("contact_force", &S::contact_force, "(3,) [N], on the casting body, with friction.");
  visit("contact_moment", &S::contact_moment, "(3,) [N m], about the casting mesh's origin.");
  visit("friction_force", &S::friction_force, "(3,) [N], part of contact_force.");
  visit("friction_moment", &S::friction_moment, "(3,) [N m], part of contact_moment.");
  visit("potential_energy", &S::potential_energy, "Elastic energy [J].");
}

template <class T>
py::object value_of(const T& value) {
  return py::cast(value);
}
py::object value_of(const Eigen::Vector3d& vector) { return array_of(vector); }

template <class T>
void set(T& value, py::handle any) {
  value = any.cast<T>();
}
void set(Eigen::Vector3d& vector, py::handle any) {
  vector = Eigen::Map<const Eigen::Vector3d>(any.cast<Doubles>().data());
}

/// The state of statistics, for pickle: the figures in the order of for_each_figure().
py::tuple state_of(const Statistics& statistics) {
  py::list figures;
  for_each_figure([&](const char*, auto member, const char*) {
    figures.append(value_of((*statistics.of).*member));
  });
  return py::tuple(figures);
}

Statistics statistics_of_state(const py::tuple& state) {
  auto figures = std::make_shared<ContactStatistics>();
  std::size_t i = 0;
  for_each_figure(
      [&](const char*, auto member, const char*) { set((*figures).*member, state[i++]); });
  return {figures};
}

/// One figure of all poses as an array, without a copy.
template <class T>
py::array column(const StatisticsTable& table, T ContactStatistics::*member, py::handle owner) {
  const auto stride = static_cast<py::ssize_t>(table.stride * sizeof(ContactStatistics));
  const auto count = static_cast<py::ssize_t>(table.count);
  const ContactStatistics* const first = table.first.get();
  if constexpr (std::is_same_v<T, Eigen::Vector3d>)
    return view(first ? (first->*member).data() : nullptr, {count, 3}, {stride, sizeof(double)},
                owner);
  else
    return view(first ? &(first->*member) : nullptr, {count}, {stride}, owner);
}

}  // namespace

void add_statistics(py::module_& module) {
  py::class_<Statistics> one(module, "Statistics",
                             "Figures of the triangles in contact of a surface, region or patch.\n"
                             "Vectors are in the casting mesh frame, moments about its origin.");
  py::class_<StatisticsTable> many(module, "StatisticsTable",
                                   "Statistics of n poses: the same figures as read-only arrays\n"
                                   "(n,), of vectors (n, 3), without a copy.");
  for_each_figure([&](const char* name, auto member, const char* doc) {
    one.def_property_readonly(
        name, [member](const Statistics& s) { return value_of((*s.of).*member); }, doc);
    many.def_property_readonly(
        name,
        [member](const py::object& self) {
          return column(self.cast<const StatisticsTable&>(), member, self);
        },
        doc);
  });
  one.def("__repr__", [](const Statistics& s) {
    return fmt::format("<condyle.Statistics: {} triangles, {:.4g} N, peak {:.4g} MPa>",
                       s.of->n_contacting, s.of->contact_force.norm(), s.of->max_pressure / 1e6);
  });
  one.def(py::pickle([](const Statistics& s) { return state_of(s); }, &statistics_of_state));
  many.def("__len__", [](const StatisticsTable& table) { return table.count; })
      .def("__repr__", [](const StatisticsTable& table) {
        return fmt::format("<condyle.StatisticsTable of {} poses>", table.count);
      });
}

}  // namespace condyle::python
