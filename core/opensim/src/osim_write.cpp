#include <fmt/format.h>

#include <cmath>
#include <map>

#include "condyle/error.h"
#include "condyle/opensim/osim_model.h"
#include "core/opensim/src/osim_edit.h"
#include "core/opensim/src/osim_reader.h"
#include "core/src/files/file_bytes.h"

namespace condyle::opensim {
namespace {

/// Compares the objects of a model with those of its file, and notes the values that differ.
class ModelWriter {
 public:
  ModelWriter(const OsimXml& xml, const OsimModel& now) : xml_(xml), edits_(xml), now_(now) {}

  std::string write() {
    const OsimModel was = model_in(xml_);
    compare(was.ligaments, now_.ligaments, "ligament");
    compare(was.curve_ligaments, now_.curve_ligaments, "ligament");
    compare(was.contact_meshes, now_.contact_meshes, "contact mesh");
    compare(was.contacts, now_.contacts, "contact");
    return edits_.apply();
  }

 private:
  template <class Object>
  void compare(const std::vector<Object>& was, const std::vector<Object>& now, const char* kind) {
    std::map<std::ptrdiff_t, const Object*> by_place;
    for (const Object& object : was) by_place[object.place] = &object;
    for (const Object& object : now) {
      const auto found = by_place.find(object.place);
      if (found == by_place.end()) {
        throw InputError(
            fmt::format("{}: a {} of the model is not in the file; only what was read "
                        "can be changed and written",
                        now_.file.string(), kind));
      }
      set(xml_.element_at(object.place), *found->second, object);
    }
  }

  template <class Value>
  void set(const OsimElement& owner, const char* type, const Value& was, const Value& is) {
    if (was != is) edits_.set(owner, type, is);
  }
  void set_word(const OsimElement& owner, const char* type, bool was, bool is) {
    if (was != is) edits_.set(owner, type, std::string_view(is ? "true" : "false"));
  }
  void set_text(const OsimElement& owner, const char* type, const std::string& was,
                const std::string& is) {
    if (was != is) edits_.set(owner, type, std::string_view(is));
  }

  /// Of two properties that switch a force off, OpenSim before version 4 knows only isDisabled.
  void set_applied(const OsimElement& owner, bool was, bool is) {
    if (was == is) return;
    if (is) {
      set_word(owner, "appliesForce", owner.boolean("appliesForce", true), true);
      set_word(owner, "isDisabled", owner.boolean("isDisabled", false), false);
      set_word(owner, "isEnforced", owner.boolean("isEnforced", true), true);
    } else if (xml_.version() < 40000) {
      set_word(owner, "isDisabled", false, true);
    } else {
      set_word(owner, "appliesForce", true, false);
    }
  }

  void set(const OsimElement& owner, const OsimLigament& was, const OsimLigament& is) {
    if (std::isfinite(is.strand.failure_strain)) {
      owner.fail("has no failure strain in OpenSim; leave it infinite, and set it in a scene");
    }
    set(owner, "linear_stiffness", was.strand.linear_stiffness, is.strand.linear_stiffness);
    set(owner, "slack_length", was.strand.slack_length, is.strand.slack_length);
    set(owner, "transition_strain", was.strand.transition_strain, is.strand.transition_strain);
    set(owner, "damping_coefficient", was.strand.damping_coefficient,
        is.strand.damping_coefficient);
    set_applied(owner, was.strand.applies_force, is.strand.applies_force);
    compare(was.path.points, is.path.points, "path point");
  }

  void set(const OsimElement& owner, const OsimCurveLigament& was, const OsimCurveLigament& is) {
    set(owner, "resting_length", was.resting_length, is.resting_length);
    set(owner, "pcsa_force", was.pcsa_force, is.pcsa_force);
    set_applied(owner, was.applies_force, is.applies_force);
    compare(was.path.points, is.path.points, "path point");
  }

  void set(const OsimElement& owner, const OsimPathPoint& was, const OsimPathPoint& is) {
    if (was.p_F == is.p_F) return;
    if (owner.type() == "MovingPathPoint") owner.fail("moves, so it has no position to be written");
    set(owner, "location", was.p_F, is.p_F);
  }

  void set_layer(const OsimElement& owner, const Layer& was, const Layer& is) {
    if (is.use != was.use || is.yield_stress != was.yield_stress)
      owner.fail("has a modulus, Poisson's ratio and thickness alone in OpenSim; set no others");
    set(owner, "elastic_modulus", was.elastic_modulus, is.elastic_modulus);
    set(owner, "poissons_ratio", was.poissons_ratio, is.poissons_ratio);
    set(owner, "thickness", was.thickness, is.thickness);
  }

  void set(const OsimElement& owner, const OsimContactMesh& was, const OsimContactMesh& is) {
    const bool has_old_name = !owner.child("mesh_file") && owner.child("filename");
    set_text(owner, has_old_name ? "filename" : "mesh_file", was.file, is.file);
    set_text(owner, "mesh_back_file", was.back_file, is.back_file);
    set(owner, "scale_factors", was.scale, is.scale);
    set(owner, "location", Eigen::Vector3d(was.X_FM.translation()),
        Eigen::Vector3d(is.X_FM.translation()));
    set_layer(owner, was.layer, is.layer);
    set(owner, "min_thickness", was.min_thickness, is.min_thickness);
    set(owner, "max_thickness", was.max_thickness, is.max_thickness);
    set_word(owner, "use_variable_thickness", was.variable_thickness, is.variable_thickness);
  }

  /// Sets the layer that the file stores in the contact; what it lacks there is that of the mesh.
  void set_own_layer(const OsimElement& contact, const char* name, std::optional<Layer> was,
                     const std::optional<Layer>& is, int mesh) {
    if (!is) return;
    if (!was) contact.fail("has no layers of its own; change those of its contact meshes");
    const OsimElement layer = layer_in(contact, name);
    const Layer& otherwise = now_.contact_meshes[mesh].layer;
    if (layer.numbers("elastic_modulus").empty()) was->elastic_modulus = otherwise.elastic_modulus;
    if (layer.numbers("poissons_ratio").empty()) was->poissons_ratio = otherwise.poissons_ratio;
    if (layer.numbers("thickness").empty()) was->thickness = otherwise.thickness;
    set_layer(layer, *was, *is);
  }

  void set(const OsimElement& owner, const OsimContact& was, const OsimContact& is) {
    if (is.settings.formulation == Formulation::elastic_layer) {
      owner.fail("has no elastic layer in OpenSim; write linear or nonlinear");
    }
    ContactSettings others = is.settings;
    others.min_proximity = was.settings.min_proximity;
    others.max_proximity = was.settings.max_proximity;
    others.formulation = was.settings.formulation;
    others.lumped = was.settings.lumped;
    others.applies_force = was.settings.applies_force;
    if (!(others == was.settings))
      owner.fail("has settings that OpenSim does not know, such as friction; set them in a scene");
    const bool is_linear = is.settings.formulation == Formulation::linear;
    set(owner, "min_proximity", was.settings.min_proximity, is.settings.min_proximity);
    set(owner, "max_proximity", was.settings.max_proximity, is.settings.max_proximity);
    if (was.settings.formulation != is.settings.formulation) {
      edits_.set(owner, "elastic_foundation_formulation",
                 std::string_view(is_linear ? "linear" : "nonlinear"));
    }
    set_word(owner, "use_lumped_contact_model", was.settings.lumped, is.settings.lumped);
    set_applied(owner, was.settings.applies_force, is.settings.applies_force);
    set_own_layer(owner, "casting_mesh_contact_params", was.casting_layer, is.casting_layer,
                  is.casting);
    set_own_layer(owner, "target_mesh_contact_params", was.target_layer, is.target_layer,
                  is.target);
  }

  const OsimXml& xml_;
  OsimEdits edits_;
  const OsimModel& now_;
};

}  // namespace

std::string osim_text(const OsimModel& model) {
  if (!model.text) {
    throw InputError(
        "a model that was not read from a file cannot be written; read it by read_osim");
  }
  const OsimXml xml(model.file, model.text);
  std::string text = ModelWriter(xml, model).write();
  if (text != *model.text) {
    model_in(OsimXml(model.file, std::make_shared<const std::string>(text)));  // refuses bad values
  }
  return text;
}

void write_osim(const std::filesystem::path& file, const OsimModel& model) {
  replace_file(file, osim_text(model));
}

}  // namespace condyle::opensim
