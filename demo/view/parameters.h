#pragma once

#include <array>
#include <optional>
#include <vector>

#include "world/shown_world.h"

namespace condyle {

/// Parameters that the user may change while the world runs.
struct Parameters {
  struct Contact {
    ContactSettings settings;
    std::array<Layer, 2> layers;  ///< casting layer, target layer
  };
  struct Strand {
    ligament::Strand strand;
    bool is_cut = false;
    int mended = 0;  ///< number of repairs after failure had torn it
  };
  std::vector<Contact> contacts;
  std::vector<Strand> strands;
  double load_factor = 1;
  std::vector<std::optional<double>> drives;  ///< amounts set by hand (Drive)
  std::vector<bool> held;                     ///< by body
};

Parameters parameters_of(const ShownWorld& world);

/// Sets the world's parameters to `wanted`; only changes what differs. Throws InputError if the
/// world rejects a value.
void apply(const Parameters& wanted, ShownWorld& world);

/// Sets layers, laws, strands, loads, drives and held bodies of `edited` to the defaults, including
/// which strands are cut. Strands that were mended stay mended.
void take_defaults(const Parameters& defaults, Parameters& edited);

/// Undo and redo of parameter changes.
class UndoHistory {
 public:
  /// Call once per frame with the parameters before the edits of that frame. One drag over many
  /// frames makes one entry. `changed`: the parameters changed in this frame; `editing`: a widget
  /// is held.
  void track(const Parameters& before, bool changed, bool editing);

  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  void undo(ShownWorld& world) { move(undo_, redo_, world); }
  void redo(ShownWorld& world) { move(redo_, undo_, world); }

 private:
  static void move(std::vector<Parameters>& from, std::vector<Parameters>& to, ShownWorld& world);

  std::vector<Parameters> undo_, redo_;
  bool pending_ = false;
};

}  // namespace condyle
