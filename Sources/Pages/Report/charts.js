// Draws the charts with Vega-Lite in the colors of the page, and highlights a configuration in all of them.
"use strict";

(() => {
  // The color of text: light on a dark page, dark on a light one and in print.
  const ink = "currentColor";
  const figures = [...document.querySelectorAll("figure.chart")];
  // What draws each figure; null until it has.
  const drawn = new Map();
  // The configurations of each series, by figure.
  const series = new Map();

  // Print scales charts to three quarters of this width, so that text of 8 pt has 6 pt.
  const printWidth = 460;

  async function draw(figure, isPrinted = false) {
    const width = isPrinted ? printWidth : Math.min(560, figure.clientWidth);
    // Panels and entries of legends are below each other where there is no room. Series of the color
    // black have that of the text.
    const specification = JSON.parse(figure.querySelector("script").textContent, function (key, value) {
      if (key !== "columns") return value === "#000000" ? ink : value;
      return "facet" in this ? (width < 365 ? 1 : value) : Math.max(1, Math.floor((value * width) / 460));
    });
    delete specification.title; // The heading shows it.
    if (specification.facet && isPrinted) specification.spec.width *= 0.8;
    // Vega-Lite warns of a height in steps that is to fit.
    if (!specification.facet && !specification.height?.step) {
      specification.width = width;
      specification.autosize = { type: "fit-x", contains: "padding" };
    }
    const known = new Map();
    for (const row of specification.data.values) {
      if (row.configuration === undefined) continue;
      known.set(row.series, (known.get(row.series) ?? new Set()).add(row.configuration));
    }
    series.set(figure, known);
    const labels = { labelColor: ink, titleColor: ink };
    drawn.get(figure)?.finalize();
    drawn.set(figure, null);
    drawn.set(figure, await vegaEmbed(figure.querySelector(".drawing"), specification, {
      // An interpreter of expressions, because the page forbids `eval`.
      ast: true,
      renderer: "svg",
      actions: { export: true, source: false, compiled: false, editor: false },
      downloadFileName: figure.id,
      config: {
        background: "transparent",
        axis: { ...labels, gridColor: "#80808040", domainColor: ink, tickColor: ink },
        legend: labels,
        header: labels,
        text: { color: ink },
      },
    }));
    show();
  }

  // Highlighting. A row of the scoreboard, or a column of layouts, has the numbers of its configurations;
  // a mark has that of one of them.
  const rows = [...document.querySelectorAll("#scoreboard tbody tr")];
  const others = [...document.querySelectorAll("[data-configurations]")];
  const numbers = (element) => new Set(element.dataset.configurations.split(" ").map(Number));
  const members = new Map(others.map((element) => [element, numbers(element)]));
  const isAny = (some, all) => [...some].some((one) => all.has(one));
  let pinned = null;
  let hovered = null;

  // All configurations of the rows that have one of `some`.
  function rowsOf(some) {
    const own = rows.filter((row) => isAny(some, members.get(row)));
    return own.length > 0 ? new Set(own.flatMap((row) => [...members.get(row)])) : some;
  }

  // The configurations of a mark or of an entry of a legend; null for others.
  function configurations(figure, item) {
    const datum = item?.datum;
    if (datum?.configuration !== undefined) return new Set([datum.configuration]);
    return item?.mark?.role?.startsWith("legend") ? series.get(figure)?.get(datum?.value) ?? null : null;
  }

  function show() {
    const chosen = hovered ?? pinned;
    for (const [element, own] of members) {
      element.classList.toggle("dim", chosen !== null && !isAny(own, chosen));
      element.classList.toggle("chosen", chosen !== null && isAny(own, chosen));
    }
    for (const row of rows) {
      row.querySelector("button")?.setAttribute("aria-pressed", pinned !== null && isAny(members.get(row), pinned));
    }
    for (const figure of drawn.keys()) {
      for (const mark of figure.querySelectorAll("svg.marks :is(path, line, text)")) {
        const own = chosen && configurations(figure, mark.__data__);
        mark.classList.toggle("dim", Boolean(own) && !isAny(own, chosen));
      }
    }
  }

  // What is under the pointer; null if that is nothing to highlight.
  function target(event) {
    const element = event.target.closest("[data-configurations]");
    if (element) return members.get(element);
    const figure = event.target.closest("figure.chart");
    const own = figure && configurations(figure, event.target.__data__);
    return own ? rowsOf(own) : null;
  }

  const isSame = (one, other) => one && other && one.size === other.size && isAny(one, other);

  document.addEventListener("pointerover", (event) => {
    const found = event.pointerType === "touch" ? null : target(event);
    if (found === hovered) return;
    hovered = found;
    show();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#scoreboard .row-name");
    if (!button && !event.target.closest("figure.chart .drawing, .matrix thead [data-configurations]")) return;
    const found = target(event);
    pinned = isSame(found, pinned) ? null : found;
    show();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    pinned = hovered = null;
    show();
  });

  // Charts are drawn when they come near the screen, and again for paper.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting && !drawn.has(target)) draw(target);
    },
    { rootMargin: "800px" },
  );
  for (const figure of figures) observer.observe(figure);
  addEventListener("beforeprint", () => { for (const figure of figures) draw(figure, true); });
  addEventListener("afterprint", () => { for (const figure of figures) draw(figure); });
})();
