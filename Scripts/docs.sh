#!/bin/sh
# Builds the documentation as a website in .build/docs: the articles of Documentation/, the reference of
# all plugins, and the doc comments of the libraries. It reads the modules that `make build` has built.
# Warnings are errors.
set -eu
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
tools=$(dirname "$(readlink -f "$(command -v "$swift")")")
symbols=.build/symbols
catalog=.build/ForceLab.docc
modules=.build/release/Modules
target=$("$swift" -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)

rm -rf "$symbols" "$catalog" .build/docs
mkdir -p "$symbols" "$catalog"

# The articles, with links as DocC has them. The index of the articles becomes the start page.
for article in Documentation/*.md; do
  sed -E 's#\]\((\.\./)?README\.md\)#](doc:ForceLab)#g; s#\]\(([A-Za-z]+)\.md(\#[^)]*)?\)#](doc:\1)#g' \
    "$article" > "$catalog/$(basename "$article")"
done
.build/release/forcelab list --format markdown > "$catalog/PluginReference.md"
find Documentation -name '*.svg' -exec cp {} "$catalog" \; -o -name '*.png' -exec cp {} "$catalog" \;
{
  head -1 "$catalog/README.md"
  printf '\nArticles, the reference of all plugins, and the libraries.\n'
  printf '\n@Metadata {\n  @TechnologyRoot\n}\n\n## Overview\n'
  tail -n +2 "$catalog/README.md" | sed 's/^## /### /'
  printf '\n## Topics\n\n### Articles\n\n'
  for article in "$catalog"/*.md; do
    name=$(basename "$article" .md)
    case $name in README | ForceLab) ;; *) echo "- <doc:$name>" ;; esac
  done
} > "$catalog/ForceLab.md"
rm "$catalog/README.md"

# The C modules of this package and of those it depends on.
maps=$(find Sources .build/checkouts/*/Sources -name module.modulemap | sed 's/^/-Xcc -fmodule-map-file=/')
for module in Settings YAML Plugins Graphs Mechanics Quality Averages Workbench Studies Bodies Reports CommandLine; do
  # shellcheck disable=SC2086
  "$tools/swift-symbolgraph-extract" -module-name "ForceLab$module" -target "$target" \
    -I "$modules" $maps -minimum-access-level public -skip-inherited-docs \
    -skip-synthesized-members -output-dir "$symbols"
done
# Extensions of the standard library's types would be modules of their own.
rm -f "$symbols"/*@*

"$tools/docc" convert "$catalog" --additional-symbol-graph-dir "$symbols" --output-dir .build/docs \
  --fallback-display-name ForceLab --fallback-bundle-identifier org.forcelab.documentation \
  --transform-for-static-hosting --warnings-as-errors

# DocC has no page at the root of the site.
cat > .build/docs/index.html <<'HTML'
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=documentation/forcelab/">
<title>ForceLab documentation</title>
</head>
<body><p><a href="documentation/forcelab/">ForceLab documentation</a></p></body>
</html>
HTML
echo "Documentation: .build/docs/index.html"
echo "Serve it with: python3 -m http.server --directory .build/docs"
