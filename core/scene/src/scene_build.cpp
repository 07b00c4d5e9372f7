#include "condyle/scene/scene_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "condyle/geometry/surface_values.h"
#include "condyle/ligament/strand_path.h"
#include "condyle/mesh/primitives.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/scene/src/closest_name.h"
#include "core/scene/src/inertia.h"
#include "core/scene/src/wrapped_meshes.h"
#include "core/src/geometry/solid_within.h"
#include "core/src/ligament/wrap_arc.h"
#include "core/src/mesh/triangle_limit.h"

namespace condyle::scene {
namespace {

/// The number of pieces along `length` that makes cells about square, with `around` pieces around
/// the circle.
int pieces(double length, double radius, int around) {
  const double cell = 2 * std::numbers::pi * radius / around;
  const double count = std::max(1.0, std::round(length / cell));
  if (2 * count * around > mesh::k_most_made_triangles) {
    throw InputError(fmt::format(
        "a primitive {} m long and {} m thick would have {:.3g} triangles; give fewer segments",
        length, 2 * radius, 2 * count * around));
  }
  return static_cast<int>(count);
}

TriangleMesh make_primitive(const MeshFromPrimitive& p) {
  const int n = p.segments;
  switch (p.shape) {
    case PrimitiveShape::box:
      return mesh::make_box(p.size, {n, n, n});
    case PrimitiveShape::icosphere:
      return mesh::make_icosphere(p.radius, n);
    case PrimitiveShape::cylinder:
      return mesh::make_cylinder(p.radius, p.length, n, pieces(p.length, p.radius, n),
                                 pieces(p.radius, p.radius, n));
    case PrimitiveShape::capsule:
      return mesh::make_capsule(p.radius, p.length, n, std::max(1, n / 4),
                                pieces(p.length, p.radius, n));
    case PrimitiveShape::torus:
      return mesh::make_torus(
          p.radius, p.tube_radius, n,
          std::max(3, pieces(2 * std::numbers::pi * p.tube_radius, p.radius, n)));
    case PrimitiveShape::ellipsoid:
      return mesh::make_ellipsoid(p.size, n);
    case PrimitiveShape::plane:
      return mesh::make_plane_grid(p.size.x(), p.size.y(), n, n);
  }
  throw InputError("unknown primitive shape");
}

/// The properties of the solid inside a mesh, or of its exact shape if it has one, for unit density
/// and in the mesh frame.
geometry::SolidProperties solid_in(const SceneBody& body, const SceneMesh& mesh,
                                   const TriangleMesh& triangles) {
  if (soft_block(mesh)) throw InputError("a strand cannot wrap a soft block");
  if (std::holds_alternative<MeshOfModel>(mesh.source))
    throw InputError("a mesh of a robot's model has no density");
  const auto* made = std::get_if<MeshFromShape>(&mesh.source);
  return solid_within(made == nullptr ? nullptr : &made->shape, triangles,
                      fmt::format("body '{}': its mesh '{}'", body.name, mesh.name));
}

/// One layer for all triangles, or one per triangle if the thickness is measured to a back mesh.
std::vector<Layer> layers_of(const SceneMesh& mesh, const TriangleMesh& triangles,
                             const std::string& name) {
  if (!mesh.back) return {*mesh.layer};
  const TriangleMesh back = read_mesh(mesh.back->source);
  const VariableThickness measured = measure_thickness(
      triangles, back, {mesh.back->min_thickness, mesh.back->max_thickness}, name);
  return layers_of_thickness(*mesh.layer, measured.thickness);
}

std::shared_ptr<const ContactSurface> with_compliance(ContactSurface surface,
                                                      const SceneMesh& mesh) {
  use_compliance(surface, mesh.compliance);
  return std::make_shared<const ContactSurface>(std::move(surface));
}

}  // namespace

TriangleMesh read_mesh(const MeshFromFile& source) {
  return scaled(mesh::read_mesh(source.file, source.unit), source.scale);
}

TriangleMesh make_mesh(const SceneMesh& mesh) {
  if (const auto* made = std::get_if<MeshFromShape>(&mesh.source)) {
    return display_mesh(made->shape, made->fineness);
  }
  if (const auto* file = std::get_if<MeshFromFile>(&mesh.source)) {
    TriangleMesh read = read_mesh(*file);
    return file->curved_facets > 1 ? with_curved_facets(read, file->curved_facets) : read;
  }
  if (const auto* of_model = std::get_if<MeshOfModel>(&mesh.source)) return *of_model->mesh;
  if (const SoftBlock* block = soft_block(mesh)) return make_soft_block_mesh(*block);
  if (const auto* made = std::get_if<MeshFromCurve>(&mesh.source)) {
    return mesh::extrude(made->curve, made->depth, made->longest_edge,
                         fmt::format("mesh '{}'", mesh.name));
  }
  return make_primitive(std::get<MeshFromPrimitive>(mesh.source));
}

std::shared_ptr<const ContactSurface> make_surface(const SceneMesh& mesh, TriangleMesh triangles,
                                                   const std::string& name) {
  if (const auto* made = std::get_if<MeshFromShape>(&mesh.source)) {
    return std::make_shared<ContactSurface>(
        made->shape, std::move(triangles), *mesh.layer, name,
        made->is_chosen ? TriangleDivision::on_smooth : TriangleDivision::never);
  }
  if (const auto* of_model = std::get_if<MeshOfModel>(&mesh.source))
    return std::make_shared<ContactSurface>(
        with_layers(*of_model->surface, layers_of(mesh, triangles, name)));
  std::vector<Layer> layers = layers_of(mesh, triangles, name);
  return with_compliance(ContactSurface(std::move(triangles), std::move(layers), name), mesh);
}

std::shared_ptr<const ContactSurface> make_surface(const SceneMesh& mesh,
                                                   const ContactSurface& same_mesh,
                                                   const std::string& name) {
  return with_compliance(with_layers(same_mesh, layers_of(mesh, same_mesh.mesh(), name)), mesh);
}

BodyMass make_body_mass(const SceneBody& body, std::span<const TriangleMesh> meshes) {
  if (!(body.density > 0)) return {body.mass, body.p_BoBcm, body.I_BBcm};
  BodyMass total;
  Eigen::Matrix3d I_BBo = Eigen::Matrix3d::Zero();
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const Pose& X_BM = body.meshes[i].X_BM;
    const geometry::SolidProperties part = solid_in(body, body.meshes[i], meshes[i]);
    const Eigen::Vector3d centre = X_BM * part.centre;
    const double mass = body.density * part.volume;
    total.mass += mass;
    total.p_BoBcm += mass * centre;
    I_BBo += body.density * X_BM.linear() * part.inertia * X_BM.linear().transpose() +
             point_inertia(mass, centre);
  }
  total.p_BoBcm /= total.mass;
  total.I_BBcm = I_BBo - point_inertia(total.mass, total.p_BoBcm);
  return total;
}

std::vector<Region> make_regions(const SceneContact& contact, const ContactSurface& casting) {
  std::vector<Region> regions;
  for (const HalfSpaceRegion& half : contact.regions) {
    regions.push_back(
        half_space_region(casting, half.name, half.offset * half.normal, half.normal));
  }
  return regions;
}

namespace {

geometry::Shape wrapped_shape(const SceneMesh& mesh) {
  const auto* made = std::get_if<MeshFromShape>(&mesh.source);
  if (made != nullptr && ligament::can_be_wrapped(made->shape)) return made->shape;
  return geometry::MeshSolid(make_mesh(mesh));
}

}  // namespace

void find_wrapped_meshes(Scene& scene) {
  std::map<const SceneMesh*, geometry::Shape>
      known;  // each mesh is read once, even for many strands
  for (SceneLigament& ligament : scene.ligaments) {
    for (SceneWrap& wrap : ligament.wraps) {
      if (wrap.mesh.empty()) continue;
      const std::string what = fmt::format("{}: ligament '{}', wrap '{}'", scene.file.string(),
                                           ligament.strand.name, wrap.name);
      if (wrap.body.empty()) {
        throw InputError(fmt::format("{}: 'mesh' needs the name of its body", what));
      }
      const auto body = std::ranges::find(scene.bodies, wrap.body, &SceneBody::name);
      // `require_valid` reports this together with other unknown names.
      if (body == scene.bodies.end()) continue;
      const auto mesh = std::ranges::find(body->meshes, wrap.mesh, &SceneMesh::name);
      if (mesh == body->meshes.end()) {
        std::vector<std::string> names;
        for (const SceneMesh& other : body->meshes) names.push_back(other.name);
        throw InputError(fmt::format("{}: body '{}' has no mesh '{}'{}", what, wrap.body, wrap.mesh,
                                     suggestion_and_names(wrap.mesh, names)));
      }
      try {
        if (!known.contains(&*mesh)) known.emplace(&*mesh, wrapped_shape(*mesh));
      } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", what, error.what()));
      }
      wrap.shape = known.at(&*mesh);
      wrap.X_BS = mesh->X_BM;
    }
  }
}

ligament::StrandPath make_path(const Scene& scene, const SceneLigament& ligament) {
  const auto index_of = [&scene](const std::string& name) {
    const auto found = std::ranges::find(scene.bodies, name, &SceneBody::name);
    return static_cast<int>(found - scene.bodies.begin());
  };
  ligament::StrandPath path;
  for (const ScenePoint& point : ligament.path) {
    path.points.push_back({.body = index_of(point.body), .p_B = point.p_B});
  }
  for (const SceneWrap& wrap : ligament.wraps) {
    path.obstacles.push_back({.name = wrap.name,
                              .body = index_of(wrap.body),
                              .X_BS = wrap.X_BS,
                              .shape = wrap.shape,
                              .side = wrap.side,
                              .first_point = wrap.first_point,
                              .last_point = wrap.last_point});
  }
  return path;
}

double initial_length(const Scene& scene, const SceneLigament& ligament) {
  std::vector<Pose> X_WB;
  for (const SceneBody& body : scene.bodies) X_WB.push_back(body.X_WB);
  X_WB.push_back(Pose::Identity());
  ligament::PathMemory memory;
  ligament::TracedPath traced;
  trace(make_path(scene, ligament), X_WB, {}, memory, traced);
  return traced.length;
}

ligament::Strand make_strand(const SceneLigament& ligament, double initial_length) {
  ligament::Strand strand = ligament.strand;
  if (!(initial_length > 0)) {
    throw InputError(fmt::format("ligament '{}': its ends coincide; move one", strand.name));
  }
  switch (ligament.slack_from) {
    case SlackFrom::slack_length:
      break;
    case SlackFrom::reference_strain:
      strand.slack_length =
          slack_length_from_reference_strain(strand, initial_length, ligament.reference);
      break;
    case SlackFrom::reference_force:
      strand.slack_length =
          slack_length_from_reference_force(strand, initial_length, ligament.reference);
      break;
  }
  require_valid(strand, fmt::format("ligament '{}'", strand.name));
  return strand;
}

}  // namespace condyle::scene
