# shellcheck shell=bash disable=SC2154,SC2034  # the scripts that source this have root and use what is set here
# The build for Windows: packaging/make_windows_zip, try_windows_zip and tests/ports/windows_tests source this after
# cmake/build.sh.

# shellcheck source-path=SCRIPTDIR source=../tests/ports/libraries.sh
source "$root/tests/ports/libraries.sh"

windows=$root/build/windows
k_packages_windows=("${k_packages_program[@]}" "${k_packages_of_all[@]}" g++-mingw-w64-x86-64-posix wine64 catch2 zip unzip)
# Without winedbg, which would wait for someone: a program that crashes just ends.
export WINEDEBUG=-all WINEPREFIX=$ports/windows/wine WINEDLLOVERRIDES=winedbg.exe=d

# Builds the libraries of Debian's source packages, and sets `packages`, their folder, and CMake's `options`.
windows_libraries() {
  fetch_sources fmtlib pugixml zlib bullet onetbb glfw3 imgui libstb nettle
  fetch_upstream libepoxy
  mkdir -p "$windows"
  use_machine windows
  core_libraries
  thread_library
  bullet_libraries
  program_libraries
}

# configure_windows OPTION...: configures build/windows/release.
configure_windows() {
  # The meshes are those of this machine, as those of a generator for Windows would be rounded otherwise.
  is_configured release || configure release CONDYLE_TESTS=OFF
  build release generate_meshes
  run_logged "$windows/configure.log" cmake -S "$root" -B "$windows/release" "${options[@]}" \
    -DCONDYLE_EXAMPLES=OFF -DCONDYLE_MUJOCO=OFF -DCONDYLE_C=OFF -DCONDYLE_CHECKS=OFF \
    "-DCONDYLE_MESH_GENERATOR=$root/build/release/assets/generate_meshes" "$@"
}

# build_windows [TARGET...]
build_windows() { run_logged "$windows/build.log" ninja -C "$windows/release" "$@"; }
