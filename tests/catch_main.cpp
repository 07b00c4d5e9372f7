#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

/// A name that no test has is a failure, also where CMake splits the name of a test.
int main(int count, char** arguments) {
  Catch::Session session;
  if (const int failed = session.applyCommandLine(count, arguments); failed != 0) return failed;
  session.configData().warnings = static_cast<Catch::WarnAbout::What>(
      session.configData().warnings | Catch::WarnAbout::NoTests);
  return session.run();
}
