#include "replay/replay.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <numbers>

#include "condyle/error.h"
#include "core/opensim/src/osim_roles.h"

namespace condyle {
namespace {

/// The mesh of a surface; it shares the ownership of the surface.
std::shared_ptr<const TriangleMesh> mesh_in(const std::shared_ptr<const ContactSurface>& surface) {
  return {surface, &surface->mesh()};
}

}  // namespace

Replay::Replay(std::shared_ptr<const Recording> recording)
    : recording_(std::move(recording)),
      evaluated_(recording_->model, recording_->surfaces, false),
      tracers_(recording_->model),
      surfaces_(recording_->surfaces) {
  const opensim::OsimModel& model = recording_->model;
  scene_.name = model.name;
  scene_.file = model.file;
  scene_.description =
      fmt::format("{} along {}: {} frames from {:g} to {:g} s.", model.file.filename().string(),
                  recording_->motion.file.filename().string(), recording_->frames(),
                  recording_->first_time(), recording_->last_time());
  list_bodies();
  list_contacts();
  list_strands();
  if (!contacts_.empty()) held_ = contacts_[0].casting.body;
  place_camera();
}

// Lists the bodies with contacts or strands; the contact meshes of each come first.
void Replay::list_bodies() {
  const opensim::OsimModel& model = recording_->model;
  const std::vector<opensim::OsimRole> roles = body_roles(model);
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    if (!roles[b].takes_part) continue;
    WorldBody body{model.bodies[b].name, scene::BodyKind::kinematic, 0, Pose::Identity(), {}};
    std::vector<int> places;
    const auto add_surface = [&](int index, const std::shared_ptr<const ContactSurface>& surface) {
      const opensim::OsimContactMesh& mesh = model.contact_meshes[index];
      const opensim::OsimFrame& frame = model.frames[mesh.frame];
      if (frame.body != b || std::ranges::find(places, index) != places.end()) return;
      body.meshes.push_back({mesh.name, mesh_in(surface), surface, frame.X_BF * mesh.X_FM});
      places.push_back(index);
    };
    for (std::size_t c = 0; c < model.contacts.size(); ++c) {
      add_surface(model.contacts[c].casting, surfaces_[c].casting);
      add_surface(model.contacts[c].target, surfaces_[c].target);
    }
    for (const RecordedMesh& mesh : recording_->meshes) {
      const opensim::OsimFrame& frame = model.frames[mesh.frame];
      if (frame.body != b) continue;
      body.meshes.push_back({mesh.name, mesh.mesh, nullptr, frame.X_BF, scene::MeshLook::bone});
      places.push_back(-1);
    }
    bodies_.push_back(std::move(body));
    model_bodies_.push_back(b);
    mesh_places_.push_back(std::move(places));
  }
}

MeshIndex Replay::mesh_of(int contact_mesh) const {
  for (int b = 0; b < static_cast<int>(mesh_places_.size()); ++b) {
    const auto found = std::ranges::find(mesh_places_[b], contact_mesh);
    if (found == mesh_places_[b].end()) continue;
    return {b, static_cast<int>(found - mesh_places_[b].begin())};
  }
  return {};
}

void Replay::list_contacts() {
  const opensim::OsimModel& model = recording_->model;
  for (std::size_t c = 0; c < model.contacts.size(); ++c) {
    WorldContact contact;
    contact.name = model.contacts[c].name;
    contact.casting = mesh_of(model.contacts[c].casting);
    contact.target = mesh_of(model.contacts[c].target);
    contact.settings = evaluated_.pair(static_cast<int>(c)).settings();
    contact.casting_layer = surfaces_[c].casting->layer(0);
    contact.target_layer = surfaces_[c].target->layer(0);
    contacts_.push_back(std::move(contact));
  }
}

void Replay::list_strands() {
  const std::vector<opensim::OsimLigament>& ligaments = recording_->model.ligaments;
  strand_reports_.resize(ligaments.size());
  for (std::size_t i = 0; i < ligaments.size(); ++i) {
    WorldStrand& strand = strands_.emplace_back();
    strand.name = ligaments[i].strand.name;
    strand.strand = ligaments[i].strand;
    strand.report = &strand_reports_[i];
  }
}

Eigen::AlignedBox3d Replay::bounds() const {
  Eigen::AlignedBox3d box;
  for (const WorldContact& contact : contacts_) {
    for (const MeshIndex side : {contact.casting, contact.target}) {
      const WorldBody& body = bodies_[side.body];
      const WorldMesh& mesh = body.meshes[side.mesh];
      const Pose X_WM = body.X_WB * mesh.X_BM;
      for (const Eigen::Vector3d& vertex : mesh.mesh->vertices) box.extend(X_WM * vertex);
    }
  }
  if (!box.isEmpty()) return box;
  for (int i = 0; i < static_cast<int>(strands_.size()); ++i) {
    for (const Eigen::Vector3d& point : strand_polyline(i, 1)) box.extend(point);
  }
  return box;
}

// Looks at the held body from the front, the right and above. OpenSim's axes are x forward, y up, z
// to the right.
void Replay::place_camera() {
  // Least size of the scene [m]; distance of the camera over the size of the scene.
  constexpr double k_least_size = 0.05, k_distances = 2.2;
  Eigen::AlignedBox3d box;
  for (const int frame : {recording_->frames() - 1, recording_->frames() / 2, 0}) {
    show_frame(frame);
    box.extend(bounds());
  }
  const Eigen::Matrix3d axes = bodies_[std::max(held_, 0)].X_WB.linear();
  const Eigen::Vector3d direction = axes * Eigen::Vector3d(0.6, 0.35, 0.72).normalized();
  const double distance = k_distances * std::max(box.sizes().maxCoeff(), k_least_size);
  scene_.camera.target = box.center();
  scene_.camera.eye = box.center() + distance * direction;
  scene_.camera.up = axes.col(1);
}

// Follows the strands up to `frame`, from their current frame or from the mark before `frame`,
// whichever is nearer.
void Replay::trace_up_to(int frame) {
  const Recording::Mark& mark = recording_->mark_before(std::max(frame, 0));
  if (traced_ > frame || traced_ + 1 < mark.frame) {
    tracers_.set_memory(mark.memory);
    traced_ = mark.frame - 1;
  }
  while (traced_ < frame) {
    recording_->states.state_at(++traced_, state_);
    recording_->kinematics.evaluate(state_, poses_);
    tracers_.trace(state_, poses_);
  }
}

void Replay::show_frame(int frame) {
  trace_up_to(frame - 1);
  trace_up_to(frame);
  frame_ = frame;
  is_at_frame_ = true;
  publish(recording_->time_of(frame));
}

void Replay::show_time(double wanted) {
  const double time = std::clamp(wanted, recording_->first_time(), recording_->last_time());
  const int frame = recording_->curve.row_before(time);
  if (recording_->time_of(frame) == time) return show_frame(frame);
  trace_up_to(frame);
  const FrameStrands::Memory memory = tracers_.memory();
  recording_->curve.state_at(time, state_);
  recording_->kinematics.evaluate(state_, poses_);
  tracers_.trace(state_, poses_);
  tracers_.set_memory(memory);  // states between frames must not affect the strands at frames
  frame_ = frame;
  is_at_frame_ = false;
  publish(time);
}

void Replay::show_next_frame(bool forward) {
  const int before = is_at_frame_ ? frame_ - 1 : frame_;
  show_frame(std::clamp(forward ? frame_ + 1 : before, 0, recording_->frames() - 1));
}

void Replay::publish(double time) {
  time_ = time;
  publish_poses();
  publish_contacts();
  for (int i = 0; i < static_cast<int>(strands_.size()); ++i) publish_strand(i);
  readings_.clear();
  if (const int angle = recording_->angle; angle >= 0) {
    constexpr double k_degree = std::numbers::pi / 180;
    readings_.push_back(
        {recording_->model.coordinates[angle].name, "deg", state_.q[angle] / k_degree});
  }
}

void Replay::publish_poses() {
  X_WG_ = Pose::Identity();
  if (held_ >= 0) {
    const int body = model_bodies_[held_];
    X_WG_ = recording_->first_poses.X_GB[body] * poses_.X_GB[body].inverse();
  }
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    bodies_[b].X_WB = X_WG_ * poses_.X_GB[model_bodies_[b]];
  }
}

void Replay::hold(int body) {
  held_ = body;
  publish_poses();
  publish_contacts();
}

void Replay::publish_contacts() {
  evaluated_.evaluate(poses_);
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const MeshIndex casting = contacts_[c].casting;
    const WorldBody& body = bodies_[casting.body];
    contacts_[c].report.emplace(evaluated_.pair(static_cast<int>(c)),
                                body.X_WB * body.meshes[casting.mesh].X_BM);
  }
}

std::vector<Finding> Replay::findings(bool is_whole) const {
  std::vector<Finding> findings;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const RangeWatch& range = evaluated_.range(static_cast<int>(c));
    for (RangeFault& fault : is_whole ? range.faults_of_poses() : range.faults())
      findings.push_back({std::move(fault.kind), fmt::format("contact '{}'", contacts_[c].name),
                          std::move(fault.text), std::move(fault.numbers)});
  }
  return findings;
}

void Replay::publish_strand(int index) {
  using enum StrandCondition;
  const WorldStrand& strand = strands_[index];
  const ligament::TracedPath& traced = tracers_.path(index);
  StrandReport& report = strand_reports_[index];
  report.length = traced.length;
  report.lengthening_speed = traced.lengthening_speed;
  report.path_status = traced.status;
  report.force = evaluate(strand.strand, traced.length, traced.lengthening_speed);
  report.condition = report.force.strain > 0 ? taut : slack;
  if (!strand.is_cut) return;
  report.condition = cut;
  report.force = {.strain = report.force.strain, .strain_rate = report.force.strain_rate};
}

std::vector<Eigen::Vector3d> Replay::strand_polyline(int strand, double step) const {
  std::vector<Eigen::Vector3d> points = tracers_.polyline(strand, poses_, step);
  for (Eigen::Vector3d& point : points) point = X_WG_ * point;
  return points;
}

void Replay::replace_contact(int contact) {
  evaluated_.replace(contact, surfaces_[contact], contacts_[contact].settings);
}

void Replay::set_contact_settings(int contact, const ContactSettings& settings) {
  WorldContact& entry = contacts_.at(static_cast<std::size_t>(contact));
  require_valid(settings, fmt::format("contact '{}'", entry.name));
  entry.settings = settings;
  replace_contact(contact);
  publish_contacts();
}

ContactStatistics Replay::contact_at_rest(int contact, const ContactSettings& settings) const {
  const auto& [casting, target] = surfaces_.at(static_cast<std::size_t>(contact));
  ContactPair pair(casting, target, settings);
  return pair.evaluate(evaluated_.pair(contact).pose()).total;
}

void Replay::set_layer(MeshIndex index, const Layer& layer) {
  WorldMesh& mesh = bodies_.at(index.body).meshes.at(index.mesh);
  mesh.surface = std::make_shared<ContactSurface>(with_layer(*mesh.surface, layer));
  for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) {
    if (contacts_[c].casting != index && contacts_[c].target != index) continue;
    if (contacts_[c].casting == index) {
      surfaces_[c].casting = mesh.surface;
      contacts_[c].casting_layer = layer;
    }
    if (contacts_[c].target == index) {
      surfaces_[c].target = mesh.surface;
      contacts_[c].target_layer = layer;
    }
    replace_contact(c);
  }
  publish_contacts();
}

void Replay::set_strand(int strand, const ligament::Strand& parameters) {
  WorldStrand& entry = strands_.at(static_cast<std::size_t>(strand));
  require_valid(parameters, fmt::format("ligament '{}'", entry.name));
  entry.strand = parameters;
  publish_strand(strand);
}

void Replay::cut_strand(int strand) {
  strands_.at(static_cast<std::size_t>(strand)).is_cut = true;
  publish_strand(strand);
}

void Replay::restore_strand(int strand) {
  strands_.at(static_cast<std::size_t>(strand)).is_cut = false;
  publish_strand(strand);
}

}  // namespace condyle
