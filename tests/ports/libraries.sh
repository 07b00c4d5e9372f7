# shellcheck shell=bash
# Debian's libraries built for other machines, in build/ports/MACHINE/packages: for scripts that source this file after
# cmake/build.sh.

ports=$root/build/ports
k_packages_of_all=(cmake ninja-build g++ python3 dpkg-dev libeigen3-dev nlohmann-json3-dev libfast-float-dev)
declare -A k_packages_of=(
  [windows]="g++-mingw-w64-x86-64-posix wine64"
  [arm64]="g++-aarch64-linux-gnu qemu-user"
  [web]="emscripten nodejs node-acorn librange-v3-dev"
  [libcxx]="clang-16 libc++-16-dev libc++abi-16-dev"
)
# Where Debian's modules of Node are, which Emscripten uses, whose programs take a Node with fetch() for a browser.
export NODE_PATH=/usr/share/nodejs NODE_OPTIONS=--no-experimental-fetch

# fetch_sources NAME...: gets the sources of Debian's packages.
fetch_sources() {
  local name missing=()
  for name in "$@"; do
    [ -f "$ports/sources/$name.complete" ] || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  list_sources
  (cd "$ports/sources" && APT_CONFIG=apt.conf run_logged "$ports/sources/fetch.log" apt-get source -q "${missing[@]}")
  for name in "${missing[@]}"; do touch "$ports/sources/$name.complete"; done
}

# fetch_upstream NAME: gets the sources of a package without Debian's changes.
fetch_upstream() {
  local name=$1 sources=$ports/sources
  [ ! -f "$sources/$name.complete" ] || return 0
  list_sources
  (cd "$sources" && APT_CONFIG=apt.conf run_logged "$sources/fetch.log" apt-get source -q --tar-only "$name")
  tar -C "$sources" -xf "$sources/$name"_*.orig.tar.*
  touch "$sources/$name.complete"
}

# Makes lists of sources of our own, since a machine's lists seldom name sources.
list_sources() {
  local sources=$ports/sources suite
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  mkdir -p "$sources/lists/partial" "$sources/cache/archives/partial"
  cat >"$sources/apt.conf" <<CONF
Dir::State::Lists "$sources/lists";
Dir::Cache "$sources/cache";
Dir::Etc::SourceList "$sources/sources.list";
Dir::Etc::SourceParts "/dev/null";
APT::Sandbox::User "$(id -un)";
CONF
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main" \
    >"$sources/sources.list"
  APT_CONFIG=$sources/apt.conf run_logged "$sources/update.log" apt-get update
}

# use_machine NAME: sets for `library` what builds for the machine: its folder of packages, and CMake's options.
use_machine() {
  local toolchain=(--toolchain "$root/tests/ports/toolchains/$1.cmake")
  machine=$ports/$1
  packages=$machine/packages
  [ "$1" != native ] || toolchain=()
  options=(-G Ninja -DCMAKE_BUILD_TYPE=Release "${toolchain[@]}" "-DCONDYLE_PORT_PACKAGES=$packages"
    "-DCMAKE_PREFIX_PATH=$packages")
  mkdir -p "$packages/include" "$packages/lib/cmake"
  install_headers
  [ "$1" != web ] || cp -ru /usr/include/{range,meta,concepts,std} "$packages/include/"  # for toolchains/old_libcxx.h
}

# Headers that are the same on all machines.
install_headers() {
  cp -ru /usr/include/eigen3 /usr/include/nlohmann /usr/include/fast_float "$packages/include/"
  cp -ru /usr/lib/cmake/FastFloat "$packages/lib/cmake/"
  mkdir -p "$packages/share/eigen3" "$packages/share/cmake"
  cp -ru /usr/share/eigen3/cmake "$packages/share/eigen3/"
  cp -ru /usr/share/cmake/nlohmann_json "$packages/share/cmake/"
}

source_of() { echo "$ports/sources/$1"-*/; }

# library NAME SOURCE OPTION...: builds one library by CMake for the machine, into its packages.
library() {
  local name=$1 source=$2
  local folder=$machine/$name
  shift 2
  [ ! -f "$packages/$name.complete" ] || return 0
  run_logged "$machine/$name.log" cmake -S "$source" -B "$folder" "${options[@]}" \
    -DCMAKE_INSTALL_PREFIX="$packages" -DBUILD_SHARED_LIBS=OFF "$@"
  run_logged "$machine/$name.log" ninja -C "$folder" install
  touch "$packages/$name.complete"
}

# Builds the libraries that the core needs.
core_libraries() {
  library zlib "$root/tests/ports/zlib" "-DZLIB_SOURCE=$(source_of zlib)"
  library pugixml "$(source_of pugixml)"
  library fmtlib "$(source_of fmtlib)" -DFMT_TEST=OFF -DFMT_DOC=OFF
}

# Builds Bullet in double precision and in single precision, as Debian's package has them.
bullet_libraries() {
  local precision
  for precision in ON OFF; do
    library "bullet_double_$precision" "$(source_of bullet)" "-DUSE_DOUBLE_PRECISION=$precision" -DBUILD_EXTRAS=OFF \
      -DBUILD_BULLET2_DEMOS=OFF -DBUILD_OPENGL3_DEMOS=OFF -DBUILD_CPU_DEMOS=OFF -DBUILD_UNIT_TESTS=OFF \
      -DBUILD_BULLET3=OFF -DINSTALL_LIBS=ON -DCMAKE_DISABLE_FIND_PACKAGE_OpenGL=ON
  done
}

# Builds what the program and its viewer need.
program_libraries() {
  cp -ru /usr/include/CLI "$packages/include/"
  cp -ru /usr/share/cmake/CLI11 "$packages/share/cmake/"
  library glfw3 "$(source_of glfw3)" -DGLFW_BUILD_EXAMPLES=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_DOCS=OFF
  library viewer "$root/tests/ports/viewer" "-Dimgui_SOURCE=$(source_of imgui)" "-Dstb_SOURCE=$(source_of libstb)" \
    "-Dnettle_SOURCE=$(source_of nettle)" "-Depoxy_SOURCE=$(source_of libepoxy)"
}

# Builds oneTBB, which shares work between threads, without its allocator. Its package for CMake names the system's
# threads without looking for them.
thread_library() {
  local config=$packages/lib/cmake/TBB/TBBConfig.cmake
  library onetbb "$(source_of onetbb)" -DTBB_TEST=OFF -DTBBMALLOC_BUILD=OFF -DTBB_STRICT=OFF -DTBB_ENABLE_IPO=OFF
  grep -q Threads "$config" ||
    sed -i '1i include(CMakeFindDependencyMacro)\nfind_dependency(Threads)' "$config"
}

# The program that runs programs for Windows.
wine() { command -v wine64 || echo /usr/lib/wine/wine64; }
