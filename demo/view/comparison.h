#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "view/curves.h"
#include "view/difference_map.h"
#include "view/live_scene.h"
#include "view/playback.h"
#include "view/scene_drawing.h"
#include "world/world_copy.h"

namespace condyle {

struct ViewerState;

/// A moment of a live scene, kept with its maps.
struct KeptMoment {
  WorldCopy world;
  std::atomic<bool> is_taken = false;  ///< else the simulation still has to copy it
};

/// Another world beside the one that is shown (A): a scene that is stepped with it, or a moment; or
/// the same recorded motion with other settings.
struct Comparison {
  std::string name;
  // B is one of these; the others are null.
  std::unique_ptr<LiveScene> live;              ///< in step with A
  std::unique_ptr<Replay> replay;               ///< at the same time as A
  std::shared_ptr<KeptMoment> kept;             ///< stays as it is
  std::unique_ptr<MotionCurves> motion_curves;  ///< of `replay`
  CompareBy by = CompareBy::side_by_side;
  ViewOptions view;  ///< A's, with opacities of B's meshes
  std::unique_ptr<SceneDrawing> drawing;
  DrawList list;
  DifferenceMap difference;
  Curves curves;         ///< of B, if it is a live scene
  Playback pace;         ///< the steps of both
  double elapsed = 0;    ///< wall time since steps were last asked for [s]
  int stops = 0;         ///< of B, that were seen
  bool is_lost = false;  ///< B cannot be stepped

  const ShownWorld& world() const {
    if (replay) return *replay;
    return live ? static_cast<const ShownWorld&>(*live) : kept->world;
  }
};

/// Compares with a scene from now on; both start anew and stay at the same time. Throws InputError.
void compare_with_scene(ViewerState& state, scene::Scene scene, const std::string& name);
/// The same with what is shown, which keeps its present settings as B. A recorded motion goes on
/// from where it is.
void compare_with_these_settings(ViewerState& state);
/// Keeps what is shown, with its maps, among ViewerState::moments.
void keep_map(ViewerState& state);
void compare_with_moment(ViewerState& state, int moment);
void stop_comparing(ViewerState& state);

/// Steps A and B (Comparison::live) together: no picture shows them at different times, except
/// while one of them catches up.
void advance_in_step(ViewerState& state, double wall_seconds,
                     const std::function<double()>& wall_clock);

/// Shows B at the time of A, if it is a recorded motion, and goes on with its curves as
/// MotionCurves::go_on() does.
void follow_motion(ViewerState& state, double seconds, const std::function<double()>& wall_clock);

/// Fills the second draw list, or adds to the first what the comparison shows in it. Call this
/// after SceneDrawing::update() of A. `size`: of the second picture, if they are side by side.
void update_comparison(ViewerState& state, ViewSize size);

/// A line for the captions of A and of B.
std::string caption_of_a(const Comparison& comparison);
std::string caption_of_b(const Comparison& comparison);

}  // namespace condyle
