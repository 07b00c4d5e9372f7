# shellcheck shell=bash disable=SC2154  # the scripts that source this have root
# A clean root of Debian, in which packages and wheels are tried: packaging/try_debs and try_wheel source this after
# cmake/build.sh.

# Runs a command in the root.
inside() { chroot "$clean" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }

# enter_clean_root FOLDER: makes it if there is none, mounts what it needs until the script ends, and sets `clean`.
# Needs root, and debootstrap's mirror.
enter_clean_root() {
  need_packages debootstrap
  clean=$1
  if [ ! -x "$clean/usr/bin/apt-get" ]; then
    # The mirror of this machine's own packages; lists that are absent do not matter.
    local mirror
    mirror=$({ sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' \
      /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true; } | grep -v security | head -n 1 || true)
    say "Making a clean root of Debian 12 in $clean"
    mkdir -p "$root/build/packages"
    debootstrap --variant=minbase bookworm "$clean" "${mirror:-http://deb.debian.org/debian}" \
      >"$root/build/packages/debootstrap.log"
    [ ! -d /etc/apt/apt.conf.d ] || cp -a /etc/apt/apt.conf.d/. "$clean/etc/apt/apt.conf.d/"
  fi
  mount -t proc proc "$clean/proc"
  trap 'umount "$clean/proc"' EXIT
}
