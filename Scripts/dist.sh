#!/bin/sh
# Builds packages in .build/dist: a tarball that runs from any folder, and with dpkg a Debian package. The Swift runtime is
# a part of the program, so that they need libraries of the system only, and no Swift.
set -eu
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
version=$(sed -n 's/.*static let version = "\(.*\)".*/\1/p' Sources/CommandLine/Lab.swift)
machine=$(uname -m)
name=forcelab-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$machine
dist=.build/dist

# Processors since about 2009; code for this one alone would end with an illegal instruction elsewhere.
case $machine in x86_64) baseline="-Xcc -march=x86-64-v2 -Xswiftc -DFORCELAB_PACKAGE" ;; *) baseline= ;; esac
# The runtime's part for networks, which the server of `forcelab live` brings along, is linked with libcurl.
case $(uname) in Darwin) runtime= ;; *) runtime="--static-swift-stdlib -Xlinker -lcurl" ;; esac
if [ -n "$runtime" ] && [ ! -e "/usr/include/$machine-linux-gnu/curl/curl.h" ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing libcurl4-openssl-dev and binutils ..." >&2
  if [ "$(id -u)" -eq 0 ]; then root=; else root=sudo; fi
  $root apt-get update -qq
  $root apt-get install -y -qq -o=Dpkg::Use-Pty=0 --no-install-recommends libcurl4-openssl-dev binutils >&2
fi
# shellcheck disable=SC2086
"$swift" build -c release -debug-info-format none $runtime $baseline -Xcc -fno-math-errno \
  --product forcelab --scratch-path .build/static
program=.build/static/release/forcelab

rm -rf "$dist"
mkdir -p "$dist"
PROGRAM=$program ENGINE_PROGRAMS= sh Scripts/install.sh "$dist/$name"
install -m 644 LICENSE README.md CHANGELOG.md "$dist/$name"
strip "$dist/$name/bin/forcelab"
tar -C "$dist" -czf "$dist/$name.tar.gz" "$name"

if command -v dpkg-deb >/dev/null 2>&1; then
  root=$dist/root
  PROGRAM=$program ENGINE_PROGRAMS= sh Scripts/install.sh "$root/usr"
  strip "$root/usr/bin/forcelab"
  gzip -9n "$root/usr/share/man/man1/forcelab.1"
  install -D -m 644 LICENSE "$root/usr/share/doc/forcelab/copyright"
  gzip -9n < CHANGELOG.md > "$root/usr/share/doc/forcelab/changelog.gz"
  # The packages of the libraries that the program is linked with.
  libraries=$(ldd "$program" | awk '$3 ~ /^\// { print $3 }')
  direct=$(objdump -p "$program" | awk '/NEEDED/ { print $2 }')
  packages=
  for library in $direct; do
    path=$(printf '%s\n' "$libraries" | grep "/$library\$" || true)
    [ -n "$path" ] || continue
    owner=$(dpkg-query -S "$path" 2>/dev/null || dpkg-query -S "$(readlink -f "$path")" 2>/dev/null || dpkg-query -S "/usr$path")
    owner=$(printf '%s' "$owner" | head -1 | cut -d: -f1)
    packages="$packages$owner (>= $(dpkg-query -W -f '${Version}' "$owner" | sed 's/^[0-9]*://; s/[-+~].*//')), "
  done
  depends=$(printf '%s' "$packages" | tr ',' '\n' | sed 's/^ *//' | sort -u | paste -sd, - | sed 's/^,//; s/,$//; s/,/, /g')
  architecture=$(dpkg --print-architecture)
  mkdir -p "$root/DEBIAN"
  cat > "$root/DEBIAN/control" <<END
Package: forcelab
Version: $version
Architecture: $architecture
Maintainer: The ForceLab developers <forcelab@users.noreply.github.com>
Section: science
Priority: optional
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: $depends
Recommends: curl
Description: experiments with force-directed graph layout
 ForceLab runs experiments with force-directed graph layout. A YAML file declares
 the graph, the forces, the integrator and the repulsion strategy. ForceLab runs
 every combination, and writes tables, charts, drawings and a report.
END
  dpkg-deb --root-owner-group --build "$root" "$dist/forcelab_${version}_$architecture.deb" >/dev/null
  rm -rf "$root"
fi
rm -rf "${dist:?}/$name"
ls -lh "$dist"
