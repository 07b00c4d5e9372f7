// Reads the paths of ligaments and muscles.
#include <fmt/format.h>

#include <set>

#include "core/opensim/src/osim_reader.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

using Eigen::Vector3d;

/// The target of a socket, or of the plain element that older files use instead.
std::string target(const OsimReader& reader, const OsimElement& element, const char* socket,
                   const char* old) {
  const std::string now = reader.socket(element, socket);
  return !now.empty() ? now : element.text(old);
}

void read_moving(OsimReader& reader, const OsimElement& element, OsimPathPoint& point) {
  static const char* const sockets[3] = {"x_coordinate", "y_coordinate", "z_coordinate"};
  static const char* const properties[3] = {"x_location", "y_location", "z_location"};
  for (std::size_t i = 0; i < 3; ++i) {
    const OsimElement written = object_in(element, properties[i]);
    if (!written) continue;
    const auto function = read_function(reader, written, "a moving point stays at zero there");
    if (!function) continue;
    const std::string coordinate = target(reader, element, sockets[i], sockets[i]);
    if (function->is_constant() || coordinate.empty()) {
      if (!function->is_constant()) {
        element.fail(
            fmt::format("{} follows no coordinate; add <socket_{}>", properties[i], sockets[i]));
      }
      point.p_F[static_cast<Eigen::Index>(i)] = function->value({});
      continue;
    }
    if (function->arguments() != 1) {
      written.fail("a function of several coordinates is given one; correct it");
    }
    point.moving[i] = {reader.coordinate(element, coordinate), *function};
  }
}

void read_condition(OsimReader& reader, const OsimElement& element, OsimPathPoint& point) {
  const std::string coordinate = target(reader, element, "coordinate", "coordinate");
  if (coordinate.empty()) element.fail("names no coordinate; add <socket_coordinate>");
  point.condition = reader.coordinate(element, coordinate);
  std::vector<double> range = element.numbers("range");
  if (range.empty()) range = {0, 0};  // OpenSim's default
  if (range.size() != 2) element.fail("its range is not two numbers; write the least and the most");
  point.range = {range[0], range[1]};
}

const std::set<std::string> k_points = {"PathPoint", "MovingPathPoint", "ConditionalPathPoint"};

OsimPathPoint read_point(OsimReader& reader, const OsimElement& element) {
  OsimPathPoint point;
  point.place = element.place();
  point.name = element.name();
  const std::string frame = target(reader, element, "parent_frame", "body");
  if (frame.empty()) element.fail("names no frame; add <socket_parent_frame>");
  point.frame = reader.frame(element, frame);
  point.p_F = element.vector("location", Vector3d::Zero());
  if (element.type() == "MovingPathPoint") read_moving(reader, element, point);
  if (element.type() == "ConditionalPathPoint") read_condition(reader, element, point);
  return point;
}

/// In `range`, points are counted from 1; -1 means the end of the path.
void read_range(const OsimElement& element, std::size_t points, OsimPathWrap& wrap) {
  const std::vector<double> range = element.numbers("range");
  if (range.empty()) return;
  if (range.size() != 2) element.fail("its range is not two numbers; write two points, or -1 -1");
  int* const ends[2] = {&wrap.first, &wrap.last};
  for (std::size_t i = 0; i < 2; ++i) {
    if (range[i] < 1) continue;
    if (range[i] > static_cast<double>(points)) {
      element.fail(fmt::format("its range names point {} of {}; correct it", range[i], points));
    }
    *ends[i] = static_cast<int>(range[i]) - 1;
  }
}

void read_path_wraps(OsimReader& reader, const OsimElement& element, OsimPath& path) {
  for (const OsimElement& entry : element.child("PathWrapSet").objects()) {
    if (entry.type() != "PathWrap") {
      reader.model.report.add(entry.type(), "part of a path not read; the path passes it by");
      continue;
    }
    OsimPathWrap wrap;
    const std::string name = entry.text("wrap_object");
    if (name.empty()) entry.fail("names no wrap object; add <wrap_object>");
    wrap.wrap = reader.wrap(entry, name);
    wrap.method = entry.text("method", "hybrid");
    read_range(entry, path.points.size(), wrap);
    path.wraps.push_back(std::move(wrap));
  }
}

}  // namespace

OsimElement path_in(const OsimElement& force) {
  for (const OsimElement& place : {force, force.default_object()}) {
    for (const OsimElement& child : place.children()) {
      if (child.type().ends_with("Path")) return child;
      const std::vector<OsimElement> inner = child.children();
      if (child.type() == "path" && !inner.empty()) return inner.front();
    }
  }
  return {};
}

OsimPath read_path(OsimReader& reader, const OsimElement& force) {
  const OsimElement element = path_in(force);
  OsimPath path;
  for (const OsimElement& entry : element.child("PathPointSet").objects()) {
    if (k_points.contains(entry.type())) {
      path.points.push_back(read_point(reader, entry));
    } else {
      reader.model.report.add(entry.type(), "part of a path not read; the path passes it by");
    }
  }
  if (path.points.size() < 2) {
    force.fail(fmt::format("its path has {} points; give it at least two", path.points.size()));
  }
  read_path_wraps(reader, element, path);
  reader.report_unread(element, {"PathPointSet", "PathWrapSet"});
  return path;
}

}  // namespace condyle::opensim
