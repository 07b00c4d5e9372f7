// Scales what lies on bodies: points of paths, wrap objects and contact geometry.
#include <fmt/format.h>

#include <algorithm>

#include "core/opensim/src/osim_scale_parts.h"

namespace condyle::opensim {
namespace {

using Eigen::Vector3d;

void scale_points(OsimScaleJob& job) {
  const auto frame_of = [&](const OsimElement& element) {
    const std::string frame = job.reader.socket(element, "parent_frame");
    return job.reader.frame(element, frame.empty() ? element.text("body") : frame);
  };
  for (const char* type : {"PathPoint", "ConditionalPathPoint"})
    for (const OsimElement& point : job.reader.all(type))
      scale_if_read(job.report, point, [&] { job.scale_in(frame_of(point), point, "location"); });
  static constexpr std::array<const char*, 3> k_components = {"x_location", "y_location",
                                                              "z_location"};
  for (const OsimElement& point : job.reader.all("MovingPathPoint")) {
    scale_if_read(job.report, point, [&] {
      const Vector3d& factors = job.of_frame(frame_of(point));
      for (int i = 0; i < 3; ++i) job.scale_function(object_in(point, k_components[i]), factors[i]);
    });
  }
}

/// Sizes that are missing have OpenSim's defaults, as when they are read (osim_wraps.cpp).
void scale_wrap(OsimScaleJob& job, const OsimElement& element, const OsimWrap& wrap) {
  const Vector3d& factors = job.of_frame(wrap.frame);
  Vector3d along;  // how much longer the wrap object's own axes become
  for (int i = 0; i < 3; ++i) along[i] = factors.cwiseProduct(wrap.X_FW.linear().col(i)).norm();
  if (factors == Vector3d::Constant(factors.x())) along = factors;
  const double across = (along.x() + along.y()) / 2;
  job.scale_in(wrap.frame, element, "translation");
  switch (wrap.kind) {
    case OsimWrapKind::sphere:
      return job.scale(element, "radius", along.mean(), wrap.radius);
    case OsimWrapKind::cylinder:
      job.scale(element, "radius", across, wrap.radius);
      return job.scale(element, "length", along.z(), wrap.length);
    case OsimWrapKind::ellipsoid:
      return job.scale(element, "dimensions", along, wrap.semi_axes);
    case OsimWrapKind::torus:
      job.scale(element, "inner_radius", across, wrap.inner_radius);
      return job.scale(element, "outer_radius", across, wrap.outer_radius);
  }
}

void scale_wraps(OsimScaleJob& job) {
  const std::vector<OsimWrap>& wraps = job.reader.model.wraps;
  std::size_t next = 0;
  for (const OsimElement& set : job.reader.all("WrapObjectSet")) {
    for (const OsimElement& element : set.objects()) {
      const std::string path = job.reader.path_of(element);
      if (next < wraps.size() && wraps[next].path == path) {
        scale_wrap(job, element, wraps[next++]);
      } else {
        job.report.add(element.type(), "wrap object not scaled");
      }
    }
  }
}

/// The frame whose factors scale a contact mesh.
int scale_frame_of(OsimScaleJob& job, const OsimElement& element, const OsimContactMesh& mesh) {
  const std::string name = job.reader.socket(element, "scale_frame");
  if (name.empty()) return mesh.frame;
  const int frame = job.reader.frame(element, name);
  const OsimModel& model = job.reader.model;
  const int body = model.frames[frame].body;
  if (job.factors[body] != job.of_frame(mesh.frame)) {
    job.report.add(fmt::format("contact mesh {} on another body than {}, its <socket_scale_frame>",
                               mesh.name, model.bodies[body].name),
                   "its mesh and layer are scaled with that frame, as in OpenSim");
  }
  return frame;
}

Vector3d scale_contact_mesh(OsimScaleJob& job, const OsimElement& element,
                            const OsimContactMesh& mesh) {
  const Vector3d factors = job.of_frame(scale_frame_of(job, element, mesh));
  const Eigen::Matrix3d R = job.reader.model.frames[mesh.frame].X_BF.linear() * mesh.X_FM.linear();
  job.report_turned(R, factors, "contact mesh " + mesh.name);
  job.scale_in(mesh.frame, element, "location");
  job.scale(element, "scale_factors", factors, Vector3d::Ones());
  job.scale(element, "thickness", factors.mean(), mesh.layer.thickness);
  if (mesh.variable_thickness) {
    job.scale(element, "min_thickness", factors.mean(), mesh.min_thickness);
    job.scale(element, "max_thickness", factors.mean(), mesh.max_thickness);
  }
  return factors;
}

/// A contact's own layer, in older files.
void scale_own_layer(OsimScaleJob& job, const OsimElement& contact, const char* name,
                     double factor) {
  const OsimElement layer = layer_in(contact, name);
  if (layer && !layer.numbers("thickness").empty()) job.scale(layer, "thickness", factor, 0.0);
}

/// Contacts that the reader leaves out: with which meshes their own layers would be scaled is not
/// known.
void report_contacts_left_out(OsimScaleJob& job) {
  for (const OsimElement& element : job.reader.members("Smith2018ArticularContactForce")) {
    const auto& contacts = job.reader.model.contacts;
    if (std::ranges::find(contacts, element.place(), &OsimContact::place) != contacts.end())
      continue;
    for (const char* name : {"casting_mesh_contact_params", "target_mesh_contact_params"})
      if (layer_in(element, name))
        job.report.add(element.type() + " " + element.name(),
                       "it cannot be read; its own layers are not scaled");
  }
}

void scale_other_geometry(OsimScaleJob& job) {
  for (const char* type : {"ContactSphere", "ContactHalfSpace", "ContactMesh"}) {
    for (const OsimElement& element : job.reader.members(type)) {
      std::string name = job.reader.socket(element, "frame");
      if (name.empty()) name = element.text("body_name");
      if (name.empty()) continue;
      const int frame = job.reader.frame(element, name);
      job.scale_in(frame, element, "location");
      job.scale(element, "radius", job.of_frame(frame).mean(), 0.0);
      if (element.type() == "ContactMesh" && job.of_frame(frame) != Vector3d::Ones())
        job.report.add(element.type(), "its mesh has no scale factors; scale its file");
    }
  }
}

}  // namespace

void scale_paths(OsimScaleJob& job) {
  scale_points(job);
  scale_wraps(job);
}

void scale_contacts(OsimScaleJob& job) {
  const OsimModel& model = job.reader.model;
  std::vector<double> mean;
  for (const OsimContactMesh& mesh : model.contact_meshes) {
    mean.push_back(scale_contact_mesh(job, job.reader.xml.element_at(mesh.place), mesh).mean());
  }
  for (const OsimContact& contact : model.contacts) {
    const OsimElement element = job.reader.xml.element_at(contact.place);
    scale_own_layer(job, element, "casting_mesh_contact_params", mean[contact.casting]);
    scale_own_layer(job, element, "target_mesh_contact_params", mean[contact.target]);
  }
  report_contacts_left_out(job);
  scale_other_geometry(job);
}

}  // namespace condyle::opensim
