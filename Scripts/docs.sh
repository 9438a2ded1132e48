#!/bin/sh
# Builds the documentation in .build/docs: the articles of Documentation/ForceLab.docc, the reference
# of plugins, and what the doc comments of the libraries say. It reads the modules that `make build`
# has built, so that no plugin of the package is needed for it. Warnings are errors.
set -eu
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
tools=$(dirname "$(readlink -f "$(command -v "$swift")")")
symbols=.build/symbols
catalog=.build/ForceLab.docc
modules=.build/release/Modules
target=$("$swift" -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)

rm -rf "$symbols" "$catalog" .build/docs
mkdir -p "$symbols"
cp -R Documentation/ForceLab.docc "$catalog"
.build/release/forcelab list --format markdown > "$catalog/PluginReference.md"

# The C modules of this package and of those it depends on.
maps=$(find Sources .build/checkouts/*/Sources -name module.modulemap | sed 's/^/-Xcc -fmodule-map-file=/')

for module in YAML Plugins Graphs Mechanics Quality Averages Workbench Studies Reports; do
  # shellcheck disable=SC2086
  "$tools/swift-symbolgraph-extract" -module-name "$module" -target "$target" -I "$modules" $maps \
    -minimum-access-level public -skip-inherited-docs -skip-synthesized-members \
    -output-dir "$symbols"
done
# Extensions of the standard library's types would be modules of their own.
rm -f "$symbols"/*@*

"$tools/docc" convert "$catalog" --additional-symbol-graph-dir "$symbols" --output-dir .build/docs \
  --fallback-display-name ForceLab --fallback-bundle-identifier org.forcelab.documentation \
  --transform-for-static-hosting --warnings-as-errors
echo "Documentation: .build/docs; serve it by: python3 -m http.server --directory .build/docs"
