#!/bin/sh
# Builds the website in .build/site: the articles of Documentation/, the gallery, the reference of all plugins
# and the records as static pages with search, and the doc comments of the libraries. It reads the program and
# the modules that `make build` has built. Warnings, such as of a dead link, are errors.
set -eu
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
forcelab=${FORCELAB:-.build/release/forcelab}
modules=${MODULES:-.build/release/Modules}
checkouts=${CHECKOUTS:-.build/checkouts}
# The path of the site on its server. The pages of the libraries need it; the others have relative links.
base=${BASE:-}
tools=$(dirname "$(readlink -f "$(command -v "$swift")")")
python=.build/site-tools/bin
symbols=.build/symbols
catalog=.build/ForceLab.docc

if ! [ -x "$python/mkdocs" ]; then
  python3 -m venv .build/site-tools
  "$python/pip" install --quiet 'mkdocs-material==9.8.2'
fi
rm -rf .build/site .build/pages "$symbols" "$catalog"
mkdir -p .build/pages "$symbols" "$catalog"
"$forcelab" list --format markdown >.build/plugins.md
"$python/python" Scripts/site.py .build/plugins.md .build/pages "$base"
NO_MKDOCS_2_WARNING=1 "$python/mkdocs" build --quiet --strict --config-file .build/site.yml

# The libraries, by DocC. Its start page lists them.
target=$("$swift" -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)
# The C modules of this package, one of which the build writes, and of those it depends on.
maps=$(find Sources "$checkouts"/*/Sources "$checkouts"/FlyingFox/CSystemLinux \
  "$modules"/../ForceLabPages.build -name module.modulemap |
  sed 's/^/-Xcc -fmodule-map-file=/')
libraries="Settings YAML Plugins Graphs Mechanics Quality Averages Workbench Studies Bodies Reports CommandLine"
for module in $libraries; do
  # shellcheck disable=SC2086
  "$tools/swift-symbolgraph-extract" -module-name "ForceLab$module" -target "$target" \
    -I "$modules" $maps -minimum-access-level public -skip-inherited-docs \
    -skip-synthesized-members -output-dir "$symbols"
done
# Extensions of the standard library's types would be modules of their own.
rm -f "$symbols"/*@*
{
  printf '# Libraries of ForceLab\n\nThe public types of each module.\n\n@Metadata {\n  @TechnologyRoot\n}\n\n'
  printf '## Topics\n\n### Modules\n\n'
  for module in $libraries; do printf -- '- ``/ForceLab%s``\n' "$module"; done
} >"$catalog/ForceLab.md"
"$tools/docc" convert "$catalog" --additional-symbol-graph-dir "$symbols" --output-dir .build/site/libraries \
  --fallback-display-name ForceLab --fallback-bundle-identifier org.forcelab.documentation \
  --transform-for-static-hosting --hosting-base-path "$base/libraries" --warnings-as-errors
echo "Website: .build/site/index.html"
echo "Serve it with: python3 -m http.server --directory .build/site"
