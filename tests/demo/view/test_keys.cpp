#include <GLFW/glfw3.h>

#include <catch2/catch.hpp>

#include "view/keys.h"

namespace condyle::test::keys_tests {

TEST_CASE("keys: a command has its letter, wherever the layout puts it", "[keys]") {
  // American, German and French keyboards; the keys right of Tab and left of X.
  CHECK(command_key(GLFW_KEY_Q, "q") == GLFW_KEY_Q);
  CHECK(command_key(GLFW_KEY_Q, "a") == GLFW_KEY_A);
  CHECK(command_key(GLFW_KEY_Z, "y") == GLFW_KEY_Y);
  CHECK(command_key(GLFW_KEY_Z, "w") == GLFW_KEY_W);
  CHECK(command_key(GLFW_KEY_W, "Z") == GLFW_KEY_Z);  // with Caps Lock
  // Dvorak: letters and brackets where an American keyboard has other signs.
  CHECK(command_key(GLFW_KEY_SEMICOLON, "s") == GLFW_KEY_S);
  CHECK(command_key(GLFW_KEY_MINUS, "[") == GLFW_KEY_LEFT_BRACKET);
  CHECK(command_key(GLFW_KEY_EQUAL, "]") == GLFW_KEY_RIGHT_BRACKET);
  CHECK(command_key(GLFW_KEY_UNKNOWN, "t") == GLFW_KEY_T);
}

TEST_CASE("keys: one that types no letter goes by its place, but not by another's letter",
          "[keys]") {
  CHECK(command_key(GLFW_KEY_ESCAPE, nullptr) == GLFW_KEY_ESCAPE);
  CHECK(command_key(GLFW_KEY_SPACE, nullptr) == GLFW_KEY_SPACE);
  CHECK(command_key(GLFW_KEY_1, "&") == GLFW_KEY_1);  // French
  CHECK(command_key(GLFW_KEY_LEFT_BRACKET, "\xc3\xbc") ==
        GLFW_KEY_LEFT_BRACKET);                              // German u umlaut
  CHECK(command_key(GLFW_KEY_R, "\xcf\x81") == GLFW_KEY_R);  // Greek rho
  CHECK(command_key(GLFW_KEY_Q, "'") == GLFW_KEY_UNKNOWN);   // Dvorak, whose Q is elsewhere
  CHECK(command_key(GLFW_KEY_KP_1, "1") == GLFW_KEY_KP_1);
}

}  // namespace condyle::test::keys_tests
