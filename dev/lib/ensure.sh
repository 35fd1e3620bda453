# shellcheck shell=sh
# What our commands need on a machine: a JDK, Maven, servers. To be sourced, by sh or bash.
#
#   ensure_jdk      exports JAVA_HOME of a JDK from 17 to 25, and puts its bin first in PATH
#   ensure_maven    makes sure that `mvn` is there, 3.6.3 or newer
#   ensure_redis    makes sure that `redis-server` is there, 6.2 or newer
#   ensure_databases  makes sure that PostgreSQL's and MariaDB's servers are there
#   use_utf8        makes this process and its children speak UTF-8
#   say, fail       a line on standard error; fail also exits, with status 1
#
# Whatever is there already is used. What is missing is installed with apt-get, and only then is
# root needed: sudo is used when there is one. All output goes to standard error.

# Newer ones are not known to the static checks of the build.
_newest_jdk=25

say() {
  printf 'holdfast: %s\n' "$*" >&2
}

fail() {
  say "$@"
  exit 1
}

use_utf8() {
  export LC_ALL=C.UTF-8 LANG=C.UTF-8
}

# Prints the feature version of the JDK in the folder $1, nothing when it is no JDK.
_jdk_feature_version() {
  if [ -x "$1/bin/javac" ] && [ -x "$1/bin/java" ]; then
    "$1/bin/javac" -version 2>&1 | sed -n 's/^javac \(1\.\)\{0,1\}\([0-9][0-9]*\).*/\2/p'
  fi
}

_is_usable_jdk() {
  _feature=$(_jdk_feature_version "$1")
  [ -n "$_feature" ] && [ "$_feature" -ge 17 ] && [ "$_feature" -le "$_newest_jdk" ]
}

# Prints the home of the JDK to use: JAVA_HOME, then the one in PATH, then what lies in the usual
# folder, where 17 goes first because the static checks are tuned to it.
_find_jdk() {
  if [ -n "${JAVA_HOME:-}" ] && _is_usable_jdk "$JAVA_HOME"; then
    printf '%s\n' "$JAVA_HOME"
    return 0
  fi
  if command -v javac >/dev/null 2>&1; then
    _home=$(readlink -f "$(command -v javac)")
    _home=${_home%/bin/javac}
    if _is_usable_jdk "$_home"; then
      printf '%s\n' "$_home"
      return 0
    fi
  fi
  for _home in /usr/lib/jvm/java-17-* /usr/lib/jvm/*; do
    if _is_usable_jdk "$_home"; then
      printf '%s\n' "$_home"
      return 0
    fi
  done
  return 1
}

ensure_jdk() {
  if ! _jdk=$(_find_jdk); then
    _install "a JDK" "a JDK from 17 to $_newest_jdk" \
      openjdk-17-jdk-headless openjdk-21-jdk-headless openjdk-25-jdk-headless default-jdk-headless
    _jdk=$(_find_jdk) || fail "no JDK from 17 to $_newest_jdk found, nor a package of one." \
      "Install one and set JAVA_HOME to it."
  fi
  export JAVA_HOME="$_jdk"
  case ":$PATH:" in
    ":$JAVA_HOME/bin:"*) ;;
    *) export PATH="$JAVA_HOME/bin:$PATH" ;;
  esac
}

ensure_maven() {
  command -v mvn >/dev/null 2>&1 || _install Maven "Maven 3.6.3 or newer" maven
  command -v mvn >/dev/null 2>&1 || fail "mvn was installed but is not in PATH."
}

# Is the redis-server in PATH 6.2 or newer?
_is_usable_redis() {
  _version=$(redis-server --version 2>/dev/null | sed -n 's/.* v=\([0-9]*\.[0-9]*\).*/\1/p')
  _major=${_version%.*}
  _minor=${_version#*.}
  [ -n "$_version" ] &&
    { [ "$_major" -gt 6 ] || { [ "$_major" -eq 6 ] && [ "$_minor" -ge 2 ]; }; }
}

ensure_redis() {
  if ! command -v redis-server >/dev/null 2>&1; then
    _install "a Redis server" "redis-server 6.2 or newer" redis-server
  fi
  _is_usable_redis || fail "redis-server 6.2 or newer is needed, this is: $(redis-server --version)"
}

# The programs only: tests start servers of their own. Debian keeps PostgreSQL's out of the path.
ensure_databases() {
  if ! command -v postgres >/dev/null 2>&1 &&
    ! ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; then
    _install "a PostgreSQL server" "a PostgreSQL server" postgresql
  fi
  if ! command -v mariadbd >/dev/null 2>&1 && ! [ -x /usr/sbin/mariadbd ]; then
    _install "a MariaDB server" "a MariaDB server" mariadb-server-core mariadb-server
  fi
}

# Ends with a message when there is no way to become root to install $1.
_need_root() {
  [ "$(id -u)" -ne 0 ] || return 0
  command -v sudo >/dev/null 2>&1 ||
    fail "installing $1 needs root, and there is no sudo." \
      "Install $1 yourself, or run this once as root."
  # Without a terminal nobody can type a password: fail instead of waiting for one.
  sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; } ||
    fail "installing $1 needs root, and sudo did not give it." \
      "Install $1 yourself, or run this once as root."
}

_as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# Installs the first of the packages that this system knows.
# $1: what it is, $2: the same with the version, for messages; the rest: package names.
_install() {
  _name=$1
  _wanted=$2
  shift 2
  command -v apt-get >/dev/null 2>&1 ||
    fail "$_wanted is needed and not here. Install it; on Debian and Ubuntu this is done for you."
  if [ "$(id -u)" -eq 0 ]; then
    say "$_name is missing; installing it once."
  else
    say "$_name is missing; installing it once, which needs root (sudo)."
  fi
  _need_root "$_name"
  if [ -z "${_apt_updated:-}" ]; then
    _as_root apt-get -qq -o DPkg::Lock::Timeout=300 update >&2 ||
      say "apt-get update failed; going on with the package lists that are there."
    _apt_updated=yes
  fi
  for _package in "$@"; do
    if _is_served "$_package"; then
      _install_package "$_package"
      return 0
    fi
  done
  fail "this system offers none of these packages: $*. Install $_wanted by hand."
}

_is_served() {
  apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [0-9]'
}

# A server package starts its service when it is installed, and again at every boot. We want the
# program only: for the time of the installation services may not start (exit code 101 of
# policy-rc.d), and a service that came with the package is switched off.
_install_package() {
  # The script is read by root's shell, not by this one.
  # shellcheck disable=SC2016
  _as_root sh -c '
    set -eu
    package=$1
    policy=/usr/sbin/policy-rc.d
    log=$(mktemp)
    if [ -e "$policy" ]; then
      trap "rm -f \"$log\"" EXIT
    else
      trap "rm -f \"$log\" \"$policy\"" EXIT
      trap "exit 1" HUP INT TERM
      printf "#!/bin/sh\nexit 101\n" >"$policy"
      chmod 755 "$policy"
    fi
    export DEBIAN_FRONTEND=noninteractive
    if ! apt-get install -qq -y --no-install-recommends -o DPkg::Lock::Timeout=300 \
        "$package" >"$log" 2>&1 </dev/null; then
      cat "$log"
      exit 1
    fi
    if [ -e "/lib/systemd/system/$package.service" ] && command -v systemctl >/dev/null; then
      systemctl disable --now "$package.service" >/dev/null 2>&1 || :
    fi
    if [ -e "/etc/init.d/$package" ] && command -v update-rc.d >/dev/null; then
      update-rc.d "$package" disable >/dev/null 2>&1 || :
    fi
  ' install "$1" >&2 || fail "could not install the package $1; the lines above say why."
}
