#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/scene/src/quantities.h"
#include "core/scene/src/scene_keys.h"
#include "core/scene/src/scene_words.h"
#include "core/scene/src/setting_descriptions.h"

namespace condyle::scene {
namespace {

constexpr Quantity k_force_over_strain{.unit = "N", .range = k_non_negative, .example = 2000};
/// Of SceneLoad::in_body_frame and SceneMotion::rotation.
const WordTable<bool> k_load_frames = {{"world", false}, {"body", true}};
const WordTable<bool> k_motion_kinds = {{"rotation", true}, {"translation", false}};

/// Adds a contact for each pair of a casting and a target mesh. If a side has several meshes, their
/// names become part of the contact's name.
void add_pairs(const ContactEntry& entry, std::vector<SceneContact>& pairs) {
  const auto& [contact, casting, target] = entry;
  const std::size_t count = casting.meshes.size() * target.meshes.size();
  for (const std::string& c : casting.meshes) {
    for (const std::string& t : target.meshes) {
      SceneContact& pair = pairs.emplace_back(contact);
      pair.casting = {casting.body, c};
      pair.target = {target.body, t};
      if (casting.meshes.size() > 1) pair.name += "." + c;
      if (target.meshes.size() > 1) pair.name += "." + t;
      if (count > 1 && pair.sum_in.empty()) pair.sum_in = contact.name;
    }
  }
}

/// The slack length, or what it follows from.
void describe_slack(Fields& fields, SceneLigament& ligament) {
  fields.exactly_one_of_words(ligament.slack_from, [&](SlackFrom from) {
    ligament.slack_from = from;
    switch (from) {
      case SlackFrom::slack_length:
        return fields.number(
            required_key("slack_length", "Length at which the strand becomes taut."),
            ligament.strand.slack_length, k_extent);
      case SlackFrom::reference_strain:
        return fields.number(required_key("reference_strain", "At the initial poses."),
                             ligament.reference,
                             {.unit = "1", .range = {.min = -0.9, .max = 1}, .example = 0.05});
      case SlackFrom::reference_force:
        return fields.number(required_key("reference_force", "At the initial poses."),
                             ligament.reference, {.unit = "N", .range = k_positive, .example = 20});
    }
  });
}

void describe_failure(Fields& fields, ligament::Strand& strand) {
  Quantity failure{.unit = "1", .range = k_positive, .example = 0.2};
  if (fields.is_reading()) {
    failure.range.min = strand.transition_strain;
    failure.range.open_min = strand.transition_strain == 0;
  }
  fields.number(optional_key("failure_strain",
                             "Strain at which it begins to tear; at least transition_strain.")
                    .otherwise("never")
                    .left_out_if(!std::isfinite(strand.failure_strain)),
                strand.failure_strain, failure);
  fields.with("failure_strain", [&] {
    fields.number(optional_key("softening_strain", "Further strain until it has torn completely."),
                  strand.softening_strain, {.unit = "1", .range = k_positive});
  });
}

/// The points "a" and "b", or all points of "path".
void describe_path(Fields& fields, std::vector<ScenePoint>& path) {
  const auto describe_all = [&] {
    fields.forbidden("a", "has both 'path' and 'a'; a path has all points", true);
    fields.forbidden("b", "has both 'path' and 'b'; a path has all points", true);
    fields.list(required_key("path", "All points in order, not all on one body."), "point", path,
                {.least = 2, .wrong_size = "has less than 2 points; give the first and the last"});
  };
  const auto describe_ends = [&] {
    path.resize(2);
    fields.entry(required_key("a", "The first of two points, of two bodies."), "point", path[0]);
    fields.entry(required_key("b", "The second of two points."), "point", path[1]);
  };
  fields.first_of({{"path", describe_all}, {"a", describe_ends}}, path.size() == 2 ? "a" : "path");
}

void describe_wrap_shape(Fields& fields, SceneWrap& wrap) {
  fields.object(required_key("shape", "An analytic shape."), "wrapped_shape",
                [&](Fields& shape) { describe_shape(shape, wrap.shape, ShapeUse::wrap); });
  if (std::holds_alternative<geometry::MeshSolid>(wrap.shape))
    fields.fail("shape",
                "is a mesh file; give the mesh to the wrap's body and name it here: \"mesh\"");
  describe_pose(fields, wrap.X_BS, "Origin of the shape's frame in the body.");
}

void describe_wrap_mesh(Fields& fields, SceneWrap& wrap) {
  fields.text(required_key("mesh",
                           "A closed mesh of the body; if it is made from a shape, the "
                           "shape itself counts.")
                  .beside("body"),
              wrap.mesh, k_name_text);
}

/// A surface that a strand with `points` path points passes.
void describe_wrap(Fields& fields, SceneWrap& wrap, std::size_t points) {
  const int last = fields.is_reading() ? static_cast<int>(points) - 1 : k_any_size;
  fields.note(
      "A surface over which the strand slides without friction; it is not drawn. There may be "
      "at most 8 between two points.");
  fields.text(required_key("name", "Unique in the ligament."), wrap.name, k_name_text);
  fields.text(optional_key("body", "Name of a body.").otherwise("the world"), wrap.body,
              k_body_or_world);
  fields.exactly_one_of({{"shape", [&] { describe_wrap_shape(fields, wrap); }},
                         {"mesh", [&] { describe_wrap_mesh(fields, wrap); }}},
                        wrap.mesh.empty() ? "shape" : "mesh");
  Eigen::Vector3d side = wrap.side.value_or(Eigen::Vector3d::Zero());
  fields.direction(optional_key("side",
                                "In the shape's frame: the strand takes the way around whose "
                                "middle is on this side.")
                       .otherwise("the shortest way")
                       .left_out_if(!wrap.side),
                   side);
  if (!side.isZero(0)) wrap.side = side;
  fields.whole(optional_key("first_point",
                            "Number of a point of the path, from 0, from which on the "
                            "surface acts."),
               wrap.first_point, {0, last - 1});
  const int least = fields.is_reading() ? wrap.first_point + 1 : 1;
  fields.whole(optional_key("last_point", "Number of the point until which it acts.")
                   .otherwise("the last point")
                   .left_out_if(wrap.last_point == -1),
               wrap.last_point, {least, last, 1});
}

void describe_free_axes(Fields& fields, std::array<bool, 6>& free_axes) {
  std::vector<int> axes;
  for (std::size_t i = 0; i < free_axes.size(); ++i)
    if (free_axes[i]) axes.push_back(static_cast<int>(i));
  fields.words(required_key("free_axes", "Free translations along and rotations about J's axes."),
               axes, words::axes, {});
  for (const int axis : axes) free_axes[axis] = true;
}

}  // namespace

void describe(Fields& fields, HalfSpaceRegion& region) {
  fields.note(
      "The triangles whose centroid c satisfies normal · c >= offset, with the normal "
      "normalised.");
  fields.text(required_key("name", "Unique in the contact."), region.name, k_name_text);
  fields.direction(required_key("normal", "In the casting mesh frame."), region.normal);
  fields.number(optional_key("offset", "Along the normal."), region.offset, k_coordinate);
}

void describe(Fields& fields, ContactSideEntry& side) {
  fields.note("A mesh with a layer, or several.");
  fields.text(required_key("body", "Name of its body."), side.body, k_name_text);
  fields.names(required_key("mesh",
                            "A list of meshes makes one contact per pair, NAME.MESH (or "
                            "NAME.CASTING.TARGET if both are lists), and their sum NAME."),
               side.meshes);
}

void describe_casting_side(Fields& fields, CastingSide& side) {
  fields.word(
      optional_key(
          "casts",
          "The side that sends rays. casting: the casting side. both: each side with half of "
          "the force, with the target's result under NAME.reverse. auto: the better side: "
          "not a half space; if triangles of either side are larger than a twentieth of the "
          "largest side of a box "
          "around the other, the side with the relatively smaller triangles casts; otherwise "
          "the mesh on a shape, otherwise the finer mesh."),
      side);
}

void describe_settings(Fields& fields, ContactSettings& settings) {
  describe_law(fields, settings);
  for (const SettingDescription<ContactSettings>& setting : contact_settings())
    describe_setting(fields, setting, settings);
  fields.entry(optional_key("friction", "Friction of the contact.").otherwise("none"), "friction",
               settings.friction);
}

void describe(Fields& fields, ContactEntry& entry) {
  SceneContact& contact = entry.contact;
  ContactSettings& settings = contact.settings;
  fields.text(required_key("name", "Unique."), contact.name, k_name_text);
  fields.entry(required_key("casting",
                            "Its triangles send the rays: choose the flatter, finer mesh, or "
                            "the mesh if the other side is a shape."),
               "contact_side", entry.casting);
  fields.entry(required_key("target", "Of another body; one of the two is dynamic."),
               "contact_side", entry.target);
  describe_casting_side(fields, contact.side);
  describe_settings(fields, settings);
  fields.list(optional_key("regions", "Half spaces of the casting mesh with separate statistics."),
              "region", contact.regions);
  fields.text(
      optional_key("sum_in",
                   "Contacts between two bodies with this word in common have a sum of that "
                   "name: the force on the casting body of the first contact.")
          .otherwise("NAME if a side has several meshes")
          .left_out_if(contact.sum_in.empty()),
      contact.sum_in, k_name_text);
  fields.entry(optional_key("post_step", "A function of yours, called after each step.")
                   .left_out_if(!settings.post_step),
               "post_step", settings.post_step);
  fields.check([&](const JsonNode& node) { require_valid(settings, node.where()); });
}

std::vector<ContactEntry> contact_entries(const std::vector<SceneContact>& contacts) {
  std::vector<ContactEntry> entries;
  for (const SceneContact& contact : contacts) {
    const auto& [casting, target] = std::pair(contact.casting, contact.target);
    entries.push_back({contact, {casting.body, {casting.mesh}}, {target.body, {target.mesh}}});
  }
  return entries;
}

std::vector<SceneContact> contacts_of(const std::vector<ContactEntry>& entries) {
  std::vector<SceneContact> contacts;
  for (const ContactEntry& entry : entries) add_pairs(entry, contacts);
  return contacts;
}

void describe(Fields& fields, ScenePoint& point) {
  fields.text(optional_key("body", "Name of a body.").otherwise("the world"), point.body,
              k_body_or_world);
  fields.vector(required_key("point", "In the body's frame."), point.p_B, k_coordinate);
}

void describe(Fields& fields, SceneLigament& ligament) {
  ligament::Strand& strand = ligament.strand;
  fields.note("A strand that pulls and never pushes.");
  fields.text(required_key("name", "Unique."), strand.name, k_name_text);
  fields.number(required_key("linear_stiffness", "Force per unit strain in the linear region."),
                strand.linear_stiffness, k_force_over_strain);
  fields.number(optional_key("transition_strain", "Strain at the end of the toe region."),
                strand.transition_strain, {.unit = "1", .range = {.min = 0, .max = 1}});
  fields.number(optional_key("damping_coefficient",
                             "Force per strain rate, while the strand is taut and lengthens."),
                strand.damping_coefficient, {.unit = "N s", .range = k_non_negative});
  describe_slack(fields, ligament);
  describe_failure(fields, strand);
  fields.flag(optional_key("applies_force",
                           "false: bodies do not feel the strand; its force is computed and shown "
                           "all the same."),
              strand.applies_force);
  fields.flag(optional_key("cut", "true: it is cut from the start and exerts no force.")
                  .left_out_if(!ligament.is_cut),
              ligament.is_cut);
  describe_path(fields, ligament.path);
  fields.list(optional_key("wraps", "Surfaces that it passes, in this order.")
                  .left_out_if(ligament.wraps.empty()),
              "wrap", ligament.wraps, {}, [&](Fields& inner, SceneWrap& wrap) {
                describe_wrap(inner, wrap, ligament.path.size());
              });
}

void describe(Fields& fields, SceneJoint& joint) {
  fields.note("A constraint of the engine; its frame J is given in the world at time 0.");
  fields.text(required_key("name", "Unique."), joint.name, k_name_text);
  fields.word(required_key("kind", "A hinge turns about J's x, a slider moves along it."),
              joint.kind);
  fields.text(required_key("body_a", "Name of a body."), joint.body_a, k_name_text);
  fields.text(optional_key("body_b", "Another body.").otherwise("the world"), joint.body_b,
              k_body_or_world);
  describe_pose(fields, joint.X_WJ, "Origin of J in the world at time 0.");
  fields.cases_of("kind", joint.kind, [&](JointKind kind) {
    if (kind == JointKind::generic) return describe_free_axes(fields, joint.free_axes);
    if (kind != JointKind::hinge) return;
    fields.entry(optional_key("target_angle",
                              "A motor turns body_a relative to body_b by this angle [rad]."),
                 "table", joint.target_angle);
    fields.with("target_angle", [&] {
      fields.number(required_key("max_torque", "Greatest torque of that motor."), joint.max_torque,
                    {.unit = "N m", .range = k_positive, .example = 10});
    });
  });
}

void describe(Fields& fields, SceneLoad& load) {
  fields.text(required_key("name", "Unique."), load.name, k_name_text);
  fields.text(required_key("body", "A dynamic one."), load.body, k_name_text);
  fields.vector(optional_key("point", "Where the force acts, fixed to the body."), load.p_B,
                k_coordinate);
  fields.vector(optional_key("force", "Components in `frame`."), load.force, {.unit = "N"});
  fields.vector(optional_key("moment", "Components in `frame`."), load.moment, {.unit = "N m"});
  fields.word(optional_key("frame", "Frame of force and moment."), load.in_body_frame,
              k_load_frames);
  fields.entry(optional_key("factor", "Multiplies force and moment.").otherwise("1"), "table",
               load.factor);
}

void describe(Fields& fields, SceneMotion& motion) {
  fields.text(required_key("name", "Unique."), motion.name, k_name_text);
  fields.text(required_key("body", "A kinematic one."), motion.body, k_name_text);
  fields.word(required_key("kind", "About or along `axis`."), motion.rotation, k_motion_kinds);
  fields.direction(required_key("axis", "In the body frame."), motion.axis);
  fields.cases_of("kind", motion.rotation, k_motion_kinds, [&](bool rotation) {
    if (rotation)
      fields.vector(optional_key("point", "A point on the axis, in the body frame."), motion.p_B,
                    k_coordinate);
  });
  fields.entry(required_key("table", "Angle [rad] or distance [m]."), "table", motion.table);
}

}  // namespace condyle::scene
