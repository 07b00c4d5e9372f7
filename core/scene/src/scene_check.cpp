#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "condyle/scene/scene_build.h"
#include "condyle/scene/scene_file.h"
#include "core/scene/src/closest_name.h"
#include "core/scene/src/inertia.h"
#include "core/scene/src/scene_words.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/require_elastic_layer.h"

namespace condyle::scene {
namespace {

/// Throws InputError that begins with the scene: "scene.json: load 'weight' ...".
[[noreturn]] void fail(const Scene& scene, const std::string& problem) {
  throw InputError(
      fmt::format("{}: {}", scene.file.empty() ? scene.name : scene.file.string(), problem));
}

template <class T, class NameOf>
std::vector<std::string> names_of(const std::vector<T>& entries, NameOf name_of) {
  std::vector<std::string> names;
  for (const T& entry : entries) names.push_back(name_of(entry));
  return names;
}

constexpr auto k_name = [](const auto& entry) { return entry.name; };

void require_unique(const Scene& scene, const char* kind, std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) fail(scene, fmt::format("a {} has an empty name; give it one", kind));
    if (i > 0 && names[i] == names[i - 1]) {
      fail(scene, fmt::format("a second {} is named '{}'; names must differ", kind, names[i]));
    }
  }
}

constexpr auto k_strand_name = [](const SceneLigament& ligament) { return ligament.strand.name; };

template <class T, class NameOf = decltype(k_name)>
const T& find(const Scene& scene, const std::vector<T>& entries, const std::string& name,
              const std::string& user, const char* kind, NameOf name_of = k_name) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const T& entry) { return name_of(entry) == name; });
  if (found != entries.end()) return *found;
  const std::vector<std::string> names = names_of(entries, name_of);
  std::string hint = suggestion(name, names);
  if (names.empty())
    hint = "; there are none";
  else if (hint.empty())
    hint = fmt::format("; known: {}", fmt::join(names, ", "));
  fail(scene, fmt::format("{} names the {} '{}', which is not there{}", user, kind, name, hint));
}

const SceneBody& find_body(const Scene& scene, const std::string& name, const std::string& user) {
  return find(scene, scene.bodies, name, user, "body");
}

/// Checks a body that holds a soft block.
void check_soft_block(const Scene& scene, const SceneBody& body) {
  const auto is_soft = [](const SceneMesh& mesh) { return soft_block(mesh) != nullptr; };
  if (std::ranges::none_of(body.meshes, is_soft)) return;
  const std::string what = fmt::format("body '{}'", body.name);
  if (body.kind != BodyKind::fixed)
    fail(scene, what + " holds a soft block, which only a fixed body can; make it fixed");
  if (std::ranges::count_if(body.meshes, is_soft) > 1)
    fail(scene, what + " holds more than one soft block; give each a body of its own");
  for (const SceneMesh& mesh : body.meshes) {
    if (!is_soft(mesh) && mesh.layer)
      fail(scene, what + " holds a soft block, and no other mesh of it may have a layer");
  }
}

void check_body(const Scene& scene, const SceneBody& body) {
  const std::string what = fmt::format("body '{}'", body.name);
  require_unique(scene, fmt::format("mesh of {}", what).c_str(), names_of(body.meshes, k_name));
  check_soft_block(scene, body);
  for (const SceneMesh& mesh : body.meshes) {
    if (mesh.carried_by.empty()) continue;
    find(scene, scene.ligaments, mesh.carried_by, fmt::format("mesh '{}' of {}", mesh.name, what),
         "ligament", k_strand_name);
  }
  if (body.kind != BodyKind::dynamic) return;
  if (body.density > 0) {
    if (body.meshes.empty()) fail(scene, what + " has a density but no mesh to fill; give a mass");
    return;
  }
  if (!(body.mass > 0)) fail(scene, what + " is dynamic and has no mass; give mass or density");
  if (!is_physical_inertia(body.I_BBcm)) {
    fail(scene, what +
                    " has an inertia that no body can have: its principal moments must be "
                    "positive, and none above the sum of the other two");
  }
}

/// Checks that a contact has no settings that soft blocks do not support.
void check_soft_contact(const Scene& scene, const SceneContact& contact, bool casting_is_soft,
                        bool target_is_soft) {
  if (!casting_is_soft && !target_is_soft) return;
  const std::string what = fmt::format("contact '{}' is of a soft block", contact.name);
  const ContactSettings& settings = contact.settings;
  if (casting_is_soft && target_is_soft) fail(scene, what + " with another one; let one be rigid");
  if (acts_on_patches(settings.normal))
    fail(scene, what + ", on which laws act on triangles; say \"acting\": \"triangles\"");
  if (settings.normal.kind == NormalLawKind::user || settings.friction.mode == FrictionMode::user)
    fail(scene, what + ", which takes no law of the user's");
  if (settings.friction.mode == FrictionMode::stiction)
    fail(scene, what + ", which takes no stiction; let friction be 'on'");
  if (settings.casts_from == CastingElements::nodes)
    fail(scene, what + ", which casts from its triangles, not from nodes");
}

/// Describes a layer that only the law elastic_layer accepts. Precondition: layer.use is not
/// LayerUse::any.
const char* peculiarity_of(const Layer& layer) {
  if (layer.use == LayerUse::rigid) return "rigid";
  return is_incompressible(layer) ? "incompressible (poissons_ratio 0.5)" : "a half space";
}

/// Checks that the layers and settings of a contact suit its law: springs or an elastic layer.
void check_layers(const Scene& scene, const SceneContact& contact, const SceneMesh& casting,
                  const SceneMesh& target) {
  const std::string what = fmt::format("contact '{}'", contact.name);
  const bool is_elastic = contact.settings.formulation == Formulation::elastic_layer;
  try {
    require_elastic_layer(contact.settings, what);
  } catch (const InputError& error) {
    fail(scene, error.what());
  }
  const auto refuse = [&](const std::string& key, const std::string& holds) {
    fail(scene, fmt::format("{} {} only the law 'elastic_layer' takes; let its law be that, or "
                            "leave {} out",
                            what, holds, key));
  };
  for (const SceneMesh* mesh : {&casting, &target}) {
    if (!is_elastic && mesh->layer->use != LayerUse::any)
      fail(scene, fmt::format("{} uses mesh '{}', which is {}, as the law 'elastic_layer' alone "
                              "can take it; let its law be that, or give the mesh {}",
                              what, mesh->name, peculiarity_of(*mesh->layer),
                              is_incompressible(*mesh->layer) ? "a poissons_ratio below 0.5"
                                                              : "another layer"));
    if (!is_elastic && !mesh->compliance.empty())
      refuse("the compliance", fmt::format("uses mesh '{}', whose compliance", mesh->name));
    if (is_elastic && soft_block(*mesh))
      fail(scene,
           what + " is of a soft block, which no elastic layer covers; let its law be linear");
  }
  if (!is_elastic && contact.settings.node_spacing > 0)
    refuse("node_spacing", "has a node_spacing, which");
  if (!is_elastic && contact.settings.free_edges != ContactSettings{}.free_edges)
    refuse("free_edges", "has free_edges, which");
  if (!is_elastic) return;
  if (casting.layer->use == LayerUse::rigid && target.layer->use == LayerUse::rigid)
    fail(scene, what + " is between two rigid meshes; give one of them a layer");
  if (!target.compliance.empty() && contact.side != CastingSide::automatic)
    fail(scene, what +
                    " has a compliance of its target, but only the casting side may have one; let "
                    "that mesh cast");
  if (target.back && contact.side != CastingSide::automatic)
    fail(scene, what +
                    " measures the thickness of its target, but an elastic layer's thickness may "
                    "vary only on the casting side; let that mesh cast");
}

void check_contact(const Scene& scene, const SceneContact& contact) {
  const std::string what = fmt::format("contact '{}'", contact.name);
  std::vector<bool> is_soft;
  std::vector<const SceneMesh*> meshes;
  for (const MeshName& side : {contact.casting, contact.target}) {
    const SceneBody& body = find_body(scene, side.body, what);
    const SceneMesh& mesh = find(scene, body.meshes, side.mesh, what, "mesh");
    is_soft.push_back(soft_block(mesh) != nullptr);
    meshes.push_back(&mesh);
    if (!mesh.layer) {
      fail(scene, fmt::format("{} uses mesh '{}' of body '{}', which has no layer; give it one",
                              what, side.mesh, side.body));
    }
  }
  check_soft_contact(scene, contact, is_soft[0], is_soft[1]);
  check_layers(scene, contact, *meshes[0], *meshes[1]);
  if (contact.casting.body == contact.target.body) {
    fail(scene, what + " joins a body to itself; name two bodies");
  }
  if (find_body(scene, contact.casting.body, what).kind != BodyKind::dynamic &&
      find_body(scene, contact.target.body, what).kind != BodyKind::dynamic) {
    fail(scene, what + " joins two bodies that no force moves; make one dynamic");
  }
  if (contact.side == CastingSide::automatic && !contact.regions.empty()) {
    fail(scene,
         what + " has regions, which are of the casting mesh; let 'casts' say which that is");
  }
  std::vector<std::string> regions = names_of(contact.regions, k_name);
  if (scene.history.axis_regions)
    regions.insert(regions.end(), words::axis_regions.begin(), words::axis_regions.end());
  require_unique(scene, fmt::format("region of {}", what).c_str(), std::move(regions));
}

/// Checks that the contacts of a sum are between the same two bodies, whichever casts, and that the
/// sum's name is unique.
void check_sum(const Scene& scene, const SceneContact& contact) {
  if (contact.sum_in.empty()) return;
  const std::string what =
      fmt::format("contact '{}' is in the sum '{}'", contact.name, contact.sum_in);
  const auto bodies = [](const SceneContact& c) {
    return std::minmax(c.casting.body, c.target.body);
  };
  for (const SceneContact& other : scene.contacts) {
    if (other.name == contact.sum_in)
      fail(scene, what + ", which is the name of a contact; give the sum a name of its own");
    if (other.sum_in == contact.sum_in && bodies(other) != bodies(contact)) {
      fail(scene, fmt::format("{}, as '{}' between two other bodies; a sum is between two bodies",
                              what, other.name));
    }
  }
}

void check_ligament(const Scene& scene, const SceneLigament& ligament) {
  const std::string what = fmt::format("ligament '{}'", ligament.strand.name);
  bool one_body = true;
  const auto check_place = [&](const std::string& body) {
    if (!body.empty()) find_body(scene, body, what);
    one_body = one_body && body == ligament.path.front().body;
  };
  if (ligament.path.size() < 2) fail(scene, what + " has less than 2 points");
  for (const ScenePoint& point : ligament.path) check_place(point.body);
  for (const SceneWrap& wrap : ligament.wraps) check_place(wrap.body);
  if (one_body) fail(scene, what + " starts and ends on the same body; name two");
  require_unique(scene, fmt::format("wrap of {}", what).c_str(), names_of(ligament.wraps, k_name));
  try {
    require_valid(make_path(scene, ligament), static_cast<int>(scene.bodies.size()) + 1, what);
  } catch (const InputError& error) {
    fail(scene, error.what());
  }
}

void check_joint(const Scene& scene, const SceneJoint& joint) {
  const std::string what = fmt::format("joint '{}'", joint.name);
  find_body(scene, joint.body_a, what);
  if (!joint.body_b.empty()) find_body(scene, joint.body_b, what);
  if (joint.body_a == joint.body_b) fail(scene, what + " joins a body to itself; name two");
}

void check_load(const Scene& scene, const SceneLoad& load) {
  const std::string what = fmt::format("load '{}'", load.name);
  if (find_body(scene, load.body, what).kind != BodyKind::dynamic) {
    fail(scene, fmt::format("{} acts on body '{}', which no force moves; make it dynamic", what,
                            load.body));
  }
}

void check_motion(const Scene& scene, const SceneMotion& motion) {
  const std::string what = fmt::format("motion '{}'", motion.name);
  if (find_body(scene, motion.body, what).kind != BodyKind::kinematic) {
    fail(scene, fmt::format("{} moves body '{}', which is not of kind 'kinematic'; make it so",
                            what, motion.body));
  }
}

void check_closed_form(const Scene& scene, const ClosedForm& form) {
  const std::string what = fmt::format("closed form of contact '{}'", form.contact);
  const SceneContact& contact = find(scene, scene.contacts, form.contact, what, "contact");
  find_body(scene, form.body, what);
  if (contact.side == CastingSide::both) {
    fail(scene, what + ": there both meshes cast, each half of the force; let one of them");
  }
  if (form.body != contact.casting.body && form.body != contact.target.body) {
    fail(scene,
         fmt::format("{} names body '{}', which has no part in that contact", what, form.body));
  }
}

void check_shown(const Scene& scene, const ShownAgainst& shown) {
  const std::string what = fmt::format("what is shown as '{}'", shown.name);
  if (!shown.region.empty() && !is_of_contact(shown.quantity))
    fail(scene, what + ": only a contact has regions; leave 'region' out");
  switch (shown.quantity) {
    case ShownQuantity::tension:
      find(scene, scene.ligaments, shown.of, what, "ligament", k_strand_name);
      break;
    case ShownQuantity::x:
    case ShownQuantity::y:
    case ShownQuantity::z:
      find_body(scene, shown.of, what);
      break;
    default:
      const SceneContact& contact = find(scene, scene.contacts, shown.of, what, "contact");
      if (!shown.region.empty()) find(scene, contact.regions, shown.region, what, "region");
  }
}

}  // namespace

void require_valid(const Scene& scene) {
  if (scene.bodies.empty()) fail(scene, "has no bodies; give at least one");
  require_unique(scene, "body", names_of(scene.bodies, k_name));
  require_unique(scene, "contact", names_of(scene.contacts, k_name));
  require_unique(scene, "ligament", names_of(scene.ligaments, k_strand_name));
  require_unique(scene, "joint", names_of(scene.joints, k_name));
  require_unique(scene, "load", names_of(scene.loads, k_name));
  require_unique(scene, "motion", names_of(scene.motions, k_name));
  require_unique(scene, "test", names_of(scene.tests, k_name));
  for (const SceneBody& body : scene.bodies) check_body(scene, body);
  for (const SceneContact& contact : scene.contacts) check_contact(scene, contact);
  for (const SceneContact& contact : scene.contacts) check_sum(scene, contact);
  for (const SceneLigament& ligament : scene.ligaments) check_ligament(scene, ligament);
  for (const SceneJoint& joint : scene.joints) check_joint(scene, joint);
  for (const SceneLoad& load : scene.loads) check_load(scene, load);
  for (const SceneMotion& motion : scene.motions) check_motion(scene, motion);
  for (const ClosedForm& form : scene.closed_forms) check_closed_form(scene, form);
  for (const ShownAgainst& shown : scene.shown_against) check_shown(scene, shown);
}

}  // namespace condyle::scene
