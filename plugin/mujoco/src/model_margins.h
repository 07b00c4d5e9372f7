#pragma once

#include <mujoco/mujoco.h>

#include <map>
#include <vector>

#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {

/// How far MuJoCo looks for contact of a model's registered geoms. That is what margins and gaps
/// say, those of a `<pair>` for its two geoms. They belong to the user too: the user's count for
/// MuJoCo's own contact, and are put back.
class ModelMargins {
 public:
  explicit ModelMargins(mjModel& model) : model_(model) {}

  /// Takes over a geom's margin. It is put back where it has been removed as often.
  void add(int geom);
  void remove(int geom);

  /// Lets MuJoCo look this far [m]. Precondition of both: the geom has been added.
  void look(int geom, double distance);
  double distance(int geom) const { return kept_.at(geom).distance; }

  /// MuJoCo's own contact of two geoms by the user's margins.
  struct Own {
    bool is_other = false;  ///< than MuJoCo would find by itself now
    double reach = 0;       ///< how far a collision function looks [m]
    double active = 0;      ///< distance below which contact pushes [m]
    double active_now = 0;  ///< the same by the margins that are set, which MuJoCo takes [m]

    /// How much nearer than they are MuJoCo must take contacts to be.
    double shift() const {
      constexpr double k_rounding = 1e-12;  // of margins that a distance was added to [m]
      const double all = active - active_now;
      return all > k_rounding || all < -k_rounding ? all : 0;
    }
  };
  Own own_contact(int first, int second) const;

 private:
  struct Kept {
    Margin of_user;
    double distance = 0;
    int count = 0;
    std::vector<int> pairs;  ///< `<pair>`s of which it is one geom
  };
  void look_for_pair(int pair);
  void put_on_body(int body);
  Margin of_user(int geom) const;

  mjModel& model_;
  std::map<int, Kept> kept_;
  std::map<int, Margin> kept_pairs_;   ///< the user's, where both geoms have been added
  std::map<int, double> kept_bodies_;  ///< as they were, of the bodies of the geoms
};

}  // namespace condyle::mujoco
