// The painters of graphs: on a 2D canvas, and by WebGL 2.
"use strict";

const painting = (() => {
  /** The corners of the shapes of nodes that are no circles, in units of the radius. */
  const nodeShapes = {
    square: [[-0.886, -0.886], [0.886, -0.886], [0.886, 0.886], [-0.886, 0.886]],
    triangle: [[0, -1.555], [1.347, 0.778], [-1.347, 0.778]],
    diamond: [[0, -1.253], [1.253, 0], [0, 1.253], [-1.253, 0]],
    down: [[-1.347, -0.778], [1.347, -0.778], [0, 1.555]],
  };

  /** Makes a canvas as large as it is shown, in the pixels of the screen; tells how many a CSS px has. */
  function fit(canvas) {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    return ratio;
  }

  // ---- Colors, from the page -------------------------------------------------------------------

  const colors = {};

  function readColors() {
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(name).trim();
    for (const name of ["page", "text", "quiet", "line", "ring", "edge", "a", "b"]) {
      colors[name] = color(`--${name}`);
    }
  }

  /** The parts of `#rrggbb` from 0 to 255. */
  function channels(color) {
    const value = parseInt(color.slice(1), 16) || 0;
    return [value >> 16, (value >> 8) & 255, value & 255];
  }

  // ---- Painting on a 2D canvas ------------------------------------------------------------------

  /** Paints nodes and edges on the canvas of a view, which also has the names. */
  class CanvasPainter {
    constructor(view) {
      this.view = view;
      this.context = view.context;
    }

    setGraph(graph) {
      this.graph = graph;
      this.x = new Float32Array(graph.count);
      this.y = new Float32Array(graph.count);
      this.size = new Float32Array(graph.count);
      this.depth = new Uint8Array(graph.count);
      this.sorted = new Uint32Array(graph.count);
      this.tally = new Uint32Array(9);
    }

    paint(isDimmed) {
      const { view, x, y, size, depth, context } = this;
      for (let node = 0; node < x.length; node++) {
        const at = view.place(node);
        [x[node], y[node], size[node], depth[node]] = [at.x, at.y, at.size, at.depth];
      }
      if (this.graph.polygons) {
        this.paintPolygons(isDimmed);
        this.paintEdges(isDimmed);
        return;
      }
      this.paintEdges(isDimmed);
      context.globalAlpha = isDimmed ? 0.35 : 1;
      this.paintNodes();
      context.globalAlpha = 1;
    }

    /** Polygons in the color of their first corner. */
    paintPolygons(isDimmed) {
      const { context, x, y, graph, view: { ratio } } = this;
      context.globalAlpha = isDimmed ? 0.35 : 0.85;
      context.lineWidth = ratio * 0.75;
      context.strokeStyle = colors.page;
      for (const corners of graph.polygons) {
        context.fillStyle = graph.colors[graph.group[corners[0]]];
        context.beginPath();
        for (const corner of corners) context.lineTo(x[corner], y[corner]);
        context.closePath();
        context.fill();
        context.stroke();
      }
      context.globalAlpha = 1;
    }

    /** The edges of a width as one path; hairlines, which are drawn fastest, where there are many. */
    paintEdges(isDimmed) {
      const { context, graph, view: { ratio } } = this;
      const alpha = Math.max(0.16, Math.min(0.6, 14 / Math.sqrt(graph.edgeCount)));
      context.strokeStyle = `rgba(${colors.edge}, ${isDimmed ? alpha / 2 : alpha})`;
      const isFine = graph.edgeCount > 1500 && !graph.hasWidths;
      for (const [width, edges] of graph.widths) {
        context.lineWidth = isFine ? 1 : 1.1 * ratio * width;
        this.paintLines(edges);
      }
    }

    paintLines(edges) {
      const { context, x, y, graph: { ends }, view } = this;
      context.beginPath();
      for (const edge of edges) {
        if (view.hidden && view.hidesEdge(edge)) continue;
        context.moveTo(x[ends[2 * edge]], y[ends[2 * edge]]);
        context.lineTo(x[ends[2 * edge + 1]], y[ends[2 * edge + 1]]);
      }
      context.stroke();
    }

    /** The nodes color by color; of solids, from the farthest to the nearest. */
    paintNodes() {
      const { context, depth, graph, view: { isSolid, ratio } } = this;
      const order = isSolid ? this.sortByDepth() : graph.order;
      context.lineWidth = ratio * 0.75;
      context.strokeStyle = colors.page;
      let start = 0;
      for (let at = 1; at <= order.length; at++) {
        const one = order[start];
        const other = order[at];
        const isSame = at < order.length && graph.group[one] === graph.group[other]
          && (!isSolid || depth[one] === depth[other]);
        if (isSame) continue;
        const group = graph.group[one];
        this.paintRun(order, start, at, graph.colors[group], nodeShapes[graph.shapes?.[group]]);
        start = at;
      }
    }

    paintRun(order, start, end, color, corners) {
      const { context, x, y, size, view: { hidden, ratio } } = this;
      let isSmall = true;
      context.beginPath();
      for (let at = start; at < end; at++) {
        const node = order[at];
        if (hidden?.nodes[node]) continue;
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
      const { sorted, depth, tally, graph: { order } } = this;
      tally.fill(0);
      for (let node = 0; node < depth.length; node++) tally[depth[node] + 1]++;
      for (let slab = 0; slab < 8; slab++) tally[slab + 1] += tally[slab];
      for (let at = 0; at < order.length; at++) sorted[tally[depth[order[at]]]++] = order[at];
      return sorted;
    }
  }

  // ---- Painting by WebGL 2 ----------------------------------------------------------------------

  /** The positions are a texture, which edges and nodes read: a frame is one upload and two calls. */
  const textureWidth = 1024;
  /** Above this number of edges, hairlines, which are drawn fastest. */
  const maxQuads = 20_000;

  const projection = `#version 300 es
    precision highp float;
    precision highp int;
    uniform highp sampler2D places;
    uniform vec3 middle;
    uniform vec4 turn; // Cosine and sine of the turn, then of the tilt.
    uniform vec3 frame; // Scale, left and top.
    uniform vec2 canvas;
    uniform float widest;
    uniform bool isSolid;
    /** Left and top in pixels, the distance from the middle, from -0.5 to 0.5, and the nearness. */
    vec4 project(uint node) {
      ivec2 place = ivec2(int(node) % ${textureWidth}, int(node) / ${textureWidth});
      vec3 at = texelFetch(places, place, 0).xyz - middle;
      if (!isSolid) return vec4(frame.yz + at.xy * frame.x, 0.0, 1.0);
      float turned = turn.x * at.x + turn.y * at.z;
      float behind = turn.x * at.z - turn.y * at.x;
      float away = (turn.z * behind - turn.w * at.y) / widest;
      float nearness = 1.0 / (1.0 + 0.35 * away);
      vec2 flat_ = vec2(turned, turn.z * at.y + turn.w * behind) * frame.x * nearness;
      return vec4(frame.yz + flat_, away, nearness);
    }
    vec4 onCanvas(vec2 place, float depth) {
      return vec4(2.0 * place.x / canvas.x - 1.0, 1.0 - 2.0 * place.y / canvas.y, depth, 1.0);
    }`;

  const programs = {
    lines: [`${projection}
      layout(location = 0) in uint end;
      void main() { gl_Position = onCanvas(project(end).xy, 0.0); }`,
    `#version 300 es
      precision mediump float;
      uniform vec4 color;
      out vec4 result;
      void main() { result = vec4(color.rgb * color.a, color.a); }`],

    quads: [`${projection}
      layout(location = 0) in uvec2 ends;
      layout(location = 1) in float width;
      uniform float unit;
      out float across;
      out float reach;
      void main() {
        vec2 from = project(ends.x).xy;
        vec2 to = project(ends.y).xy;
        vec2 way = to - from;
        float length_ = length(way);
        vec2 side = length_ > 0.0 ? vec2(-way.y, way.x) / length_ : vec2(0.0, 1.0);
        float half_ = max(0.5, 0.5 * width * unit) + 0.5;
        float sign_ = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
        across = sign_ * half_;
        reach = half_ - 0.5;
        vec2 place = ((gl_VertexID & 2) == 0 ? from : to) + side * across;
        gl_Position = onCanvas(place, 0.0);
      }`,
    `#version 300 es
      precision mediump float;
      uniform vec4 color;
      in float across;
      in float reach;
      out vec4 result;
      void main() {
        float alpha = color.a * clamp(reach + 0.5 - abs(across), 0.0, 1.0);
        result = vec4(color.rgb * alpha, alpha);
      }`],

    nodes: [`${projection}
      layout(location = 0) in vec4 look; // Red, green, blue and the number of the shape.
      layout(location = 1) in float extent;
      uniform float unit;
      uniform float ratio;
      out vec3 color;
      flat out int shape;
      flat out float radius;
      flat out float reach;
      void main() {
        vec4 at = project(uint(gl_VertexID));
        radius = clamp(extent * unit, 1.2 * ratio, 40.0 * ratio);
        if (isSolid) radius *= 0.7 + 0.08 * clamp(floor(4.0 - 8.0 * at.z), 0.0, 7.0);
        color = look.rgb;
        shape = int(look.a * 255.0 + 0.5);
        reach = radius * (shape == 0 ? 1.0 : 1.56) + 1.0;
        gl_PointSize = 2.0 * reach;
        gl_Position = extent < 0.0
          ? vec4(2.0, 2.0, 2.0, 1.0) : onCanvas(at.xy, clamp(at.z, -0.99, 0.99));
      }`,
    `#version 300 es
      precision highp float;
      uniform float alpha;
      uniform vec3 page;
      uniform float ratio;
      uniform bool isSolid;
      in vec3 color;
      flat in int shape;
      flat in float radius;
      flat in float reach;
      out vec4 result;
      void main() {
        vec2 at = (2.0 * gl_PointCoord - 1.0) * reach;
        if (shape == 4) at.y = -at.y;
        float outside = shape == 0 ? length(at) - radius
          : shape == 1 ? max(abs(at.x), abs(at.y)) - 0.886 * radius
          : shape == 3 ? (abs(at.x) + abs(at.y) - 1.253 * radius) * 0.7071
          : max(at.y - 0.778 * radius, 0.866 * abs(at.x) - 0.5 * at.y - 0.778 * radius);
        float inside = clamp(0.5 - outside, 0.0, 1.0);
        if (inside < (isSolid ? 0.5 : 0.01)) discard;
        float rim = radius < 2.0 * ratio ? 0.0 : clamp(outside + 0.75 * ratio, 0.0, 1.0);
        float share = inside * alpha;
        result = vec4(mix(color, page, rim) * share, share);
      }`],
  };

  /** Paints nodes and edges on a canvas of its own, below that of the view. */
  class GLPainter {
    /** Nil if the browser has no WebGL 2. */
    static on(canvas) {
      const gl = canvas.getContext("webgl2", { antialias: false, powerPreference: "high-performance" });
      if (!gl) return null;
      try {
        return new GLPainter(canvas, gl);
      } catch {
        return null;
      }
    }

    constructor(canvas, gl) {
      [this.canvas, this.gl] = [canvas, gl];
      this.programs = {};
      for (const [name, sources] of Object.entries(programs)) {
        this.programs[name] = this.program(...sources);
      }
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
      this.texture = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, this.texture);
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
        gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
      }
      [this.ends, this.widths, this.looks, this.extents] =
        Array.from({ length: 4 }, () => gl.createBuffer());
    }

    program(vertexSource, fragmentSource) {
      const { gl } = this;
      const program = gl.createProgram();
      for (const [kind, source] of [
        [gl.VERTEX_SHADER, vertexSource], [gl.FRAGMENT_SHADER, fragmentSource],
      ]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
      }
      gl.linkProgram(program);
      if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
        throw new Error(gl.getProgramInfoLog(program));
      }
      const places = {};
      const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS);
      for (let index = 0; index < count; index++) {
        const { name } = gl.getActiveUniform(program, index);
        places[name] = gl.getUniformLocation(program, name);
      }
      return { program, places, array: gl.createVertexArray() };
    }

    setGraph(graph, dimensions) {
      const { gl } = this;
      [this.graph, this.dimensions] = [graph, dimensions];
      this.isFine = graph.edgeCount > maxQuads && !graph.hasWidths;
      const [inner, outer] = dimensions === 3 ? [gl.RGB32F, gl.RGB] : [gl.RG32F, gl.RG];
      const height = Math.max(1, Math.ceil(graph.count / textureWidth));
      gl.texImage2D(gl.TEXTURE_2D, 0, inner, textureWidth, height, 0, outer, gl.FLOAT, null);
      this.outer = outer;
      gl.bindBuffer(gl.ARRAY_BUFFER, this.ends);
      gl.bufferData(gl.ARRAY_BUFFER, graph.ends, gl.STATIC_DRAW);
      gl.bindVertexArray(this.programs.lines.array);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribIPointer(0, 1, gl.UNSIGNED_INT, 0, 0);
      gl.bindVertexArray(this.programs.quads.array);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribIPointer(0, 2, gl.UNSIGNED_INT, 0, 0);
      gl.vertexAttribDivisor(0, 1);
      if (!this.isFine) {
        const widths = Float32Array.from({ length: graph.edgeCount }, (_, edge) => graph.width(edge));
        this.attribute(1, this.widths, widths, 1, gl.FLOAT);
        gl.vertexAttribDivisor(1, 1);
      }
      gl.bindVertexArray(this.programs.nodes.array);
      const names = ["circle", ...Object.keys(nodeShapes)];
      const tones = graph.colors.map((color, at) => [
        ...channels(color), Math.max(0, names.indexOf(graph.shapes?.[at] ?? "circle")),
      ]);
      const looks = new Uint8Array(4 * graph.count);
      for (let node = 0; node < graph.count; node++) looks.set(tones[graph.group[node]], 4 * node);
      this.attribute(0, this.looks, looks, 4, gl.UNSIGNED_BYTE, true);
      this.setExtents(null);
      this.shownEdges = graph.edgeCount;
      gl.bindVertexArray(null);
    }

    setExtents(hidden) {
      const { gl, graph } = this;
      let extents = graph.radius ?? graph.sizes ?? new Float32Array(graph.count).fill(1);
      // Nodes without an extent are not drawn.
      if (hidden) extents = extents.map((extent, node) => hidden.nodes[node] ? -1 : extent);
      gl.bindVertexArray(this.programs.nodes.array);
      this.attribute(1, this.extents, extents, 1, gl.FLOAT);
    }

    /** Leaves out the nodes and edges that `view` hides. */
    setHidden(view) {
      const { gl, graph } = this;
      this.setExtents(view.hidden);
      const shown = [];
      for (let edge = 0; edge < graph.edgeCount; edge++) if (!view.hidesEdge(edge)) shown.push(edge);
      this.shownEdges = shown.length;
      const ends = new Uint32Array(2 * shown.length);
      shown.forEach((edge, at) => ends.set(graph.ends.subarray(2 * edge, 2 * edge + 2), 2 * at));
      gl.bindBuffer(gl.ARRAY_BUFFER, this.ends);
      gl.bufferData(gl.ARRAY_BUFFER, ends, gl.STATIC_DRAW);
      if (!this.isFine) {
        gl.bindBuffer(gl.ARRAY_BUFFER, this.widths);
        const widths = Float32Array.from(shown, (edge) => graph.width(edge));
        gl.bufferData(gl.ARRAY_BUFFER, widths, gl.STATIC_DRAW);
      }
      gl.bindVertexArray(null);
    }

    attribute(place, buffer, numbers, size, type, isNormalized = false) {
      const { gl } = this;
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, type, isNormalized, 0, 0);
    }

    paint(view, isDimmed) {
      const { gl, canvas, graph } = this;
      fit(canvas);
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      this.upload(view.positions);
      this.paintEdges(view, isDimmed);
      const { places } = this.use("nodes", view);
      gl[view.isSolid ? "enable" : "disable"](gl.DEPTH_TEST);
      gl.uniform1f(places.unit, graph.radius ? view.scale : view.usualSize);
      gl.uniform1f(places.ratio, view.ratio);
      gl.uniform1f(places.alpha, isDimmed ? 0.35 : 1);
      gl.uniform3fv(places.page, channels(colors.page).map((part) => part / 255));
      gl.drawArrays(gl.POINTS, 0, graph.count);
      gl.disable(gl.DEPTH_TEST);
    }

    /** Whole rows of the texture, then what is left. */
    upload(positions) {
      const { gl, graph: { count }, dimensions, outer } = this;
      const rows = Math.floor(count / textureWidth);
      const whole = rows * textureWidth;
      if (rows > 0) {
        gl.texSubImage2D(
          gl.TEXTURE_2D, 0, 0, 0, textureWidth, rows, outer, gl.FLOAT, positions, 0);
      }
      if (whole < count) {
        gl.texSubImage2D(
          gl.TEXTURE_2D, 0, 0, rows, count - whole, 1, outer, gl.FLOAT, positions,
          whole * dimensions);
      }
    }

    paintEdges(view, isDimmed) {
      const { gl, graph, isFine } = this;
      if (this.shownEdges === 0) return;
      const { places } = this.use(isFine ? "lines" : "quads", view);
      // Unlike lines of one path, these add up where they cross.
      const alpha = Math.max(0.05, Math.min(0.6, 11 / Math.sqrt(graph.edgeCount)));
      const tone = colors.edge.split(",").map((part) => Number(part) / 255);
      gl.uniform4f(places.color, ...tone, isDimmed ? alpha / 2 : alpha);
      if (isFine) return gl.drawArrays(gl.LINES, 0, 2 * this.shownEdges);
      gl.uniform1f(places.unit, (graph.edgeCount > 1500 && !graph.hasWidths ? 0.8 : 1.1) * view.ratio);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.shownEdges);
    }

    use(name, view) {
      const { gl } = this;
      const { program, places, array } = this.programs[name];
      const { turn, tilt } = view.camera;
      gl.useProgram(program);
      gl.bindVertexArray(array);
      gl.uniform3f(places.middle, view.middle[0], view.middle[1], view.middle[2] ?? 0);
      gl.uniform4f(places.turn, Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt));
      gl.uniform3f(places.frame, view.scale, view.left, view.top);
      gl.uniform2f(places.canvas, this.canvas.width, this.canvas.height);
      gl.uniform1f(places.widest, view.widest || 1);
      gl.uniform1i(places.isSolid, view.isSolid ? 1 : 0);
      return { places };
    }
  }

  return { CanvasPainter, colors, fit, GLPainter, nodeShapes, readColors };
})();
