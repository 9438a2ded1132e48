// All visible texts whose contrast with their background is below a limit (WCAG 2.2, 1.4.3), as
// "ratio: text".
(limit) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  function rgba(color) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }

  function over(front, back) {
    return [0, 1, 2].map((part) => front[part] * front[3] + back[part] * (1 - front[3]));
  }

  function background(element) {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const layer = rgba(getComputedStyle(at).backgroundColor);
      layers.push(layer);
      if (layer[3] === 1) break;
    }
    return layers.reduceRight((back, front) => over(front, back), [255, 255, 255]);
  }

  // The color behind a text in an SVG: of earlier shapes that contain its center, but for points. Measured times
  // decide how near points are; `PlotFilesTests` tests where their labels stand.
  function drawn(text) {
    const box = text.getBoundingClientRect();
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    let color = background(text.ownerSVGElement);
    for (const shape of text.ownerSVGElement.querySelectorAll("path, polygon, rect")) {
      if (text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING) break;
      const style = getComputedStyle(shape);
      if (style.fill === "none" || shape.closest("defs, .mark-symbol")) continue;
      const point = middle.matrixTransform(shape.getScreenCTM().inverse());
      if (!shape.isPointInFill(point)) continue;
      const [red, green, blue, alpha] = rgba(style.fill);
      color = over([red, green, blue, alpha * style.fillOpacity * style.opacity], color);
    }
    return color;
  }

  function luminance(color) {
    const [red, green, blue] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  const illegible = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!text || ["SCRIPT", "STYLE", "TITLE", "NOSCRIPT"].includes(element.tagName)) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(element);
    const back = element instanceof SVGElement ? drawn(element) : background(element);
    const front = over(rgba(element instanceof SVGElement ? style.fill : style.color), back);
    const [light, dark] = [luminance(front), luminance(back)].sort((one, other) => other - one);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < limit) illegible.push(`${ratio.toFixed(2)}: ${text.slice(0, 40)}`);
  }
  return illegible;
}
