#include "core/opensim/src/osim_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "condyle/error.h"
#include "core/scene/src/closest_name.h"
#include "core/src/base/checks.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

void collect(const OsimElement& element, const char* type, std::vector<OsimElement>& all) {
  for (const OsimElement& child : element.children()) {
    if (child.type() == type) all.push_back(child);
    collect(child, type, all);
  }
}

/// The element's step in a path. A set without a name has the name of its type in lower case.
std::string step_of(const OsimElement& element) {
  const std::string name = element.name();
  if (!name.empty()) return name;
  const std::string type = element.type();
  return type.ends_with("Set") ? mesh::lowered(type) : "";
}

/// Makes `to` an absolute path; relative paths start at `from`.
std::string absolute(const std::string& from, const std::string& to) {
  std::vector<std::string> steps;
  const std::string text = to.starts_with('/') ? to : from + "/" + to;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    const std::string step = text.substr(begin, end - begin);
    begin = end + 1;
    if (step.empty() || step == ".") continue;
    if (step != "..") {
      steps.push_back(step);
    } else if (!steps.empty()) {
      steps.pop_back();
    }
  }
  std::string path;
  for (const std::string& step : steps) path += "/" + step;
  return path;
}

std::string last_step(const std::string& path) { return path.substr(path.rfind('/') + 1); }

template <class Item>
void add_new(const std::vector<Item>& items, OsimNames& index) {
  for (std::size_t i = index.size(); i < items.size(); ++i) index.add(items[i].path, items[i].name);
}

template <class Item>
int find(const OsimReader& reader, OsimNames& index, const OsimElement& owner,
         const std::string& to, const std::vector<Item>& items, const char* kind,
         bool first_of_several = false) {
  add_new(items, index);
  const int at_path = index.at_path(absolute(reader.path_of(owner), to));
  if (at_path >= 0) return at_path;
  const std::string name = last_step(to);
  const int count = index.count(name);
  if (count == 1 || (count > 1 && first_of_several)) return index.first(name);
  if (count > 1) {
    owner.fail(
        fmt::format("{} {}s are named {}; give the path of one", count, kind, mesh::in_quotes(to)));
  }
  owner.fail(fmt::format("no {} {}{}; correct the name", kind, mesh::in_quotes(to),
                         scene::suggestion(name, index.some_names())));
}

// Elements that only affect appearance or documentation.
const std::set<std::string> k_looks = {"Appearance",
                                       "groups",
                                       "FrameGeometry",
                                       "VisibleObject",
                                       "attached_geometry",
                                       "components",
                                       "display_preference",
                                       "Ground",
                                       "credits",
                                       "publications",
                                       "default_color",
                                       "display",
                                       "VisualizerGeometry",
                                       "geometry",
                                       "ModelVisualPreferences",
                                       "default_activation",
                                       "isAngle"};

}  // namespace

void OsimNames::add(const std::string& path, const std::string& name) {
  paths_.try_emplace(path, size_);
  Entry& entry = names_.try_emplace(name, Entry{size_, 0}).first->second;
  ++entry.count;
  ++size_;
}

int OsimNames::at_path(const std::string& path) const {
  const auto found = paths_.find(path);
  return found == paths_.end() ? -1 : found->second;
}

int OsimNames::count(const std::string& name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? 0 : found->second.count;
}

int OsimNames::first(const std::string& name) const {
  CONDYLE_ASSERT(count(name) > 0);
  return names_.at(name).first;
}

std::vector<std::string> OsimNames::some_names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : names_) {
    if (names.size() == 1000) break;  // more names are not worth the time for a suggestion
    names.push_back(name);
  }
  return names;
}

OsimReader::OsimReader(const OsimXml& source) : xml(source) {
  model.file = xml.file();
  model.name = xml.model().name();
  model.version = xml.version();
  model.text = xml.text();
  model.gravity = xml.model().vector("gravity", model.gravity);
  for (const OsimElement& set : xml.model().children()) {
    if (!set.type().ends_with("Set") && set.type() != "components") continue;
    for (const OsimElement& member : set.objects()) members_.push_back(member);
  }
}

std::vector<OsimElement> OsimReader::all(const char* type) const {
  std::vector<OsimElement> found;
  for (const OsimElement& part : xml.model().children()) {
    if (part.type() == "defaults") continue;
    if (part.type() == type) found.push_back(part);
    collect(part, type, found);
  }
  return found;
}

std::vector<OsimElement> OsimReader::members(const char* type) const {
  std::vector<OsimElement> found;
  std::copy_if(members_.begin(), members_.end(), std::back_inserter(found),
               [&](const OsimElement& e) { return e.type() == type; });
  return found;
}

std::string OsimReader::path_of(const OsimElement& element) const {
  std::string path;
  const OsimElement top = xml.model();
  for (OsimElement e = element; e && !(e == top); e = e.parent()) {
    const std::string step = step_of(e);
    if (!step.empty()) path = "/" + step + path;
  }
  return path;
}

std::string OsimReader::socket(const OsimElement& owner, const std::string& name) const {
  for (const std::string& now : {"socket_" + name, "socket_" + name + "_connectee_name",
                                 "connector_" + name + "_connectee_name"}) {
    const std::string to = owner.text(now.c_str());
    if (!to.empty()) return to;
  }
  for (const OsimElement& place : {owner.child("connectors"), owner}) {  // as first in 4.0 beta
    for (const OsimElement& child : place.children()) {
      if (child.type().starts_with("Connector_") && child.name() == name)
        return child.text("connectee_name");
    }
  }
  return "";
}

int OsimReader::frame(const OsimElement& owner, const std::string& to) const {
  if (last_step(to) == "ground") return 0;
  return find(*this, frame_names_, owner, to, model.frames, "frame");
}

int OsimReader::frame_around(const OsimElement& element) const {
  for (OsimElement e = element.parent(); e; e = e.parent()) {
    if (e.type() == "Ground") return 0;
    if (e.type() == "Body" || e.type() == "PhysicalOffsetFrame")
      return e.name() == "ground" ? 0 : frame(e, path_of(e));
  }
  return 0;
}

void OsimReader::add_idle_coordinate(OsimCoordinate coordinate) {
  idle_names_.add(coordinate.path, coordinate.name);
  idle_coordinates_.emplace_back(std::move(coordinate));
}

int OsimReader::coordinate(const OsimElement& owner, const std::string& to) {
  add_new(model.coordinates, coordinate_names_);
  int idle = idle_names_.at_path(absolute(path_of(owner), to));
  const bool is_name_of_idle = coordinate_names_.count(to) == 0 && idle_names_.count(to) > 0;
  if (idle < 0 && is_name_of_idle) idle = idle_names_.first(to);
  if (idle >= 0 && idle_coordinates_[idle]) {
    model.coordinates.push_back(std::move(*idle_coordinates_[idle]));
    idle_coordinates_[idle].reset();
  }
  return find(*this, coordinate_names_, owner, to, model.coordinates, "coordinate");
}

int OsimReader::contact_mesh(const OsimElement& owner, const std::string& to) const {
  return find(*this, mesh_names_, owner, to, model.contact_meshes, "contact mesh");
}

int OsimReader::wrap(const OsimElement& owner, const std::string& to) {
  const int found = find(*this, wrap_names_, owner, to, model.wraps, "wrap object", true);
  if (wrap_names_.count(last_step(to)) > 1) {
    model.report.add("wrap objects named " + last_step(to),
                     "the name is given several times; the first is taken, as OpenSim does");
  }
  return found;
}

Pose OsimReader::pose(const Eigen::Vector3d& translation, const Eigen::Vector3d& xyz) {
  Pose X = Pose::Identity();
  X.linear() = (Eigen::AngleAxisd(xyz.x(), Eigen::Vector3d::UnitX()) *
                Eigen::AngleAxisd(xyz.y(), Eigen::Vector3d::UnitY()) *
                Eigen::AngleAxisd(xyz.z(), Eigen::Vector3d::UnitZ()))
                   .toRotationMatrix();
  X.translation() = translation;
  return X;
}

void OsimReader::report_unread(const OsimElement& element,
                               std::initializer_list<const char*> known) {
  for (const OsimElement& place : {element, element.default_object()}) {
    for (const OsimElement& child : place.children()) {
      const std::string type = child.type();
      const auto is_it = [&](const std::string& name) {
        return type == name || child.name() == name;
      };
      if (k_looks.contains(type) || std::any_of(known.begin(), known.end(), is_it)) continue;
      if (type == "connectors" || type.starts_with("Connector_")) continue;
      if (type.starts_with("connector_") && type.ends_with("_connectee_name")) continue;
      model.report.add(element.type() + "." + type, "property not read");
    }
  }
}

std::string unique_name(OsimReader& reader, const OsimElement& element, TakenNames& names) {
  const std::string given = element.name();
  std::string name = given;
  while (!names.try_emplace(name, 0).second) name = fmt::format("{}_{}", given, names[given]++);
  if (name != given) {
    reader.model.report.add(fmt::format("another {} named {}", element.type(), given),
                            fmt::format("it is called {}, as in OpenSim", name));
  }
  return name;
}

bool is_switched_off(const OsimElement& object) {
  return !object.boolean("appliesForce", true) || object.boolean("isDisabled", false) ||
         !object.boolean("isEnforced", true);
}

bool applies_force(OsimReader& reader, const OsimElement& force) {
  const bool applies = !is_switched_off(force);
  if (!applies)
    reader.model.report.add(force.type() + " switched off",
                            "it is computed and shown, and applies no force");
  return applies;
}

void read_parts(OsimReader& reader) {
  read_frames(reader);
  read_joints(reader);
  read_couplers(reader);
  read_wraps(reader);
  read_contacts(reader);
  read_ligaments(reader);
  report_unread_members(reader);
}

/// Says which numbers and truth values are defaults though the file names them.
void report_empty(OsimReader& reader) {
  for (const OsimElement& element : reader.xml.empty_elements()) {
    reader.model.report.add(
        element.parent().type() + "." + element.type() + " without a value",
        fmt::format("its default is taken, first in line {}", reader.xml.line_at(element.place())));
  }
}

OsimModel model_in(const OsimXml& xml) {
  OsimReader reader(xml);
  read_parts(reader);
  report_empty(reader);
  return std::move(reader.model);
}

OsimModel read_osim(const std::filesystem::path& file) { return model_in(OsimXml(file)); }

}  // namespace condyle::opensim
