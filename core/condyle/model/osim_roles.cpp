#include "condyle/model/osim_roles.h"

namespace condyle {
namespace {

int body_of(const OsimModel& model, int frame) { return model.frames[frame].body; }

// From the ground outward, over joints in either direction. The order in which bodies are met.
std::vector<int> tie_to_ground(const OsimModel& model, std::vector<OsimRole>& roles) {
  std::vector<int> order{0};
  std::vector<bool> met(roles.size(), false);
  met[0] = true;
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
      const int a = body_of(model, model.joints[j].parent_frame);
      const int b = body_of(model, model.joints[j].child_frame);
      const int other = a == order[next] ? b : b == order[next] ? a : -1;
      if (other < 0 || met[other]) continue;
      met[other] = true;
      roles[other].parent = order[next];
      roles[other].joint = j;
      order.push_back(other);
    }
  }
  return order;
}

std::vector<bool> bodies_of_contacts(const OsimModel& model) {
  std::vector<bool> has(model.bodies.size(), false);
  for (const OsimContact& contact : model.contacts) {
    for (int mesh : {contact.casting, contact.target}) {
      has[body_of(model, model.contact_meshes[mesh].frame)] = true;
    }
  }
  return has;
}

std::vector<bool> bodies_of_strands(const OsimModel& model) {
  std::vector<bool> has(model.bodies.size(), false);
  for (const OsimLigament& ligament : model.ligaments) {
    for (const OsimPathPoint& point : ligament.path.points) has[body_of(model, point.frame)] = true;
    for (const OsimPathWrap& wrap : ligament.path.wraps) {
      has[body_of(model, model.wraps[wrap.wrap].frame)] = true;
    }
  }
  return has;
}

}  // namespace

std::vector<OsimRole> body_roles(const OsimModel& model) {
  std::vector<OsimRole> roles(model.bodies.size());
  const std::vector<bool> contact = bodies_of_contacts(model), strand = bodies_of_strands(model);
  const std::vector<bool>& anchors = model.contacts.empty() ? strand : contact;
  std::vector<bool> after_anchor(roles.size(), false);
  for (int b : tie_to_ground(model, roles)) {
    OsimRole& role = roles[b];
    role.has_contact = contact[b];
    role.takes_part = contact[b] || strand[b];
    if (b == 0) continue;
    after_anchor[b] = anchors[role.parent] || after_anchor[role.parent];
    role.moves = role.takes_part && after_anchor[b];
    if (role.takes_part) continue;
    role.carrier = roles[role.parent].moves ? role.parent : roles[role.parent].carrier;
  }
  return roles;
}

}  // namespace condyle
