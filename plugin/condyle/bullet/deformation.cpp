#include "condyle/bullet/deformation.h"

#include <BulletCollision/CollisionShapes/btEmptyShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletSoftBody/btSoftBody.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "condyle/bullet/convert.h"
#include "condyle/bullet/link_constraint.h"
#include "condyle/bullet/link_strain.h"
#include "condyle/error.h"

namespace condyle::bullet {
namespace {

using Eigen::Vector3d;

TriangleMesh mesh_of(const btSoftBody& soft, const std::string& name) {
  if (soft.m_faces.size() == 0)
    throw InputError(name +
                     ": its soft body has no faces to press with; give it some (appendFace)");
  TriangleMesh mesh;
  for (int i = 0; i < soft.m_nodes.size(); ++i)
    mesh.vertices.push_back(to_eigen(soft.m_nodes[i].m_x));
  for (int f = 0; f < soft.m_faces.size(); ++f) {
    auto& triangle = mesh.triangles.emplace_back();
    for (int k = 0; k < 3; ++k)
      triangle[static_cast<std::size_t>(k)] =
          static_cast<int>(soft.m_faces[f].m_n[k] - &soft.m_nodes[0]);
  }
  return mesh;
}

}  // namespace

Deformation::Deformation(std::shared_ptr<DeformableSurface> surface)
    : surface_(std::move(surface)) {
  start_ = end_ = now_ = surface_->surface()->mesh().vertices;
}

Deformation::Deformation(btSoftBody& soft, const Layer& layer, const std::string& name)
    : Deformation(std::make_shared<DeformableSurface>(mesh_of(soft, name), layer, name)) {
  soft_ = &soft;
  name_ = name;
  stand_in_shape_ = std::make_unique<btEmptyShape>();
  stand_in_ = std::make_unique<btRigidBody>(
      btRigidBody::btRigidBodyConstructionInfo(0, nullptr, stand_in_shape_.get()));
  const std::size_t count = start_.size();
  counts_.resize(count);
  per_mass_.resize(count);
  impulse_.assign(count, Vector3d::Zero());
}

Deformation::~Deformation() = default;

void Deformation::aim(std::span<const Vector3d> vertices) {
  surface_->require_movable(vertices);
  end_.assign(vertices.begin(), vertices.end());
  is_aimed_ = true;
}

void Deformation::begin_users(double dt) {
  if (soft_ != nullptr) return;
  start_ = surface_->surface()->mesh().vertices;
  if (!is_aimed_) end_ = start_;
  moves_ = is_aimed_;
  set_off(dt);
}

void Deformation::begin_soft(double dt) {
  if (soft_ == nullptr) return;
  const bool is_active = soft_->isActive();
  for (std::size_t i = 0; i < start_.size(); ++i) {
    const btSoftBody::Node& node = soft_->m_nodes[static_cast<int>(i)];
    start_[i] = to_eigen(is_active ? node.m_q : node.m_x);
    end_[i] = to_eigen(node.m_x);
    impulse_[i].setZero();
  }
  if (is_active) require_links_hold(*soft_, start_, dt, name_);
  free_end_ = end_;
  moves_ = true;
  try {
    set_off(dt);
  } catch (const InputError& error) {
    throw SimulationError(fmt::format(
        "{}; this soft body does not hold together: give it more mass or stiffer links, or take "
        "shorter steps",
        error.what()));
  }
}

void Deformation::drop_bullet_contact(const btCollisionObject& object) {
  auto& contacts = soft_->m_rcontacts;
  for (int i = contacts.size() - 1; i >= 0; --i) {
    if (contacts[i].m_cti.m_colObj != &object) continue;
    contacts.swap(i, contacts.size() - 1);
    contacts.pop_back();
  }
}

void Deformation::set_off(double dt) {
  dt_ = dt;
  fastest_ = 0;
  velocity_.resize(start_.size());
  for (std::size_t i = 0; i < start_.size(); ++i) {
    velocity_[i] = (end_[i] - start_[i]) / dt;
    fastest_ = std::max(fastest_, velocity_[i].norm());
  }
  part_ = 0;
  move_to(1);
}

void Deformation::move_to(double part) {
  if (part == part_) return;
  part_ = part;
  if (!moves_) {
    if (!rests_) surface_->move_vertices(end_);
    rests_ = true;
    return;
  }
  if (part == 1) {
    now_ = end_;
  } else {
    for (std::size_t i = 0; i < now_.size(); ++i)
      now_[i] = start_[i] + part * (end_[i] - start_[i]);
  }
  surface_->move_vertices(now_, velocity_);
  rests_ = false;
}

void Deformation::end() {
  is_aimed_ = false;
  if (soft_ == nullptr) return;
  surface_->set_velocities(velocity_);  // with what contact made of them, for the results
  const btScalar dt = soft_->m_sst.sdt;
  for (std::size_t i = 0; i < start_.size(); ++i) {
    btSoftBody::Node& node = soft_->m_nodes[static_cast<int>(i)];
    const btVector3 change = node.m_im * to_bullet(impulse_[i]);
    node.m_v += change;
    node.m_x += dt * change;
  }
}

void Deformation::back_up() {
  if (soft_ == nullptr) return;
  backup_.place.clear();
  backup_.velocity.clear();
  for (int i = 0; i < soft_->m_nodes.size(); ++i) {
    backup_.place.push_back(to_eigen(soft_->m_nodes[i].m_x));
    backup_.velocity.push_back(to_eigen(soft_->m_nodes[i].m_v));
  }
}

void Deformation::take_back() {
  part_ = -1;
  if (moves_) surface_->move_vertices(start_);
  rests_ = true;
  if (soft_ == nullptr || backup_.place.empty()) return;
  for (std::size_t i = 0; i < start_.size(); ++i) {
    btSoftBody::Node& node = soft_->m_nodes[static_cast<int>(i)];
    node.m_x = to_bullet(backup_.place[i]);
    node.m_v = to_bullet(backup_.velocity[i]);
  }
}

Eigen::AlignedBox3d Deformation::box() const {
  Eigen::AlignedBox3d box;
  for (const Vector3d& p : start_) box.extend(p);
  for (const Vector3d& p : end_) box.extend(p);
  return box;
}

void Deformation::clear_counts() { std::ranges::fill(counts_, 0); }

void Deformation::split_masses() {
  for (std::size_t i = 0; i < counts_.size(); ++i)
    per_mass_[i] = counts_[i] * static_cast<double>(soft_->m_nodes[static_cast<int>(i)].m_im);
}

void Deformation::push(int node, const Vector3d& impulse_W) {
  const auto i = static_cast<std::size_t>(node);
  const Vector3d change = static_cast<double>(soft_->m_nodes[node].m_im) * impulse_W;
  impulse_[i] += impulse_W;
  velocity_[i] += change;
  end_[i] += dt_ * change;
}

void Deformation::restart() {
  if (soft_ == nullptr) return;
  end_ = free_end_;
  for (std::size_t i = 0; i < start_.size(); ++i) {
    velocity_[i] = (end_[i] - start_[i]) / dt_;
    impulse_[i].setZero();
  }
  part_ = -1;
}

}  // namespace condyle::bullet
