// Makes the d3-*.csv files beside it: final positions by d3-force, from its own spiral start.
//
//   apt-get install node-d3-force
//   NODE_PATH=/usr/share/nodejs node make-d3.js
//
// many-body sums exactly (theta 0). The graphs are those of the sources `miserables`, `mesh` and
// `cells`; miserables.edges holds the edges of networkx's les_miserables_graph() in its order.
const fs = require("fs");
const d3 = require("d3-force");

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

const miserables = {
  count: 77,
  edges: fs.readFileSync(__dirname + "/miserables.edges", "utf8").trim().split("\n")
    .map((line) => line.split(" ").map(Number)),
};

function run(name, graph, ticks, forces) {
  const nodes = Array.from({ length: graph.count }, (_, i) => {
    const radius = 10 * Math.sqrt(i + 0.5), angle = i * (Math.PI * (3 - Math.sqrt(5)));
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  const simulation = d3.forceSimulation(nodes).stop();
  const links = () => d3.forceLink(graph.edges.map(([source, target]) => ({ source, target })));
  for (const [key, force] of Object.entries(forces({ links }))) simulation.force(key, force);
  for (let tick = 0; tick < ticks; tick++) simulation.tick();
  const lines = nodes.map((node, i) => `${i},${node.x},${node.y}`);
  fs.writeFileSync(`${__dirname}/d3-${name}.csv`, "id,x,y\n" + lines.join("\n") + "\n");
}

const manyBody = () => d3.forceManyBody().theta(0);

run("all-miserables", miserables, 120, ({ links }) => ({
  charge: manyBody(), link: links(), center: d3.forceCenter(), collide: d3.forceCollide(5),
  x: d3.forceX(20), y: d3.forceY(-10).strength(0.2), radial: d3.forceRadial(100, 5, 6),
}));
run("all-mesh", mesh(10, 10), 120, ({ links }) => ({
  charge: manyBody(), link: links(), center: d3.forceCenter(3, 4),
  collide: d3.forceCollide(5).strength(0.7).iterations(2), x: d3.forceX(20), y: d3.forceY(),
  radial: d3.forceRadial(100),
}));
run("collide", { count: 60, edges: [] }, 60, () => ({ collide: d3.forceCollide(20) }));
run("options-miserables", miserables, 120, ({ links }) => ({
  charge: manyBody().strength(-50).distanceMin(40).distanceMax(120),
  link: links().distance(10).strength(0.5).iterations(3), center: d3.forceCenter(),
}));

// Nodes and links that come and go: three times 60 ticks, with the changes that ChangeTests make.
function growing() {
  const nodes = Array.from({ length: miserables.count }, (_, i) => {
    const radius = 10 * Math.sqrt(i + 0.5), angle = i * (Math.PI * (3 - Math.sqrt(5)));
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  let links = miserables.edges.map(([source, target]) => ({ source, target }));
  const simulation = d3.forceSimulation(nodes).stop();
  const link = d3.forceLink(links);
  simulation.force("charge", manyBody()).force("link", link).force("center", d3.forceCenter());
  simulation.force("collide", d3.forceCollide(4));
  const run = () => { for (let tick = 0; tick < 60; tick++) simulation.tick(); };
  run();
  for (let i = 0; i < 5; i++) nodes.push({ x: 200, y: 20 * i - 40 });
  simulation.nodes(nodes);
  for (let i = 0; i < 5; i++) links.push({ source: 77 + i, target: 10 * i });
  links.push({ source: 77, target: 78 });
  link.links(links);
  simulation.alpha(0.5);
  run();
  const gone = new Set([3, 10, 40, 79].map((index) => nodes[index]));
  const pair = new Set([nodes[77], nodes[78]]);
  links = links.filter(({ source, target }) => !gone.has(source) && !gone.has(target)
    && !(pair.has(source) && pair.has(target)));
  const kept = nodes.filter((node) => !gone.has(node));
  link.links([]);
  simulation.nodes(kept);
  link.links(links);
  simulation.alpha(0.3);
  run();
  const lines = kept.map((node, i) => `${i},${node.x},${node.y}`);
  fs.writeFileSync(`${__dirname}/d3-growing.csv`, "id,x,y\n" + lines.join("\n") + "\n");
}
growing();
