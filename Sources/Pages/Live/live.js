// The live page: shows the layout that runs on the server, and sends what people do with it.
"use strict";

(() => {
  const { brief, Camera, colors, Curve, Graph, GraphView, make, readColors, showLegend } = drawing;
  const element = (id) => document.getElementById(id);
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  /** With reduced motion, the picture changes this often. */
  const calmMilliseconds = 700;
  const mark = 0x31564c46;

  // ---- The theme --------------------------------------------------------------------------------

  const dark = matchMedia("(prefers-color-scheme: dark)");

  function announceTheme() {
    readColors();
    app.request();
  }

  element("theme").addEventListener("click", () => {
    const { dataset } = document.documentElement;
    const isDark = (dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
    dataset.theme = isDark ? "light" : "dark";
    announceTheme();
  });
  dark.addEventListener("change", () => announceTheme());

  // ---- The connection ---------------------------------------------------------------------------

  /** A WebSocket that comes back. */
  class Connection {
    constructor(receive, changed) {
      [this.receive, this.changed] = [receive, changed];
      this.tries = 0;
      this.open();
    }

    open() {
      const address = new URL("socket", location.href);
      address.protocol = "ws:";
      this.socket = new WebSocket(address);
      this.socket.binaryType = "arraybuffer";
      this.socket.addEventListener("open", () => {
        const wasLost = this.tries > 0;
        this.tries = 0;
        this.changed(wasLost ? "back" : "open", 0);
        this.socket.send("drawn");
      });
      this.socket.addEventListener("message", ({ data }) => this.receive(data));
      this.socket.addEventListener("close", (event) => this.lost(event));
    }

    lost(event) {
      this.tries++;
      this.changed(event.code === 1008 || event.code === 1009 ? "refused" : "lost", this.tries);
      setTimeout(() => this.open(), Math.min(3000, 250 * 2 ** Math.min(4, this.tries)));
    }

    get isOpen() { return this.socket.readyState === WebSocket.OPEN; }

    send(what) {
      if (!this.isOpen) return false;
      // The server reads YAML, which has infinite numbers where JSON has only texts, and no control characters.
      this.socket.send(typeof what === "string" ? what
        : JSON.stringify(what).replace(/(?<=[:[,])"(-?\.inf)"(?=[,\]}])/g, "$1")
          .replace(/[\x7f-\x9f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`));
      return true;
    }
  }

  // ---- The curves -------------------------------------------------------------------------------

  /** Numbers of frames over iterations: as many as there is room for, the older ones thinned. */
  class Trace {
    constructor() { this.clear(); }

    clear() { [this.iterations, this.values, this.every, this.turn] = [[], [], 1, 0]; }

    add(iteration, value) {
      if (!Number.isFinite(value)) return;
      if (iteration < (this.iterations.at(-1) ?? 0)) this.clear();
      if (this.turn++ % this.every !== 0) return;
      if (iteration === this.iterations.at(-1)) this.values[this.values.length - 1] = value;
      else {
        this.iterations.push(iteration);
        this.values.push(value);
      }
      if (this.values.length < 800) return;
      this.iterations = this.iterations.filter((_, at) => at % 2 === 0);
      this.values = this.values.filter((_, at) => at % 2 === 0);
      this.every *= 2;
    }
  }

  /** Of layouts, and of scenes. */
  const measures = [
    ["movement", "fastest, pt/s", "movement"], ["energy", "energy", "energy"],
    ["stress", "contacts", "stress"], ["tick, ms", "step, ms", "milliseconds"],
  ];

  class Curves {
    constructor(place) {
      this.traces = measures.map(() => [new Trace(), new Trace()]);
      this.curves = measures.map(() => new Curve(() => this.span));
      this.drawn = 0;
      place.append(...this.curves.map((curve) => curve.canvas));
    }

    get span() {
      const places = this.traces.flat().flatMap(({ iterations }) =>
        iterations.length > 0 ? [iterations[0], iterations.at(-1)] : []);
      return places.length > 0 ? [Math.min(...places), Math.max(...places)] : [0, 1];
    }

    add(side, numbers) {
      // Nothing has moved before the first tick.
      if (numbers.iteration === 0) return;
      measures.forEach(([, , key], at) => this.traces[at][side].add(numbers.iteration, numbers[key]));
    }

    clear() { for (const trace of this.traces.flat()) trace.clear(); }

    /** Five times a second is enough. */
    paint(now, sides, isForced, isScene) {
      if (!isForced && now - this.drawn < 200) return;
      this.drawn = now;
      measures.forEach((names, at) => {
        const name = names[isScene ? 1 : 0];
        const shown = this.traces[at].slice(0, sides).map(({ iterations, values }, side) =>
          ({ name, iterations, values, side: "ab"[side] }));
        const curve = this.curves[at];
        const isKnown = shown.some(({ values }) => values.length > 0);
        curve.show(isKnown ? shown : [{ name, iterations: [0], values: [0], side: "a" }]);
        curve.paint(null);
      });
    }
  }

  /** What counts when a scene starts. */
  const startValues = /^(pushes|bodies\.\d+\.(at|angle|velocity|angular-velocity|formation|density))\b/;

  // ---- The whole --------------------------------------------------------------------------------

  class App {
    constructor() {
      this.camera = new Camera(() => this.request());
      this.isFitted = true;
      this.views = [0, 1].map((side) => this.makeView(side));
      this.curves = new Curves(element("curves"));
      [this.side, this.tool, this.state, this.selected, this.frames] = [0, "move", null, -1, []];
      this.times = [];
      this.listen();
      this.choose("move");
      this.connection = new Connection(
        (data) => this.receive(data), (state, tries) => this.showConnection(state, tries));
    }

    makeView(side) {
      const view = new GraphView(this.camera, new URLSearchParams(location.search).get("painter") ?? "webgl");
      view.takesWheel = true;
      view.grab = (node) => this.grab(node);
      view.hold = (node, at, event) => {
        const [left, top] = this.start;
        const isStill = Math.hypot(event.clientX - left, event.clientY - top) < 3;
        if (isStill && !this.isDragging) return;
        this.dragged = { node, at };
        this.request();
      };
      view.drop = (node) => this.drop(node);
      view.tag = make("div", { class: "side", hidden: "" }, `Variant ${"AB"[side]}`);
      view.element.prepend(view.tag);
      view.element.hidden = true;
      element("views").append(view.element);
      this.camera.listenTo(view);
      const { canvas } = view;
      canvas.addEventListener("dblclick", (event) => this.doubleClick(event));
      canvas.addEventListener("click", (event) => this.click(view, event));
      canvas.addEventListener("wheel", () => { this.isFitted = false; });
      canvas.addEventListener("pointerdown", (event) => {
        this.pressed = this.camera.picked?.node ?? -1;
        this.start = [event.clientX, event.clientY];
      });
      canvas.addEventListener("pointermove", (event) => {
        if (event.buttons > 0 && this.camera.held === undefined) this.isFitted = false;
        const isOn = this.camera.picked !== null;
        canvas.classList.toggle("pointing", isOn && this.tool !== "delete");
        canvas.classList.toggle("crossing", this.tool === "node" && !isOn);
      });
      return view;
    }

    send(what) {
      if (!this.connection.send(what)) this.notify("Not connected: this change was not sent.");
    }

    // What comes in

    receive(data) {
      if (typeof data !== "string") return this.receiveFrame(data);
      const message = JSON.parse(data);
      const act = {
        hello: () => this.greet(message), graph: () => this.showGraph(message),
        state: () => this.showState(message), error: () => this.showError(message.message),
        saved: () => this.showSaved(message), exists: () => this.askToOverwrite(message),
        swift: () => this.showSwift(message.text),
      }[message.type];
      act?.();
    }

    greet({ controls: sheet }) {
      this.panel = new controls.Panel(element("controls"), sheet, (path, value, gesture, fail) => {
        this.fail = fail;
        const event = { set: { [path]: value } };
        if (!this.isScene && !/^placement\b/.test(path)) this.warm(event);
        const on = this.isScene && element("reheats").checked && startValues.test(path);
        this.send({ do: "event", event, view: this.side, gesture, on });
      });
    }

    /** Lets a change of a parameter show: a layout that has settled does not move without a reheat. */
    warm(event) {
      if (element("reheats").checked) event.reheat = 0.3;
      else if (this.frames[this.side]?.isSettled) this.notify("The change will show after “Reheat”.", true);
    }

    get isScene() { return Boolean(this.graph?.seconds); }

    showGraph({ revision, dimensions, names, labeled, graph: data }) {
      // The names of events are unique, and nodes keep them.
      const name = this.names?.[this.selected];
      this.graph = new Graph(data, names);
      [this.revision, this.dimensions, this.names, this.isLabeled] = [revision, dimensions, names, labeled];
      this.camera.picked = null;
      this.joining = undefined;
      for (const view of this.views) {
        view.hasPositions = false;
        view.setGraph(this.graph, dimensions, new Float32Array(this.graph.count * dimensions));
        view.canvas.setAttribute(
          "aria-label", this.isScene ? `Scene: ${this.graph.size()}` : `Layout: ${this.graph.size()}, ${this.graph.edgeCount} edges`);
      }
      this.select(name === undefined ? -1 : names.indexOf(name));
      this.showHint();
      showLegend(element("legend"), [this.graph]);
      const options = (this.graph.labels ? this.graph.labeled : []).slice(0, 500)
        .map((node) => make("option", { value: this.graph.labels[node] }));
      element("names").replaceChildren(...options);
    }

    /** See `FrameData` for the format. */
    receiveFrame(buffer) {
      const header = new Uint32Array(buffer, 0, 4);
      if (header[0] !== mark) return;
      this.waiting = { buffer, sides: header[2] };
      const wait = this.isCalm ? calmMilliseconds : 0;
      if (wait === 0) this.request();
      else setTimeout(() => this.request(), wait);
    }

    get isCalm() {
      return reducedMotion.matches && this.state?.running && this.camera.held === undefined;
    }

    /** Takes over the numbers and positions of the frame that waits. */
    takeFrame() {
      const { buffer, sides } = this.waiting;
      this.waiting = null;
      this.frameCount = (this.frameCount ?? 0) + 1;
      let at = 16;
      this.frames = [];
      for (let side = 0; side < sides; side++) {
        const [revision, count, dimensions, iteration, flags] = new Uint32Array(buffer, at, 5);
        const [alpha, movement, maxMovement, kinetic, potential, stress, milliseconds] =
          new Float32Array(buffer, at + 20, 7);
        const energy = Number.isFinite(potential) ? kinetic + potential : kinetic;
        at += 48;
        const numbers = {
          iteration, isSettled: flags === 1, alpha, movement, maxMovement, energy, stress, milliseconds,
        };
        this.frames.push(numbers);
        const view = this.views[side];
        // A frame of an older graph: the newer one is on its way.
        if (revision === this.revision && count === this.graph?.count && view) {
          view.positions = new Float32Array(buffer, at, count * dimensions);
          view.hasPositions = true;
        }
        if (iteration < (this.lastIteration ?? 0) && side === 0) this.curves.clear();
        if (side === 0) this.lastIteration = iteration;
        this.curves.add(side, numbers);
        at += 4 * count * dimensions;
      }
      this.counts = new Uint32Array(buffer, at);
    }

    // Drawing

    request() {
      if (this.isRequested) return;
      this.isRequested = true;
      requestAnimationFrame((now) => this.draw(now));
    }

    draw(now) {
      this.isRequested = false;
      const start = performance.now();
      const isNew = Boolean(this.waiting) && Boolean(this.graph);
      if (isNew) this.takeFrame();
      this.sendDrag();
      const shown = this.views.slice(0, this.state?.views.length ?? 1);
      const picked = this.camera.picked?.node ?? this.selected;
      for (const view of shown) {
        if (!view.hasPositions) continue;
        if (this.isFitted && this.camera.held === undefined) view.setBoundsToNodes();
        view.paint(picked < view.graph.count ? picked : -1);
      }
      if (isNew) {
        this.curves.paint(now, shown.length, this.frames.every(({ isSettled }) => isSettled), this.isScene);
        this.showNumbers();
        this.times.push(performance.now() - start);
        if (this.times.length > 600) this.times.shift();
        this.connection.send("drawn");
      }
    }

    showNumbers() {
      const [first] = this.frames;
      if (!first) return;
      const status = element("status");
      const isSettled = this.frames.every((frame) => frame.isSettled);
      const ending = this.state?.ending ? `over: ${this.state.ending}` : "over";
      const word = this.state?.views.some(({ problem }) => problem) ? "stopped"
        : isSettled ? (this.isScene ? ending : "settled") : this.state?.running ? "running" : "paused";
      element("run").classList.toggle("main", !isSettled);
      const time = this.isScene ? `${(first.iteration * this.graph.seconds).toFixed(2)} s`
        : `iteration ${first.iteration} · alpha ${brief(first.alpha)}`;
      const counts = (this.state?.counters ?? []).map((name, at) => `${name}: ${this.counts[at]}`)
        .filter((_, at) => this.counts[at] > 0).join(", ");
      const text = [word, time, counts].filter((part) => part).join(" · ");
      if (this.statusText === text || !this.connection.isOpen) return;
      this.statusText = text;
      // Screen readers hear of words, not of numbers that change all the time.
      status.setAttribute("aria-live", this.word === word ? "off" : "polite");
      this.word = word;
      status.textContent = text;
      status.classList.toggle("good", isSettled && word !== "stopped");
    }

    // The state

    showState(state) {
      // Errors after this one are not about the last value.
      this.fail = null;
      const sidesBefore = this.state?.views.length ?? 0;
      this.state = state;
      element("title").textContent = state.title;
      document.title = `${state.title} – ForceLab live`;
      const isScene = state.kind === "scene";
      document.body.classList.toggle("scene", isScene);
      element("facts").textContent = isScene ? `${state.nodes} ${state.nodes === 1 ? "body" : "bodies"}`
        : `${state.nodes} nodes, ${state.edges} edges`;
      element("search").placeholder = isScene ? "name of a body" : "name of a node";
      if (isScene) this.showRates(state.rates);
      element("repeat").setAttribute("aria-pressed", String(state.repeats === true));
      const run = element("run");
      run.textContent = state.running ? "Pause" : "Run";
      run.title = `${run.textContent} (space)`;
      element("rate").value = String(state.rate);
      for (const [id, name] of [["undo", state.undo], ["redo", state.redo]]) {
        const button = element(id);
        button.disabled = name === null;
        const word = id === "undo" ? "Undo" : "Redo";
        button.title = name === null ? `Nothing to ${id}` : `${word} ${name}`;
      }
      const count = state.views.length;
      if (count !== sidesBefore) this.showSides(count);
      state.views.forEach(({ pinned }, side) => { this.views[side].pins = new Set(pinned); });
      this.showSide(Math.min(this.side, count - 1));
      const problem = state.views.map((side) => side.problem).find((each) => each);
      if (problem) this.notify(problem);
      else if (this.hasProblem) this.notify("");
      this.hasProblem = Boolean(problem);
      this.showSelection();
      this.showNumbers();
      this.request();
    }

    /** The speeds of a scene, in which a second has `rate` steps. */
    showRates(rate) {
      const select = element("rate");
      if (this.rates === rate) return;
      this.rates = rate;
      const speeds = [[0.1, "0.1×"], [0.25, "0.25×"], [1, "real time"], [4, "4×"], [0, "full speed"]];
      select.replaceChildren(...speeds.map(([factor, name]) => new Option(name, String(factor * rate))));
    }

    showSides(count) {
      this.views.forEach((view, side) => {
        view.element.hidden = side >= count;
        view.tag.hidden = count < 2;
      });
      element("views").classList.toggle("alone", count < 2);
      element("sides").hidden = count < 2;
      element("compare").setAttribute("aria-pressed", String(count > 1));
      this.curves.clear();
    }

    showSide(side) {
      this.side = side;
      for (const button of element("sides").children) {
        button.setAttribute("aria-checked", String(Number(button.dataset.side) === side));
      }
      this.panel?.show(this.state.views[side].settings);
    }

    showError(message) {
      if (this.fail) {
        this.fail(message);
        return this.fail = null;
      }
      if (element("save-dialog").open) return this.showSaveMessage(message);
      this.notify(message);
    }

    /** Shows a sentence over the picture; an empty one hides it. */
    notify(text, isCalm = false) {
      const notice = element("notice");
      element("notice-text").textContent = text;
      notice.hidden = !text;
      notice.classList.toggle("calm", isCalm);
      clearTimeout(this.noticeTimer);
      if (text && !this.isLost) this.noticeTimer = setTimeout(() => { notice.hidden = true; }, 8000);
    }

    showConnection(state, tries) {
      this.isLost = state !== "open" && state !== "back";
      document.body.classList.toggle("lost", this.isLost);
      if (!this.isLost) {
        if (state === "back") this.notify("Connected again.", true);
        else this.notify("");
        return;
      }
      element("status").textContent = "not connected";
      element("status").classList.remove("good");
      this.statusText = this.word = null;
      const why = state === "refused" ? "The server closed the connection: too many messages." : "Connection lost.";
      const advice = tries > 4
        ? " If the program has ended, start `forcelab live` again and open the address that it prints."
        : "";
      // If it was closed, it stays so while it would say the same.
      if (tries === 1 || tries === 5) this.notify(`${why} Reconnecting …${advice}`);
    }

    // Nodes

    /** Sends event actions, which name nodes. */
    edit(event, revision = this.revision) {
      this.send({ do: "event", event: { ...event, reheat: 0.3 }, revision });
    }

    drag(command, node, at = []) {
      this.send({ do: command, node: this.names[node], at, revision: this.revision });
    }

    /** Whether a node that is pressed can be dragged. A click alone does not disturb the layout. */
    grab(node) {
      this.isDragging = false;
      return this.tool === "move";
    }

    /** At most one place for each frame. */
    sendDrag() {
      if (!this.dragged) return;
      const { node, at } = this.dragged;
      this.dragged = null;
      if (!this.isDragging) this.drag("drag-start", node);
      this.isDragging = true;
      this.drag("drag", node, at);
    }

    drop(node) {
      this.sendDrag();
      if (this.isDragging) this.drag("drag-end", node);
      this.isDragging = false;
    }

    /** What was pressed counts: nodes may have moved on since. */
    click(view, event) {
      const node = this.pressed ?? -1;
      const [left, top] = this.start ?? [event.clientX, event.clientY];
      if (Math.hypot(event.clientX - left, event.clientY - top) > 4) return;
      if (this.tool === "move") return this.select(node);
      if (this.tool === "node") return this.addNode(view, event, node);
      if (this.tool === "edge") return this.addEdge(node);
      if (node >= 0) return this.removeNode(node);
      const edge = this.nearestEdge(view, event.offsetX, event.offsetY);
      if (edge) this.edit({ "remove-edges": [edge.map((end) => this.names[end])] });
    }

    doubleClick(event) {
      const node = this.pressed ?? -1;
      if (this.isScene || this.tool !== "move" || node < 0) return;
      event.preventDefault();
      this.togglePin(node);
    }

    togglePin(node) {
      this.edit({ [this.views[0].pins.has(node) ? "unpin" : "pin"]: this.names[node] });
    }

    removeNode(node, revision) {
      this.edit({ "remove-nodes": this.names[node] }, revision);
      if (node === this.selected) this.select(-1);
    }

    addNode(view, event, node) {
      // A neighbor appears beside its node.
      const offset = node < 0 ? 0 : 18;
      this.addNodeAt(view.pointAt(event.offsetX + offset, event.offsetY + offset, Math.max(0, node)), node);
    }

    addNodeAt(at, neighbor) {
      let number = this.graph.count;
      while (this.graph.labels?.includes(`new ${number}`)) number++;
      const labels = this.isLabeled ? [`new ${number}`] : [];
      const links = neighbor < 0 ? [] : [this.names[neighbor]];
      this.edit({ "add-nodes": { place: { at }, labels, "link-to": links } });
    }

    addEdge(node) {
      if (node < 0) this.joining = undefined;
      else if (this.joining === undefined) this.joining = node;
      else if (this.joining !== node) {
        this.edit({ "add-edges": [[this.names[this.joining], this.names[node]]] });
        this.joining = undefined;
      }
      this.select(this.joining ?? -1);
      this.showHint();
    }

    /** The ends of the edge at a point; null if none is near. */
    nearestEdge(view, left, top) {
      const { graph, ratio } = view;
      const [x, y] = [left * ratio, top * ratio];
      let [nearest, found] = [8 * ratio, null];
      for (let edge = 0; edge < graph.edgeCount; edge++) {
        const [from, to] = [graph.ends[2 * edge], graph.ends[2 * edge + 1]];
        const start = { ...view.place(from) };
        const end = view.place(to);
        const [across, down] = [end.x - start.x, end.y - start.y];
        const square = across ** 2 + down ** 2 || 1;
        const part = Math.max(0, Math.min(1, ((x - start.x) * across + (y - start.y) * down) / square));
        const distance = Math.hypot(start.x + part * across - x, start.y + part * down - y);
        if (distance < nearest) [nearest, found] = [distance, [from, to]];
      }
      return found;
    }

    select(node) {
      this.selected = node;
      this.showSelection();
      this.request();
    }

    find(name) {
      const wanted = name.trim().toLowerCase();
      if (!wanted || !this.graph) return -1;
      const { labels } = this.graph;
      for (const fits of [
        (text) => text === wanted, (text) => text.startsWith(wanted), (text) => text.includes(wanted),
      ]) {
        const found = labels?.findIndex((label) => label && fits(label.toLowerCase())) ?? -1;
        if (found >= 0) return found;
      }
      const plain = wanted.replace(/^node /, "");
      return this.names.findIndex((name) => name.toLowerCase() === plain);
    }

    /** What is selected, with buttons. Only the pointer can add or remove an edge between two nodes. */
    showSelection() {
      const panel = element("selection");
      const node = this.selected;
      panel.hidden = this.isScene || node < 0 || !this.graph || node >= this.graph.count || this.joining !== undefined;
      element("hint").hidden = !panel.hidden;
      if (panel.hidden) return;
      const { graph } = this;
      const isPinned = this.views[0].pins.has(node);
      const key = `${this.revision}/${node}/${isPinned}`;
      if (panel.dataset.key === key) return;
      panel.dataset.key = key;
      const focused = document.activeElement?.dataset?.act;
      const near = [...graph.neighbors.slice(graph.first[node], graph.first[node + 1])];
      const names = near.slice(0, 12).map((other) => graph.name(other)).join(", ");
      const rest = near.length > 12 ? ` and ${near.length - 12} more` : "";
      const button = (text, act, perform) => {
        const made = make("button", { type: "button", "data-act": act }, text);
        made.addEventListener("click", perform);
        return made;
      };
      const { revision } = this;
      panel.replaceChildren(
        make("strong", {}, graph.name(node)),
        make("span", { class: "neighbors", title: names + rest },
          near.length === 0 ? "no neighbors" : near.length === 1 ? `1 neighbor: ${names}`
            : `${near.length} neighbors: ${names}${rest}`),
        button(isPinned ? "Unpin" : "Pin", "pin", () => this.togglePin(node)),
        button("Add neighbor", "neighbor", () => this.addBeside(node)),
        button("Delete", "delete", () => this.removeNode(node, revision)),
        button("✕", "close", () => { element("search").value = ""; this.select(-1); }));
      panel.lastChild.setAttribute("aria-label", "Clear the selection");
      if (focused) panel.querySelector(`[data-act="${focused}"]`)?.focus();
    }

    addBeside(node) {
      const { positions, dimensions } = this.views[0];
      const at = [...positions.slice(node * dimensions, (node + 1) * dimensions)];
      at[0] += 10;
      at[1] += 10;
      this.addNodeAt(at, node);
    }

    /** Moves the selected node by some pixels of the screen. */
    nudge(across, down) {
      const view = this.views[0];
      const { x, y } = view.place(this.selected);
      const at = view.pointAt(x / view.ratio + across, y / view.ratio + down, this.selected);
      for (const part of ["drag-start", "drag", "drag-end"]) this.drag(part, this.selected, at);
    }

    // Hands

    choose(tool) {
      this.tool = tool;
      this.joining = undefined;
      for (const button of element("tools").children) {
        const isChosen = button.dataset.tool === tool;
        button.setAttribute("aria-checked", String(isChosen));
        button.tabIndex = isChosen ? 0 : -1;
      }
      this.showSelection();
      this.showHint();
    }

    showHint() {
      const isSolid = this.dimensions === 3;
      element("hint").textContent = {
        move: this.isScene ? "Drag a body to move or throw it, the background to move the view." : `Drag a node to move it, the background to ${isSolid ? "turn" : "move"} the view; double click pins a node.`,
        node: "Click the background to add a node, or a node to add a neighbor.",
        edge: this.joining === undefined
          ? "Click two nodes to join them." : "Click the other end of the new edge.",
        delete: "Click a node or an edge to remove it.",
      }[this.tool];
    }

    fit() {
      this.isFitted = true;
      this.camera.reset();
      this.request();
    }

    zoom(factor) {
      this.isFitted = false;
      this.camera.zoomBy(factor, this.views[0]);
    }

    listen() {
      const on = (id, act, kind = "click") => element(id).addEventListener(kind, act);
      on("run", () => this.toggle());
      on("step", () => this.send({ do: "step" }));
      on("reheat", () => this.send({ do: "event", event: { reheat: 0.3 } }));
      on("restart", () => this.send({ do: "restart" }));
      on("repeat", () => this.send({ do: "repeat", on: !this.state?.repeats }));
      on("reseed", () => this.send({ do: "restart", on: true }));
      on("rate", () => this.send({ do: "rate", rate: Number(element("rate").value) }), "change");
      on("notice-close", () => this.notify(""));
      on("undo", () => this.send({ do: "undo" }));
      on("redo", () => this.send({ do: "redo" }));
      on("closer", () => this.zoom(1.25));
      on("farther", () => this.zoom(0.8));
      on("fit", () => this.fit());
      on("compare", () => this.send({ do: "compare", on: this.state?.views.length === 1 }));
      on("search", () => this.select(this.find(element("search").value)), "input");
      on("explain", () => {
        element("panel").classList.toggle("explained", element("explain").checked);
      }, "change");
      for (const button of element("tools").children) {
        button.addEventListener("click", () => this.choose(button.dataset.tool));
      }
      this.moveByArrows(element("tools"), (button) => this.choose(button.dataset.tool));
      for (const button of element("sides").children) {
        button.addEventListener("click", () => this.showSide(Number(button.dataset.side)));
      }
      this.moveByArrows(element("sides"), (button) => this.showSide(Number(button.dataset.side)));
      document.addEventListener("keydown", (event) => this.press(event));
      new ResizeObserver(() => this.request()).observe(element("views"));
      new ResizeObserver(() => this.curves.paint(0, this.state?.views.length ?? 1, true, this.isScene))
        .observe(element("curves"));
      this.listenToDialogs();
    }

    moveByArrows(group, choose) {
      group.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const buttons = [...group.children];
        const at = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
        buttons[at].focus();
        choose(buttons[at]);
      });
    }

    toggle() { this.send({ do: "run", on: !this.state?.running }); }

    press(event) {
      const kind = event.target.tagName;
      const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(kind);
      if (document.querySelector("dialog[open]") || event.altKey) return;
      const key = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && !isTyping && (key === "z" || key === "y")) {
        event.preventDefault();
        return this.send({ do: key === "y" || event.shiftKey ? "redo" : "undo" });
      }
      if (event.ctrlKey || event.metaKey || isTyping) return;
      const isOnCanvas = kind === "CANVAS";
      const far = event.shiftKey ? 40 : 10;
      const arrow = (across, down) => {
        if (!isOnCanvas) return false;
        if (this.selected >= 0) return this.nudge(across * far, down * far);
        this.isFitted = false;
        const sign = this.dimensions === 3 ? 1 : -1;
        this.camera.drag(this.views[0], sign * across * far * 2, sign * down * far * 2);
      };
      const actions = {
        " ": () => kind === "BUTTON" ? false : this.toggle(),
        ".": () => this.send({ do: "step" }),
        h: () => this.send({ do: "event", event: { reheat: 0.3 } }),
        r: () => this.send({ do: "restart" }),
        v: () => this.choose("move"),
        n: () => this.choose("node"),
        e: () => this.choose("edge"),
        x: () => this.choose("delete"),
        p: () => this.selected >= 0 && this.togglePin(this.selected),
        delete: () => this.selected >= 0 && this.removeNode(this.selected),
        escape: () => element("notice").hidden ? this.select(-1) : this.notify(""),
        "+": () => this.zoom(1.25),
        "=": () => this.zoom(1.25),
        "-": () => this.zoom(0.8),
        0: () => this.fit(),
        "/": () => element("search").focus(),
        arrowleft: () => arrow(-1, 0), arrowright: () => arrow(1, 0),
        arrowup: () => arrow(0, -1), arrowdown: () => arrow(0, 1),
      };
      if (this.isScene && ["h", "n", "e", "x", "p", "delete"].includes(key)) return;
      const action = actions[key];
      if (action && action() !== false) event.preventDefault();
    }

    // Save, Swift, pictures

    listenToDialogs() {
      const dialog = element("save-dialog");
      element("save").addEventListener("click", () => this.openSave());
      element("save-cancel").addEventListener("click", () => dialog.close());
      element("save-name").addEventListener("input", () => this.showSaveMessage(""));
      element("save-form").addEventListener("submit", (event) => {
        event.preventDefault();
        const kind = new FormData(event.target).get("kind");
        const name = element("save-name").value.trim();
        this.send({
          do: "save", name: name.includes(".") ? name : `${name}.yaml`, view: this.side,
          replays: kind === "replay", overwrites: this.mayOverwrite === true,
        });
      });
      element("swift").addEventListener("click", () => this.send({ do: "swift", view: this.side }));
      element("swift-close").addEventListener("click", () => element("swift-dialog").close());
      element("svg").addEventListener("click", () => this.shareSVG());
      element("png").addEventListener("click", () => this.sharePNG());
    }

    openSave() {
      const { file, views } = this.state ?? { file: "", views: [] };
      const { events, obstacle } = views[this.side] ?? { events: 0, obstacle: null };
      const text = obstacle ? `not possible, because ${obstacle}. Restart first.`
        : events === 0 ? "from the placement, with the values on screen."
          : events === 1 ? "the change since the start is an event, at the iteration where it was made."
            : `the ${events} changes since the start are events, at the iterations where they were made.`;
      element("replay-text").textContent = text;
      const [replay, values] = element("save-form").elements.kind;
      replay.disabled = obstacle !== null;
      (obstacle === null ? replay : values).checked = true;
      element("save-name").value = file.replace(/(\.ya?ml)?$/i, "") + "-live.yaml";
      this.showSaveMessage("");
      element("save-dialog").showModal();
      element("save-name").select();
    }

    showSaveMessage(text, mayOverwrite = false) {
      this.mayOverwrite = mayOverwrite;
      const message = element("save-message");
      message.textContent = text;
      message.hidden = !text;
      element("save-go").textContent = mayOverwrite ? "Replace the file" : "Save";
    }

    askToOverwrite({ file }) {
      this.showSaveMessage(`${file} exists. Replace it, or choose another name.`, true);
    }

    showSaved({ file, command }) {
      element("save-dialog").close();
      this.notify(`Saved as ${file}. To run it: ${command}`, true);
    }

    async showSwift(text) {
      element("swift-text").value = text;
      let message = "Copied to the clipboard.";
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        message = "Select the text and copy it.";
      }
      element("swift-message").textContent = message;
      if (!element("swift-dialog").open) element("swift-dialog").showModal();
    }

    get pictureName() {
      const name = (this.state?.title ?? "layout").replace(/[^\w-]+/g, "-");
      return `${name}-${this.frames[this.side]?.iteration ?? 0}`;
    }

    download(blob, name) {
      const link = make("a", { href: URL.createObjectURL(blob), download: name });
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    }

    /** The canvas as it is, drawn again on one. */
    sharePNG() {
      const view = this.views[this.side];
      view.paint(-1);
      const whole = make("canvas", { width: view.canvas.width, height: view.canvas.height });
      const context = whole.getContext("2d");
      context.fillStyle = colors.page;
      context.fillRect(0, 0, whole.width, whole.height);
      if (view.under) context.drawImage(view.under, 0, 0);
      context.drawImage(view.canvas, 0, 0);
      whole.toBlob((blob) => this.download(blob, `${this.pictureName}.png`));
    }

    shareSVG() {
      const view = this.views[this.side];
      const blob = new Blob([view.svg()], { type: "image/svg+xml" });
      this.download(blob, `${this.pictureName}.svg`);
    }
  }

  readColors();
  const app = new App();
  // For tests and measurements: the milliseconds of script of the last frames, and what is shown.
  window.forcelab = {
    app, get times() { return app.times; }, get frames() { return app.frames; },
    get frameCount() { return app.frameCount ?? 0; },
    positions: (side = 0) => [...app.views[side].positions],
  };
})();
