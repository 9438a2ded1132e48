// Write an engine for ForceLab in JavaScript: a program that computes graph layouts.
//
//     import { serve } from "./forcelab-engine.mjs";
//     serve("my-engine", "1.0", (request) => {
//       const positions = request.timed(() => compute(request.edges, request.parameters));
//       return positions;                      // [[x, y], …], a row per node
//     });
//
// The protocol is described in Documentation/Engines.md.

import { readSync, writeSync } from "node:fs";

let buffer = Buffer.alloc(0);

// What is printed must not get between the messages.
console.log = console.info = console.error;

/** Reads more of the input; false at its end. */
function readMore() {
  const chunk = Buffer.allocUnsafe(1 << 20);
  for (;;) {
    try {
      const count = readSync(0, chunk, 0, chunk.length, null);
      buffer = Buffer.concat([buffer, chunk.subarray(0, count)]);
      return count > 0;
    } catch (error) {
      if (error.code === "EOF") return false;
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function readLine() {
  for (;;) {
    const end = buffer.indexOf(10);
    if (end >= 0) {
      const line = buffer.toString("utf8", 0, end);
      buffer = buffer.subarray(end + 1);
      return line;
    }
    if (!readMore()) return null;
  }
}

/** The next `count` bytes, in an ArrayBuffer of their own. */
function readBytes(count) {
  while (buffer.length < count) if (!readMore()) process.exit(0);
  const bytes = new Uint8Array(buffer.subarray(0, count)).buffer;
  buffer = buffer.subarray(count);
  return bytes;
}

function write(bytes) {
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(1, bytes, sent);
    } catch (error) {
      if (error.code === "EPIPE") process.exit(0);
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function send(message) {
  write(Buffer.from(JSON.stringify(message) + "\n"));
}

function sendPositions(message, positions, request) {
  const { nodes, dimensions } = request;
  if (positions.length !== nodes) throw new Error(`${positions.length} positions for ${nodes} nodes`);
  const flat = new Float64Array(nodes * dimensions);
  positions.forEach((row, node) => {
    if (row.length !== dimensions) {
      throw new Error(`node ${node} has ${row.length} coordinates; ${dimensions} are needed`);
    }
    for (let axis = 0; axis < dimensions; axis++) flat[node * dimensions + axis] = row[axis];
  });
  send({ ...message, nodes, dimensions });
  write(Buffer.from(flat.buffer));
}

/** Says that what the engine needs is not installed, and exits. */
export function unavailable(message) {
  readLine();
  send({ type: "unavailable", message });
  process.exit(0);
}

const now = () => process.hrtime.bigint();

/**
 * Serves requests until the input ends. `layout` takes a request and returns a row per node.
 *
 * A request has nodes, edges ([[source, target], …]), weights (or null), parameters, start
 * ([[x, y], …]), seed, dimensions, threads, deadline and frames; graph, an object that is the same for
 * every request on the same graph; timed(body), which times the layout alone: several add up, and without
 * one, the whole call is timed; and sendFrame(positions, iteration), which stops the clock and drops what is
 * beyond `frames`: space them evenly, and send none before the first `timed`.
 */
export function serve(name, version, layout, threads = false) {
  let graph = { nodes: 0, edges: [], weights: null };
  for (let line; (line = readLine()) !== null; ) {
    try {
      const message = JSON.parse(line);
      if (message.type === "hello") {
        send({ type: "hello", name, version, threads });
      } else if (message.type === "graph") {
        const ends = new Uint32Array(readBytes(8 * message.edges));
        const edges = Array.from({ length: message.edges }, (_, i) => [ends[2 * i], ends[2 * i + 1]]);
        const weights = message.weights ? new Float64Array(readBytes(8 * message.edges)) : null;
        graph = { nodes: message.nodes, edges, weights };
        send({ type: "graph" });
      } else if (message.type === "layout") {
        const { dimensions } = message;
        const flat = new Float64Array(readBytes(8 * graph.nodes * dimensions));
        const start = Array.from({ length: graph.nodes }, (_, i) =>
          Array.from(flat.subarray(i * dimensions, (i + 1) * dimensions)));
        // The time of earlier bodies, and when the running one began; the first is the whole call of `layout`.
        let total = 0n;
        let hasTimed = false;
        let began = now();
        const elapsed = () => Number(total + (began === null ? 0n : now() - began));
        let sent = 0;
        const request = {
          ...graph, graph, start, dimensions, parameters: message.parameters ?? {},
          seed: message.seed, threads: message.threads, deadline: message.deadline,
          frames: message.frames ?? 0, iterations: null,
          timed(body) {
            // The body around this one times it.
            if (hasTimed && began !== null) return body();
            if (sent > 0 && !hasTimed) {
              throw new Error("a frame was sent before the first 'timed'; send it in the body or after it");
            }
            hasTimed = true;
            began = now();
            try {
              return body();
            } finally {
              total += now() - began;
              began = null;
            }
          },
          sendFrame(positions, iteration) {
            if (sent >= request.frames) return;
            sent += 1;
            const elapsed_ns = elapsed();
            // After the time is read: a pause that began before could make the next frame earlier.
            const pause = now();
            sendPositions({ type: "frame", iteration, elapsed_ns }, positions, request);
            if (began !== null) began += now() - pause;
          },
        };
        const positions = layout(request);
        const reply = { type: "layout", layout_ns: elapsed() };
        if (request.iterations !== null) reply.iterations = request.iterations;
        sendPositions(reply, positions, request);
      } else {
        throw new Error(`unknown message '${message.type}'`);
      }
    } catch (error) {
      // ForceLab reads no endless lines, and no text that is not UTF-8.
      const text = Buffer.from(String(error?.message || error));
      send({ type: "error", message: text.toString("utf8", 0, 2000) });
    }
  }
}
