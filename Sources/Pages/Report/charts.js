// Draws the charts with Vega-Lite when they come near the screen, in the colors of the page.
"use strict";

(() => {
  // The color of text: light on a dark page, dark on a light one and in print.
  const ink = "currentColor";
  const drawn = new Set();

  async function draw(figure) {
    drawn.add(figure);
    // Series of the color black have that of the text.
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
        text: { color: ink },
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
  addEventListener("beforeprint", () => {
    for (const figure of figures) if (!drawn.has(figure)) draw(figure);
  });
})();
