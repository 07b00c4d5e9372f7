#include "worlds/history.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.h"
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

py::array values_of(const History& history, py::handle owner) {
  const auto columns = static_cast<py::ssize_t>(history.names.size());
  return view(history.values.data(), {static_cast<py::ssize_t>(history.times.size()), columns},
              {columns * static_cast<py::ssize_t>(sizeof(double)), sizeof(double)}, owner);
}

}  // namespace

void History::add(double time, const std::vector<Figure>& figures) {
  if (names.empty())
    for (const Figure& figure : figures) names.push_back(figure.name);
  times.push_back(time);
  for (const Figure& figure : figures) values.push_back(figure.value);
}

Event event_of(const SceneWorld& world, const WorldEvent& of) {
  const bullet::ContactEvent& event = of.event;
  const bool is_touch = event.kind == bullet::ContactEvent::Kind::first_touch;
  return {world.contacts()[of.contact].name,
          is_touch ? "first_touch" : "last_release",
          event.time,
          event.normal_speed(),
          event.slip_speed(),
          event.p_W,
          event.normal_W,
          event.encounter};
}

void add_histories(py::module_& module) {
  py::class_<History> cls(module, "History", "The figures of a run, a row for each step.");
  add_view(
      cls, "times", [](const History& h) { return std::span(h.times); }, "(n,) [s]");
  cls.def_readonly("names", &History::names, "Names of the columns, with units.")
      .def_property_readonly(
          "values",
          [](const py::object& self) { return values_of(self.cast<const History&>(), self); },
          "(n, names), NaN where a figure does not exist. A read-only view.")
      .def("__len__", [](const History& history) { return history.times.size(); })
      .def("__repr__", [](const History& history) {
        return fmt::format("<condyle.History: {} steps, {} figures>", history.times.size(),
                           history.names.size());
      });
  py::class_<Event>(module, "Event", "A first touch or a last release of a contact.")
      .def_readonly("time", &Event::time, "[s]")
      .def_readonly("contact", &Event::contact, "Its name.")
      .def_readonly("kind", &Event::kind, "'first_touch' or 'last_release'.")
      .def("as_dict", fields_of, "All figures, as events.csv has them.")
      .def("__repr__", [](const Event& event) {
        return fmt::format("<condyle.Event {} of {} at {:.6g} s>", event.kind, event.contact,
                           event.time);
      });
}

}  // namespace condyle::python
