#!/bin/sh
# Installs the program PROGRAM and what comes with it below the folder $1, such as /usr/local, with the programs of engines
# in ENGINE_PROGRAMS, by default those of `make engines`.
set -eu
cd "$(dirname "$0")/.."
prefix=$1
share=$prefix/share/forcelab

install -d "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/bash-completion/completions" \
  "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d"
install -m 755 "$PROGRAM" "$prefix/bin/forcelab"
install -m 644 Documentation/forcelab.1 "$prefix/share/man/man1"

completions() { # SHELL FILE
  "$PROGRAM" --generate-completion-script "$1" > "$prefix/share/$2"
  chmod 644 "$prefix/share/$2"
}
completions bash bash-completion/completions/forcelab
completions zsh zsh/site-functions/_forcelab
completions fish fish/vendor_completions.d/forcelab.fish

# Folders that this script made before are replaced, so that nothing remains of an earlier version.
replace() { # SOURCE TARGET
  rm -rf "${share:?}/$2"
  install -d "$(dirname "$share/$2")"
  cp -RL "$1" "$share/$2"
  chmod -R u=rwX,go=rX "$share/$2"
}
replace Engines Engines
replace Experiments Experiments
replace Results/records Results/records
programs=${ENGINE_PROGRAMS-.build/engines}
if [ -n "$programs" ] && [ -d "$programs" ]; then replace "$programs" engine-programs; fi
