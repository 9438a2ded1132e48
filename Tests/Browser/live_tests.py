"""The live page: controls, hands, undo, saving, two pages, and a server that goes and comes back."""

import csv
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import unittest

import support
from support import FORCELAB, PLACE, ROOT

LEGIBILITY = (pathlib.Path(__file__).parent / "legibility.js").read_text()

BASIC = """
name: basic
graph: miserables
seed: 3
record: {layout: final}
"""

SOLID = """
name: solid
graph: {mesh: {rows: 5, columns: 5}}
dimensions: 3
forces: [many-body, link]
"""

PLAIN = """
name: plain
graph: {mesh: {rows: 4, columns: 4}}
forces: [many-body, link]
view: {label: degree}
"""

HOSTILE = """
name: hostile
graph: {file: hostile.json}
forces: [many-body, link, center]
"""

HOSTILE_GRAPH = {
    "nodes": [{"id": f"n{i}", "label": label} for i, label in enumerate(
        ["<img src=x onerror=document.title='owned'>", "<script>alert(1)</script>", "\u202e&amp;\x7f\x85"])],
    "links": [{"source": "n0", "target": "n1"}, {"source": "n1", "target": "n2"}],
}


# The ball flies to the right and ends at the wall.
SHOT = """
name: shot
study: bodies
size: [300, 200]
bodies:
  - {name: ball, ellipse: {width: 20, height: 20}, at: [30, 150], elasticity: 0.5}
  - {name: wall, rectangle: {width: 20, height: 200}, at: [290, 100], anchored: true}
gravity: {}
pushes: [{bodies: [ball], mode: instantaneous, angle: -0.6, magnitude: 0.2}]
rules:
  - {when: {touches: {body: ball, other: wall}}, count: hits, end: wall}
duration: 20
"""

# The ball stays where it is.
REST = """
name: rest
study: bodies
size: [300, 200]
bodies: [{name: ball, ellipse: {width: 20, height: 20}, at: [30, 150]}]
gravity: {magnitude: 0}
duration: 600
"""


class Server:
    """A `forcelab live` of an experiment in a folder of its own."""

    serial = 0

    def __init__(self, text, *options, environment=None, files=None):
        Server.serial += 1
        self.folder = PLACE / f"live-{Server.serial}"
        self.folder.mkdir(parents=True)
        self.name = re.search(r"name: (\S+)", text)[1]
        self.file = self.folder / f"{self.name}.yaml"
        self.file.write_text(text)
        for name, content in (files or {}).items():
            (self.folder / name).write_text(content)
        self.options, self.environment = options, environment or {}
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [FORCELAB, "live", self.file, "--no-open", *self.options], cwd=self.folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | self.environment)
        self.url = self.process.stdout.readline().strip()
        if not self.url.startswith("http://"):
            raise RuntimeError(self.process.communicate()[1])

    def stop(self):
        """Ctrl-C. Returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


class Live(unittest.TestCase):
    def serve(self, text=BASIC, *options, **more):
        self.server = Server(text, *options, **more)
        self.addCleanup(self.server.stop)
        return self.server

    def open(self, width=1280, scheme="light", query="", expects_errors=False, **options):
        context = support.context(width, scheme, **options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.errors, page.asked = [], []
        page.on("console", lambda message: self.note(page, message.text))
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto(self.server.url + query)
        if not expects_errors:
            self.addCleanup(lambda: self.assertEqual(page.errors, []))
        self.page = page
        self.until(lambda: page.evaluate("() => forcelab.frameCount > 0"))
        return page

    def note(self, page, text):
        # Chromium's own, about screenshots and copies of canvases.
        if "GL Driver Message" not in text:
            page.errors.append(text)

    def until(self, condition, what="the condition"):
        """Waits until the condition holds; fails after a minute."""
        for _ in range(1200):
            if condition():
                return
            (self.page.wait_for_timeout(50) if getattr(self, "page", None) else time.sleep(0.05))
        self.fail(f"{what} did not become true")

    def state(self, page=None):
        return (page or self.page).evaluate("() => forcelab.app.state")

    def settings(self, side=0, page=None):
        return self.state(page)["views"][side]["settings"]

    def frame(self, side=0):
        return self.page.evaluate(f"() => forcelab.frames[{side}]")

    def positions(self, side=0, page=None):
        return (page or self.page).evaluate(f"() => forcelab.positions({side})")

    def settle(self):
        self.until(lambda: all(
            frame["isSettled"] for frame in self.page.evaluate("() => forcelab.frames")), "settling")

    def full_speed(self):
        self.page.locator("#rate").select_option("0")
        self.until(lambda: self.state()["rate"] == 0)

    def pause(self):
        if self.state()["running"]:
            self.page.locator("#run").click()
        self.until(lambda: not self.state()["running"])

    def iteration_at_rest(self):
        """The iteration once no more frames come: the last one can come after the state."""
        last = None
        while last != (now := self.frame()["iteration"]):
            last = now
            self.page.wait_for_timeout(500)
        return now

    def field(self, path):
        return self.page.locator(f"input[data-path='{path}']")

    def place(self, node, side=0):
        """Where a node is in the window."""
        x, y = self.page.evaluate(
            "([node, side]) => { const view = forcelab.app.views[side]; const at = view.place(node);"
            " return [at.x / view.ratio, at.y / view.ratio]; }", [node, side])
        box = self.page.locator("#views .view:visible .canvas").nth(side).bounding_box()
        return box["x"] + 1 + x, box["y"] + 1 + y

    # The page

    def test_opens_without_errors_or_foreign_requests(self):
        self.serve()
        page = self.open()
        root = self.server.url.rsplit("/", 2)[0]
        for address in page.asked:
            self.assertTrue(address.startswith((root, "data:", "blob:")), address)
        self.assertEqual(page.locator("#title").inner_text(), "basic")
        self.assertEqual(page.locator("#facts").inner_text(), "77 nodes, 254 edges")
        self.settle()
        self.assertIn("settled · iteration 300", page.locator("#status").inner_text())

    def test_draws_on_a_plain_canvas_without_webgl(self):
        self.serve()
        page = self.open(query="?painter=canvas")
        self.assertFalse(page.evaluate("() => Boolean(forcelab.app.views[0].under)"))
        self.assertGreater(self.page.evaluate(
            "() => { const { canvas } = forcelab.app.views[0]; const { data } = canvas.getContext('2d')"
            ".getImageData(0, 0, canvas.width, canvas.height); return data.filter((x) => x).length; }"),
            1000)

    def test_draws_by_webgl(self):
        self.serve()
        page = self.open()
        ink = page.evaluate(
            "() => { const view = forcelab.app.views[0]; view.paint(-1); const copy = "
            "document.createElement('canvas'); copy.width = view.under.width; "
            "copy.height = view.under.height; const context = copy.getContext('2d'); "
            "context.drawImage(view.under, 0, 0); return context.getImageData(0, 0, copy.width, "
            "copy.height).data.filter((x) => x).length; }")
        self.assertGreater(ink, 1000)

    def test_names_are_text(self):
        self.serve(HOSTILE, files={"hostile.json": json.dumps(HOSTILE_GRAPH)})
        page = self.open()
        self.settle()
        for node in range(3):
            page.mouse.move(*self.place(node))
            page.mouse.click(*self.place(node))
        page.locator("#search").fill("<script")
        self.assertIn("<script>alert(1)</script>", page.locator("#selection strong").inner_text())
        self.assertEqual(page.locator("#stage img, #stage script").count(), 0)
        self.assertNotEqual(page.title(), "owned")
        page.evaluate("() => forcelab.app.togglePin(2)")
        self.until(lambda: self.state()["views"][0]["pinned"] == [2])

    def test_texts_have_contrast(self):
        self.serve()
        for scheme in ("light", "dark"):
            for width in (1280, 390):
                page = self.open(width, scheme)
                page.locator("#explain").check()
                self.assertEqual(page.evaluate(f"({LEGIBILITY})(4.5)"), [], (scheme, width))
                wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
                self.assertLessEqual(wide, 0)

    def test_all_controls_have_names(self):
        self.serve()
        page = self.open()
        nameless = page.evaluate(
            "() => [...document.querySelectorAll('button, input, select, textarea, canvas')].filter("
            "(each) => each.checkVisibility() && !each.ariaLabel && !each.textContent.trim() "
            "&& !each.labels?.length && each.getAttribute('aria-hidden') !== 'true')"
            ".map((each) => each.outerHTML)")
        self.assertEqual(nameless, [])

    # Parameters

    def test_a_slider_changes_the_layout(self):
        self.serve()
        page = self.open()
        self.full_speed()
        self.settle()
        control = self.positions()
        slider = page.locator("input[data-slider='forces.0.many-body.strength']")
        slider.fill("-90")
        self.until(lambda: self.settings()["forces"][0] == {"many-body": {"strength": -90}})
        self.assertEqual(self.field("forces.0.many-body.strength").input_value(), "-90")
        self.until(lambda: self.frame()["iteration"] > 310)
        self.settle()
        moved = self.positions()
        self.assertGreater(max(abs(a - b) for a, b in zip(control, moved)), 5)

    def test_a_change_says_that_it_shows_after_reheating(self):
        self.serve()
        page = self.open()
        self.full_speed()
        self.settle()
        self.assertNotIn("main", page.locator("#run").get_attribute("class").split())
        page.locator("#reheats").uncheck()
        self.field("forces.0.many-body.strength").fill("-90")
        self.field("forces.0.many-body.strength").press("Enter")
        page.locator("#notice").wait_for()
        self.assertIn("will show after “Reheat”", page.locator("#notice").inner_text())
        self.until(lambda: self.settings()["forces"][0] == {"many-body": {"strength": -90}})
        self.assertLess(self.iteration_at_rest(), 310)

    def test_infinity_is_a_sign(self):
        self.serve()
        page = self.open()
        field = self.field("forces.0.many-body.distance-max")
        self.assertEqual(field.input_value(), "∞")
        for typed, forces in (("50", {"many-body": {"distance-max": 50}}), ("∞", "many-body")):
            field.fill(typed)
            field.press("Enter")
            self.until(lambda: self.settings()["forces"][0] == forces, typed)
        self.assertNotIn(".inf", page.locator("#panel").inner_html())

    def test_defaults_in_words_fit_their_fields(self):
        self.serve()
        page = self.open()
        clipped = page.evaluate(
            "() => { const brush = document.createElement('canvas').getContext('2d');"
            " return [...document.querySelectorAll('input')].filter((input) => {"
            " const style = getComputedStyle(input); brush.font = style.font;"
            " const room = input.clientWidth - 2 * parseFloat(style.paddingLeft);"
            " return input.checkVisibility() && brush.measureText(input.placeholder).width > room; })"
            ".map((input) => input.placeholder); }")
        self.assertEqual(clipped, [])
        page.get_by_text("Default: by degree: 1 / the smaller degree of the two ends").first.wait_for()

    def test_a_field_that_loses_the_focus_shows_the_value_in_effect(self):
        self.serve()
        page = self.open()
        field = self.field("forces.0.many-body.strength")
        for typed, value in (("−55", "-55"), ("0x10", "16"), ("", "-30"), ("", "-30")):
            before = self.settings()["forces"][0]
            field.fill(typed)
            field.press("Enter")
            self.until(lambda: self.settings()["forces"][0] != before or value == "-30")
            page.locator("#theme").focus()
            self.until(lambda: field.input_value() == value, f"{value} for '{typed}'")

    def test_a_value_out_of_range_is_refused_with_a_reason(self):
        self.serve()
        page = self.open()
        self.field("integrator.verlet.velocity-decay").fill("7")
        self.field("integrator.verlet.velocity-decay").press("Enter")
        message = page.locator(".control .message:visible").first
        message.wait_for()
        self.assertIn("outside its range: 0 to 1", message.inner_text())
        self.assertEqual(self.settings()["integrator"], "verlet")

    def test_adds_removes_and_reorders_forces(self):
        self.serve()
        page = self.open()
        page.get_by_label("New force").select_option("collide")
        page.locator(".add button").click()
        names = lambda: [name if isinstance(name, str) else next(iter(name))
                         for name in self.settings()["forces"]]
        self.until(lambda: names() == ["many-body", "link", "center", "collide"])
        page.get_by_label("Move up collide").click()
        self.until(lambda: names() == ["many-body", "link", "collide", "center"])
        page.get_by_label("Remove link").click()
        self.until(lambda: names() == ["many-body", "collide", "center"])
        for _ in range(3):
            page.locator("#undo").click()
        self.until(lambda: names() == ["many-body", "link", "center"])

    def test_the_focus_stays_with_a_force_that_moves(self):
        self.serve(BASIC + "forces: [many-body, link, link, center]\n")
        page = self.open()
        focused = lambda: page.evaluate(
            "() => [document.activeElement.ariaLabel, document.activeElement.closest('.card')?.dataset.key]")
        cards = lambda: page.evaluate(
            "() => [...document.querySelectorAll('.card')].map((card) => card.dataset.key)")
        for at, press, then, key, order in (
            (1, "Move down", "Fold", "link 1", ["many-body 0", "link 0", "center 0", "link 1"]),
            (1, "Move up", "Move up", "link 1", ["many-body 0", "link 0", "link 1", "center 0"]),
            (0, "Remove", "Remove", "link 0", ["many-body 0", "link 0", "center 0"]),
            (0, "Remove", "Remove", "center 0", ["many-body 0", "center 0"])):
            page.get_by_label(f"{press} link").nth(at).focus()
            page.keyboard.press("Enter")
            self.until(lambda: cards() == order, f"the order {order}")
            self.assertEqual(focused(), [f"{then} {key[:-2]}", key])
        page.get_by_label("Fold center").click()
        self.assertEqual(page.locator(".card .body:visible").count(), 1)

    def test_chooses_another_integrator(self):
        self.serve()
        page = self.open()
        page.locator("select[data-path='integrator']").select_option("cooling")
        self.until(lambda: self.settings()["integrator"] == "cooling")
        self.until(lambda: page.locator("[data-path^='integrator.cooling.']").count() > 0)

    # The simulation

    def test_pauses_steps_and_restarts(self):
        self.serve()
        page = self.open()
        self.pause()
        at = self.iteration_at_rest()
        page.locator("#step").click()
        self.until(lambda: self.frame()["iteration"] == at + 1)
        page.locator("#reseed").click()
        self.until(lambda: self.frame()["iteration"] < at + 1 and self.state()["running"])
        seed = self.state()["views"][0]["seed"]
        page.locator("#restart").click()
        self.until(lambda: self.frame()["iteration"] > 3)
        self.assertEqual(self.state()["views"][0]["seed"], seed)

    # Scenes of bodies

    def test_a_shot_is_repeated_with_another_angle(self):
        self.serve(SHOT)
        page = self.open()
        self.assertEqual(page.locator("#facts").inner_text(), "2 bodies")
        for hidden in ("#reheat", "#compare", "#tools", "#swift"):
            self.assertFalse(page.locator(hidden).is_visible(), hidden)
        self.until(lambda: self.state()["ending"] == "wall")
        self.until(lambda: "over: wall" in page.locator("#status").inner_text())
        self.assertIn("hits: 1", page.locator("#status").inner_text())
        page.locator("#repeat").click()
        self.until(lambda: self.state()["repeats"] and self.state()["ending"] is None)
        page.locator("#repeat").click()
        self.until(lambda: self.state()["ending"] == "wall")
        # A value of the start starts the scene again.
        self.field("pushes.0.angle").fill("-1.5")
        self.field("pushes.0.angle").press("Enter")
        self.until(lambda: self.settings()["pushes"][0]["angle"] == -1.5)
        self.until(lambda: self.state()["ending"] is None and self.frame()["iteration"] > 5)
        page.locator("#save").click()
        page.locator("#save-name").fill("steep")
        page.locator("#save-go").click()
        self.until(lambda: (self.server.folder / "steep.yaml").exists())
        self.assertIn("angle: -1.5", (self.server.folder / "steep.yaml").read_text())

    def test_a_body_is_dragged_while_settings_change(self):
        self.serve(REST)
        page = self.open()
        before = self.positions()
        x, y = self.place(0)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 60, y - 40, steps=4)
        self.until(lambda: self.positions()[0] > before[0] + 10, "the movement of the body")
        page.mouse.up()
        self.field("gravity.magnitude").fill("0.1")
        self.field("gravity.magnitude").press("Enter")
        self.until(lambda: self.settings()["gravity"]["magnitude"] == 0.1)
        self.assertGreater(self.positions()[0], before[0] + 10)
        page.locator("#undo").click()
        self.until(lambda: self.state()["undo"] is None)

    def test_a_scene_fits_a_narrow_page(self):
        self.serve(SHOT)
        for width in support.WIDTHS:
            page = self.open(width)
            wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            self.assertLessEqual(wide, 0)
            page.locator("#explain").check()
            self.assertEqual(page.evaluate(f"({LEGIBILITY})(4.5)"), [])

    # Hands

    def test_drags_and_pins(self):
        self.serve()
        page = self.open()
        self.settle()
        before = self.positions()
        x, y = self.place(11)
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(1, 6):
            page.mouse.move(x + 20 * step, y + 10 * step)
        self.until(lambda: 11 in self.state()["views"][0]["pinned"], "pinned while dragged")
        wanted = self.page.evaluate(
            "([x, y]) => { const box = forcelab.app.views[0].canvas.getBoundingClientRect();"
            " return forcelab.app.views[0].pointAt(x - box.x, y - box.y, 11); }", [x + 100, y + 50])
        self.until(lambda: abs(self.positions()[22] - wanted[0]) < 1
                   and abs(self.positions()[23] - wanted[1]) < 1, "moved")
        page.mouse.up()
        self.until(lambda: self.state()["views"][0]["pinned"] == [], "released")
        self.assertGreater(max(abs(a - b) for a, b in zip(before, self.positions())), 5)
        self.settle()
        page.mouse.dblclick(*self.place(11))
        self.until(lambda: self.state()["views"][0]["pinned"] == [11], "pinned by a double click")
        page.locator("#undo").click()
        self.until(lambda: self.state()["views"][0]["pinned"] == [], "undone")

    def test_adds_joins_and_deletes(self):
        self.serve()
        page = self.open()
        self.pause()
        page.locator("[data-tool=node]").click()
        box = page.locator("#views .canvas").first.bounding_box()
        page.mouse.click(box["x"] + 15, box["y"] + 15)
        self.until(lambda: self.state()["nodes"] == 78)
        page.locator("[data-tool=edge]").click()
        self.until(lambda: self.page.evaluate("() => forcelab.app.views[0].hasPositions"))
        page.mouse.click(*self.place(77))
        page.mouse.click(*self.place(11))
        self.until(lambda: self.state()["edges"] == 255)
        page.locator("[data-tool=delete]").click()
        self.until(lambda: self.page.evaluate("() => forcelab.app.views[0].hasPositions"))
        page.mouse.click(*self.place(77))
        self.until(lambda: (self.state()["nodes"], self.state()["edges"]) == (77, 254))
        for expected in ((78, 255), (78, 254), (77, 254)):
            page.locator("#undo").click()
            self.until(lambda: (self.state()["nodes"], self.state()["edges"]) == expected)
        for expected in ((78, 254), (78, 255), (77, 254)):
            page.locator("#redo").click()
            self.until(lambda: (self.state()["nodes"], self.state()["edges"]) == expected)

    def test_finds_by_name_and_shows_neighbors(self):
        self.serve()
        page = self.open()
        self.settle()
        before = page.locator("#views .canvas").first.bounding_box()
        page.locator("#search").fill("valjean")
        self.assertEqual(page.locator("#selection strong").inner_text(), "Valjean")
        self.assertIn("36 neighbors: ", page.locator("#selection .neighbors").inner_text())
        canvas = page.locator("#views .canvas").first.bounding_box()
        self.assertEqual(canvas, before)
        self.assertLessEqual(
            canvas["y"] + canvas["height"], page.locator("#selection").bounding_box()["y"])
        page.locator("#selection [data-act=pin]").click()
        self.until(lambda: len(self.state()["views"][0]["pinned"]) == 1)

    def test_new_nodes_have_names_of_their_own(self):
        self.serve()
        page = self.open()
        names = lambda: page.evaluate("() => forcelab.app.names")
        for number in (78, 79):
            page.evaluate("() => forcelab.app.addNodeAt([0, 0], 0)")
            self.until(lambda: len(names()) == number)
        page.evaluate("() => forcelab.app.removeNode(77)")
        self.until(lambda: len(names()) == 78)
        page.evaluate("() => forcelab.app.addNodeAt([0, 0], 0)")
        self.until(lambda: len(names()) == 79)
        self.assertEqual(names()[77:], ["new 78", "new 79"])
        page.evaluate("() => forcelab.app.select(78)")
        self.assertEqual(page.locator("#selection .neighbors").inner_text(), "1 neighbor: Napoleon")

    def test_long_names_end_with_an_ellipsis(self):
        graph = {"nodes": [{"id": "n0", "label": "W" * 30}, {"id": "n1", "label": "V" * 31}],
                 "links": [{"source": "n0", "target": "n1"}]}
        self.serve(HOSTILE, files={"hostile.json": json.dumps(graph)})
        svg = self.open(3000).evaluate("() => forcelab.app.views[0].svg()")
        self.assertIn(">" + "V" * 29 + "…</text>", svg)

    def test_works_by_keys(self):
        self.serve()
        page = self.open()
        self.settle()
        page.keyboard.press("/")
        page.keyboard.type("Javert")
        page.locator("#views canvas[role=img]").first.focus()
        before = self.positions()
        page.keyboard.press("ArrowRight")
        self.until(lambda: self.positions() != before)
        page.keyboard.press("p")
        self.until(lambda: len(self.state()["views"][0]["pinned"]) == 1)
        page.keyboard.press("Delete")
        self.until(lambda: self.state()["nodes"] == 76)
        page.keyboard.press("Control+z")
        self.until(lambda: self.state()["nodes"] == 77)

    def test_a_node_stays_selected_when_another_is_removed(self):
        self.serve(SOLID)
        page = self.open()
        self.until(lambda: page.evaluate("() => forcelab.app.names?.length > 10"))
        count = page.evaluate(
            "() => { forcelab.app.select(10); forcelab.app.removeNode(3); return forcelab.app.names.length; }")
        self.until(lambda: page.evaluate("() => forcelab.app.names.length") == count - 1)
        self.assertEqual(page.evaluate("() => forcelab.app.names[forcelab.app.selected]"), "10")
        self.assertEqual(page.locator("#selection strong").inner_text(), "node 10")
        page.locator("#search").fill("node 11")
        self.assertEqual(page.evaluate("() => forcelab.app.names[forcelab.app.selected]"), "11")

    def test_adds_nodes_to_a_graph_without_labels(self):
        self.serve(PLAIN)
        self.open().evaluate("() => forcelab.app.addNodeAt([0, 0], 0)")
        self.until(lambda: self.state()["nodes"] == 17)

    def test_touch(self):
        self.serve()
        page = self.open(390, has_touch=True, is_mobile=True)
        self.settle()
        page.locator("#views").scroll_into_view_if_needed()
        page.touchscreen.tap(*self.place(11))
        self.until(lambda: page.locator("#selection strong").count() == 1)
        name = page.evaluate("() => forcelab.app.graph.name(11)")
        self.assertEqual(page.locator("#selection strong").inner_text(), name)

    def test_turns_solids(self):
        self.serve(SOLID)
        page = self.open()
        self.settle()
        turn = page.evaluate("() => forcelab.app.camera.turn")
        box = page.locator("#views .canvas").first.bounding_box()
        page.mouse.move(box["x"] + 10, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] + 80, box["y"] + 30, steps=3)
        page.mouse.up()
        self.assertNotEqual(page.evaluate("() => forcelab.app.camera.turn"), turn)
        x, y = self.place(0)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y, steps=4)
        self.until(lambda: self.state()["views"][0]["pinned"] == [0])
        page.mouse.up()
        self.until(lambda: self.state()["views"][0]["pinned"] == [])

    # Two variants

    def test_two_variants_in_step_with_the_same_drag(self):
        self.serve()
        page = self.open()
        page.locator("#compare").click()
        self.until(lambda: len(self.state()["views"]) == 2)
        page.locator("[data-side='1']").click()
        self.field("forces.0.many-body.strength").fill("-150")
        self.field("forces.0.many-body.strength").press("Enter")
        self.until(lambda: self.settings(1)["forces"][0] == {"many-body": {"strength": -150}})
        self.assertEqual(self.settings(0)["forces"][0], "many-body")
        self.settle()
        self.assertNotEqual(self.positions(0), self.positions(1))
        x, y = self.place(11)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 60, y + 30, steps=4)
        self.until(lambda: self.state()["views"][0]["pinned"] == [11])
        self.until(lambda: self.positions(0)[22:24] == self.positions(1)[22:24])
        page.mouse.up()

    def test_a_second_comparison_begins_with_the_first_variant(self):
        self.serve()
        page = self.open()
        for count in (2, 1, 2):
            page.locator("#compare").click()
            self.until(lambda: len(self.state()["views"]) == count)
            if count == 2:
                self.assertEqual(page.locator("#sides [aria-checked=true]").inner_text(), "Variant A")
                page.locator("[data-side='1']").click()

    # Messages

    def test_a_message_covers_no_button_and_can_be_closed(self):
        self.serve()
        for width in (1280, 640):
            page = self.open(width)
            for close in (lambda: page.keyboard.press("Escape"), page.locator("#notice-close").click):
                page.evaluate("() => forcelab.app.notify('Saved as saved.yaml.', true)")
                box = page.locator("#notice").bounding_box()
                for button in page.locator("button:visible").all():
                    if button.get_attribute("id") != "notice-close":
                        own = button.bounding_box()
                        self.assertTrue(
                            own["y"] >= box["y"] + box["height"] or own["y"] + own["height"] <= box["y"]
                            or own["x"] >= box["x"] + box["width"], button.inner_text())
                close()
                self.assertFalse(page.locator("#notice").is_visible())

    # Files

    def layout(self, file, *options):
        """The final layout of a run of an experiment, axis by axis, node by node."""
        out = file.with_suffix(".results")
        shutil.rmtree(out, ignore_errors=True)
        ended = subprocess.run(
            [FORCELAB, "run", file, "--out", out, "--no-report", "--set", "record.layout=final",
             *options], capture_output=True, text=True, cwd=file.parent)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        with open(out / "layouts/1.csv") as layout:
            rows = list(csv.DictReader(layout))
        return [float(row[axis]) for row in rows for axis in ("x", "y", "z") if axis in row]

    def save(self, name="saved.yaml", kind="replay"):
        self.page.locator("#save").click()
        self.page.locator("#save-name").fill(name)
        self.page.locator(f"[name=kind][value={kind}]").check()
        self.page.locator("#save-go").click()

    def assert_settles_the_same(self, file):
        ran, here = self.layout(file), self.positions()
        self.assertEqual(len(ran), len(here))
        # Positions on the page are 32-bit numbers.
        for one, other in zip(ran, here):
            self.assertLessEqual(abs(one - other), 1e-6 + 1e-7 * abs(one))

    def test_saved_values_settle_where_the_page_did(self):
        self.serve()
        page = self.open()
        self.full_speed()
        self.field("forces.0.many-body.strength").fill("-77")
        self.field("forces.0.many-body.strength").press("Enter")
        self.until(lambda: self.settings()["forces"][0] == {"many-body": {"strength": -77}})
        page.locator("#restart").click()
        self.until(lambda: self.frame()["iteration"] == 300)
        self.settle()
        original = self.server.file.read_text()
        # Without an ending, it gets that of experiments.
        self.save("saved")
        self.until(lambda: "Saved as saved.yaml" in page.locator("#notice").inner_text())
        self.assertNotIn("events", (self.server.folder / "saved.yaml").read_text())
        self.assertEqual(self.server.file.read_text(), original)
        self.assert_settles_the_same(self.server.folder / "saved.yaml")

    def test_saved_changes_settle_where_the_page_did(self):
        self.serve()
        page = self.open()
        self.until(lambda: self.frame()["iteration"] > 20)
        self.field("forces.0.many-body.strength").fill("-77")
        self.field("forces.0.many-body.strength").press("Enter")
        self.until(lambda: self.settings()["forces"][0] == {"many-body": {"strength": -77}})
        page.locator("#search").fill("Javert")
        page.locator("#selection [data-act=neighbor]").click()
        self.until(lambda: self.state()["nodes"] == 78)
        self.pause()
        self.iteration_at_rest()
        self.until(lambda: self.page.evaluate("() => forcelab.app.views[0].hasPositions"))
        x, y = self.place(11)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 60, y + 30, steps=4)
        self.until(lambda: self.state()["views"][0]["pinned"] == [11])
        page.mouse.up()
        self.until(lambda: self.state()["views"][0]["pinned"] == [])
        page.locator("#run").click()
        page.locator("#search").fill("Fantine")
        page.locator("#selection [data-act=delete]").click()
        self.until(lambda: self.state()["nodes"] == 77)
        self.full_speed()
        self.settle()
        self.save()
        self.until(lambda: "Saved as saved.yaml" in page.locator("#notice").inner_text())
        self.assertIn("events:", (self.server.folder / "saved.yaml").read_text())
        self.assert_settles_the_same(self.server.folder / "saved.yaml")

    def test_a_change_without_a_tick_cannot_be_repeated_yet(self):
        self.serve()
        page = self.open()
        self.until(lambda: self.frame()["iteration"] > 5)
        self.pause()
        page.locator("#search").fill("Javert")
        page.locator("#selection [data-act=pin]").click()
        self.until(lambda: len(self.state()["views"][0]["pinned"]) == 1)
        self.save()
        page.locator("#save-message").wait_for(state="visible")
        self.assertIn("run or step the layout", page.locator("#save-message").inner_text())

    def test_a_changed_graph_is_saved_beside_the_experiment(self):
        self.serve()
        page = self.open()
        page.locator("#search").fill("Fantine")
        page.locator("#selection [data-act=delete]").click()
        self.until(lambda: self.state()["nodes"] == 76)
        self.full_speed()
        page.locator("#restart").click()
        self.until(lambda: self.frame()["iteration"] == 300)
        self.settle()
        self.save()
        self.until(lambda: "Saved as saved.yaml" in page.locator("#notice").inner_text())
        self.assertTrue((self.server.folder / "saved.graph.json").exists())
        self.assert_settles_the_same(self.server.folder / "saved.yaml")

    def test_asks_before_it_replaces_a_file(self):
        self.serve()
        page = self.open()
        original = self.server.file.read_text()
        self.save("basic.yaml", "values")
        message = page.locator("#save-message")
        message.wait_for(state="visible")
        self.assertIn("basic.yaml exists", message.inner_text())
        self.assertEqual(self.server.file.read_text(), original)
        page.locator("#save-go").click()
        self.until(lambda: "Saved as basic.yaml" in page.locator("#notice").inner_text())
        self.assertNotEqual(self.server.file.read_text(), original)

    def test_saves_only_into_the_folder(self):
        self.serve()
        page = self.open()
        (self.server.folder / "link.yaml").symlink_to(PLACE / "outside.yaml")
        for name in ("../out.yaml", "/tmp/out.yaml", "a/b.yaml", "..yaml", "x.txt", "a b.yaml"):
            self.save(name, "values")
            page.locator("#save-message").wait_for(state="visible")
            self.assertIn("is not a file name", page.locator("#save-message").inner_text())
            page.locator("#save-cancel").click()
        self.save("link.yaml", "values")
        page.locator("#save-message").wait_for(state="visible")
        self.assertIn("not a regular file", page.locator("#save-message").inner_text())
        names = sorted(path.name for path in self.server.folder.iterdir())
        self.assertEqual(names, ["basic.yaml", "link.yaml"])

    def test_shares_swift_and_pictures(self):
        self.serve()
        page = self.open()
        page.locator("#swift").click()
        code = page.locator("#swift-text")
        self.until(lambda: "import ForceLayout" in code.input_value())
        page.locator("#swift-close").click()
        for button, start in (("#svg", b"<svg"), ("#png", b"\x89PNG")):
            with page.expect_download() as download:
                page.locator(button).click()
            self.assertEqual(pathlib.Path(download.value.path()).read_bytes()[:4], start)

    def test_an_svg_of_a_scene_is_the_picture(self):
        self.serve(SHOT)
        svg = self.open().evaluate("() => forcelab.app.views[0].svg()")
        self.assertLess(svg.index("<polygon"), svg.index("<path"))
        for part in ('clip-path="url(#border)"', ">ball</text>"):
            self.assertIn(part, svg)

    def test_an_svg_has_edges_of_several_widths(self):
        self.serve(BASIC + "view: {edge-width: weight}\n")
        svg = self.open().evaluate("() => forcelab.app.views[0].svg()")
        self.assertGreater(svg.count("<path"), 3)

    # Pages that come and go

    def test_two_pages_show_the_same(self):
        self.serve()
        first, second = self.open(), self.open()
        self.page = first
        self.field("forces.0.many-body.strength").fill("-55")
        self.field("forces.0.many-body.strength").press("Enter")
        for page in (first, second):
            self.until(lambda: self.settings(page=page)["forces"][0]
                       == {"many-body": {"strength": -55}})
        self.settle()
        self.until(lambda: self.positions(page=first) == self.positions(page=second))

    def test_a_reload_keeps_the_layout(self):
        self.serve()
        page = self.open()
        self.settle()
        before = self.positions()
        page.reload()
        self.until(lambda: page.evaluate("() => forcelab.frameCount > 0"))
        self.assertEqual(self.positions(), before)

    def test_the_server_goes_and_comes_back(self):
        environment = {"FORCELAB_LIVE_TOKEN": "0123456789abcdef0123456789abcdef"}
        server = self.serve(environment=environment)
        page = self.open(expects_errors=True)
        server.options = ("--port", server.url.split(":")[2].split("/")[0])
        self.assertEqual(server.stop(), 130)
        self.until(lambda: "Connection lost" in page.locator("#notice").inner_text())
        self.assertEqual(page.locator("#status").inner_text(), "not connected")
        server.start()
        self.until(lambda: "Connected again" in page.locator("#notice").inner_text())
        self.settle()

    def test_reduced_motion_draws_seldom(self):
        self.serve()
        page = self.open(reduced_motion="reduce")
        self.settle()
        # 300 ticks at 60 per second would be about 300 frames.
        self.assertLess(page.evaluate("() => forcelab.frameCount"), 60)


if __name__ == "__main__":
    unittest.main()
