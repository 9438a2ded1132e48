// Drawings of graphs for the player of a report and for the live page: names, what is pointed at, curves,
// and the hands that move the picture. The painters draw nodes and edges.
"use strict";

const drawing = (() => {
  const { CanvasPainter, colors, fit, GLPainter, nodeShapes, readColors } = painting;

  function bytes(base64) {
    const text = atob(base64);
    const result = new Uint8Array(text.length);
    for (let index = 0; index < text.length; index++) result[index] = text.charCodeAt(index);
    return result;
  }

  function brief(number) {
    const size = Math.abs(number);
    const isPlain = size === 0 || (size >= 0.001 && size < 1e6);
    return isPlain ? String(Number(number.toPrecision(4))) : number.toExponential(2);
  }

  function make(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  // ---- The graph --------------------------------------------------------------------------------

  /** A graph: its edges, who neighbors whom, and which color each node has. */
  class Graph {
    /** `names` are those of nodes without labels, if they are not their numbers. */
    constructor(data, names) {
      this.names = names;
      this.count = data.nodes;
      this.labels = data.labels;
      this.radius = data.radius && Float32Array.from(data.radius);
      this.sizes = data.sizes && Float32Array.from(data.sizes, (percent) => percent / 100);
      this.ends = new Uint32Array(bytes(data.edges).buffer);
      this.edgeCount = this.ends.length / 2;
      this.polygons = data.polygons; // Lists of nodes; missing if nodes are drawn.
      this.frame = data.frame; // Left, top, width and height of what is shown; missing if that is all.
      this.seconds = data.seconds; // The time between iterations; missing if they are no steps in time.
      this.percents = data.widths ?? [100];
      this.hasWidths = this.percents.length > 1 || this.percents[0] !== 100;
      this.findNeighbors();
      this.group = Uint8Array.from(data.color);
      this.colors = data.colors;
      this.shapes = data.shapes; // The name in `nodeShapes` of each color; missing if all are circles.
      this.key = data.key; // What the colors mean: an attribute's name, and its values or their range.
    }

    /**
     * The neighbors of node i are `neighbors[first[i]]` to, but without, `neighbors[first[i + 1]]`; `incident` has
     * the edges to them.
     */
    findNeighbors() {
      const { count, ends } = this;
      this.first = new Uint32Array(count + 1);
      for (const node of ends) this.first[node + 1]++;
      for (let node = 0; node < count; node++) this.first[node + 1] += this.first[node];
      [this.neighbors, this.incident] = [new Uint32Array(ends.length), new Uint32Array(ends.length)];
      const next = this.first.slice();
      for (let end = 0; end < ends.length; end++) {
        const at = next[ends[end]]++;
        this.neighbors[at] = ends[end ^ 1];
        this.incident[at] = end >> 1;
      }
    }

    /** The nodes group by group, so that each color is set once a draw. */
    get order() {
      if (!this.sorted) {
        this.sorted = Uint32Array.from({ length: this.count }, (_, node) => node);
        this.sorted.sort((one, other) => this.group[one] - this.group[other] || one - other);
      }
      return this.sorted;
    }

    /** The width of an edge as a multiple of the usual one, in quarters. */
    width(edge) {
      const percent = this.percents[edge] ?? this.percents[0];
      return Math.min(8, Math.max(0.25, Math.round(percent / 25) / 4));
    }

    /** The edges in groups of about the same width, so that each is a path: [width, edges]. */
    get widths() {
      if (!this.byWidth) {
        const groups = new Map();
        for (let edge = 0; edge < this.edgeCount; edge++) {
          const width = this.width(edge);
          if (!groups.has(width)) groups.set(width, []);
          groups.get(width).push(edge);
        }
        this.byWidth = [...groups].sort(([one], [other]) => one - other);
      }
      return this.byWidth;
    }

    /** The nodes with names, those with most neighbors first. */
    get labeled() {
      if (!this.ranked) {
        this.ranked = Array.from({ length: this.count }, (_, node) => node)
          .filter((node) => this.labels?.[node])
          .sort((one, other) => this.degree(other) - this.degree(one) || one - other);
      }
      return this.ranked;
    }

    /** Such as "77 nodes", or "3 bodies"; `hidden` has a number other than 0 for each node that does not count. */
    size(hidden = []) {
      const nodes = this.count - hidden.filter((each) => each).length;
      const count = this.polygons ? this.labels.filter((label) => label).length : nodes;
      const [one, many] = this.polygons ? ["body", "bodies"] : ["node", "nodes"];
      return `${count} ${count === 1 ? one : many}`;
    }

    degree(node) { return this.first[node + 1] - this.first[node]; }

    name(node) { return this.labels?.[node] || `node ${this.names?.[node] || node}`; }
  }

  // ---- A view -----------------------------------------------------------------------------------

  /** A number of nodes and edges from which WebGL pays. */
  const manyThings = 4000;

  /**
   * A canvas with a graph. `camera` has zoom, panX, panY, turn and tilt, which several views may share.
   * `painter` is "webgl", "canvas", or "auto": WebGL for large graphs.
   */
  class GraphView {
    constructor(camera, painter = "auto") {
      [this.camera, this.wanted] = [camera, painter];
      this.canvas = make("canvas", { tabindex: "0", role: "img" });
      this.label = make("div", { class: "name", hidden: "" });
      this.frame = make("div", { class: "canvas" }, this.canvas, this.label);
      this.element = make("div", { class: "view" }, this.frame);
      this.context = this.canvas.getContext("2d");
      this.at = { x: 0, y: 0, size: 0, depth: 0 };
      this.pins = new Set();
      [this.middle, this.reach, this.widest] = [[0, 0, 0], [1, 1], 1];
    }

    /** The coordinates of node i are `positions[i * dimensions]` and those that follow. */
    setGraph(graph, dimensions, positions) {
      [this.graph, this.dimensions, this.positions] = [graph, dimensions, positions];
      this.hidden = null;
      this.choosePainter();
      this.painter.setGraph(graph, dimensions);
    }

    choosePainter() {
      const isLarge = this.graph.count + this.graph.edgeCount > manyThings;
      // A view that has used WebGL keeps it.
      const isWanted = this.wanted === "webgl" || (this.wanted === "auto" && (isLarge || Boolean(this.under)));
      const wantsGL = isWanted && !this.graph.polygons;
      if (this.painter && (this.painter instanceof GLPainter) === wantsGL) return;
      this.under?.remove();
      this.under = null;
      this.painter = null;
      if (wantsGL) {
        const under = make("canvas", { class: "under", "aria-hidden": "true" });
        this.frame.prepend(under);
        this.painter = GLPainter.on(under);
        if (this.painter) {
          this.under = under;
          under.addEventListener("webglcontextlost", () => this.fallBack());
        } else {
          under.remove();
          this.wanted = "canvas";
        }
      }
      this.painter ??= new CanvasPainter(this);
    }

    /** The graphics card has gone. */
    fallBack() {
      this.under?.remove();
      this.under = null;
      this.wanted = "canvas";
      this.painter = new CanvasPainter(this);
      this.painter.setGraph(this.graph, this.dimensions);
    }

    /**
     * Hides nodes and edges, with a number other than 0 for each in `nodes` and `edges`. Edges of hidden
     * nodes are hidden, too.
     */
    hide(nodes, edges) {
      this.hidden = { nodes, edges };
      if (this.painter instanceof GLPainter) this.painter.setHidden(this);
    }

    hidesEdge(edge) {
      const { hidden, graph: { ends } } = this;
      if (!hidden) return false;
      return Boolean(
        hidden.edges[edge] || hidden.nodes[ends[2 * edge]] || hidden.nodes[ends[2 * edge + 1]]);
    }

    get isSolid() { return this.dimensions === 3; }

    /** Shows `middle` in the middle, and `reach` along each axis. */
    setBounds(middle, reach) {
      [this.middle, this.reach] = [middle, reach];
      // However a solid is turned, it keeps within its diagonal, and seldom comes near its ends.
      this.widest = Math.hypot(...reach);
    }

    /** Shows the frame of the graph; returns whether it has one. */
    setBoundsToFrame() {
      if (!this.graph.frame || this.isSolid) return false;
      const [x, y, width, height] = this.graph.frame;
      this.setBounds([x + width / 2, y + height / 2], [width, height]);
      return true;
    }

    /** Shows all nodes where they are now, or the frame of the graph. */
    setBoundsToNodes() {
      if (this.setBoundsToFrame()) return;
      const { positions, dimensions } = this;
      const [low, high] = [[], []];
      for (let axis = 0; axis < dimensions; axis++) {
        let [least, most] = [Infinity, -Infinity];
        for (let at = axis; at < positions.length; at += dimensions) {
          const place = positions[at];
          if (place < least) least = place;
          if (place > most) most = place;
        }
        low.push(least);
        high.push(most);
      }
      const isKnown = low.every(Number.isFinite) && high.every(Number.isFinite);
      if (!isKnown) return;
      this.setBounds(
        low.map((least, axis) => (least + high[axis]) / 2),
        low.map((least, axis) => high[axis] - least));
    }

    /** Finds the scale and the place of the middle, in pixels of the screen. */
    measure() {
      this.ratio = fit(this.canvas);
      const { canvas, camera, graph, isSolid, ratio } = this;
      const across = isSolid ? this.widest : this.reach[0];
      const down = isSolid ? this.widest : this.reach[1];
      const margin = isSolid ? 1.1 : 0.92;
      const room = Math.min(canvas.width / (across || 1), canvas.height / (down || 1));
      // A single node, or nodes in one place, have no extent.
      const scale = across || down ? room : 1;
      this.scale = margin * scale * camera.zoom;
      this.left = canvas.width / 2 + camera.panX * canvas.width;
      this.top = canvas.height / 2 + camera.panY * canvas.height;
      const usual = Math.max(1.5, Math.min(5, 60 / Math.sqrt(graph.count || 1)));
      this.usualSize = usual * ratio * Math.sqrt(camera.zoom);
      [this.cosine, this.sine] = [Math.cos(camera.turn), Math.sin(camera.turn)];
      [this.level, this.slope] = [Math.cos(camera.tilt), Math.sin(camera.tilt)];
    }

    /** Where a node is on the canvas in pixels, its radius there, and its depth from 0, the farthest, to
        7; in an object that the next call changes. */
    place(node) {
      const { at, positions, dimensions, scale, left, top, middle, graph, ratio } = this;
      const start = node * dimensions;
      const dx = positions[start] - middle[0];
      const dy = positions[start + 1] - middle[1];
      const own = graph.radius
        ? graph.radius[node] * scale : this.usualSize * (graph.sizes ? graph.sizes[node] : 1);
      const radius = Math.min(40 * ratio, Math.max(1.2 * ratio, own));
      if (dimensions === 2) {
        [at.x, at.y, at.size, at.depth] = [left + dx * scale, top + dy * scale, radius, 0];
        return at;
      }
      // A turntable: turned about the upright axis, then tilted; what is nearer is larger.
      const dz = positions[start + 2] - middle[2];
      const widest = this.widest || 1;
      const turned = this.cosine * dx + this.sine * dz;
      const behind = this.cosine * dz - this.sine * dx;
      const away = this.level * behind - this.slope * dy;
      const nearness = 1 / (1 + 0.35 * away / widest);
      at.x = left + turned * scale * nearness;
      at.y = top + (this.level * dy + this.slope * behind) * scale * nearness;
      at.depth = Math.max(0, Math.min(7, Math.floor(4 - 8 * away / widest)));
      at.size = radius * (0.7 + 0.08 * at.depth);
      return at;
    }

    /** The point of the layout at a point of the canvas in CSS px; of a solid, at the depth of `node`. */
    pointAt(left, top, node) {
      const across = left * this.ratio - this.left;
      const down = top * this.ratio - this.top;
      const { scale, middle } = this;
      if (!this.isSolid) return [middle[0] + across / scale, middle[1] + down / scale];
      const start = 3 * node;
      const dx = this.positions[start] - middle[0];
      const dy = this.positions[start + 1] - middle[1];
      const dz = this.positions[start + 2] - middle[2];
      const away = this.level * (this.cosine * dz - this.sine * dx) - this.slope * dy;
      const span = scale / (1 + 0.35 * away / (this.widest || 1));
      const [turned, lowered] = [across / span, down / span];
      const behind = this.slope * lowered + this.level * away;
      const y = this.level * lowered - this.slope * away;
      return [
        middle[0] + this.cosine * turned - this.sine * behind, middle[1] + y,
        middle[2] + this.sine * turned + this.cosine * behind,
      ];
    }

    /** Paints all; `picked` is the node that is pointed at, or -1. */
    paint(picked = -1) {
      this.measure();
      const { context, canvas } = this;
      if (this.hidden?.nodes[picked]) picked = -1;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      const isDimmed = picked >= 0;
      context.save();
      this.paintBorder();
      if (this.painter instanceof GLPainter) this.painter.paint(this, isDimmed);
      else this.painter.paint(isDimmed);
      context.restore();
      this.paintPins();
      if (picked < 0) this.paintLabels();
      if (picked >= 0) this.paintPicked(picked);
      this.label.hidden = picked < 0;
    }

    /** The frame of the graph on the canvas: left, top, width and height; null if none is shown. */
    get border() {
      if (!this.graph.frame || this.isSolid) return null;
      const { scale, middle } = this;
      const [x, y, width, height] = this.graph.frame;
      const corner = [this.left + (x - middle[0]) * scale, this.top + (y - middle[1]) * scale];
      return [...corner, width * scale, height * scale];
    }

    /** What leaves the frame is not shown: of a scene, it is the world. */
    paintBorder() {
      const { border, context, ratio } = this;
      if (!border) return;
      context.strokeStyle = colors.quiet;
      context.lineWidth = ratio;
      context.beginPath();
      context.rect(...border);
      context.stroke();
      if (this.graph.polygons) context.clip();
    }

    paintPins() {
      const { context, ratio, pins } = this;
      context.strokeStyle = colors.ring;
      context.lineWidth = 1.5 * ratio;
      let left = 2000;
      for (const node of pins) {
        if (left-- === 0) break;
        const { x, y, size } = this.place(node);
        context.beginPath();
        context.arc(x, y, size + 2.5 * ratio, 0, 2 * Math.PI);
        context.stroke();
      }
    }

    /** Names of nodes in sight where there is room: when zoomed in, or of small graphs. */
    freeNames() {
      const { context, canvas, ratio, graph, camera } = this;
      if (!graph.labels || (camera.zoom < 1.3 && graph.count > 40)) return [];
      const height = 12 * ratio;
      context.font = `${height}px system-ui, sans-serif`;
      const [names, taken] = [[], []];
      let [tries, looks] = [0, 0];
      for (const node of graph.labeled) {
        if (++looks > 20_000) break;
        if (this.hidden?.nodes[node]) continue;
        const { x, y, size } = this.place(node);
        const left = x + size + 3 * ratio;
        const [top, bottom] = [y - height / 2, y + height / 2];
        const isSeen = left > 0 && left < canvas.width && bottom > 0 && top < canvas.height;
        if (!isSeen) continue;
        if (++tries > 200 || taken.length > 60) break;
        const text = short(graph.labels[node], 30);
        const right = left + context.measureText(text).width;
        const isFree = right < canvas.width && taken.every(
          (box) => box[0] > right || box[2] < left || box[1] > bottom || box[3] < top);
        if (!isFree) continue;
        taken.push([left, top, right, bottom]);
        names.push({ text, left, y });
      }
      return names;
    }

    paintLabels() {
      const { context, ratio } = this;
      const names = this.freeNames();
      context.textAlign = "left";
      context.textBaseline = "middle";
      context.lineJoin = "round";
      context.lineWidth = 3 * ratio;
      context.strokeStyle = colors.page;
      context.fillStyle = colors.text;
      for (const { text, left, y } of names) {
        context.strokeText(text, left, y);
        context.fillText(text, left, y);
      }
      context.textBaseline = "alphabetic";
    }

    /** The node that is pointed at, its edges and neighbors, and its name. */
    paintPicked(node) {
      const { context, ratio, graph } = this;
      const first = graph.first[node];
      const near = graph.neighbors.subarray(first, graph.first[node + 1])
        .filter((_, at) => !this.hidesEdge(graph.incident[first + at]));
      const { x, y } = this.place(node);
      context.strokeStyle = colors.ring;
      context.lineWidth = 1.2 * ratio;
      context.beginPath();
      for (const neighbor of near) {
        const other = this.place(neighbor);
        context.moveTo(x, y);
        context.lineTo(other.x, other.y);
      }
      context.stroke();
      for (const other of [...near, node]) {
        const place = this.place(other);
        context.beginPath();
        context.arc(place.x, place.y, Math.max(3 * ratio, place.size), 0, 2 * Math.PI);
        context.fillStyle = graph.colors[graph.group[other]];
        context.fill();
        context.stroke();
      }
      this.showName(node, near.length);
    }

    showName(node, degree) {
      const pinned = this.pins.has(node) ? " · pinned" : "";
      const degrees = ` · ${degree} neighbor${degree === 1 ? "" : "s"}${pinned}`;
      const text = this.graph.name(node) + (this.graph.polygons ? "" : degrees);
      if (this.label.textContent !== text) this.label.textContent = text;
      this.label.hidden = false;
      const { ratio, canvas, label } = this;
      const { x, y } = this.place(node);
      const left = x / ratio + 10;
      const top = y / ratio - label.offsetHeight - 8;
      const right = canvas.clientWidth - label.offsetWidth - 2;
      const bottom = canvas.clientHeight - label.offsetHeight - 2;
      const clamped = [Math.max(2, Math.min(right, left)), Math.max(2, Math.min(bottom, top))];
      label.style.transform = `translate(${clamped[0]}px, ${clamped[1]}px)`;
    }

    /** The picture as SVG: what is on the canvas. */
    svg() {
      const { graph, canvas, ratio } = this;
      this.measure();
      const [width, height] = [canvas.width / ratio, canvas.height / ratio];
      const number = (value) => (value / ratio).toFixed(2);
      const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
        .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
      const lines = graph.widths.map(([width, edges]) => {
        const parts = edges.map((edge) => {
          const { x, y } = this.place(graph.ends[2 * edge]);
          const start = `M${number(x)} ${number(y)}`;
          const end = this.place(graph.ends[2 * edge + 1]);
          return `${start}L${number(end.x)} ${number(end.y)}`;
        });
        return `<path d="${parts.join("")}" stroke-width="${(1.1 * width).toFixed(2)}"/>`;
      });
      const order = [...graph.order];
      const depths = order.map((node) => this.place(node).depth);
      const sorted = order.map((_, at) => at).sort((one, other) => depths[one] - depths[other]);
      const polygons = (graph.polygons ?? []).map((corners) => {
        const points = corners.map((corner) => {
          const { x, y } = this.place(corner);
          return [number(x), number(y)];
        });
        const color = graph.colors[graph.group[corners[0]]];
        return `<polygon points="${points.join(" ")}" fill="${color}"/>`;
      });
      const nodes = graph.polygons ? polygons : sorted.map((at) => {
        const node = order[at];
        const { x, y, size } = this.place(node);
        const color = graph.colors[graph.group[node]];
        const corners = nodeShapes[graph.shapes?.[graph.group[node]]];
        const title = `<title>${escaped(graph.name(node))}</title>`;
        if (!corners) {
          return `<circle cx="${number(x)}" cy="${number(y)}" r="${number(size)}" fill="${color}">${title}</circle>`;
        }
        const points = corners.map(([dx, dy]) => `${number(x + dx * size)},${number(y + dy * size)}`);
        return `<polygon points="${points.join(" ")}" fill="${color}">${title}</polygon>`;
      });
      const alpha = Math.max(0.16, Math.min(0.6, 14 / Math.sqrt(graph.edgeCount || 1)));
      const stroke = `stroke="rgb(${colors.edge})" stroke-opacity="${alpha.toFixed(2)}"`;
      const content = [
        `<g fill="none" ${stroke}>${lines.join("")}</g>`,
        `<g stroke="${colors.page}" stroke-width="0.75">${nodes.join("")}</g>`,
      ];
      // The lines of a scene show how its bodies rotate.
      if (graph.polygons) content.reverse();
      const [x, y, across, down] = (this.border ?? []).map(number);
      const rect = `<rect x="${x}" y="${y}" width="${across}" height="${down}"`;
      const border = x ? `${rect} fill="none" stroke="${colors.quiet}"/>` : "";
      const isClipped = Boolean(border && graph.polygons);
      const clip = isClipped ? `<clipPath id="border">${rect}/></clipPath>` : "";
      const names = this.freeNames().map(
        ({ text, left, y: middle }) => `<text x="${number(left)}" y="${number(middle)}">${escaped(text)}</text>`);
      return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`
        + `<rect width="100%" height="100%" fill="${colors.page}"/>`
        + `${clip}${border}<g${isClipped ? ' clip-path="url(#border)"' : ""}>${content.join("")}</g>`
        + `<g font-family="system-ui, sans-serif" font-size="12" dominant-baseline="central" fill="${colors.text}" `
        + `stroke="${colors.page}" stroke-width="3" stroke-linejoin="round" paint-order="stroke">${names.join("")}</g>`
        + "</svg>\n";
    }

    /** The node with the name of the polygon at a point of the canvas in pixels; -1 if none is there. */
    polygonAt(left, top) {
      const { graph: { polygons, labels } } = this;
      // What is drawn last is on top.
      const found = polygons.findLast((corners) => {
        let isInside = false;
        let { x: lastX, y: lastY } = this.place(corners.at(-1));
        for (const corner of corners) {
          const { x, y } = this.place(corner);
          const crosses = (y > top) !== (lastY > top);
          if (crosses && left < x + (lastX - x) * (top - y) / (lastY - y)) isInside = !isInside;
          [lastX, lastY] = [x, y];
        }
        return isInside;
      });
      if (!found) return -1;
      let node = found[0];
      while (node > 0 && !labels[node]) node--;
      return node;
    }

    /** The node nearest to a point of the canvas in CSS px, if it is within reach of a finger. */
    nearest(left, top, reach) {
      if (!this.graph || !this.ratio) return -1;
      if (this.graph.polygons) {
        const node = this.polygonAt(left * this.ratio, top * this.ratio);
        if (node >= 0) return node;
      }
      const { ratio, graph: { count, labels, polygons } } = this;
      let least = (reach * ratio) ** 2;
      let nearest = -1;
      for (let node = 0; node < count; node++) {
        if (this.hidden?.nodes[node] || (polygons && !labels[node])) continue;
        const { x, y } = this.place(node);
        const square = (x - left * ratio) ** 2 + (y - top * ratio) ** 2;
        if (square >= least) continue;
        least = square;
        nearest = node;
      }
      return nearest;
    }
  }

  // ---- Hands ------------------------------------------------------------------------------------

  /**
   * What moves the pictures of views in step: their zoom, place and turn. `request` draws them. A view's
   * `grab(node, event)`, if it has one, says whether it takes a node that is pressed; then `hold` and
   * `drop` say where it is dragged to.
   */
  class Camera {
    constructor(request) {
      this.request = request;
      this.pointers = new Map();
      this.picked = null;
      this.reset();
    }

    reset() {
      [this.zoom, this.panX, this.panY, this.turn, this.tilt] = [1, 0, 0, 0.6, 0.35];
    }

    listenTo(view) {
      const { canvas } = view;
      canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
        const reach = event.pointerType === "touch" ? 24 : 12;
        this.pick(view, event.offsetX, event.offsetY, reach);
        const isFirst = this.pointers.size === 1;
        if (!isFirst) this.release(view);
        else if (this.picked && view.grab?.(this.picked.node, event)) this.held = this.picked.node;
      });
      canvas.addEventListener("pointermove", (event) => this.point(view, event));
      for (const name of ["pointerup", "pointercancel"]) {
        canvas.addEventListener(name, (event) => {
          this.pointers.delete(event.pointerId);
          this.release(view);
        });
      }
      canvas.addEventListener("pointerleave", (event) => {
        if (event.pointerType !== "touch") this.pick(view, -1e6, -1e6, 0);
      });
      canvas.addEventListener("wheel", (event) => {
        const isOurs = view.takesWheel || document.activeElement === canvas || event.ctrlKey;
        if (!isOurs) return;
        event.preventDefault();
        const amount = Math.max(-0.5, Math.min(0.5, -event.deltaY * (event.ctrlKey ? 0.01 : 0.002)));
        this.zoomBy(Math.exp(amount), view, event.offsetX, event.offsetY);
      }, { passive: false });
    }

    release(view) {
      if (this.held === undefined) return;
      view.drop?.(this.held);
      this.held = undefined;
    }

    pick(view, left, top, reach) {
      const node = view.nearest(left, top, reach);
      this.picked = node < 0 ? null : { graph: view.graph, node };
      this.request();
    }

    point(view, event) {
      const before = this.pointers.get(event.pointerId);
      const now = { x: event.offsetX, y: event.offsetY };
      if (!before) return this.pick(view, now.x, now.y, 12);
      if (this.held !== undefined) {
        view.hold(this.held, view.pointAt(now.x, now.y, this.held), event);
      }
      else if (this.pointers.size === 1) this.drag(view, now.x - before.x, now.y - before.y);
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
    zoomBy(factor, view, left, top) {
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

    turnBy(angle) {
      this.turn += angle;
      this.request();
    }
  }

  // ---- A curve ----------------------------------------------------------------------------------

  /** Numbers over iterations, with a cursor at one of them. `span()` gives the first and the last. */
  class Curve {
    constructor(span) {
      this.span = span;
      this.canvas = make("canvas", { class: "curve", role: "img" });
      this.context = this.canvas.getContext("2d");
      this.marks = [];
      this.unit = "iteration";
    }

    /** Finds the scale for `curves`, a list of what the sides have to show: a name, iterations, values. */
    show(curves) {
      this.curves = curves;
      this.canvas.hidden = curves.length === 0;
      if (curves.length === 0) return;
      const values = curves.flatMap((curve) => [...curve.values]).filter(Number.isFinite)
        .sort((one, other) => one - other);
      if (values.length === 0) values.push(0);
      this.chooseScale(
        values[0], values[Math.floor(values.length * 0.95)], values.at(-1), values.every(Number.isInteger));
      [this.low, this.high] = [this.level(this.least), this.level(this.most)];
      this.ticks = [this.most, this.least].map(brief);
      if (this.ticks[0] === this.ticks[1]) this.ticks[1] = "";
      this.title = curves[0].name.replaceAll("_", " ") + this.remark;
      this.canvas.setAttribute("aria-label", `${this.title} against ${this.unit}`);
    }

    /** Logarithmic where numbers fade away; where a few at the beginning dwarf all others, without them. Counts,
        which may be 0, do not fade. */
    chooseScale(least, usual, most, areCounts) {
      // What is smaller by this is as good as nothing.
      const smallest = Math.max(least, most * 1e-9);
      const canFade = areCounts ? least > 0 : least >= 0;
      const isFading = canFade && usual > 20 * smallest;
      const isDwarfed = !isFading && most - least > 3 * (usual - least) && usual > least;
      this.isLogarithmic = isFading || (!isDwarfed && canFade && most > 20 * smallest);
      this.least = this.isLogarithmic ? smallest : least;
      this.most = isDwarfed ? usual : most;
      this.remark = this.isLogarithmic ? ", log scale" : isDwarfed ? ", start cut off" : "";
    }

    level(value) { return this.isLogarithmic ? Math.log(Math.max(this.least, value)) : value; }

    place(iteration) {
      const [first, last] = this.span();
      const part = last > first ? (iteration - first) / (last - first) : 0;
      return this.margin + part * (this.canvas.width - this.margin - 8 * this.ratio);
    }

    /** The iteration at a point, in CSS px from the left. */
    iterationAt(left) {
      const width = this.canvas.width - this.margin - 8 * this.ratio;
      const part = (left * this.ratio - this.margin) / width;
      const [first, last] = this.span();
      return first + (last - first) * Math.max(0, Math.min(1, part));
    }

    height(value) {
      const [top, bottom] = [22 * this.ratio, this.canvas.height - 8 * this.ratio];
      if (!(this.high > this.low)) return (top + bottom) / 2;
      return bottom - (this.level(value) - this.low) / (this.high - this.low) * (bottom - top);
    }

    /** `iteration` is that of the cursor; null if there is none. */
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
      for (const mark of this.marks) this.paintLine(mark.iteration, colors.quiet, [2, 3]);
      for (const curve of this.curves) this.paintCurve(curve);
      context.restore();
      if (iteration !== null) this.paintLine(iteration, colors.text, []);
    }

    paintLine(iteration, color, dashes) {
      const { context, canvas, ratio } = this;
      context.strokeStyle = color;
      context.lineWidth = ratio;
      context.setLineDash(dashes.map((length) => length * ratio));
      context.beginPath();
      context.moveTo(this.place(iteration), 20 * ratio);
      context.lineTo(this.place(iteration), canvas.height);
      context.stroke();
      context.setLineDash([]);
    }

    paintFrame() {
      const { context, canvas, ratio } = this;
      context.fillStyle = colors.quiet;
      context.textAlign = "left";
      // A title that is too long begins to the left of the frame, and is condensed if need be.
      const room = canvas.width - context.measureText(this.title).width;
      context.fillText(this.title, Math.max(0, Math.min(this.margin, room)), 12 * ratio, canvas.width);
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

  const short = (text, limit = 40) => text.length > limit ? `${text.slice(0, limit - 1)}…` : text;

  /** What the colors of `graphs` tell, into the element `legend`. */
  function showLegend(legend, graphs) {
    legend.replaceChildren();
    for (const { key, colors: paints, shapes: names } of new Set(graphs)) {
      if (!key) continue;
      const dots = paints.map((paint, at) => {
        const corners = nodeShapes[names?.[at]];
        const points = corners?.map(([x, y]) => `${50 + 32 * x}% ${50 + 32 * y}%`);
        const dot = make("i");
        dot.style.background = paint;
        if (points) {
          dot.style.borderRadius = "0";
          dot.style.clipPath = `polygon(${points})`;
        }
        return dot;
      });
      legend.append(make("span", {}, short(key.name)));
      if (key.texts) {
        legend.append(...dots.map((dot, at) => make("span", {}, dot, short(key.texts[at]))));
      } else {
        const ramp = make("span", { class: "ramp" }, ...dots);
        legend.append(make("span", {}, brief(key.low), ramp, brief(key.high)));
      }
    }
  }

  return {
    brief, bytes, Camera, colors, Curve, Graph, GraphView, make, nodeShapes, readColors, showLegend,
  };
})();
