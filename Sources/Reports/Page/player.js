// The player: layouts as they unfold, on two canvases in step, with the curve of their energy.
//
// It reads the JSON in #player-data and builds its controls in #stage. Frames stay quantised, as they
// were recorded; a draw interpolates between two of them and allocates nothing.
"use strict";

(() => {
  const stage = document.getElementById("stage");
  const data = JSON.parse(document.getElementById("player-data").textContent);
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  // ---- What was recorded ------------------------------------------------------------------------

  function bytes(base64) {
    const text = atob(base64);
    const result = new Uint8Array(text.length);
    for (let index = 0; index < text.length; index++) result[index] = text.charCodeAt(index);
    return result;
  }

  /** A graph: its edges, who neighbours whom, and which colour each node has. */
  class Graph {
    constructor(told) {
      this.count = told.nodes;
      this.labels = told.labels;
      this.radius = told.radius && Float32Array.from(told.radius);
      this.sizes = told.sizes && Float32Array.from(told.sizes, (percent) => percent / 100);
      this.ends = new Uint32Array(bytes(told.edges).buffer);
      this.edgeCount = this.ends.length / 2;
      this.sortByWidth(told.widths ?? [100]);
      this.findNeighbors();
      this.group = Uint8Array.from(told.color);
      this.colors = told.colors;
      this.shapes = told.shapes; // The name in `nodeShapes` of each colour; missing if all are circles.
      this.key = told.key; // What colours tell: an attribute's name, and its values or their range.
      this.sortByGroup();
    }

    /** The neighbours of node i are `neighbors[first[i]]` to, but without, `neighbors[first[i + 1]]`. */
    findNeighbors() {
      const { count, ends } = this;
      this.first = new Uint32Array(count + 1);
      for (const node of ends) this.first[node + 1]++;
      for (let node = 0; node < count; node++) this.first[node + 1] += this.first[node];
      this.neighbors = new Uint32Array(ends.length);
      const next = this.first.slice();
      for (let end = 0; end < ends.length; end += 2) {
        this.neighbors[next[ends[end]]++] = ends[end + 1];
        this.neighbors[next[ends[end + 1]]++] = ends[end];
      }
    }

    /** The nodes group by group, so that each colour is set once a draw. */
    sortByGroup() {
      this.order = Uint32Array.from({ length: this.count }, (_, node) => node);
      this.order.sort((one, other) => this.group[one] - this.group[other] || one - other);
    }

    /** The edges in groups of about the same width, so that each is a path: [width, edges]. */
    sortByWidth(percents) {
      const groups = new Map();
      for (let edge = 0; edge < this.edgeCount; edge++) {
        const width = Math.max(0.25, Math.round((percents[edge] ?? percents[0]) / 25) / 4);
        if (!groups.has(width)) groups.set(width, []);
        groups.get(width).push(edge);
      }
      this.widths = [...groups].sort(([one], [other]) => one - other);
      this.hasWidths = percents.length > 1 || percents[0] !== 100;
    }

    /** The nodes with names, those with most neighbours first. */
    get labeled() {
      if (!this.ranked) {
        const degree = (node) => this.first[node + 1] - this.first[node];
        this.ranked = Array.from({ length: this.count }, (_, node) => node)
          .filter((node) => this.labels?.[node])
          .sort((one, other) => degree(other) - degree(one) || one - other);
      }
      return this.ranked;
    }

    name(node) { return this.labels?.[node] ?? `node ${node}`; }
  }

  /** A trial's frames, and where its nodes are at any iteration between the first and the last. */
  class Movie {
    constructor(trial, graph) {
      this.trial = trial;
      this.graph = graph;
      this.dimensions = trial.dimensions;
      this.iterations = trial.iterations;
      this.end = trial.iterations[trial.iterations.length - 1];
      this.frames = this.decoded(bytes(trial.frames));
      this.frame = 0;
      this.axes = Array.from({ length: 3 }, () => new Float32Array(graph.count));
    }

    /** The part, from 0 to 1, of the way of all nodes that is behind them at an iteration. */
    pathAt(iteration) {
      this.paths ??= this.findPaths();
      const { iterations, paths } = this;
      const last = paths.at(-1) || 1;
      let next = iterations.findIndex((each) => each >= iteration);
      if (next < 0) return this.path > 0 ? 1 : 0;
      if (next === 0) return 0;
      const span = iterations[next] - iterations[next - 1] || 1;
      const part = (iteration - iterations[next - 1]) / span;
      return (paths[next - 1] + (paths[next] - paths[next - 1]) * part) / last;
    }

    /** How far nodes move in total; 0 if they stand still. */
    get path() {
      this.paths ??= this.findPaths();
      return this.paths.at(-1);
    }

    /**
     * The sum of what nodes move from the first frame to each: of each step, the root of the mean way,
     * for otherwise the first few steps would take all the time.
     */
    findPaths() {
      const { frames, graph: { count }, dimensions, iterations, trial } = this;
      const units = trial.high.map((high, axis) => (high - trial.low[axis]) / 65535);
      const paths = [0];
      for (let frame = 1; frame < iterations.length; frame++) {
        const here = frame * dimensions * count;
        let sum = 0;
        for (let node = 0; node < count; node++) {
          let square = 0;
          for (let axis = 0; axis < dimensions; axis++) {
            const at = here + axis * count + node;
            square += ((frames[at] - frames[at - dimensions * count]) * units[axis]) ** 2;
          }
          sum += Math.sqrt(square);
        }
        paths.push(paths[frame - 1] + Math.sqrt(sum / Math.max(1, count)));
      }
      return paths;
    }

    get isStill() { return this.iterations.length < 2; }

    /** Numbers from 0 to 65535 per frame, axis and node, of differences in zigzag LEB128. */
    decoded(input) {
      const stride = this.dimensions * this.graph.count;
      const frames = new Uint16Array(stride * this.iterations.length);
      let at = 0;
      for (let index = 0; index < frames.length; index++) {
        let number = 0;
        let shift = 0;
        let byte;
        do {
          byte = input[at++];
          number |= (byte & 127) << shift;
          shift += 7;
        } while (byte & 128);
        const change = (number >>> 1) ^ -(number & 1);
        frames[index] = index < stride ? change : frames[index - stride] + change;
      }
      return frames;
    }

    /** The number of the last frame that is not after `iteration`. */
    frameAt(iteration) {
      const { iterations } = this;
      let frame = this.frame;
      if (iterations[frame] > iteration) frame = 0;
      while (frame + 1 < iterations.length && iterations[frame + 1] <= iteration) frame++;
      this.frame = frame;
      return frame;
    }

    /** Moves the nodes to where they are at `iteration`. */
    moveTo(iteration, isSmooth) {
      const { frames, graph, iterations, dimensions } = this;
      const frame = this.frameAt(iteration);
      const hasNext = frame + 1 < iterations.length && isSmooth;
      const span = hasNext ? iterations[frame + 1] - iterations[frame] : 1;
      const part = hasNext ? Math.max(0, (iteration - iterations[frame]) / span) : 0;
      for (let axis = 0; axis < dimensions; axis++) {
        const low = this.trial.low[axis];
        const unit = (this.trial.high[axis] - low) / 65535;
        const here = (frame * dimensions + axis) * graph.count;
        const there = hasNext ? here + dimensions * graph.count : here;
        const place = this.axes[axis];
        for (let node = 0; node < graph.count; node++) {
          const from = frames[here + node];
          place[node] = low + unit * (from + (frames[there + node] - from) * part);
        }
      }
    }
  }

  const graphs = new Map();

  function graph(hash) {
    if (!graphs.has(hash)) graphs.set(hash, new Graph(data.graphs[hash]));
    return graphs.get(hash);
  }

  function brief(number) {
    const size = Math.abs(number);
    const isPlain = size === 0 || (size >= 0.001 && size < 1e6);
    return isPlain ? String(Number(number.toPrecision(4))) : number.toExponential(2);
  }

  // ---- Colours, from the page -------------------------------------------------------------------

  const colors = {};

  function readColors() {
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(name).trim();
    for (const name of ["page", "text", "quiet", "line", "ring", "edge", "a", "b"]) {
      colors[name] = color(`--${name}`);
    }
  }

  function make(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /** Makes a canvas as large as it is shown, in the pixels of the screen; tells how many a CSS px has. */
  function fit(canvas) {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    return ratio;
  }

  // ---- One side ---------------------------------------------------------------------------------

  /** A canvas with the movie of one trial. */
  class View {
    constructor(player, side) {
      this.player = player;
      this.movie = null;
      this.select = make("select", { "aria-label": `Trial on the ${side}` });
      this.canvas = make("canvas", { tabindex: "0", role: "img" });
      this.label = make("div", { class: "name", hidden: "" });
      this.frame = make("div", { class: "canvas" }, this.canvas, this.label);
      this.element = make("div", { class: "view" }, this.frame);
      this.context = this.canvas.getContext("2d");
    }

    show(trial) {
      this.movie = trial ? new Movie(trial, graph(trial.graph)) : null;
      this.element.hidden = !trial;
      if (!trial) return;
      const { count } = this.movie.graph;
      this.frameView();
      // However a solid is turned, it keeps within its diagonal, and seldom comes near its ends.
      this.widest = Math.hypot(...this.reach);
      this.x = new Float32Array(count);
      this.y = new Float32Array(count);
      this.size = new Float32Array(count);
      this.depth = new Uint8Array(count);
      this.sorted = new Uint32Array(count);
      this.tally = new Uint32Array(9);
      this.canvas.setAttribute(
        "aria-label", `Layout of trial ${trial.trial}, ${trial.title}: ${count} nodes`);
    }

    /** Finds what the view must hold: where nodes are in the later half, for they may start far off. */
    frameView() {
      const { graph, trial, frames, dimensions, iterations } = this.movie;
      const first = Math.floor(iterations.length / 2);
      this.middle = [];
      this.reach = [];
      for (let axis = 0; axis < dimensions; axis++) {
        let [least, most] = [65535, 0];
        for (let frame = first; frame < iterations.length; frame++) {
          const start = (frame * dimensions + axis) * graph.count;
          for (let at = start; at < start + graph.count; at++) {
            if (frames[at] < least) least = frames[at];
            if (frames[at] > most) most = frames[at];
          }
        }
        const unit = (trial.high[axis] - trial.low[axis]) / 65535;
        this.middle.push(trial.low[axis] + unit * (least + most) / 2);
        this.reach.push(unit * Math.max(0, most - least));
      }
    }

    get isSolid() { return this.movie.dimensions === 3; }

    /** Where the nodes are on the canvas, in its pixels. */
    project(iteration) {
      this.ratio = fit(this.canvas);
      const { movie, canvas, player } = this;
      movie.moveTo(iteration, !reducedMotion.matches);
      const across = this.isSolid ? this.widest : this.reach[0];
      const down = this.isSolid ? this.widest : this.reach[1];
      const margin = this.isSolid ? 1.1 : 0.92;
      const scale = Math.min(canvas.width / (across || 1), canvas.height / (down || 1));
      this.scale = margin * scale * player.zoom;
      this.left = canvas.width / 2 + player.panX * canvas.width;
      this.top = canvas.height / 2 + player.panY * canvas.height;
      if (this.isSolid) this.projectSolid();
      else this.projectPlane();
      this.measureNodes();
    }

    projectPlane() {
      const [across, down] = this.movie.axes;
      const { x, y, scale, left, top } = this;
      const [middleX, middleY] = this.middle;
      for (let node = 0; node < x.length; node++) {
        x[node] = left + (across[node] - middleX) * scale;
        y[node] = top + (down[node] - middleY) * scale;
      }
    }

    /** A turntable: turned about the upright axis, then tilted; what is nearer is larger. */
    projectSolid() {
      const [across, down, deep] = this.movie.axes;
      const [middleX, middleY, middleZ] = this.middle;
      const { x, y, scale, left, top, depth, player } = this;
      const [cosine, sine] = [Math.cos(player.turn), Math.sin(player.turn)];
      const [level, tilt] = [Math.cos(player.tilt), Math.sin(player.tilt)];
      const widest = this.widest || 1;
      for (let node = 0; node < x.length; node++) {
        const dx = across[node] - middleX;
        const dy = down[node] - middleY;
        const dz = deep[node] - middleZ;
        const turned = cosine * dx + sine * dz;
        const behind = cosine * dz - sine * dx;
        const away = level * behind - tilt * dy;
        const nearness = 1 / (1 + 0.35 * away / widest);
        x[node] = left + turned * scale * nearness;
        y[node] = top + (level * dy + tilt * behind) * scale * nearness;
        // From 0, the farthest, to 7.
        depth[node] = Math.max(0, Math.min(7, 4 - 8 * away / widest));
      }
    }

    measureNodes() {
      const { movie: { graph }, size, depth, ratio } = this;
      const usual = Math.max(1.5, Math.min(5, 60 / Math.sqrt(graph.count)));
      const grown = usual * ratio * Math.sqrt(this.player.zoom);
      for (let node = 0; node < size.length; node++) {
        const own = graph.radius
          ? graph.radius[node] * this.scale : grown * (graph.sizes?.[node] ?? 1);
        const radius = Math.min(40 * ratio, Math.max(1.2 * ratio, own));
        size[node] = this.isSolid ? radius * (0.7 + 0.08 * depth[node]) : radius;
      }
    }

    paint(iteration) {
      this.project(iteration);
      const { context, canvas, movie, player } = this;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      const picked = player.picked?.graph === movie.graph ? player.picked.node : -1;
      this.paintEdges(picked >= 0);
      context.globalAlpha = picked >= 0 ? 0.35 : 1;
      this.paintNodes();
      context.globalAlpha = 1;
      if (picked < 0) this.paintLabels();
      if (picked >= 0) this.paintPicked(picked);
      this.label.hidden = picked < 0;
    }

    /** The edges of a width as one path; hairlines, which are drawn fastest, where there are many. */
    paintEdges(isDimmed) {
      const { context, ratio, movie: { graph } } = this;
      const alpha = Math.max(0.16, Math.min(0.6, 14 / Math.sqrt(graph.edgeCount)));
      context.strokeStyle = `rgba(${colors.edge}, ${isDimmed ? alpha / 2 : alpha})`;
      const isFine = graph.edgeCount > 1500 && !graph.hasWidths;
      for (const [width, edges] of graph.widths) {
        context.lineWidth = isFine ? 1 : 1.1 * ratio * Math.min(8, width);
        this.paintLines(edges);
      }
    }

    paintLines(edges) {
      const { context, x, y, movie: { graph: { ends } } } = this;
      context.beginPath();
      for (const edge of edges) {
        context.moveTo(x[ends[2 * edge]], y[ends[2 * edge]]);
        context.lineTo(x[ends[2 * edge + 1]], y[ends[2 * edge + 1]]);
      }
      context.stroke();
    }

    /** Names of nodes in sight where there is room: when zoomed in, or of small graphs. */
    paintLabels() {
      const { context, canvas, x, y, size, ratio, movie: { graph }, player } = this;
      if (!graph.labels || (player.zoom < 1.3 && graph.count > 40)) return;
      const height = 12 * ratio;
      context.font = `${height}px system-ui, sans-serif`;
      context.textAlign = "left";
      context.textBaseline = "middle";
      context.lineJoin = "round";
      context.lineWidth = 3 * ratio;
      context.strokeStyle = colors.page;
      context.fillStyle = colors.text;
      const taken = [];
      let tries = 0;
      for (const node of graph.labeled) {
        const left = x[node] + size[node] + 3 * ratio;
        const [top, bottom] = [y[node] - height / 2, y[node] + height / 2];
        const isSeen = left > 0 && left < canvas.width && bottom > 0 && top < canvas.height;
        if (!isSeen) continue;
        if (++tries > 200 || taken.length > 60) break;
        const text = graph.labels[node].slice(0, 30);
        const right = left + context.measureText(text).width;
        const isFree = right < canvas.width && taken.every(
          (box) => box[0] > right || box[2] < left || box[1] > bottom || box[3] < top);
        if (!isFree) continue;
        taken.push([left, top, right, bottom]);
        context.strokeText(text, left, y[node]);
        context.fillText(text, left, y[node]);
      }
      context.textBaseline = "alphabetic";
    }

    /** The nodes colour by colour; of solids, from the farthest to the nearest. */
    paintNodes() {
      const { context, depth, movie: { graph } } = this;
      const order = this.isSolid ? this.sortByDepth() : graph.order;
      context.lineWidth = this.ratio * 0.75;
      context.strokeStyle = colors.page;
      let start = 0;
      for (let at = 1; at <= order.length; at++) {
        const one = order[start];
        const other = order[at];
        const isSame = at < order.length && graph.group[one] === graph.group[other]
          && (!this.isSolid || depth[one] === depth[other]);
        if (isSame) continue;
        const group = graph.group[one];
        this.paintRun(order, start, at, graph.colors[group], nodeShapes[graph.shapes?.[group]]);
        start = at;
      }
    }

    paintRun(order, start, end, color, corners) {
      const { context, x, y, size, ratio } = this;
      let isSmall = true;
      context.beginPath();
      for (let at = start; at < end; at++) {
        const node = order[at];
        const radius = size[node];
        if (radius < 2 * ratio) {
          // Too small for anybody to see that it is no circle.
          context.rect(x[node] - 0.9 * radius, y[node] - 0.9 * radius, 1.8 * radius, 1.8 * radius);
        } else if (corners) {
          isSmall = false;
          corners.forEach(([dx, dy], at) => {
            context[at ? "lineTo" : "moveTo"](x[node] + dx * radius, y[node] + dy * radius);
          });
          context.closePath();
        } else {
          isSmall = false;
          context.moveTo(x[node] + radius, y[node]);
          context.arc(x[node], y[node], radius, 0, 2 * Math.PI);
        }
      }
      context.fillStyle = color;
      context.fill();
      if (!isSmall) context.stroke();
    }

    /** The nodes by depth, those of one depth by group: a counting sort, which keeps their order. */
    sortByDepth() {
      const { sorted, depth, tally, movie: { graph: { order } } } = this;
      tally.fill(0);
      for (let node = 0; node < depth.length; node++) tally[depth[node] + 1]++;
      for (let slab = 0; slab < 8; slab++) tally[slab + 1] += tally[slab];
      for (let at = 0; at < order.length; at++) sorted[tally[depth[order[at]]]++] = order[at];
      return sorted;
    }

    /** The node that is pointed at, its edges and neighbours, and its name. */
    paintPicked(node) {
      const { context, x, y, size, ratio, movie: { graph } } = this;
      const [first, last] = [graph.first[node], graph.first[node + 1]];
      context.strokeStyle = colors.ring;
      context.lineWidth = 1.2 * ratio;
      context.beginPath();
      for (let at = first; at < last; at++) {
        context.moveTo(x[node], y[node]);
        context.lineTo(x[graph.neighbors[at]], y[graph.neighbors[at]]);
      }
      context.stroke();
      for (let at = first; at <= last; at++) {
        const other = at < last ? graph.neighbors[at] : node;
        context.beginPath();
        context.arc(x[other], y[other], Math.max(3 * ratio, size[other]), 0, 2 * Math.PI);
        context.fillStyle = graph.colors[graph.group[other]];
        context.fill();
        context.stroke();
      }
      this.showName(node, last - first);
    }

    showName(node, degree) {
      const text = `${this.movie.graph.name(node)} · ${degree} neighbour${degree === 1 ? "" : "s"}`;
      if (this.label.textContent !== text) this.label.textContent = text;
      this.label.hidden = false;
      const { ratio, canvas, label } = this;
      const left = this.x[node] / ratio + 10;
      const top = this.y[node] / ratio - label.offsetHeight - 8;
      const right = canvas.clientWidth - label.offsetWidth - 2;
      const bottom = canvas.clientHeight - label.offsetHeight - 2;
      const clamped = [Math.max(2, Math.min(right, left)), Math.max(2, Math.min(bottom, top))];
      label.style.transform = `translate(${clamped[0]}px, ${clamped[1]}px)`;
    }

    /** The node nearest to a point of the canvas in CSS px, if it is within reach of a finger. */
    nearest(left, top, reach) {
      const { x, y, ratio } = this;
      let least = (reach * ratio) ** 2;
      let nearest = -1;
      for (let node = 0; node < x.length; node++) {
        const square = (x[node] - left * ratio) ** 2 + (y[node] - top * ratio) ** 2;
        if (square >= least) continue;
        least = square;
        nearest = node;
      }
      return nearest;
    }
  }

  // ---- The curve --------------------------------------------------------------------------------

  /** The energy, or the movement, of what is shown, with a cursor at the iteration. */
  class Curve {
    constructor(player) {
      this.player = player;
      this.canvas = make("canvas", { class: "curve", role: "img" });
      this.context = this.canvas.getContext("2d");
    }

    /** Finds the scale for `curves`, a list of what the sides have to show. */
    show(curves) {
      this.curves = curves;
      this.canvas.hidden = curves.length === 0;
      if (curves.length === 0) return;
      const values = curves.flatMap((curve) => curve.values).sort((one, other) => one - other);
      this.chooseScale(values[0], values[Math.floor(values.length * 0.95)], values.at(-1));
      [this.low, this.high] = [this.level(this.least), this.level(this.most)];
      this.ticks = [this.most, this.least].map(brief);
      this.title = curves[0].name.replaceAll("_", " ") + this.remark;
      this.canvas.setAttribute("aria-label", `${this.title} against iteration`);
    }

    /** Logarithmic where numbers fade away; where a few at the beginning dwarf all others, without them. */
    chooseScale(least, usual, most) {
      // What is smaller by this is as good as nothing.
      const smallest = Math.max(least, most * 1e-9);
      const isFading = least >= 0 && usual > 20 * smallest;
      const isDwarfed = !isFading && most - least > 3 * (usual - least) && usual > least;
      this.isLogarithmic = isFading || (!isDwarfed && least >= 0 && most > 20 * smallest);
      this.least = this.isLogarithmic ? smallest : least;
      this.most = isDwarfed ? usual : most;
      this.remark = this.isLogarithmic ? ", log scale" : isDwarfed ? ", its beginning cut off" : "";
    }

    level(value) { return this.isLogarithmic ? Math.log(Math.max(this.least, value)) : value; }

    place(iteration) {
      const part = this.player.end > 0 ? iteration / this.player.end : 0;
      return this.margin + part * (this.canvas.width - this.margin - 8 * this.ratio);
    }

    /** The iteration at a point, in CSS px from the left. */
    iterationAt(left) {
      const width = this.canvas.width - this.margin - 8 * this.ratio;
      const part = (left * this.ratio - this.margin) / width;
      return this.player.end * Math.max(0, Math.min(1, part));
    }

    height(value) {
      const [top, bottom] = [22 * this.ratio, this.canvas.height - 8 * this.ratio];
      if (!(this.high > this.low)) return (top + bottom) / 2;
      return bottom - (this.level(value) - this.low) / (this.high - this.low) * (bottom - top);
    }

    paint(iteration) {
      if (this.curves.length === 0) return;
      this.ratio = fit(this.canvas);
      const { context, canvas, ratio } = this;
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.font = `${12 * ratio}px system-ui, sans-serif`;
      const widths = this.ticks.map((tick) => context.measureText(tick).width);
      this.margin = Math.max(...widths) + 10 * ratio;
      this.paintFrame();
      context.save();
      context.beginPath();
      context.rect(this.margin, 18 * ratio, canvas.width, canvas.height);
      context.clip();
      for (const curve of this.curves) this.paintCurve(curve);
      context.restore();
      context.strokeStyle = colors.text;
      context.lineWidth = ratio;
      context.setLineDash([]);
      context.beginPath();
      context.moveTo(this.place(iteration), 20 * ratio);
      context.lineTo(this.place(iteration), canvas.height);
      context.stroke();
    }

    paintFrame() {
      const { context, canvas, ratio } = this;
      context.fillStyle = colors.quiet;
      context.textAlign = "left";
      context.fillText(this.title, this.margin, 12 * ratio);
      context.textAlign = "right";
      context.fillText(this.ticks[0], this.margin - 6 * ratio, 26 * ratio);
      context.fillText(this.ticks[1], this.margin - 6 * ratio, canvas.height - 4 * ratio);
      context.strokeStyle = colors.line;
      context.lineWidth = ratio;
      context.setLineDash([]);
      context.strokeRect(
        this.margin, 18 * ratio, canvas.width - this.margin - ratio, canvas.height - 19 * ratio);
    }

    paintCurve(curve) {
      const { context, ratio } = this;
      context.strokeStyle = colors[curve.side];
      context.lineWidth = 1.75 * ratio;
      context.setLineDash(curve.side === "b" ? [5 * ratio, 3 * ratio] : []);
      context.beginPath();
      for (let at = 0; at < curve.values.length; at++) {
        context.lineTo(this.place(curve.iterations[at]), this.height(curve.values[at]));
      }
      context.stroke();
    }
  }

  // ---- The whole --------------------------------------------------------------------------------

  const speeds = [0.25, 0.5, 1, 2, 4, 8];
  const secondsAtSpeedOne = 12;

  /** Two views and a curve at one iteration, and what moves them. */
  class Player {
    constructor() {
      this.iteration = 0;
      this.end = 0;
      this.isPlaying = false;
      this.isWaiting = false;
      this.picked = null;
      this.pointers = new Map();
      this.views = [new View(this, "left"), new View(this, "right")];
      this.curve = new Curve(this);
      this.resetView();
      this.build();
      this.listen();
      const isNarrow = innerWidth < 640;
      const other = data.trials.findIndex(
        (trial) => trial.configuration !== data.trials[0].configuration);
      this.choose(0, 0);
      this.choose(1, isNarrow ? -1 : other);
      this.seek(this.end);
    }

    resetView() {
      [this.zoom, this.panX, this.panY, this.turn, this.tilt] = [1, 0, 0, 0.6, 0.35];
    }

    /**
     * The times of play, from 0 to 1, of the iterations of all movies: in proportion to how far nodes
     * move, so that movement is visible, and a little to the iterations, so that all pass.
     */
    setClock() {
      const places = [...new Set(this.movies.flatMap((movie) => [0, ...movie.iterations]))]
        .sort((one, other) => one - other);
      const moving = this.movies.filter((movie) => !movie.isStill);
      const times = places.map((place) => {
        const parts = moving.map((movie) => movie.pathAt(place));
        const path = parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length);
        const share = this.end > 0 ? place / this.end : 0;
        return moving.some((movie) => movie.path > 0) ? 0.85 * path + 0.15 * share : share;
      });
      this.clock = { places, times, last: times.at(-1) || 1 };
    }

    /** The iteration at a time from 0 to 1, or the time of an iteration: linear between the places. */
    static between(from, to, value) {
      let next = from.findIndex((each) => each >= value);
      if (next < 0) return to.at(-1);
      if (next === 0) return to[0];
      const part = (value - from[next - 1]) / (from[next] - from[next - 1] || 1);
      return to[next - 1] + (to[next] - to[next - 1]) * part;
    }

    get movies() { return this.views.flatMap((view) => view.movie ?? []); }
    get hasFrames() { return this.movies.some((movie) => !movie.isStill); }

    // Building

    build() {
      const button = (text, label, kind) =>
        make("button", { type: "button", class: kind, "aria-label": label, title: label }, text);
      this.play = make("button", { type: "button", class: "play" });
      this.range = make("input", { type: "range", min: "0", step: "any", "aria-label": "Iteration" });
      this.told = make("output");
      this.speed = make("select", { "aria-label": "Speed" });
      for (const speed of speeds) this.speed.append(new Option(`${speed}×`, speed));
      this.speed.value = "1";
      this.closer = button("+", "Zoom in (+)", "square");
      this.farther = button("−", "Zoom out (−)", "square");
      this.whole = button("Fit", "Show all (0)", "");
      this.sides = make("div", { class: "views" }, ...this.views.map((view) => view.element));
      this.controls = make(
        "div", { class: "controls" }, this.play, this.range, this.told, this.speed, this.farther,
        this.closer, this.whole);
      this.legend = make("div", { class: "legend" });
      const help = make(
        "p", { class: "source" },
        "Time runs with the movement of the nodes. Drag to move it, in 3D to turn it; once it has been clicked or touched, the wheel or two "
          + "fingers zoom. Keys: space plays, ← and → step, + and − zoom, 0 shows all.");
      stage.append(this.sides, this.curve.canvas, this.controls, this.legend, help);
      this.fillSelects();
    }

    fillSelects() {
      const [left, right] = this.views.map((view) => view.select);
      data.trials.forEach((trial, index) => {
        for (const select of [left, right]) {
          select.append(new Option(`${trial.title} · trial ${trial.trial}`, index));
        }
      });
      right.prepend(new Option("nothing beside it", -1));
      const isAlone = data.trials.length < 2;
      this.sides.before(make("div", { class: "choice" }, left, ...(isAlone ? [] : [right])));
    }

    // What is shown

    choose(side, index) {
      const view = this.views[side];
      view.select.value = String(index);
      view.show(data.trials[index]);
      this.sides.classList.toggle("alone", this.movies.length < 2);
      this.end = Math.max(...this.movies.map((movie) => movie.end));
      this.range.max = String(this.end);
      this.range.hidden = this.told.hidden = this.speed.hidden = !this.hasFrames;
      const curves = this.views.flatMap((each, at) => each.movie?.trial.curve
        ? [{ ...each.movie.trial.curve, side: "ab"[at] }] : []);
      // An energy and a movement have no scale in common.
      const shown = this.hasFrames ? curves : [];
      this.curve.show(shown.filter((curve) => curve.name === shown[0].name));
      this.setClock();
      this.showLegend();
      this.seek(Math.min(this.iteration, this.end));
      this.setPlaying(this.isPlaying);
    }

    showLegend() {
      this.legend.replaceChildren();
      for (const { key, colors: paints, shapes: names }
        of new Set(this.movies.map((movie) => movie.graph))) {
        if (!key) continue;
        const dots = paints.map((paint, at) => {
          const corners = nodeShapes[names?.[at]];
          const points = corners?.map(([x, y]) => `${50 + 32 * x}% ${50 + 32 * y}%`);
          const clip = points ? `; border-radius: 0; clip-path: polygon(${points})` : "";
          return make("i", { style: `background: ${paint}${clip}` });
        });
        this.legend.append(make("span", {}, key.name));
        if (key.texts) {
          this.legend.append(...dots.map((dot, at) => make("span", {}, dot, key.texts[at])));
        } else {
          const ramp = make("span", { class: "ramp" }, ...dots);
          this.legend.append(make("span", {}, brief(key.low), ramp, brief(key.high)));
        }
      }
    }

    // Time

    setPlaying(isPlaying) {
      this.isPlaying = isPlaying;
      const start = this.hasFrames ? "Play" : "Turn";
      this.play.textContent = isPlaying ? "Pause" : start;
      this.last = null;
      this.request();
    }

    toggle() {
      if (!this.isPlaying && this.iteration >= this.end) this.seek(0);
      this.setPlaying(!this.isPlaying);
    }

    seek(iteration) {
      this.iteration = Math.max(0, Math.min(this.end, iteration));
      this.range.value = String(this.iteration);
      const text = `iteration ${Math.round(this.iteration)} of ${this.end}`;
      if (this.told.textContent !== text) {
        this.told.textContent = text;
        this.range.setAttribute("aria-valuetext", text);
      }
      this.request();
    }

    /** A frame further or back, of the movie that has most. */
    step(count) {
      this.setPlaying(false);
      const { iterations } = this.movies.reduce(
        (one, other) => other.iterations.length > one.iterations.length ? other : one);
      let at = iterations.findLastIndex((iteration) => iteration <= this.iteration + 1e-9);
      if (count < 0 && iterations[at] < this.iteration - 1e-9) at++;
      this.seek(iterations[Math.max(0, Math.min(iterations.length - 1, at + count))]);
    }

    request() {
      if (this.isWaiting) return;
      this.isWaiting = true;
      requestAnimationFrame((time) => this.draw(time));
    }

    draw(time) {
      this.isWaiting = false;
      if (this.isPlaying) this.advance(time);
      for (const view of this.views) if (view.movie) view.paint(this.iteration);
      this.curve.paint(this.iteration);
    }

    advance(time) {
      const seconds = this.last === null ? 0 : Math.min(0.1, (time - this.last) / 1000);
      this.last = time;
      if (this.hasFrames) {
        const { places, times, last } = this.clock;
        const step = last / secondsAtSpeedOne * Number(this.speed.value) * seconds;
        const time = Player.between(places, times, this.iteration) + step;
        this.seek(time >= last ? this.end : Player.between(times, places, time));
        if (this.iteration >= this.end) this.setPlaying(false);
      } else {
        this.turn += 0.5 * seconds;
      }
      if (this.isPlaying) this.request();
    }

    // Hands

    listen() {
      this.play.addEventListener("click", () => this.toggle());
      this.range.addEventListener("input", () => this.seek(Number(this.range.value)));
      this.closer.addEventListener("click", () => this.zoomBy(1.25));
      this.farther.addEventListener("click", () => this.zoomBy(0.8));
      this.whole.addEventListener("click", () => { this.resetView(); this.request(); });
      stage.addEventListener("keydown", (event) => this.press(event));
      this.views.forEach((view, side) => {
        view.select.addEventListener("change", () => this.choose(side, Number(view.select.value)));
        this.listenTo(view);
      });
      const scrub = (event) => {
        if (event.buttons > 0) this.seek(this.curve.iterationAt(event.offsetX));
      };
      this.curve.canvas.addEventListener("pointerdown", scrub);
      this.curve.canvas.addEventListener("pointermove", scrub);
      new ResizeObserver(() => this.request()).observe(this.sides);
      document.addEventListener("themechange", () => { readColors(); this.request(); });
    }

    listenTo(view) {
      const { canvas } = view;
      canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
        this.pick(view, event.offsetX, event.offsetY, event.pointerType === "touch" ? 24 : 12);
      });
      canvas.addEventListener("pointermove", (event) => this.point(view, event));
      for (const name of ["pointerup", "pointercancel"]) {
        canvas.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
      }
      canvas.addEventListener("pointerleave", (event) => {
        if (event.pointerType !== "touch") this.pick(view, -1e6, -1e6, 0);
      });
      canvas.addEventListener("wheel", (event) => {
        if (document.activeElement !== canvas && !event.ctrlKey) return;
        event.preventDefault();
        const amount = Math.max(-0.5, Math.min(0.5, -event.deltaY * (event.ctrlKey ? 0.01 : 0.002)));
        this.zoomBy(Math.exp(amount), view, event.offsetX, event.offsetY);
      }, { passive: false });
    }

    pick(view, left, top, reach) {
      const node = view.x ? view.nearest(left, top, reach) : -1;
      this.picked = node < 0 ? null : { graph: view.movie.graph, node };
      this.request();
    }

    point(view, event) {
      const before = this.pointers.get(event.pointerId);
      const now = { x: event.offsetX, y: event.offsetY };
      if (!before) {
        this.pick(view, now.x, now.y, 12);
        return;
      }
      if (this.pointers.size === 1) this.drag(view, now.x - before.x, now.y - before.y);
      else this.pinch(view, event.pointerId, before, now);
      this.pointers.set(event.pointerId, now);
    }

    drag(view, across, down) {
      if (view.isSolid) {
        this.turn += across * 0.01;
        this.tilt = Math.max(-1.5, Math.min(1.5, this.tilt + down * 0.01));
      } else {
        this.panX += across / view.canvas.clientWidth;
        this.panY += down / view.canvas.clientHeight;
      }
      this.request();
    }

    pinch(view, moved, before, now) {
      const [still] = [...this.pointers].filter(([id]) => id !== moved).map(([, point]) => point);
      const span = (point) => Math.max(10, Math.hypot(point.x - still.x, point.y - still.y));
      const [x, y] = [(now.x + still.x) / 2, (now.y + still.y) / 2];
      this.zoomBy(span(now) / span(before), view, x, y);
      this.panX += (now.x - before.x) / 2 / view.canvas.clientWidth;
      this.panY += (now.y - before.y) / 2 / view.canvas.clientHeight;
    }

    /** Zooms about a point in CSS px, or the middle; what is there stays there. */
    zoomBy(factor, view = this.views[0], left, top) {
      const zoom = Math.max(0.2, Math.min(60, this.zoom * factor));
      const part = zoom / this.zoom;
      const { clientWidth, clientHeight } = view.canvas;
      const x = left === undefined ? 0 : left / clientWidth - 0.5;
      const y = top === undefined ? 0 : top / clientHeight - 0.5;
      this.panX = x + (this.panX - x) * part;
      this.panY = y + (this.panY - y) * part;
      this.zoom = zoom;
      this.request();
    }

    press(event) {
      const kind = event.target.tagName;
      if (event.ctrlKey || event.metaKey || event.altKey || kind === "SELECT") return;
      const isButton = kind === "BUTTON";
      const actions = {
        " ": () => this.toggle(),
        ArrowLeft: () => this.hasFrames ? this.step(event.shiftKey ? -10 : -1) : this.turnBy(-0.1),
        ArrowRight: () => this.hasFrames ? this.step(event.shiftKey ? 10 : 1) : this.turnBy(0.1),
        Home: () => this.seek(0),
        End: () => this.seek(this.end),
        "+": () => this.zoomBy(1.25),
        "=": () => this.zoomBy(1.25),
        "-": () => this.zoomBy(0.8),
        "0": () => { this.resetView(); this.request(); },
      };
      const action = actions[event.key];
      if (!action || (isButton && event.key === " ")) return;
      event.preventDefault();
      action();
    }

    turnBy(angle) {
      this.turn += angle;
      this.request();
    }
  }

  readColors();
  if (data.trials.length > 0) new Player();
})();
