// The player: layouts as they unfold, on two canvases in step, with the curve of their energy.
//
// It reads the JSON in #player-data and builds its controls in #stage. Frames stay quantized, as they
// were recorded; a draw interpolates between two of them and allocates nothing.
"use strict";

(() => {
  const stage = document.getElementById("stage");
  const data = JSON.parse(document.getElementById("player-data").textContent);
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  const { bytes, Camera, Curve, Graph, GraphView, make, readColors, showLegend } = drawing;

  /** The iteration at a time from 0 to 1, or the time of an iteration: linear between the places. */
  function between(from, to, value) {
    const next = from.findIndex((each) => each >= value);
    if (next < 0) return to.at(-1);
    if (next === 0) return to[0];
    const part = (value - from[next - 1]) / (from[next] - from[next - 1] || 1);
    return to[next - 1] + (to[next] - to[next - 1]) * part;
  }

  // ---- What was recorded ------------------------------------------------------------------------

  /**
   * A trial's frames, and where its nodes are at any iteration between the first and the last. Iterations
   * that are steps in time are counted in seconds.
   */
  class Movie {
    constructor(trial, graph) {
      this.trial = trial;
      this.graph = graph;
      this.dimensions = trial.dimensions;
      const { seconds } = graph;
      this.iterations = seconds ? trial.iterations.map((step) => step * seconds) : trial.iterations;
      this.end = this.iterations.at(-1);
      this.frames = this.decoded(bytes(trial.frames));
      this.frame = 0;
      this.hiddenNodes = new Uint8Array(graph.count);
      this.hiddenEdges = new Uint8Array(graph.edgeCount);
      this.positions = new Float32Array(graph.count * trial.dimensions);
    }

    /** The part, from 0 to 1, of the way of all nodes that is behind them at an iteration. */
    wayAt(iteration) { return between(this.iterations, this.trial.ways, iteration); }

    get isMoving() { return this.trial.ways.at(-1) > 0; }

    /** Whether nodes or edges come or go. */
    get isChanging() { return Boolean(this.trial.nodeSpans || this.trial.edgeSpans); }

    /** Finds what is hidden in a frame: what has spans, outside of them. */
    hideAt(frame) {
      const spans = [
        [this.trial.nodeSpans, this.hiddenNodes], [this.trial.edgeSpans, this.hiddenEdges],
      ];
      for (const [recorded, hidden] of spans) {
        for (const [item] of recorded ?? []) hidden[item] = 1;
        for (const [item, first, last] of recorded ?? []) {
          if (first <= frame && frame <= last) hidden[item] = 0;
        }
      }
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

    /** Where nodes are in all frames but the first `part` of them: the middle and the extent along each axis. */
    boundsAfter(part) {
      const { dimensions, frames, graph, iterations, trial } = this;
      const first = Math.floor(part * iterations.length);
      const [middle, reach] = [[], []];
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
        middle.push(trial.low[axis] + unit * (least + most) / 2);
        reach.push(unit * Math.max(0, most - least));
      }
      return { middle, reach };
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
      const { frames, graph, iterations, dimensions, positions } = this;
      const frame = this.frameAt(iteration);
      const hasNext = frame + 1 < iterations.length && isSmooth;
      const span = hasNext ? iterations[frame + 1] - iterations[frame] : 1;
      const part = hasNext ? Math.max(0, (iteration - iterations[frame]) / span) : 0;
      for (let axis = 0; axis < dimensions; axis++) {
        const low = this.trial.low[axis];
        const unit = (this.trial.high[axis] - low) / 65535;
        const here = (frame * dimensions + axis) * graph.count;
        const there = hasNext ? here + dimensions * graph.count : here;
        for (let node = 0; node < graph.count; node++) {
          const from = frames[here + node];
          const place = from + (frames[there + node] - from) * part;
          positions[node * dimensions + axis] = low + unit * place;
        }
      }
    }
  }

  const graphs = new Map();

  function graph(hash) {
    if (!graphs.has(hash)) graphs.set(hash, new Graph(data.graphs[hash]));
    return graphs.get(hash);
  }

  // ---- One side ---------------------------------------------------------------------------------

  /** A canvas with the movie of one trial. */
  class MovieView extends GraphView {
    constructor(camera, side) {
      super(camera);
      this.movie = null;
      this.select = make("select", { "aria-label": `Trial on the ${side}` });
    }

    show(trial) {
      this.movie = trial ? new Movie(trial, graph(trial.graph)) : null;
      this.element.hidden = !trial;
      this.shownFrame = -1;
      if (!trial) return;
      this.setGraph(this.movie.graph, this.movie.dimensions, this.movie.positions);
      this.frameView();
    }

    /** Shows and counts the nodes and edges that there are at an iteration. */
    seek(iteration) {
      const { movie, movie: { trial } } = this;
      const frame = movie.frameAt(iteration);
      if (this.shownFrame === frame) return;
      this.shownFrame = frame;
      if (movie.isChanging) {
        movie.hideAt(frame);
        this.hide(movie.hiddenNodes, movie.hiddenEdges);
      }
      this.size = movie.graph.size(movie.hiddenNodes);
      this.canvas.setAttribute("aria-label", `Layout of trial ${trial.trial}, ${trial.title}: ${this.size}`);
    }

    /** Finds what the view must hold: where nodes are at any time, or in the later half if they start so far off that
        the rest would be small. */
    frameView() {
      if (this.setBoundsToFrame()) return;
      const [all, late] = [0, 0.5].map((part) => this.movie.boundsAfter(part));
      const isFarOff = Math.max(...all.reach) > 2.5 * Math.max(...late.reach);
      const { middle, reach } = isFarOff ? late : all;
      this.setBounds(middle, reach);
    }

    paintAt(iteration, picked) {
      this.movie.moveTo(iteration, !reducedMotion.matches);
      this.paint(picked?.graph === this.movie.graph ? picked.node : -1);
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
      this.camera = new Camera(() => this.request());
      this.views = [new MovieView(this.camera, "left"), new MovieView(this.camera, "right")];
      this.curve = new Curve(() => [0, this.end]);
      this.build();
      this.listen();
      const isNarrow = innerWidth < 640;
      const other = data.trials.findIndex(
        (trial) => trial.configuration !== data.trials[0].configuration);
      this.choose(0, 0);
      this.choose(1, isNarrow ? -1 : other);
      // A scene begins at its start; of a layout, the result matters most.
      const plays = "plays" in stage.dataset && !reducedMotion.matches && this.hasFrames;
      this.seek(plays || this.isTimed ? 0 : this.end);
      if (plays) this.setPlaying(true);
    }

    /** Whether iterations are seconds. */
    get isTimed() { return this.movies.some((movie) => movie.graph.seconds); }

    /**
     * The times of play, from 0 to 1, of the iterations of all movies: in proportion to how far nodes
     * move, so that movement is visible, and a little to the iterations, so that all pass.
     */
    setClock() {
      const places = [...new Set(this.movies.flatMap((movie) => [0, ...movie.iterations]))]
        .sort((one, other) => one - other);
      const moving = this.movies.filter((movie) => !movie.isStill);
      const times = places.map((place) => {
        const parts = moving.map((movie) => movie.wayAt(place));
        const path = parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length);
        const share = this.end > 0 ? place / this.end : 0;
        const isEven = this.isTimed || !moving.some((movie) => movie.isMoving);
        return isEven ? share : 0.85 * path + 0.15 * share;
      });
      this.clock = { places, times, last: times.at(-1) || 1 };
    }

    get movies() { return this.views.flatMap((view) => view.movie ?? []); }
    get hasFrames() { return this.movies.some((movie) => !movie.isStill); }
    get isSolid() { return this.movies.some((movie) => movie.dimensions === 3); }

    // Building

    build() {
      const button = (text, label, kind) =>
        make("button", { type: "button", class: kind, "aria-label": label, title: label }, text);
      this.play = make("button", { type: "button", class: "play" });
      this.range = make("input", { type: "range", min: "0", step: "any" });
      this.readout = make("output");
      this.speed = make("select", { "aria-label": "Speed" });
      for (const speed of speeds) this.speed.append(new Option(`${speed}×`, speed));
      this.speed.value = "1";
      this.closer = button("+", "Zoom in (+)", "square");
      this.farther = button("−", "Zoom out (−)", "square");
      this.whole = button("Fit", "Show all (0)", "");
      this.sides = make("div", { class: "views" }, ...this.views.map((view) => view.element));
      this.eventMarks = make("div", { class: "events", hidden: "" });
      this.line = make("div", { class: "timeline" }, this.range, this.eventMarks);
      this.controls = make(
        "div", { class: "controls" }, this.play, this.line, this.readout, this.speed, this.farther,
        this.closer, this.whole);
      this.legend = make("div", { class: "legend" });
      this.help = make("p", { class: "source" });
      stage.append(this.sides, this.curve.canvas, this.controls, this.legend, this.help);
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
      this.line.hidden = this.readout.hidden = this.speed.hidden = !this.hasFrames;
      this.play.hidden = !this.hasFrames && !this.isSolid;
      this.range.setAttribute("aria-label", this.isTimed ? "Time in seconds" : "Iteration");
      this.showHelp();
      const curves = this.views.flatMap((each, at) => {
        const curve = each.movie?.trial.curve;
        const unit = each.movie?.graph.seconds ?? 1;
        return curve
          ? [{ ...curve, iterations: curve.iterations.map((each) => each * unit), side: "ab"[at] }] : [];
      });
      this.curve.unit = this.isTimed ? "time" : "iteration";
      this.showEvents();
      // An energy and a movement have no scale in common.
      const shown = this.hasFrames ? curves : [];
      this.curve.show(shown.filter((curve) => curve.name === shown[0].name));
      this.setClock();
      showLegend(this.legend, this.movies.map((movie) => movie.graph));
      this.seek(Math.min(this.iteration, this.end));
      this.setPlaying(this.isPlaying);
    }

    showHelp() {
      const pace = this.isTimed || !this.hasFrames ? "" : "Time runs with the movement of the nodes. ";
      const turn = this.isSolid ? ", in 3D to turn it" : "";
      const play = this.hasFrames ? "space plays, ← and → step, " : turn && "space and ← → turn it, ";
      this.help.textContent = `${pace}Drag to move it${turn}; once it has been clicked or touched, the wheel `
        + `or two fingers zoom. Keys: ${play}+ and − zoom, 0 shows all.`;
    }

    /** Marks what happened on the time line: below the slider, and in the curve. */
    showEvents() {
      const events = this.movies.flatMap((movie) => (movie.trial.events ?? []).map(
        ({ iteration, text }) => ({ iteration: iteration * (movie.graph.seconds ?? 1), text })));
      const texts = new Map();
      for (const { iteration, text } of events) {
        const known = texts.get(iteration) ?? [];
        if (!known.includes(text)) texts.set(iteration, [...known, text]);
      }
      this.events = [...texts].sort(([one], [other]) => one - other)
        .map(([iteration, list]) => ({ iteration, text: list.join("; ") }));
      this.curve.marks = this.events;
      this.eventMarks.hidden = this.events.length === 0;
      this.eventMarks.replaceChildren(...this.events.map(({ iteration, text }) => {
        const words = `${this.isTimed ? `${iteration.toFixed(2)} s` : `Iteration ${iteration}`}: ${text}`;
        const mark = make("button", { type: "button", title: words, "aria-label": words });
        mark.style.left = `${100 * iteration / (this.end || 1)}%`;
        mark.addEventListener("click", () => this.seek(iteration));
        return mark;
      }));
    }

    /** The last event at an iteration or shortly before it; an empty text if there is none. */
    eventAt(iteration) {
      const reach = this.end / 50;
      const last = this.events?.findLast((event) => event.iteration <= iteration + 1e-9);
      return last && iteration - last.iteration <= reach ? last.text : "";
    }

    // Time

    setPlaying(isPlaying) {
      this.isPlaying = isPlaying && !this.play.hidden;
      const start = this.hasFrames ? "Play" : "Turn";
      this.play.textContent = this.isPlaying ? "Pause" : start;
      this.last = null;
      this.request();
    }

    toggle() {
      if (this.play.hidden) return;
      if (!this.isPlaying && this.iteration >= this.end) this.seek(0);
      this.setPlaying(!this.isPlaying);
    }

    seek(iteration) {
      this.iteration = Math.max(0, Math.min(this.end, iteration));
      this.range.value = String(this.iteration);
      const event = this.eventAt(this.iteration);
      const time = this.isTimed ? `${this.iteration.toFixed(2)} of ${this.end.toFixed(2)} s`
        : `iteration ${Math.round(this.iteration)} of ${this.end}`;
      const shown = this.views.filter((view) => view.movie);
      for (const view of shown) view.seek(this.iteration);
      const sizes = new Set(shown.map((view) => view.size));
      const text = [time, ...sizes, event].filter((part) => part).join(" · ");
      if (this.readout.textContent !== text) {
        this.readout.textContent = text;
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
      for (const view of this.views) if (view.movie) view.paintAt(this.iteration, this.camera.picked);
      this.curve.paint(this.iteration);
    }

    advance(time) {
      const seconds = this.last === null ? 0 : Math.min(0.1, (time - this.last) / 1000);
      this.last = time;
      if (this.hasFrames) {
        const { places, times, last } = this.clock;
        const whole = this.isTimed ? this.end : secondsAtSpeedOne;
        const step = last / whole * Number(this.speed.value) * seconds;
        const time = between(places, times, this.iteration) + step;
        this.seek(time >= last ? this.end : between(times, places, time));
        if (this.iteration >= this.end) this.setPlaying(false);
      } else {
        this.camera.turn += 0.5 * seconds;
      }
      if (this.isPlaying) this.request();
    }

    // Hands

    listen() {
      this.play.addEventListener("click", () => this.toggle());
      this.range.addEventListener("input", () => this.seek(Number(this.range.value)));
      this.closer.addEventListener("click", () => this.zoomBy(1.25));
      this.farther.addEventListener("click", () => this.zoomBy(0.8));
      this.whole.addEventListener("click", () => this.showAll());
      stage.addEventListener("keydown", (event) => this.press(event));
      this.views.forEach((view, side) => {
        view.select.addEventListener("change", () => this.choose(side, Number(view.select.value)));
        this.camera.listenTo(view);
      });
      const scrub = (event) => {
        if (event.buttons > 0) this.seek(this.curve.iterationAt(event.offsetX));
      };
      this.curve.canvas.addEventListener("pointerdown", scrub);
      this.curve.canvas.addEventListener("pointermove", scrub);
      new ResizeObserver(() => this.request()).observe(this.sides);
      document.addEventListener("themechange", () => { readColors(); this.request(); });
    }

    press(event) {
      const kind = event.target.tagName;
      if (event.ctrlKey || event.metaKey || event.altKey || kind === "SELECT") return;
      const isButton = kind === "BUTTON";
      const actions = {
        " ": () => this.toggle(),
        ArrowLeft: () => this.hasFrames ? this.step(event.shiftKey ? -10 : -1) : this.camera.turnBy(-0.1),
        ArrowRight: () => this.hasFrames ? this.step(event.shiftKey ? 10 : 1) : this.camera.turnBy(0.1),
        Home: () => this.seek(0),
        End: () => this.seek(this.end),
        "+": () => this.zoomBy(1.25),
        "=": () => this.zoomBy(1.25),
        "-": () => this.zoomBy(0.8),
        "0": () => this.showAll(),
      };
      const action = actions[event.key];
      if (!action || (isButton && event.key === " ")) return;
      event.preventDefault();
      action();
    }

    zoomBy(factor) { this.camera.zoomBy(factor, this.views[0]); }

    showAll() {
      this.camera.reset();
      this.request();
    }
  }

  readColors();
  if (data.trials.length > 0) new Player();
})();
