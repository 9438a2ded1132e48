// d3-force for ForceLab.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { serve, unavailable } from "./forcelab-engine.mjs";

let d3, version;
try {
  // The path of modules is that of NODE_PATH, which `import` does not use.
  const require = createRequire(import.meta.url);
  d3 = require("d3-force");
  const [folder] = require.resolve("d3-force").split("/dist/");
  version = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")).version;
} catch (error) {
  unavailable(String(error.message).split("\n")[0]);
}

serve("d3-force", version, (request) => {
  if (request.dimensions !== 2) throw new Error("d3-force has two dimensions only");
  const { strength, distance, theta, iterations } = request.parameters;
  const nodes = request.start.map(([x, y]) => ({ x, y }));
  const links = request.edges.map(([source, target]) => ({ source, target }));
  // The end, which is the answer, is one more.
  const every = request.frames > 0 ? Math.ceil(iterations / (request.frames + 1)) : 0;
  request.iterations = iterations;
  request.timed(() => {
    const simulation = d3.forceSimulation(nodes).stop()
      .force("charge", d3.forceManyBody().strength(strength).theta(theta))
      .force("link", d3.forceLink(links).distance(distance))
      .force("center", d3.forceCenter());
    for (let tick = 1; tick <= iterations; tick++) {
      simulation.tick();
      if (every && tick % every === 0 && tick < iterations) {
        request.sendFrame(nodes.map(({ x, y }) => [x, y]), tick);
      }
    }
  });
  return nodes.map(({ x, y }) => [x, y]);
});
