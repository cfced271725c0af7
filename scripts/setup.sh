#!/usr/bin/env bash
# Makes sure that everything the build and the tests need is there, and installs what is missing:
#
#   - LLVM and MLIR 22: Debian's packages, by apt, as root or with sudo. With MLIR_SYS_220_PREFIX set, the LLVM there is
#     used and nothing is installed by apt.
#   - lit, the test runner, into .venv-lit at the top of the repository.
#   - Rust is only checked for.
#
# Run as often as you like: with everything in place it changes nothing and takes well under a second.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

readonly LIT=lit==23.1.5
readonly LLVM_TOOLS=(FileCheck not split-file mlir-tblgen mlir-opt clang ld.lld)
readonly PACKAGES=(
  llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools libpolly-22-dev libclang-22-dev clang-22 lld-22
  libzstd-dev zlib1g-dev libxml2-dev
)

fail() {
  echo "setup: $*" >&2
  exit 1
}

# The Debian packages among "$@" that are not installed, one a line.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
  local package
  for package in "$@"; do
    grep -qx "$package installed" <<<"$installed" || echo "$package"
  done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "needs root for: $* (become root or install sudo)"
  fi
}

# Installs the Debian packages named; updates apt's lists only when they do not know one of them.
install_packages() {
  echo "setup: installing $*" >&2
  if ! apt-cache show "$@" >/dev/null 2>&1; then
    as_root apt-get update -qq
    local package
    for package in "$@"; do
      apt-cache show "$package" >/dev/null 2>&1 ||
        fail "apt knows no package $package: Debian 12 has LLVM 22 in its security updates, so add the suite bookworm-security to apt's sources, or set MLIR_SYS_220_PREFIX to an LLVM 22 with MLIR"
    done
  fi
  local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@")
  # Lists that are old name files that are gone: update them and try once more.
  as_root "${install[@]}" >/dev/null || { as_root apt-get update -qq && as_root "${install[@]}" >/dev/null; } ||
    fail "apt-get could not install $*"
}

require_packages() {
  local list
  mapfile -t list < <(missing_packages "$@")
  [ "${#list[@]}" = 0 ] && return
  grep -qsx 'ID=debian' /etc/os-release && command -v apt-get >/dev/null ||
    fail "install the equivalents of ${list[*]}, or set MLIR_SYS_220_PREFIX to an LLVM 22 with MLIR"
  install_packages "${list[@]}"
}

check_llvm_at() {
  local prefix=$1 version tool
  version=$("$prefix/bin/llvm-config" --version 2>/dev/null) || fail "MLIR_SYS_220_PREFIX=$prefix has no bin/llvm-config"
  case $version in
    22.*) ;;
    *) fail "MLIR_SYS_220_PREFIX=$prefix is LLVM $version, but LLVM 22 is needed" ;;
  esac
  for tool in "${LLVM_TOOLS[@]}"; do
    [ -x "$prefix/bin/$tool" ] || fail "MLIR_SYS_220_PREFIX=$prefix has no bin/$tool: build LLVM with MLIR and its utilities installed"
  done
}

require_llvm() {
  if [ -n "${MLIR_SYS_220_PREFIX:-}" ] && [ "$MLIR_SYS_220_PREFIX" != /usr/lib/llvm-22 ]; then
    check_llvm_at "$MLIR_SYS_220_PREFIX"
  else
    command -v dpkg-query >/dev/null ||
      fail "install LLVM 22 with MLIR and its tools, and set MLIR_SYS_220_PREFIX to where it is"
    require_packages "${PACKAGES[@]}"
  fi
}

require_rust() {
  local wanted found
  wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  command -v cargo >/dev/null && command -v rustc >/dev/null || fail "install Rust $wanted or newer, for example with rustup"
  found=$(rustc --version | cut -d' ' -f2)
  [ "$(printf '%s\n%s\n' "$wanted" "${found%%-*}" | sort -V | head -n1)" = "$wanted" ] ||
    fail "Rust $wanted or newer is needed, here is $found: update it, for example with rustup"
  command -v cc >/dev/null || fail "install a C compiler and linker that answers to cc (Debian: apt-get install gcc)"
}

require_lit() {
  local stamp="$LIT $root"
  [ "$(cat .venv-lit/stamp 2>/dev/null)" = "$stamp" ] && [ -x .venv-lit/bin/lit ] && return
  command -v python3 >/dev/null || require_packages python3
  python3 -c 'import ensurepip, venv' 2>/dev/null || require_packages python3-venv
  echo "setup: installing $LIT into .venv-lit" >&2
  rm -rf .venv-lit
  python3 -m venv .venv-lit || fail "python3 -m venv failed: install python3-venv"
  .venv-lit/bin/python -m pip install --quiet --disable-pip-version-check "$LIT" || fail "pip could not install $LIT"
  echo "$stamp" >.venv-lit/stamp
}

require_rust
require_llvm
require_lit
