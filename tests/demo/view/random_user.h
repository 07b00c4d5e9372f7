#pragma once

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

struct GLFWwindow;

namespace condyle::test {

/// Acts at random in a window of the viewer: moves, clicks, drags, scrolls, presses keys, types,
/// drops files and resizes. The same seed does the same in the same frames. Closes the window after
/// its frames.
class RandomUser {
 public:
  struct Habits {
    int frames = 100;
    int narrowest = 300, widest = 1200;          ///< of windows [pixels]
    std::vector<std::filesystem::path> dropped;  ///< files to choose from
  };

  RandomUser(unsigned seed, Habits habits);

  /// One frame: to be called between the input of the system and Dear ImGui.
  void act(GLFWwindow* window);

  int frames() const { return frame_; }
  /// What OpenGL has complained about so far.
  const std::vector<std::string>& gl_errors() const { return gl_errors_; }

 private:
  bool with_chance(double chance) { return std::uniform_real_distribution()(random_) < chance; }
  int one_of(int count) { return std::uniform_int_distribution(0, count - 1)(random_); }
  double between(double low, double high) {
    return std::uniform_real_distribution(low, high)(random_);
  }

  void move(GLFWwindow* window);
  void press_buttons();
  void press_keys(GLFWwindow* window);
  void type();
  void resize(GLFWwindow* window);
  void drop(GLFWwindow* window);
  void note_gl_errors();

  Habits habits_;
  std::mt19937_64 random_;
  int frame_ = 0;
  double x_ = 0, y_ = 0;             ///< of the cursor [pixels]
  int held_ = -1, held_frames_ = 0;  ///< a button, and for how many frames more
  std::vector<std::string> gl_errors_;
};

}  // namespace condyle::test
