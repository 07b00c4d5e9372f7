#pragma once

#include <array>
#include <vector>

#include "shown_world.h"

namespace condyle {

/// What a user may change while the world runs.
struct Parameters {
  struct Contact {
    ContactSettings settings;
    std::array<Layer, 2> layers;  ///< casting, target
  };
  struct Strand {
    LigamentStrand strand;
    bool is_cut = false;
    int mended = 0;  ///< how often it was made whole after it had torn
  };
  std::vector<Contact> contacts;
  std::vector<Strand> strands;
  double load_factor = 1;
};

Parameters parameters_of(const ShownWorld& world);

/// Makes the world's parameters equal to `wanted`; touches only what differs. Throws InputError
/// where the world refuses a value.
void apply(const Parameters& wanted, ShownWorld& world);

/// Layers, laws, strands and load of `defaults`. Strands are whole or cut as there; what was mended
/// stays mended.
void take_defaults(const Parameters& defaults, Parameters& edited);

/// Undo and redo of changes of the parameters.
class UndoHistory {
 public:
  /// Called once per frame, with the parameters before its edits: one entry per edit, however many
  /// frames it was dragged. `changed`: this frame changed something; `editing`: a widget is held.
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
