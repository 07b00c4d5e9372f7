#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "condyle/world/equilibrium.h"
#include "engine/built_scene.h"
#include "long_call.h"
#include "world/drives.h"
#include "worlds/parts.h"

namespace condyle::python {

/// A name at the place of its number.
struct NamedPart {
  std::string name;
};

struct NamedSurface {
  std::string name;
  int body = -1;
  std::shared_ptr<const ContactSurface> surface;
  Pose X_BS = Pose::Identity();
  ColliderId id;
};

struct NamedStrand {
  std::string name;
  StrandId id;
};

/// A contact with settings of its own, kept for surfaces that are made anew.
struct NamedContact {
  std::string casting, target;
  ContactSettings settings;
  std::vector<Region> regions;
  std::optional<CastingSide> side = CastingSide::first;
};

/// The scene of an equilibrium, for other times of it.
struct DrivenScene {
  scene::Scene scene;
  std::vector<BuiltBody> built;
  std::vector<Drive> drives;
  double time = 0;
  std::vector<int> joints;  ///< their numbers in the equilibrium; -1: none of its bodies moves
};

/// An Equilibrium whose parts have names: condyle.Equilibrium. All work on it runs without the
/// interpreter's lock and in one thread at a time: whatever Python calls reads and changes it, and
/// finds places by their names, within use() only.
class NamedEquilibrium {
 public:
  explicit NamedEquilibrium(const EquilibriumSettings& settings) : world(settings) {}

  /// Calls `work`, which must not touch Python nor call use(), and returns its result by value.
  template <class Work>
  auto use(const Work& work) {
    return without_lock([&] {
      const std::lock_guard lock(mutex_);
      return work();
    });
  }

  /// Names of all `parts`, as &NamedEquilibrium::bodies, by use().
  template <class Part>
  std::vector<std::string> names(std::vector<Part> NamedEquilibrium::*parts) {
    return use([&] {
      std::vector<std::string> found;
      for (const Part& part : this->*parts) found.push_back(part.name);
      return found;
    });
  }

  // Places by name; all throw InputError for a name that is none, or one that is taken.

  int body(const std::string& name) const;
  /// -1 for the world, the empty name.
  int body_or_world(const std::string& name) const;
  NamedSurface& surface(const std::string& name);
  StrandId strand(const std::string& name) const;
  int load(const std::string& name) const;
  int joint(const std::string& name) const;
  void require_new_strand(const std::string& name) const;

  int add_body(const std::string& name, const Pose& X_WB, std::optional<double> radius);
  void add_surface(NamedSurface surface);
  void set_contact(NamedContact contact);
  /// Registers `anew` with the contacts of the surface of its name, in place of that one. Throws
  /// InputError, and changes nothing, if a contact cannot act on it.
  void replace_surface(NamedSurface anew);
  void remove_surface(const std::string& name);
  void add_strand(const ligament::Strand& strand, const std::vector<int>& of_bodies,
                  const ligament::StrandPath& path);
  void remove_strand(const std::string& name);
  void add_load(const std::string& name, const PointLoad& load);
  void add_joint(const CoordinateJoint& joint);
  /// The name of a collider's surface; null if it has been removed or made anew.
  const std::string* name_of(ColliderId id) const;

  Equilibrium world;
  std::vector<NamedPart> bodies, loads, joints;
  std::vector<NamedSurface> surfaces;
  std::vector<NamedStrand> strands;
  std::vector<NamedContact> contacts;
  std::optional<DrivenScene> scene;
  /// Whether surfaces, contacts or strands have changed since the last equilibrium.
  bool has_changed = false;

 private:
  std::mutex mutex_;
};

using EquilibriumClass = py::class_<NamedEquilibrium>;

// What Equilibrium has of each subject.
void add_equilibrium_interactions(py::module_& module, EquilibriumClass& cls);
void add_equilibrium_derivatives(py::module_& module, EquilibriumClass& cls);
void add_equilibrium_scenes(EquilibriumClass& cls);

}  // namespace condyle::python
