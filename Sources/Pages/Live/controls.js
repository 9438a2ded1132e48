// Controls for the parameters of a running layout, made from the manuals that the server sends.
"use strict";

const controls = (() => {
  const { make, brief } = drawing;
  let serial = 0;
  let gesture = Math.floor(Math.random() * 1e6) * 1000;

  /** The name and the given parameters of `plugin`: "center", or {link: {strength: 1}}. */
  function parts(plugin) {
    if (plugin === null || typeof plugin !== "object") return [String(plugin), {}];
    const [name] = Object.keys(plugin);
    return [name, plugin[name] ?? {}];
  }

  function sameValue(one, other) { return JSON.stringify(one) === JSON.stringify(other); }

  /** The number that a parameter has or stands for. */
  function numberOf(value) { return typeof value === "number" ? value : null; }

  /** The number form among the forms of a parameter; null if it takes no number. */
  function numberForm(form) {
    if (form.type === "number" || form.type === "integer") return form;
    if (form.type === "either") return form.forms.map(numberForm).find((each) => each) ?? null;
    return null;
  }

  /** A step of 1, 2 or 5 times a power of ten. */
  function niceStep(span) {
    const power = 10 ** Math.floor(Math.log10(span));
    return [1, 2, 5].map((factor) => factor * power).findLast((step) => step <= span) ?? power;
  }

  /** The range of a slider: the parameter's own, or some way around its default and its value. */
  function range(form, standard, value) {
    const sizes = [standard, value].map(Math.abs).filter((size) => size > 0 && Number.isFinite(size));
    const reach = 4 * (sizes.length > 0 ? Math.max(...sizes) : 1);
    const low = form.low ?? (form.high === null ? -reach : Math.min(form.high - reach, -reach));
    const high = form.high === null || form.high - low > 100 * reach ? low + reach : form.high;
    const top = form.low === null ? Math.max(high, reach) : high;
    const step = form.type === "integer" ? Math.max(1, niceStep((top - low) / 200)) : niceStep((top - low) / 200);
    return { low, high: form.high !== null ? Math.min(top, form.high) : top, step };
  }

  function text(value) {
    if (value === null || value === undefined) return "";
    if (value === ".inf" || value === "-.inf") return value.replace(".inf", "∞");
    if (Array.isArray(value)) return value.map(text).join(", ");
    if (typeof value === "object") return JSON.stringify(value);
    if (typeof value === "number") return String(Number(value.toPrecision(9)));
    return String(value);
  }

  /** A number, also an infinite one, or a text. */
  function scalar(typed) {
    // Reports write negative numbers with a minus sign.
    const number = typed.replaceAll("−", "-");
    const infinite = /^([+-]?)(∞|\.?inf(inity)?)$/i.exec(number);
    if (infinite) return infinite[1] === "-" ? "-.inf" : ".inf";
    return Number.isFinite(Number(number)) ? Number(number) : typed;
  }

  /** What a typed text means: a number, a list of numbers, or a text. */
  function parsed(typed, form) {
    const trimmed = typed.trim();
    if (trimmed === "") return null;
    if (form.type === "list" || /^\[.*\]$/.test(trimmed)) {
      const items = trimmed.replace(/^\[|\]$/g, "").split(",").map((item) => item.trim())
        .filter((item) => item !== "");
      return items.map(scalar);
    }
    if (form.type === "text") return trimmed;
    return scalar(trimmed);
  }

  /** Longer defaults in words do not fit a field. */
  const maxPlaceholder = 11;

  /** One parameter. `change(value, gesture)` sends a new value. */
  class Control {
    constructor(entry, path, change) {
      [this.entry, this.path, this.change] = [entry, path, change];
      this.id = `control-${serial++}`;
      this.form = numberForm(entry.form);
      this.input = this.makeInput();
      this.input.id = this.id;
      this.input.dataset.path = path;
      const unit = entry.unit ? make("small", {}, ` ${entry.unit}`) : "";
      this.label = make("label", { for: this.id }, entry.name, unit);
      const kind = entry.form.type === "boolean" ? "line tick" : "line";
      const help = make("p", { class: "help", id: `${this.id}-help` },
        `${entry.text} ${this.rangeText} Default: ${this.defaultText}.`);
      this.input.setAttribute("aria-describedby", help.id);
      this.message = make("p", { class: "message", role: "alert", hidden: "" });
      this.element = make("div", { class: "control", title: entry.text },
        make("div", { class: kind }, this.label, this.input));
      if (this.hasLongDefault) {
        this.element.append(make("p", { class: "default" }, `Default: ${this.defaultText}`));
      }
      if (this.form) this.addSlider();
      this.element.append(help, this.message);
      this.listen();
    }

    get defaultText() { return this.entry.defaultText.replace(/\.inf\b/g, "∞"); }

    /** Whether a default in words is shown below the field. */
    get hasLongDefault() {
      return text(this.entry.default) === "" && this.defaultText.length > maxPlaceholder;
    }

    get rangeText() {
      const { type, words } = this.entry.form;
      if (type === "choice") return `One of: ${words}.`;
      return words ? `${words[0].toUpperCase()}${words.slice(1)}.` : "";
    }

    makeInput() {
      const { form } = this.entry;
      if (form.type === "boolean") return make("input", { type: "checkbox" });
      if (form.type === "choice") {
        const select = make("select");
        for (const choice of form.choices) select.append(new Option(choice, choice));
        return select;
      }
      const isNumber = form.type === "number" || form.type === "integer";
      const input = make("input", { type: "text", spellcheck: "false", autocomplete: "off" });
      if (isNumber) input.setAttribute("inputmode", "decimal");
      if (this.hasLongDefault) input.placeholder = "default";
      else if (text(this.entry.default) === "") input.placeholder = this.defaultText;
      return input;
    }

    addSlider() {
      this.slider = make("input", {
        type: "range", "aria-label": this.entry.name, "data-slider": this.path,
      });
      this.element.append(this.slider);
      this.slider.addEventListener("pointerdown", () => { gesture++; });
      this.slider.addEventListener("keydown", () => { if (!this.isMoving) gesture++; });
      this.slider.addEventListener("input", () => {
        this.isMoving = true;
        const value = Number(Number(this.slider.value).toPrecision(12));
        this.input.value = text(value);
        this.send(value, gesture);
      });
      this.slider.addEventListener("change", () => { this.isMoving = false; });
    }

    listen() {
      const { type } = this.entry.form;
      this.input.addEventListener("change", () => {
        if (type === "boolean") return this.send(this.input.checked, 0);
        if (type === "choice") return this.send(this.input.value, 0);
        this.send(parsed(this.input.value, this.entry.form), 0);
      });
      this.input.addEventListener("blur", () => {
        if (this.message.hidden) this.showText();
      });
    }

    /** An empty field is the default. */
    send(value, gesture) {
      this.showError("");
      const sent = value === null ? this.entry.default : value;
      this.change(this.path, sent, gesture, (message) => this.showError(message));
    }

    showError(message) {
      this.message.textContent = message;
      this.message.hidden = !message;
      this.input.setAttribute("aria-invalid", message ? "true" : "false");
    }

    show(value) {
      const shown = value === undefined ? this.entry.default : value;
      this.element.classList.toggle(
        "changed", value !== undefined && !sameValue(value, this.entry.default));
      if (this.isMoving) return;
      if (this.entry.form.type === "boolean") this.input.checked = shown === true;
      if (!sameValue(shown, this.shown)) this.showError("");
      this.shown = shown;
      this.showText();
      if (this.slider) this.showSlider(numberOf(shown));
    }

    /** Not while somebody types. */
    showText() {
      if (document.activeElement !== this.input) this.input.value = text(this.shown);
    }

    showSlider(value) {
      // A text, such as the name of an attribute, has no place on a slider.
      this.slider.hidden = value === null;
      if (value === null) return;
      const { slider } = this;
      const isOutside = !this.range || value < this.range.low || value > this.range.high;
      if (isOutside) {
        this.range = range(this.form, numberOf(this.entry.default) ?? 0, value);
        [slider.min, slider.max] = [this.range.low, this.range.high];
        slider.step = this.range.step;
      }
      slider.value = String(value);
      slider.setAttribute("aria-valuetext", `${brief(value)} ${this.entry.unit}`.trim());
    }
  }

  /** The parameters of a plugin or a record. */
  class Parameters {
    constructor(entries, path, sheet, change) {
      this.element = make("div", { class: "parameters" });
      // A shape and the like cannot change.
      this.items = entries.filter((entry) => entry.form.type !== "plugins").map((entry) => {
        const place = `${path}.${entry.name}`;
        const item = entry.form.type === "plugin"
          ? new Choice(entry, place, sheet, change)
          : entry.form.type === "record"
            ? new Group(entry, place, sheet, change)
            : new Control(entry, place, change);
        this.element.append(item.element);
        return [entry.name, item];
      });
    }

    show(values) {
      for (const [name, item] of this.items) item.show(values?.[name]);
    }
  }

  /** A record: its parameters below its name. */
  class Group {
    constructor(entry, path, sheet, change) {
      this.parameters = new Parameters(entry.form.entries, path, sheet, change);
      this.element = make("fieldset", { class: "group" },
        make("legend", {}, entry.name), this.parameters.element);
    }

    show(values) { this.parameters.show(values); }
  }

  /** One plugin of a kind, and its parameters. */
  class Choice {
    constructor(entry, path, sheet, change) {
      [this.entry, this.path, this.sheet, this.change] = [entry, path, sheet, change];
      this.id = `control-${serial++}`;
      this.pages = sheet.kinds[entry.form.kind] ?? [];
      this.select = make("select", { class: "choice", id: this.id, "data-path": path });
      for (const page of this.pages) {
        // A plugin that needs a file or the like cannot be chosen by its name alone.
        if (page.entries.some((entry) => entry.required)) continue;
        const option = new Option(page.name, page.name);
        option.title = page.summary;
        this.select.append(option);
      }
      this.summary = make("p", { class: "summary" });
      this.body = make("div");
      this.element = make("div", {}, this.select, this.summary, this.body);
      this.select.setAttribute("aria-label", entry.name);
      this.select.title = entry.text;
      this.select.addEventListener("change", () => change(path, this.select.value, 0));
    }

    show(plugin) {
      const [name, values] = parts(plugin ?? this.entry.default);
      if (this.name !== name) {
        this.name = name;
        const page = this.pages.find((each) => each.name === name);
        this.summary.textContent = page?.summary ?? "";
        this.parameters = new Parameters(
          page?.entries ?? [], `${this.path}.${name}`, this.sheet, this.change);
        this.body.replaceChildren(this.parameters.element);
      }
      if (![...this.select.options].some((option) => option.value === name)) {
        this.select.prepend(new Option(name, name));
      }
      this.select.value = name;
      this.parameters.show(typeof values === "object" ? values : { [this.shorthand(name)]: values });
    }

    shorthand(name) { return this.pages.find((each) => each.name === name)?.shorthand ?? ""; }
  }

  /** Plugins in their order: each on a card, with buttons that move and remove it. */
  class List {
    constructor(entry, sheet, change) {
      [this.entry, this.sheet, this.change] = [entry, sheet, change];
      const { item } = entry.form;
      this.pages = sheet.kinds[item.kind] ?? [];
      this.kind = item.kind;
      this.cards = make("div", { class: "cards" });
      this.adder = make("select", { "aria-label": `New ${this.kind}` });
      for (const page of this.pages) {
        if (page.entries.some((entry) => entry.required)) continue;
        const option = new Option(page.name, page.name);
        option.title = page.summary;
        this.adder.append(option);
      }
      const add = make("button", { type: "button" }, "Add");
      add.addEventListener("click", () => this.send([...this.plugins, this.adder.value]));
      this.element = make("div", {}, this.cards, make("div", { class: "add" }, this.adder, add));
      this.closed = new Set();
    }

    send(plugins) { this.change(this.entry.name, plugins, 0); }

    show(plugins) {
      this.plugins = plugins ?? [];
      const names = this.plugins.map((plugin) => parts(plugin)[0]);
      if (!sameValue(names, this.names)) this.rebuild(names);
      this.plugins.forEach((plugin, index) => {
        const values = parts(plugin)[1];
        const { page, parameters } = this.shown[index];
        parameters.show(typeof values === "object" ? values : { [page?.shorthand ?? ""]: values });
      });
    }

    rebuild(names) {
      const { activeElement } = document;
      const card = activeElement?.closest(".card");
      const at = [...this.cards.children].indexOf(card);
      this.names = names;
      this.shown = names.map((name, index) => {
        const page = this.pages.find((each) => each.name === name);
        const parameters = new Parameters(
          page?.entries ?? [], `${this.entry.name}.${index}.${name}`, this.sheet, this.change);
        return { page, parameters };
      });
      this.cards.replaceChildren(...names.map((name, index) => this.card(name, index)));
      if (at < 0) return;
      // The same card, or the one that took the place of a removed card.
      const next = this.cards.querySelector(`[data-key="${CSS.escape(card.dataset.key)}"]`)
        ?? this.cards.children[at] ?? this.element;
      const same = `[data-button="${activeElement.dataset.button}"]:enabled`;
      (next.querySelector(same) ?? next.querySelector("button")).focus();
    }

    card(name, index) {
      const { page, parameters } = this.shown[index];
      const body = make("div", { class: "body" },
        make("p", { class: "summary" }, page?.summary ?? ""), parameters.element);
      const count = this.names.length;
      const key = `${name} ${this.names.slice(0, index).filter((each) => each === name).length}`;
      const button = (sign, words, isOff, act) => {
        const made = make("button", {
          type: "button", "aria-label": `${words} ${name}`, title: words,
          "data-button": words,
        }, sign);
        made.disabled = isOff;
        made.addEventListener("click", act);
        return made;
      };
      const fold = button("", "Fold", false, () => {
        const isOpen = body.hidden;
        body.hidden = !isOpen;
        this.closed[isOpen ? "delete" : "add"](key);
        fold.setAttribute("aria-expanded", String(isOpen));
      });
      body.hidden = this.closed.has(key);
      fold.setAttribute("aria-expanded", String(!body.hidden));
      const moved = (to) => {
        const plugins = [...this.plugins];
        plugins.splice(to, 0, ...plugins.splice(index, 1));
        this.send(plugins);
      };
      const heading = make("h3", { title: page?.summary ?? "" }, name);
      return make("section", { class: "card", "data-key": key },
        make("header", {}, fold, heading,
          button("↑", "Move up", index === 0, () => moved(index - 1)),
          button("↓", "Move down", index === count - 1, () => moved(index + 1)),
          button("✕", "Remove", false, () => this.send(this.plugins.toSpliced(index, 1)))),
        body);
    }
  }

  /** A list of records: the parameters of each on a card. */
  class Records {
    constructor(entry, sheet, change) {
      [this.entry, this.sheet, this.change] = [entry, sheet, change];
      this.element = make("div", { class: "cards" });
    }

    show(values) {
      const names = (values ?? []).map((value, index) => value.name || `${this.entry.name} ${index + 1}`);
      if (!sameValue(names, this.names)) {
        this.names = names;
        this.items = names.map((_, index) => new Parameters(
          this.entry.form.item.entries, `${this.entry.name}.${index}`, this.sheet, this.change));
        this.element.replaceChildren(...names.map((name, index) => make(
          "details", { class: "card", ...(names.length > 2 ? {} : { open: "" }) },
          make("summary", {}, name), make("div", { class: "body" }, this.items[index].element))));
      }
      this.items.forEach((item, index) => item.show(values[index]));
    }
  }

  const titles = {
    forces: "Forces", integrator: "Integrator", repulsion: "Repulsion", placement: "Placement",
    nodes: "Nodes", pushes: "Pushes", gravity: "Gravity", snaps: "Snaps", bodies: "Bodies",
  };

  /** All controls. `change(path, value, gesture, fail)` sends a new value. */
  class Panel {
    constructor(element, sheet, change) {
      this.groups = sheet.keys.map((entry) => {
        const { type } = entry.form;
        const item = type === "list" && entry.form.item.type === "record" ? new Records(entry, sheet, change)
          : type === "list" ? new List(entry, sheet, change)
            : type === "plugin" ? new Choice(entry, entry.name, sheet, change)
              : type === "record" ? new Group(entry, entry.name, sheet, change)
                : new Control(entry, entry.name, change);
        const note = entry.name === "placement"
          ? [make("p", { class: "quiet" }, "Used by the next restart.")] : [];
        const heading = item instanceof Control
          ? [] : [make("h2", { title: entry.text }, titles[entry.name] ?? entry.name)];
        const group = make("section", { class: "group", "data-group": entry.name },
          ...heading, item.element, ...note);
        if (type === "record") item.element.querySelector("legend").hidden = true;
        return { entry, item, group };
      });
      element.replaceChildren(...this.groups.map(({ group }) => group));
    }

    show(settings) {
      for (const { entry, item, group } of this.groups) {
        const value = settings[entry.name] ?? undefined;
        group.hidden = item instanceof Records && !value?.length;
        item.show(value);
      }
    }
  }

  return { Panel };
})();
