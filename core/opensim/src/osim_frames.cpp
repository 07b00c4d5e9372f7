// Reads bodies, the frames fixed to them, and the meshes to be drawn.
#include <fmt/format.h>

#include <algorithm>

#include "core/opensim/src/osim_reader.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

using Eigen::Vector3d;

void add_body(OsimModel& model, OsimBody body) {
  const int index = static_cast<int>(model.bodies.size());
  OsimFrame frame;
  frame.path = body.path;
  frame.name = body.name;
  frame.body = index;
  model.frames.push_back(std::move(frame));
  model.bodies.push_back(std::move(body));
}

/// Reads I_xx I_yy I_zz I_xy I_xz I_yz; old files have a separate element for each.
Eigen::Matrix3d read_inertia(const OsimElement& element) {
  std::vector<double> values = element.numbers("inertia");
  if (values.empty()) {
    for (const char* part :
         {"inertia_xx", "inertia_yy", "inertia_zz", "inertia_xy", "inertia_xz", "inertia_yz"}) {
      values.push_back(element.number(part, 0));
    }
  }
  if (values.size() != 6) {
    element.child("inertia").fail(
        fmt::format("{} numbers where six are wanted; write xx yy zz xy xz yz", values.size()));
  }
  Eigen::Matrix3d I;
  I << values[0], values[3], values[4], values[3], values[1], values[5], values[4], values[5],
      values[2];
  return I;
}

void read_bodies(OsimReader& reader) {
  add_body(reader.model, {.name = "ground", .path = "/ground"});
  for (const OsimElement& element : reader.members("Body")) {
    OsimBody body;
    body.name = element.name();
    if (body.name == "ground") continue;  // old files list it
    body.path = reader.path_of(element);
    body.mass = element.number("mass", 0);
    body.p_BoBcm = element.vector("mass_center", Vector3d::Zero());
    body.I_BBcm = read_inertia(element);
    add_body(reader.model, std::move(body));
    reader.report_unread(
        element, {"mass", "mass_center", "inertia", "inertia_xx", "inertia_yy", "inertia_zz",
                  "inertia_xy", "inertia_xz", "inertia_yz", "Joint", "WrapObjectSet"});
  }
}

/// Reads offset frames, whose parent may be another offset frame further down in the file.
void read_offset_frames(OsimReader& reader) {
  OsimModel& model = reader.model;
  const std::vector<OsimElement> elements = reader.all("PhysicalOffsetFrame");
  for (const OsimElement& element : elements) {
    OsimFrame frame;
    frame.path = reader.path_of(element);
    frame.name = element.name();
    frame.X_PF = OsimReader::pose(element.vector("translation", Vector3d::Zero()),
                                  element.vector("orientation", Vector3d::Zero()));
    model.frames.push_back(std::move(frame));
    reader.report_unread(element, {"translation", "orientation", "socket_parent",
                                   "socket_parent_connectee_name", "WrapObjectSet"});
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::string parent = reader.socket(elements[i], "parent");
    if (parent.empty()) elements[i].fail("names no parent frame; add <socket_parent>");
    model.frames[model.bodies.size() + i].parent = reader.frame(elements[i], parent);
  }

  // Computes the pose in the body by following the parents. A chain that is too long or returns to
  // its start is a cycle.
  for (std::size_t i = 0; i < elements.size(); ++i) {
    OsimFrame& frame = model.frames[model.bodies.size() + i];
    frame.X_BF = frame.X_PF;
    int above = frame.parent;
    for (std::size_t steps = 0; model.frames[above].parent >= 0; ++steps) {
      if (steps > 1000 || above == static_cast<int>(model.bodies.size() + i)) {
        elements[i].fail(
            "its parent frames lead back to itself, or through more than 1000 others; "
            "let one of them stand on a body");
      }
      frame.X_BF = model.frames[above].X_PF * frame.X_BF;
      above = model.frames[above].parent;
    }
    frame.body = above;
  }
}

void read_mesh(OsimReader& reader, const OsimElement& element, const std::string& name,
               const std::string& file) {
  OsimMesh mesh;
  mesh.name = name;
  mesh.file = file;
  mesh.frame = reader.frame_around(element);
  mesh.scale = element.vector("scale_factors", Vector3d::Ones());
  if (!file.empty()) reader.model.meshes.push_back(std::move(mesh));
}

void read_meshes(OsimReader& reader) {
  for (const OsimElement& element : reader.all("Mesh"))
    read_mesh(reader, element, element.name(), element.text("mesh_file"));
  for (const OsimElement& element : reader.all("DisplayGeometry")) {
    const std::string file = element.text("geometry_file");
    read_mesh(reader, element, file, file);
  }
}

}  // namespace

void read_frames(OsimReader& reader) {
  read_bodies(reader);
  read_offset_frames(reader);
  for (const OsimElement& element : reader.all("StationDefinedFrame")) {
    reader.model.report.add(element.type(), "frame not read; what refers to it is an error");
  }
  read_meshes(reader);
}

}  // namespace condyle::opensim
