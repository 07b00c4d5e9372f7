#include "view/keys.h"

#include <GLFW/glfw3.h>

#include <string_view>

namespace condyle {

int command_key(int place, const char* typed) {
  const std::string_view name = typed ? typed : "";
  if (name.size() != 1) return place;  // types nothing, or a letter outside ASCII
  const char c = name[0];
  // GLFW's codes of these are those of ASCII capitals.
  if (c >= 'a' && c <= 'z') return GLFW_KEY_A + (c - 'a');
  if (c >= 'A' && c <= 'Z') return GLFW_KEY_A + (c - 'A');
  if (c == '[') return GLFW_KEY_LEFT_BRACKET;
  if (c == ']') return GLFW_KEY_RIGHT_BRACKET;
  const bool letter_place = place >= GLFW_KEY_A && place <= GLFW_KEY_Z;
  return letter_place ? GLFW_KEY_UNKNOWN : place;
}

}  // namespace condyle
