// Small pictures of layouts on canvases: each graph's edges are in the page once.
"use strict";

(() => {
  const { bytes } = drawing;
  const graphs = JSON.parse(document.getElementById("drawn-graphs").textContent);
  const canvases = [...document.querySelectorAll("canvas[data-places]")];

  for (const graph of Object.values(graphs)) {
    graph.ends = new Uint32Array(bytes(graph.edges).buffer);
    graph.order = Array.from({ length: graph.nodes }, (_, node) => node);
    // By color, so that each is set once.
    graph.order.sort((one, other) => graph.color[one] - graph.color[other] || one - other);
    graph.largest = Math.max(1, ...graph.sizes ?? [100]);
  }

  function paint(canvas) {
    const graph = graphs[canvas.dataset.graph];
    const [width, height, radius, opacity, edgeWidth] = canvas.dataset.look.split(" ").map(Number);
    const ratio = Math.min(2, devicePixelRatio || 1);
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    const scale = Math.min(canvas.width / width, canvas.height / height);
    const [left, top] = [(canvas.width - width * scale) / 2, (canvas.height - height * scale) / 2];
    const places = bytes(canvas.dataset.places);
    const x = (node) =>
      left + (places[3 * node] << 4 | places[3 * node + 1] >> 4) / 4095 * width * scale;
    const y = (node) =>
      top + ((places[3 * node + 1] & 15) << 8 | places[3 * node + 2]) / 4095 * height * scale;
    const context = canvas.getContext("2d");
    // Below the edges, which show how bodies rotate.
    for (const corners of graph.polygons ?? []) {
      context.fillStyle = graph.colors[graph.color[corners[0]]];
      context.beginPath();
      for (const corner of corners) context.lineTo(x(corner), y(corner));
      context.fill();
    }
    const style = getComputedStyle(canvas);
    context.strokeStyle = style.getPropertyValue("--quiet");
    context.globalAlpha = opacity;
    context.lineWidth = Math.max(0.5, edgeWidth * scale);
    context.beginPath();
    for (let end = 0; end < graph.ends.length; end += 2) {
      context.moveTo(x(graph.ends[end]), y(graph.ends[end]));
      context.lineTo(x(graph.ends[end + 1]), y(graph.ends[end + 1]));
    }
    context.stroke();
    context.globalAlpha = 1;
    if (graph.polygons) return;
    let color = -1;
    for (const node of graph.order) {
      if (graph.color[node] !== color) {
        if (color >= 0) context.fill();
        color = graph.color[node];
        context.fillStyle = graph.colors[color];
        context.beginPath();
      }
      const part = graph.sizes ? graph.sizes[node] / graph.largest : 1;
      const size = Math.max(0.6 * ratio, radius * 1.2 * part * scale);
      const corners = size > ratio && drawing.nodeShapes[graph.shapes?.[color]];
      if (corners) {
        corners.forEach(([dx, dy], at) => {
          context[at ? "lineTo" : "moveTo"](x(node) + dx * size, y(node) + dy * size);
        });
        context.closePath();
      } else {
        context.moveTo(x(node) + size, y(node));
        context.arc(x(node), y(node), size, 0, 2 * Math.PI);
      }
    }
    context.fill();
  }

  // Only what is near the screen is painted.
  const visible = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) {
        visible.delete(target);
      } else if (!visible.has(target)) {
        visible.add(target);
        paint(target);
      }
    }
  }, { rootMargin: "50%" });
  const repaint = () => visible.forEach(paint);
  canvases.forEach((canvas) => observer.observe(canvas));
  addEventListener("resize", repaint);
  addEventListener("beforeprint", () => canvases.forEach(paint));
  document.addEventListener("themechange", repaint);
})();
