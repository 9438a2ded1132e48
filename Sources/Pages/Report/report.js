// Sorting, filtering, and the light and dark themes.
"use strict";

(() => {
  const element = (id) => document.getElementById(id);

  // The theme follows the system until the user chooses one.
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const remembered = "forcelab-theme";

  function recall() {
    try {
      return localStorage.getItem(remembered);
    } catch {
      return null; // A page from a file may have no storage.
    }
  }

  function choose(theme) {
    root.dataset.theme = theme;
    try {
      localStorage.setItem(remembered, theme);
    } catch {
      // The choice lasts until the page is closed.
    }
    announce();
  }

  function announce() {
    document.dispatchEvent(new Event("themechange"));
  }

  const theme = element("theme");
  theme.hidden = false;
  theme.addEventListener("click", () => {
    const isDark = (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
    choose(isDark ? "light" : "dark");
  });
  dark.addEventListener("change", announce);
  if (["light", "dark"].includes(recall())) root.dataset.theme = recall();

  // Sorting by a click or a key on a heading: numbers by their full value, empty fields last.
  const words = new Intl.Collator("en", { numeric: true });

  function comparison(column, isNumeric, sign) {
    const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
    return (one, other) => {
      const [left, right] = [key(one), key(other)];
      if (left === "" || right === "") return (left === "") - (right === "");
      return sign * (isNumeric ? Number(left) - Number(right) : words.compare(left, right));
    };
  }

  function sort(table, heading) {
    const column = heading.cellIndex;
    const isAscending = heading.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
    heading.setAttribute("aria-sort", isAscending ? "descending" : "ascending");
    const isNumeric = heading.classList.contains("number");
    const rows = [...table.tBodies[0].rows];
    rows.sort(comparison(column, isNumeric, isAscending ? -1 : 1));
    table.tBodies[0].append(...rows);
  }

  for (const table of document.querySelectorAll("table.sortable")) {
    for (const heading of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      heading.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => sort(table, heading));
    }
  }

  // Filtering a long table: rows that contain all the words.
  const filter = element("filter");
  if (filter) {
    const rows = [...element("scoreboard").tBodies[0].rows];
    // Names in sentences have a true minus sign, and dots between their parts.
    const plain = (text) => text.toLowerCase().replaceAll("\u2212", "-").replaceAll("\u00b7", " ");
    const texts = rows.map((row) => plain(`${row.textContent} ${row.title}`));
    const count = element("shown").textContent;
    filter.closest(".filter").hidden = false;
    filter.addEventListener("input", () => {
      const wanted = plain(filter.value).split(/\s+/).filter(Boolean);
      rows.forEach((row, index) => {
        row.hidden = !wanted.every((word) => texts[index].includes(word));
      });
      const shown = rows.filter((row) => !row.hidden).length;
      element("shown").textContent = wanted.length > 0 ? `${shown} of ${count}` : count;
    });
  }
})();
