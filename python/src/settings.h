#pragma once

#include <fmt/format.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "arrays.h"
#include "condyle/error.h"
#include "core/scene/src/closest_name.h"

namespace condyle::python {

/// A value of an object, by the keyword that Python has for it.
template <class Object>
struct Setting {
  const char* keyword;
  std::function<py::object(const Object&)> read;
  std::function<void(Object&, const py::object&)> write;
};

/// The part of an object to which pointers to members lead, one after the other.
template <auto first, auto... rest>
auto& part_of(auto& object) {
  if constexpr (sizeof...(rest) == 0) {
    return object.*first;
  } else {
    return part_of<rest...>(object.*first);
  }
}

template <class Value, class Object>
Object owner_of(Value Object::*);

/// The setting to which pointers to members lead; a vector is an array.
template <auto first, auto... rest>
auto setting(const char* keyword) {
  using Object = decltype(owner_of(first));
  using Value = std::remove_cvref_t<decltype(part_of<first, rest...>(std::declval<Object&>()))>;
  Setting<Object> result{keyword, nullptr, nullptr};
  if constexpr (std::is_same_v<Value, Eigen::Vector3d>) {
    result.read = [](const Object& o) { return py::object(array_of(part_of<first, rest...>(o))); };
    result.write = [](Object& o, const py::object& value) {
      part_of<first, rest...>(o) = vector_of(value, "the vector");
    };
  } else {
    result.read = [](const Object& o) { return py::object(py::cast(part_of<first, rest...>(o))); };
    result.write = [](Object& o, const py::object& value) {
      part_of<first, rest...>(o) = value.cast<Value>();
    };
  }
  return result;
}

template <class Object>
py::dict values_of(const Object& object, const std::vector<Setting<Object>>& all) {
  py::dict values;
  for (const Setting<Object>& each : all) values[py::str(each.keyword)] = each.read(object);
  return values;
}

/// A setting of a part of an object.
template <auto part, class Part>
auto setting_of_part(const Setting<Part>& setting) {
  using Object = decltype(owner_of(part));
  return Setting<Object>{
      setting.keyword, [read = setting.read](const Object& o) { return read(o.*part); },
      [write = setting.write](Object& o, const py::object& value) { write(o.*part, value); }};
}

/// Changes settings by their keywords. `what` is for messages, such as "a contact".
template <class Object>
void change(Object& object, const std::vector<Setting<Object>>& all, const py::dict& changes,
            const char* what) {
  std::vector<std::string> known;
  for (const Setting<Object>& each : all) known.emplace_back(each.keyword);
  for (const auto& [key, value] : changes) {
    const auto keyword = key.template cast<std::string>();
    const auto found = std::find(known.begin(), known.end(), keyword);
    if (found == known.end()) {
      throw InputError(fmt::format("{} has no setting '{}'{}", what, keyword,
                                   scene::suggestion_and_names(keyword, known)));
    }
    try {
      all[static_cast<std::size_t>(found - known.begin())].write(
          object, py::reinterpret_borrow<py::object>(value));
    } catch (const py::cast_error&) {
      throw py::type_error(fmt::format("{} has a value of the wrong type", keyword));
    }
  }
}

/// The index of a name in a list of bodies, contacts or strands.
template <class List>
int place_of(const List& list, const std::string& name, const char* what) {
  std::vector<std::string> names;
  for (const auto& entry : list) {
    if (entry.name == name) return static_cast<int>(names.size());
    names.push_back(entry.name);
  }
  throw InputError(
      fmt::format("there is no {} '{}'{}", what, name, scene::suggestion_and_names(name, names)));
}

}  // namespace condyle::python
