// Runs d3-force on what a run of against-d3.yaml did, and prints both times and their ratio.
//
//   node against-d3.js FOLDER-OF-THE-RUN        (see against-d3.sh)
//
// Of each, the fastest repeat counts: milliseconds per tick. The difference is the greatest distance
// between where the two leave a node; it is told where both sum every pair, and so must agree.
const fs = require("fs");
const path = require("path");
const d3 = require("d3-force");

const run = process.argv[2];
const edgesFile = path.join(__dirname, "../../Tests/Mechanics/References/miserables.edges");

/** The fields of a line of CSV, some of which are quoted. */
function fields(line) {
  const matches = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...matches].map((match) => match[2] ?? match[1].replace(/""/g, '"'));
}

/** The rows of a CSV file as objects. */
function table(file) {
  const [header, ...rows] = fs.readFileSync(file, "utf8").trim().split("\n").map(fields);
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]])));
}

function mesh(rows, columns) {
  const edges = [];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const node = r * columns + c;
      if (c + 1 < columns) edges.push([node, node + 1]);
      if (r + 1 < rows) edges.push([node, node + columns]);
    }
  return { count: rows * columns, edges };
}

/** The graph that the experiment calls `text`. */
function graph(text) {
  const numbers = (text.match(/\d+/g) || []).map(Number);
  if (text.includes("mesh")) return mesh(...numbers);
  if (text.includes("cells")) return { count: numbers[0], edges: [] };
  const edges = fs.readFileSync(edgesFile, "utf8").trim().split("\n")
    .map((line) => line.split(" ").map(Number));
  return { count: 77, edges };
}

/** Milliseconds for all ticks, and where the nodes end. */
function layout({ count, edges }, forces, isExact, ticks) {
  const nodes = Array.from({ length: count }, (_, i) => {
    const radius = 10 * Math.sqrt(i + 0.5), angle = i * (Math.PI * (3 - Math.sqrt(5)));
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  const links = edges.map(([source, target]) => ({ source, target }));
  const known = {
    "many-body": () => d3.forceManyBody().theta(isExact ? 0 : 0.9),
    link: () => d3.forceLink(links),
    center: () => d3.forceCenter(),
    collide: () => d3.forceCollide(1),
  };
  const simulation = d3.forceSimulation(nodes).stop();
  for (const name of forces) simulation.force(name, known[name]());
  const start = process.hrtime.bigint();
  for (let tick = 0; tick < ticks; tick++) simulation.tick();
  return { milliseconds: Number(process.hrtime.bigint() - start) / 1e6, nodes };
}

const fastest = new Map();
for (const row of table(path.join(run, "trials.csv"))) {
  if (row.status !== "ok") throw new Error(`trial ${row.trial} ended as ${row.status}`);
  const best = fastest.get(row.configuration);
  if (!best || Number(row.wall_seconds) < Number(best.wall_seconds))
    fastest.set(row.configuration, row);
}

const lines = [["graph", "forces", "repulsion", "d3 ms", "ForceLab ms", "ratio", "difference"]];
for (const row of fastest.values()) {
  const ticks = Number(row.iterations);
  const isExact = row.repulsion === "exact";
  const graphText = row.graph || "miserables";
  const forces = (row.forces || "[many-body, link, center, collide]").match(/[a-z-]+/g);
  let best = Infinity, nodes;
  for (let repeat = 0; repeat < 3; repeat++) {
    const result = layout(graph(graphText), forces, isExact, ticks);
    best = Math.min(best, result.milliseconds / ticks);
    nodes = result.nodes;
  }
  const own = (Number(row.wall_seconds) * 1e3) / ticks;
  const places = table(path.join(run, "layouts", `${row.trial}.csv`));
  const difference = Math.max(...places.map((place, i) =>
    Math.hypot(place.x - nodes[i].x, place.y - nodes[i].y)));
  lines.push([
    graphText.replace(/[{}]/g, ""), forces.join(" "), row.repulsion, best.toPrecision(3),
    own.toPrecision(3), (best / own).toPrecision(3), isExact ? difference.toExponential(1) : "",
  ]);
}
const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
for (const line of lines)
  console.log(line.map((text, i) => (i < 3 ? text.padEnd(widths[i]) : text.padStart(widths[i])))
    .join("  ").trimEnd());
