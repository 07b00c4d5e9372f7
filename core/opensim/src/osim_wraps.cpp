// Reads wrap objects, the surfaces over which paths wrap.
#include <fmt/format.h>

#include <map>
#include <set>

#include "core/opensim/src/osim_reader.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

using Eigen::Vector3d;

const std::map<std::string, OsimWrapKind> k_wrap_kinds = {
    {"WrapSphere", OsimWrapKind::sphere},
    {"WrapCylinder", OsimWrapKind::cylinder},
    {"WrapEllipsoid", OsimWrapKind::ellipsoid},
    {"WrapTorus", OsimWrapKind::torus}};

const std::set<std::string> k_quadrants = {"all", "x", "-x", "y", "-y", "z", "-z"};

double read_length(const OsimElement& element, const char* property, double otherwise) {
  const double value = element.number(property, otherwise);
  if (!(value > 0)) {
    element.fail(fmt::format("{} = {} m; write a length above zero", property, value));
  }
  return value;
}

/// Reads the lengths [m]; OpenSim leaves out those that are its defaults.
void read_size(const OsimElement& element, OsimWrap& wrap) {
  switch (wrap.kind) {
    case OsimWrapKind::sphere:
      wrap.radius = read_length(element, "radius", 0.05);
      return;
    case OsimWrapKind::cylinder:
      wrap.radius = read_length(element, "radius", 1);
      wrap.length = read_length(element, "length", 1);
      return;
    case OsimWrapKind::torus:
      wrap.inner_radius = read_length(element, "inner_radius", 0.01);
      wrap.outer_radius = read_length(element, "outer_radius", 0.05);
      return;
    case OsimWrapKind::ellipsoid:
      wrap.semi_axes = element.vector("dimensions", Vector3d::Constant(0.05));
      if (!(wrap.semi_axes.minCoeff() > 0)) {
        element.fail("a semi-axis of its dimensions is not above zero; write three lengths in m");
      }
      return;
  }
}

/// "+x" and "X" are accepted for "x", and OpenSim's own "Unassigned" for "all".
std::string read_quadrant(const OsimElement& element) {
  std::string text = element.text("quadrant", "all");
  if (text.starts_with('+')) text.erase(0, 1);
  text = mesh::lowered(text);
  if (text == "unassigned") text = "all";
  if (!k_quadrants.contains(text)) {
    element.fail(fmt::format("the quadrant {} is unknown; write all, x, -x, y, -y, z or -z",
                             mesh::in_quotes(text)));
  }
  return text;
}

}  // namespace

void read_wraps(OsimReader& reader) {
  for (const OsimElement& set : reader.all("WrapObjectSet")) {
    for (const OsimElement& element : set.objects()) {
      const auto kind = k_wrap_kinds.find(element.type());
      if (kind == k_wrap_kinds.end()) {
        reader.model.report.add(element.type(), "wrap object not read; paths pass it by");
        continue;
      }
      OsimWrap wrap;
      wrap.name = element.name();
      wrap.path = reader.path_of(element);
      wrap.kind = kind->second;
      wrap.frame = reader.frame_around(element);
      wrap.X_FW = OsimReader::pose(element.vector("translation", Vector3d::Zero()),
                                   element.vector("xyz_body_rotation", Vector3d::Zero()));
      wrap.active = element.boolean("active", true);
      wrap.quadrant = read_quadrant(element);
      read_size(element, wrap);
      reader.report_unread(
          element, {"active", "xyz_body_rotation", "translation", "quadrant", "radius", "length",
                    "dimensions", "inner_radius", "outer_radius"});
      reader.model.wraps.push_back(std::move(wrap));
    }
  }
}

}  // namespace condyle::opensim
