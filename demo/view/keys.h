#pragma once

namespace condyle {

/// A key was pressed (or repeats while held).
struct KeyPress {
  int key = 0;  ///< see command_key()
  bool control = false;
  bool repeated = false;
};

/// The key of a command, in GLFW's codes: that of the letter or bracket that the key types in the
/// user's layout. `place` is GLFW's code, which names the key at that place of an American
/// keyboard, and `typed` what it types without modifiers (glfwGetKeyName), null if nothing. Keys
/// that type neither go by their place, for example digits in a French layout, and letters in a
/// Greek one; GLFW_KEY_UNKNOWN if that would be the place of a letter which other keys type.
int command_key(int place, const char* typed);

}  // namespace condyle
