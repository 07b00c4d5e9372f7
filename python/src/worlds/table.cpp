#include "worlds/table.h"

#include <fmt/format.h>
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <type_traits>

#include "arrays.h"
#include "core/scene/src/closest_name.h"
#include "worlds/parts.h"

namespace condyle::python {
namespace {

py::dict fields_of(const Event& event) {
  py::dict fields(py::arg("time") = event.time, py::arg("contact") = event.contact,
                  py::arg("event") = event.kind, py::arg("normal_speed") = event.normal_speed,
                  py::arg("slip_speed") = event.slip_speed,
                  py::arg("point") = array_of(event.point),
                  py::arg("normal") = array_of(event.normal),
                  py::arg("impact_speed") = event.encounter.impact_speed);
  if (event.kind == "first_touch") return fields;
  fields["duration"] = event.time - event.encounter.start;
  fields["peak_force"] = event.encounter.peak_force;
  fields["peak_time"] = event.encounter.peak_time;
  fields["impulse"] = array_of(event.encounter.impulse_W);
  return fields;
}

/// The state of an event, for pickle.
py::tuple state_of(const Event& event) {
  const Encounter& encounter = event.encounter;
  return py::make_tuple(event.contact, event.kind, event.time, event.normal_speed, event.slip_speed,
                        event.point, event.normal, encounter.start, encounter.impact_speed,
                        encounter.peak_force, encounter.peak_time, encounter.impulse_W);
}

Event event_of_state(const py::tuple& state) {
  Event event;
  std::size_t i = 0;
  const auto take = [&](auto& part) {
    part = state[i++].cast<std::remove_reference_t<decltype(part)>>();
  };
  take(event.contact), take(event.kind), take(event.time), take(event.normal_speed);
  take(event.slip_speed), take(event.point), take(event.normal);
  take(event.encounter.start), take(event.encounter.impact_speed);
  take(event.encounter.peak_force), take(event.encounter.peak_time);
  take(event.encounter.impulse_W);
  return event;
}

py::array values_of(const Table& table, py::handle owner) {
  const auto columns = static_cast<py::ssize_t>(table.names.size());
  return view(table.values.data(), {static_cast<py::ssize_t>(table.times.size()), columns},
              {columns * static_cast<py::ssize_t>(sizeof(double)), sizeof(double)}, owner);
}

py::array column_of(const Table& table, const std::string& name, py::handle owner) {
  const auto found = std::ranges::find(table.names, name);
  if (found == table.names.end()) throw py::key_error(name + scene::suggestion(name, table.names));
  return view(table.values.data() + (found - table.names.begin()),
              {static_cast<py::ssize_t>(table.times.size())},
              {static_cast<py::ssize_t>(table.names.size() * sizeof(double))}, owner);
}

}  // namespace

void Table::add(double time, const std::vector<Figure>& figures) {
  if (names.empty())
    for (const Figure& figure : figures) names.push_back(figure.name);
  times.push_back(time);
  for (const Figure& figure : figures) values.push_back(figure.value);
}

Event event_of(const SceneWorld& world, const WorldEvent& of) {
  const ContactEvent& event = of.event;
  const bool is_touch = event.kind == ContactEvent::Kind::first_touch;
  return {world.contacts()[of.contact].name,
          is_touch ? "first_touch" : "last_release",
          event.time,
          event.normal_speed(),
          event.slip_speed(),
          event.p_W,
          event.normal_W,
          event.encounter};
}

void add_tables(py::module_& module) {
  py::class_<Table> cls(module, "Table",
                        "Named columns over time. Its arrays are read-only views that keep it.");
  add_view(
      cls, "times", [](const Table& t) { return std::span(t.times); }, "(n,) [s]");
  cls.def_readonly("names", &Table::names, "Names of the columns; those of a run have units.")
      .def_property_readonly(
          "values",
          [](const py::object& self) { return values_of(self.cast<const Table&>(), self); },
          "(n, names), in the units of the names; NaN where a figure does not exist.")
      .def(
          "__getitem__",
          [](const py::object& self, const std::string& name) {
            return column_of(self.cast<const Table&>(), name, self);
          },
          py::arg("name"), "A column, (n,).")
      .def("__len__", [](const Table& table) { return table.times.size(); })
      .def("__repr__",
           [](const Table& table) {
             return fmt::format("<condyle.Table: {} rows, {} columns>", table.times.size(),
                                table.names.size());
           })
      .def(py::pickle(
          [](const Table& table) {
            return py::make_tuple(table.names, array_of(std::span<const double>(table.times)),
                                  array_of(std::span<const double>(table.values)));
          },
          [](const py::tuple& state) {
            return Table{state[0].cast<std::vector<std::string>>(),
                         state[1].cast<std::vector<double>>(),
                         state[2].cast<std::vector<double>>()};
          }));
  py::class_<Event>(module, "Event", "A first touch or a last release of a contact.")
      .def_readonly("time", &Event::time, "[s]")
      .def_readonly("contact", &Event::contact, "Its name.")
      .def_readonly("kind", &Event::kind, "'first_touch' or 'last_release'.")
      .def("as_dict", fields_of, "All figures, as events.csv has them.")
      .def("__repr__",
           [](const Event& event) {
             return fmt::format("<condyle.Event {} of {} at {:.6g} s>", event.kind, event.contact,
                                event.time);
           })
      .def(py::pickle([](const Event& event) { return state_of(event); }, &event_of_state));
}

}  // namespace condyle::python
