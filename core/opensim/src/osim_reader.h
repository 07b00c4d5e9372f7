#pragma once

// Shared by the readers of the parts of an .osim file; not part of the library's interface.

#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "condyle/error.h"
#include "condyle/opensim/osim_model.h"
#include "core/opensim/src/osim_xml.h"

namespace condyle::opensim {

/// Indices of objects by path and by name, in the order in which they were added.
class OsimNames {
 public:
  void add(const std::string& path, const std::string& name);
  std::size_t size() const { return static_cast<std::size_t>(size_); }
  int at_path(const std::string& path) const;  ///< -1: none
  int count(const std::string& name) const;
  int first(const std::string& name) const;  ///< the first index; precondition: count(name) > 0
  std::vector<std::string> some_names() const;

 private:
  struct Entry {
    int first, count;
  };
  int size_ = 0;
  std::map<std::string, int> paths_;
  std::map<std::string, Entry> names_;
};

/// A model while it is being read: its XML, the parts read so far, and the lookup of names.
class OsimReader {
 public:
  explicit OsimReader(const OsimXml& source);

  const OsimXml& xml;
  OsimModel model;

  /// All elements of this type in the model, at any depth, in the order of the file.
  std::vector<OsimElement> all(const char* type) const;

  /// The members of the model's own sets (bodies, joints, forces, ...), in the order of the file.
  const std::vector<OsimElement>& members() const { return members_; }
  std::vector<OsimElement> members(const char* type) const;

  /// The names from the model down to the element, for example "/bodyset/femur_r/femur_implant".
  std::string path_of(const OsimElement& element) const;

  /// The content of the child `socket_<name>` of `owner`, or of an older spelling; empty if
  /// missing.
  std::string socket(const OsimElement& owner, const std::string& name) const;

  // The index of the object with this name or path, seen from `owner`. Throw InputError if there is
  // none, or if a name without a path is ambiguous.
  int frame(const OsimElement& owner, const std::string& to) const;
  int coordinate(const OsimElement& owner, const std::string& to);
  int contact_mesh(const OsimElement& owner, const std::string& to) const;
  int wrap(const OsimElement& owner, const std::string& to);

  /// The frame that carries an element: the nearest body or offset frame above it.
  int frame_around(const OsimElement& element) const;

  /// The pose with this translation and body-fixed rotations about x, y and z [rad].
  static Pose pose(const Eigen::Vector3d& translation, const Eigen::Vector3d& xyz);

  /// Tells of a coordinate whose joint is not read. It is part of the model as soon as something
  /// names it.
  void add_idle_coordinate(OsimCoordinate coordinate);

  /// Reports the properties of `element`, also in <defaults>, that are neither in `known` nor
  /// concern only appearance.
  void report_unread(const OsimElement& element, std::initializer_list<const char*> known);

 private:
  std::vector<OsimElement> members_;
  std::vector<std::optional<OsimCoordinate>> idle_coordinates_;  ///< none: in the model by now
  mutable OsimNames frame_names_, coordinate_names_, mesh_names_;
  OsimNames wrap_names_, idle_names_;
};

/// Reads all parts of the model.
void read_parts(OsimReader& reader);

/// The model of parsed XML, as read_osim gives it.
OsimModel model_in(const OsimXml& xml);

// The readers of the parts, in the order in which they must be called.
void read_frames(OsimReader& reader);  ///< bodies, offset frames, meshes that are only drawn
void read_joints(OsimReader& reader);  ///< joints with their coordinates
void read_couplers(OsimReader& reader);
void read_wraps(OsimReader& reader);
void read_contacts(OsimReader& reader);   ///< contact meshes and forces
void read_ligaments(OsimReader& reader);  ///< ligaments and muscles
void report_unread_members(OsimReader& reader);

/// Reads a function of a joint or coupler. If its type is unknown, reports it with `consequence`
/// and returns nothing.
std::optional<CoordinateFunction> read_function(OsimReader& reader, const OsimElement& element,
                                                const std::string& consequence);
/// The object that is `property` of `owner`, such as a function: inside a child of that type, or a
/// child of that name, also in <defaults>. Converts to false if there is none.
OsimElement object_in(const OsimElement& owner, const char* property);

/// The elements of a CustomJoint's axes, rotations first; one that is missing converts to false.
std::array<OsimElement, 6> axes_in(const OsimElement& joint);

/// The object of a contact that holds the layer of a side in older files, by the property's name.
/// Converts to false if there is none.
OsimElement layer_in(const OsimElement& contact, const char* name);

/// The path of a force, of any type. Converts to false if there is none.
OsimElement path_in(const OsimElement& force);
/// Whether the path is a <GeometryPath>, the only kind that is read.
bool has_geometry_path(const OsimElement& force);
/// Reads the path of a force. Precondition: has_geometry_path(force).
OsimPath read_path(OsimReader& reader, const OsimElement& force);

/// Names that objects of one kind have, and for each the next number that sets it apart.
using TakenNames = std::map<std::string, int>;
/// The name of the element, which becomes one of `names`. If it is taken, a number is appended as
/// in OpenSim, which is reported.
std::string unique_name(OsimReader& reader, const OsimElement& element, TakenNames& names);

/// Whether the file disables the object.
bool is_switched_off(const OsimElement& object);

/// Whether bodies feel the force; that they do not is reported.
bool applies_force(OsimReader& reader, const OsimElement& force);

/// Reads a force. One that is switched off is left out, and reported, if it cannot be read.
template <class Read>
void read_force(OsimReader& reader, const OsimElement& force, const Read& read) {
  try {
    read();
  } catch (const InputError& error) {
    if (!is_switched_off(force)) throw;
    reader.model.report.add(force.type() + " switched off",
                            std::string("it is left out; ") + error.what());
  }
}

}  // namespace condyle::opensim
