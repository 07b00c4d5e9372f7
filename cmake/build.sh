# shellcheck shell=bash disable=SC2034  # the scripts that source this use what is unused here
# Shared by demo/run, tests/run and tests/bench/run, which source it: packages, build, display.
# `root` is the repository's folder.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Debian packages, grouped by the part of the project that needs them.
k_packages_program=(cmake ninja-build clang libjemalloc2 pkg-config libeigen3-dev libfmt-dev libfast-float-dev libpugixml-dev
  nlohmann-json3-dev zlib1g-dev libtbb-dev libbullet-dev libmujoco-dev libcli11-dev libimgui-dev libglfw3-dev libepoxy-dev
  libstb-dev nettle-dev libgl1-mesa-dri xvfb fonts-dejavu-core)
k_packages_site=(doxygen python3-breathe python3-myst-parser python3-sphinx python3-sphinx-copybutton furo pybind11-dev
  python3-dev python3-numpy)
k_packages_tests=("${k_packages_program[@]}" g++ libclang-rt-dev catch2 libembree-dev libsimbody-dev
  pybind11-dev python3-dev python3-numpy python3-pytest python3-pip python3-wheel mypy patchelf python3-xarray
  python3-distributed python3-matplotlib python3-pandas python3-scipy luajit "${k_packages_site[@]}")
k_packages_lint=(clang-format clang-tidy iwyu shellcheck)
k_packages_bench=("${k_packages_program[@]}" libembree-dev libsimbody-dev pybind11-dev python3-dev python3-numpy)

say() { printf '%s\n' "$*" >&2; }

# Installs the packages that are missing; exits with code 2 and prints the command to run if it lacks the
# rights.
need_packages() {
  command -v dpkg-query >/dev/null || return 0  # not Debian: CMake will report missing packages
  local installed package missing=()
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    grep -qxF "installed $package" <<<"$installed" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  local as_root=() log
  if [ "$(id -u)" -ne 0 ]; then
    if ! { command -v sudo && sudo -n true; } >/dev/null 2>&1; then
      say "Packages are missing. Install them, then run this again:"
      say "  sudo apt-get install ${missing[*]}"
      exit 2
    fi
    as_root=(sudo -n)
  fi
  say "Installing ${missing[*]}"
  log=$(mktemp)
  "${as_root[@]}" apt-get update -qq >"$log" 2>&1 || true  # stale lists may still do
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends -o DPkg::Lock::Timeout=120 "${missing[@]}" \
    >>"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    say "apt-get could not install: ${missing[*]}"
    exit 2
  fi
  rm -f "$log"
}

# Whether build/PRESET is configured for this source folder and with the current presets.
is_configured() {
  grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$root/build/$1/CMakeCache.txt" &&
    [ "$root/build/$1/build.ninja" -nt "$root/CMakePresets.json" ]
}

# Stops where build/PRESET belongs to another checkout, for example by a link or a mounted folder: to
# configure it anew would discard that build. A checkout that was moved keeps its build folder, and
# builds anew.
require_own_build() {
  local folder=$root/build/$1 owner
  owner=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt" 2>/dev/null || true)
  if [ -z "$owner" ] || [ "$owner" = "$root" ] || [ ! -f "$owner/CMakeLists.txt" ]; then return 0; fi
  say "$folder holds the build of another checkout, $owner."
  say "To build here, remove that folder (rm -r $folder), or give this checkout a build folder of its own."
  exit 2
}

# The compiler of a new build: CXX if it is set, else Clang, which needs little more than half of GCC's
# time for our templates, else CMake's default.
compiler() {
  if [ -n "${CXX:-}" ]; then echo "$CXX"; else command -v clang++ || true; fi
}

# What a new build starts the compiler with: CMAKE_CXX_COMPILER_LAUNCHER if it is set (such as ccache),
# else jemalloc with large pages that it keeps, which take a sixth off the compile time.
launcher() {
  local cxx library
  cxx=$(compiler)
  library=$("${cxx:-c++}" -print-file-name=libjemalloc.so.2 2>/dev/null || true)
  if [ -n "${CMAKE_CXX_COMPILER_LAUNCHER:-}" ]; then
    echo "$CMAKE_CXX_COMPILER_LAUNCHER"
  elif [ -f "$library" ]; then
    echo "env;LD_PRELOAD=$library;MALLOC_CONF=thp:always,metadata_thp:always,dirty_decay_ms:-1,muzzy_decay_ms:-1"
  fi
}

# configure PRESET [OPTION=VALUE...]: configures build/PRESET unless it is already configured with these
# options. Ninja itself reconfigures when a CMake file changes.
configure() {
  local preset=$1 folder=$root/build/$1 option flags=() current=true
  shift
  require_own_build "$preset"
  is_configured "$preset" || { current=false && flags+=(--fresh); }
  for option in "$@"; do
    flags+=("-D$option")
    grep -qsx "${option%%=*}:[A-Z]*=${option#*=}" "$folder/CMakeCache.txt" || current=false
  done
  $current && return
  mkdir -p "$folder"
  CXX=$(compiler) CMAKE_CXX_COMPILER_LAUNCHER=$(launcher) run_logged "$folder/configure.log" cmake -S "$root" --preset "$preset" "${flags[@]}"
}

# build PRESET [TARGET...]
build() {
  local folder=$root/build/$1
  shift
  run_logged "$folder/build.log" ninja -C "$folder" "$@"
}

# Removes the precompiled headers of a build that failed since they are older than the system's headers. Packages
# keep the dates of their files, so that Ninja does not see an upgrade; Clang does.
drop_stale_headers() { grep -q 'please rebuild precompiled header' "$1" && find "$(dirname "$1")" -name '*.pch' -delete; }

# Runs a command and writes its output to a log file. Shows progress if it takes long, and the errors if
# it fails. Two scripts at once take turns.
run_logged() {
  local log=$1 status=0
  shift
  show_progress "$log" &
  local watcher=$!
  flock "$root/build" "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -ne 0 ] && drop_stale_headers "$log"; then
    status=0
    flock "$root/build" "$@" >>"$log" 2>&1 </dev/null || status=$?
  fi
  kill "$watcher" 2>/dev/null || true
  wait "$watcher" 2>/dev/null || true
  [ -t 2 ] && printf '\r\033[K' >&2
  [ "$status" -eq 0 ] && return 0
  if grep -q '^FAILED: ' "$log"; then sed -n '/^FAILED: /,$p' "$log"; else cat "$log"; fi >&2
  say "Failed: $* (log: $log)"
  exit 1
}

# Shows the log's last line on a terminal, otherwise a single line that says the build takes a while.
show_progress() {
  sleep 2 >/dev/null 2>&1  # holds no pipe of ours open when it outlives us
  if [ ! -t 2 ]; then
    say "Building; the first time takes some minutes (log: $1)"
    return
  fi
  while kill -0 $$ 2>/dev/null; do
    printf '\r\033[K%.100s' "$(tail -n 1 "$1" 2>/dev/null)" >&2
    sleep 0.3 >/dev/null 2>&1
  done
}

# Starts a private X server without a window on the user's screen; it ends with this script. Without Xvfb
# the caller continues without a display, and programs report what they leave out.
start_private_display() {
  command -v Xvfb >/dev/null || return 0
  local server number
  # Xvfb picks a free number itself and prints it, so that servers started at once never collide.
  exec {server}< <(exec Xvfb -displayfd 1 -noreset -screen 0 1920x1200x24 -nolisten tcp 2>/dev/null)
  k_display_server=$!
  trap '{ kill "$k_display_server"; wait "$k_display_server"; } 2>/dev/null || true' EXIT
  if read -r -t 20 -u "$server" number; then
    export DISPLAY=:$number LIBGL_ALWAYS_SOFTWARE=1
  fi
}
