#include "core/opensim/src/osim_roles.h"

#include <fmt/format.h>

#include <algorithm>

#include "condyle/error.h"

namespace condyle::opensim {
namespace {

int body_of(const OsimModel& model, int frame) { return model.frames[frame].body; }

// Finds parent and joint of each body, from the ground outward and through joints in either
// direction. Returns the bodies in the order in which they are reached.
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

/// The bodies that a contact or a strand connects.
using Link = std::vector<int>;

std::vector<Link> links_of_contacts(const OsimModel& model) {
  std::vector<Link> links;
  for (const OsimContact& contact : model.contacts) {
    links.push_back({body_of(model, model.contact_meshes[contact.casting].frame),
                     body_of(model, model.contact_meshes[contact.target].frame)});
  }
  return links;
}

std::vector<Link> links_of_strands(const OsimModel& model) {
  std::vector<Link> links;
  for (const OsimLigament& ligament : model.ligaments) {
    Link& link = links.emplace_back();
    for (const OsimPathPoint& point : ligament.path.points)
      link.push_back(body_of(model, point.frame));
    for (const OsimPathWrap& wrap : ligament.path.wraps)
      link.push_back(body_of(model, model.wraps[wrap.wrap].frame));
  }
  return links;
}

void take_part(const std::vector<Link>& contacts, const std::vector<Link>& strands,
               std::vector<OsimRole>& roles) {
  for (const Link& link : contacts)
    for (const int b : link) roles[b].has_contact = roles[b].takes_part = true;
  for (const Link& link : strands)
    for (const int b : link) roles[b].takes_part = true;
}

/// Finds the carrier of each body that takes no part: the moving body to which it is attached.
/// `order` is from the ground outward.
void find_carriers(const std::vector<int>& order, std::vector<OsimRole>& roles) {
  for (const int b : order) {
    OsimRole& role = roles[b];
    if (b == 0 || role.takes_part) continue;
    role.carrier = roles[role.parent].moves ? role.parent : roles[role.parent].carrier;
  }
}

bool any_moves(const Link& link, const std::vector<OsimRole>& roles) {
  return std::ranges::any_of(link, [&](int body) { return roles[body].moves; });
}

/// Marks as moving all bodies in `may_move` that a link connects, directly or through further
/// links, to a moving body.
void spread(const std::vector<Link>& links, const std::vector<bool>& may_move,
            std::vector<OsimRole>& roles) {
  for (bool any = true; any;) {
    any = false;
    for (const Link& link : links) {
      if (!any_moves(link, roles)) continue;
      for (const int body : link) {
        any = any || (may_move[body] && !roles[body].moves);
        roles[body].moves = may_move[body];
      }
    }
  }
}

/// Removes links without a moving body.
void keep_moving(std::vector<Link>& links, const std::vector<OsimRole>& roles) {
  std::erase_if(links, [&](const Link& link) { return !any_moves(link, roles); });
}

/// The bodies connected to the ground through `body`. `order` is from the ground outward.
std::vector<bool> beyond(int body, const std::vector<int>& order,
                         const std::vector<OsimRole>& roles) {
  std::vector<bool> is_beyond(roles.size(), false);
  for (const int b : order) {
    if (b == 0) continue;
    is_beyond[b] = roles[b].parent == body || is_beyond[roles[b].parent];
  }
  return is_beyond;
}

}  // namespace

std::vector<OsimRole> body_roles(const OsimModel& model) {
  std::vector<OsimRole> roles(model.bodies.size());
  const std::vector<int> order = tie_to_ground(model, roles);
  take_part(links_of_contacts(model), links_of_strands(model), roles);
  std::vector<bool> after_anchor(roles.size(), false);
  for (const int b : order) {
    if (b == 0) continue;
    const OsimRole& parent = roles[roles[b].parent];
    const bool anchor = model.contacts.empty() ? parent.takes_part : parent.has_contact;
    after_anchor[b] = anchor || after_anchor[roles[b].parent];
    roles[b].moves = roles[b].takes_part && after_anchor[b];
  }
  find_carriers(order, roles);
  return roles;
}

std::vector<OsimRole> body_roles(const OsimModel& model, int joint) {
  std::vector<OsimRole> roles(model.bodies.size());
  const std::vector<int> order = tie_to_ground(model, roles);
  const OsimJoint& driven = model.joints[joint];
  const int parent = body_of(model, driven.parent_frame);
  const int child = body_of(model, driven.child_frame);
  if (roles[child].joint != joint) {
    throw InputError(fmt::format(
        "{}: joint '{}' does not tie its child '{}' to the ground over its parent '{}'; only such "
        "a "
        "joint can be driven",
        model.file.string(), driven.name, model.bodies[child].name, model.bodies[parent].name));
  }
  roles[child].moves = roles[child].is_driven = true;
  std::vector<Link> contacts = links_of_contacts(model), strands = links_of_strands(model);
  std::vector<Link> all = contacts;
  all.insert(all.end(), strands.begin(), strands.end());
  spread(all, beyond(parent, order, roles), roles);
  keep_moving(contacts, roles);
  keep_moving(strands, roles);
  take_part(contacts, strands, roles);
  if (!roles[child].takes_part) {
    throw InputError(
        fmt::format("{}: no contact and no ligament holds '{}', the child of joint '{}'",
                    model.file.string(), model.bodies[child].name, driven.name));
  }
  roles[parent].takes_part = true;
  const std::vector<bool> is_beyond = beyond(child, order, roles);
  for (std::size_t b = 0; b < roles.size(); ++b) roles[b].is_beyond = is_beyond[b];
  find_carriers(order, roles);
  return roles;
}

}  // namespace condyle::opensim
