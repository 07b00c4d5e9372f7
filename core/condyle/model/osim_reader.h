#pragma once

// What the readers of the parts of an .osim file share. Not part of the library's interface.

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "condyle/model/osim_model.h"
#include "condyle/model/osim_xml.h"

namespace condyle {

/// Things with a path and a name, in the order in which they were added.
class OsimNames {
 public:
  void add(const std::string& path, const std::string& name);
  std::size_t size() const { return static_cast<std::size_t>(size_); }
  int at_path(const std::string& path) const;  ///< -1: none
  int count(const std::string& name) const;
  int first(const std::string& name) const;  ///< precondition: count(name) > 0
  std::vector<std::string> some_names() const;

 private:
  struct Entry {
    int first, count;
  };
  int size_ = 0;
  std::map<std::string, int> paths_;
  std::map<std::string, Entry> names_;
};

/// A model while it is read: its XML, what is done, and where names lead.
class OsimReader {
 public:
  explicit OsimReader(const OsimXml& xml);

  const OsimXml& xml;
  OsimModel model;

  /// All elements of the model of this type, at any depth, in the order of the file.
  std::vector<OsimElement> all(const char* type) const;

  /// The members of the model's own sets (bodies, joints, forces, ...), in the order of the file.
  const std::vector<OsimElement>& members() const { return members_; }
  std::vector<OsimElement> members(const char* type) const;

  /// "/bodyset/femur_r/femur_implant": the names from the model down.
  std::string path_of(const OsimElement& element) const;

  /// What the child `socket_<socket>` of `owner` (or one of its older spellings) says; empty: none.
  std::string socket(const OsimElement& owner, const std::string& socket) const;

  // The index that a name or path leads to, seen from `owner`. Throw InputError where it leads
  // nowhere or, without a path, to several.
  int frame(const OsimElement& owner, const std::string& to) const;
  int coordinate(const OsimElement& owner, const std::string& to) const;
  int contact_mesh(const OsimElement& owner, const std::string& to) const;
  int wrap(const OsimElement& owner, const std::string& to);

  /// The pose made of a translation and body-fixed rotations about x, y and z [rad].
  static Pose pose(const Eigen::Vector3d& translation, const Eigen::Vector3d& xyz);

  /// Reports the children of `element` that are neither in `known` nor mere looks.
  void report_unread(const OsimElement& element, std::initializer_list<const char*> known);

 private:
  std::vector<OsimElement> members_;
  mutable OsimNames frame_names_, coordinate_names_, mesh_names_;
  OsimNames wrap_names_;
};

// The parts, in the order in which they must be read.
void read_frames(OsimReader& reader);  ///< bodies, offset frames, meshes to be drawn
void read_joints(OsimReader& reader);  ///< with their coordinates
void read_couplers(OsimReader& reader);
void read_wraps(OsimReader& reader);
void read_contacts(OsimReader& reader);   ///< contact meshes and forces
void read_ligaments(OsimReader& reader);  ///< and muscles
void report_unread_members(OsimReader& reader);

/// The functions of joints and couplers. One of an unknown kind is reported with `consequence` and
/// nothing is returned.
std::optional<CoordinateFunction> read_function(OsimReader& reader, const OsimElement& element,
                                                const std::string& consequence);
/// The function that stands in `owner`, directly or in a child <function>; false where none does.
OsimElement function_in(const OsimElement& owner, const char* property);

/// The path in the child <GeometryPath> of a force.
OsimPath read_path(OsimReader& reader, const OsimElement& force);

/// Whether the file says that the object is not at work.
bool is_switched_off(const OsimElement& object);

}  // namespace condyle
