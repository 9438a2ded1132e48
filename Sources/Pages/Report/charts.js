// Draws the charts with Vega-Lite when they come near the screen, in the colors of the page.
"use strict";

(() => {
  const drawn = new Set();

  async function draw(figure) {
    drawn.add(figure);
    const ink = getComputedStyle(figure).color;
    // The black of the palette is the color of text, which is light on a dark page.
    const text = figure.querySelector("script").textContent.replaceAll('"#000000"', `"${ink}"`);
    const specification = JSON.parse(text);
    delete specification.title; // The heading shows it.
    const labels = { labelColor: ink, titleColor: ink };
    await vegaEmbed(figure.querySelector(".drawing"), specification, {
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
        style: { text: { fill: ink } },
      },
    });
  }

  const figures = document.querySelectorAll("figure.chart");
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting || drawn.has(entry.target)) continue;
        draw(entry.target);
      }
    },
    { rootMargin: "800px" },
  );
  for (const figure of figures) observer.observe(figure);
  document.addEventListener("themechange", () => drawn.forEach(draw));
  addEventListener("beforeprint", () => {
    for (const figure of figures) if (!drawn.has(figure)) draw(figure);
  });
})();
