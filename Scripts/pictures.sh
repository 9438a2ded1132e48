#!/bin/sh
# Draws the pictures of the documentation: Documentation/report.png, Documentation/layout.svg and those of
# the gallery. Needs the release build, vl-convert-python, Pillow and Chromium.
set -eu
cd "$(dirname "$0")/.."
forcelab=${FORCELAB:-.build/release/forcelab}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The experiment of the README.
sed -n '/^name: charges$/,/^```$/p' README.md | sed '$d' >"$folder/charges.yaml"
"$forcelab" run "$folder/charges.yaml" --quiet --out "$folder/report"
"${CHROMIUM:-chromium}" --headless=new --no-sandbox --hide-scrollbars --window-size=1280,1470 \
  --screenshot=Documentation/report.png "file://$folder/report/report.html" 2>/dev/null

cat >"$folder/miserables.yaml" <<YAML
name: les-miserables
graph: miserables
forces: [many-body: {strength: -60}, link: {length: 40}, center]
stop: {iterations: 600}
YAML
"$forcelab" run "$folder/miserables.yaml" --quiet --no-report --out "$folder/layout"
"$forcelab" draw "$folder/layout" 1 --out Documentation/layout.svg

# chart EXPERIMENT CHART
chart() {
  "$forcelab" run "Experiments/$1.yaml" --quiet --out "$folder/$1"
  "$forcelab" plot "$folder/$1" "$2" --format svg
  mv "$folder/$1/plots/$2.svg" "Documentation/gallery/$1.svg"
}

# A chart whose SVG is large: image EXPERIMENT CHART
image() {
  "$forcelab" run "Experiments/$1.yaml" --quiet --out "$folder/$1"
  "${PYTHON:-python3}" - "$folder/$1/plots/$2.vl.json" "Documentation/gallery/$1.png" <<'PYTHON'
import io, sys
import vl_convert
from PIL import Image
with open(sys.argv[1]) as chart:
    png = vl_convert.vegalite_to_png(chart.read(), scale=1.5)
Image.open(io.BytesIO(png)).convert("RGB").quantize(64).save(sys.argv[2], optimize=True)
PYTHON
}

# drawing EXPERIMENT TRIAL
drawing() {
  "$forcelab" run "Experiments/$1.yaml" --quiet --no-report --out "$folder/$1"
  "$forcelab" draw "$folder/$1" "$2" --out "Documentation/gallery/$1.svg"
}

mkdir -p Documentation/gallery
chart blog-cells iterations-cells-count
chart theta force-error-rms-barnes-hut-theta
drawing stress-or-springs 4   # springs, mesh
chart temperature edge-crossings-cooling-start-temperature
drawing clusters 2            # LinLog, edges between communities with a probability of 0.02
chart mesh-seeds edge-crossings-mesh-rows
image integrators energy
chart chaos procrustes-jiggle-temperature
chart stability stability-0-reheat
image ball-swift heatmap
