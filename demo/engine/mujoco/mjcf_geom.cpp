#include "engine/mujoco/mjcf_geom.h"

#include <fmt/core.h>

namespace condyle {
namespace {

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.remove_attribute(name);
  node.append_attribute(name) = value.c_str();
}

void set_shape(pugi::xml_node geom, const char* type, const Eigen::Vector3d& size) {
  set(geom, "type", type);
  set(geom, "size", mjcf_numbers(size));
}

}  // namespace

std::string mjcf_numbers(const Eigen::Vector3d& v) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z());
}

void put_pose(pugi::xml_node node, const Pose& X) {
  const Eigen::Quaterniond q(X.linear());
  set(node, "pos", mjcf_numbers(X.translation()));
  set(node, "quat", fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z()));
}

bool put_shape_of_mujoco(pugi::xml_node geom, const geometry::Shape& shape) {
  constexpr double k_grid = 1;  // [m] between the lines that MuJoCo draws on a plane
  if (std::holds_alternative<geometry::HalfSpace>(shape))
    return set_shape(geom, "plane", {0, 0, k_grid}), true;
  if (const auto* const sphere = std::get_if<geometry::Sphere>(&shape))
    return set_shape(geom, "sphere", {sphere->radius, 0, 0}), true;
  if (const auto* const capsule = std::get_if<geometry::Capsule>(&shape))
    return set_shape(geom, "capsule", {capsule->radius, capsule->half_length, 0}), true;
  if (const auto* const cylinder = std::get_if<geometry::Cylinder>(&shape))
    return set_shape(geom, "cylinder", {cylinder->radius, cylinder->half_length, 0}), true;
  if (const auto* const ellipsoid = std::get_if<geometry::Ellipsoid>(&shape))
    return set_shape(geom, "ellipsoid", ellipsoid->semi_axes), true;
  if (const auto* const brick = std::get_if<geometry::Brick>(&shape))
    return set_shape(geom, "box", brick->half_size), true;
  return false;
}

void put_mesh(pugi::xml_node geom, const std::string& asset) {
  geom.remove_attribute("size");
  set(geom, "type", "mesh");
  set(geom, "mesh", asset);
}

bool put_wrapped_shape(pugi::xml_node geom, const geometry::Shape& shape) {
  if (const auto* const sphere = std::get_if<geometry::Sphere>(&shape))
    return set_shape(geom, "sphere", {sphere->radius, 0, 0}), true;
  constexpr double k_drawn_length = 0.02;  // [m]; as a wrap it has no ends
  if (const auto* const tube = std::get_if<geometry::InfiniteCylinder>(&shape))
    return set_shape(geom, "cylinder", {tube->radius, k_drawn_length, 0}), true;
  return false;
}

double radius_of_wrapped(const geometry::Shape& shape) {
  if (const auto* const sphere = std::get_if<geometry::Sphere>(&shape)) return sphere->radius;
  return std::get<geometry::InfiniteCylinder>(shape).radius;
}

}  // namespace condyle
