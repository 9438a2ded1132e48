"""The player: play, scrub, zoom, pan, rotate and show names, by mouse, keyboard and touch."""

import unittest

import support
from support import Page

# The pixels of a copy of a canvas: reading the canvas itself would change how it is drawn.
PIXELS = """canvas => {
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return (%s)(data, canvas);
}"""

# A hash of the picture, and the number of its pixels.
INK = PIXELS % """data => {
  let hash = 0, count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    count += 1;
    hash = (hash * 31 + at + data[at] + 7 * data[at + 1] + 13 * data[at + 2]) % 1000000007;
  }
  return [hash, count];
}"""

# The number of pixels at the right and lower border: of nodes and edges that lie outside in part.
OUTSIDE = PIXELS % """(data, { width, height }) => {
  let count = 0;
  for (let x = 0; x < width; x++) if (data[4 * ((height - 1) * width + x) + 3] > 0) count += 1;
  for (let y = 0; y < height; y++) if (data[4 * (y * width + width - 1) + 3] > 0) count += 1;
  return count;
}"""

# A point inside a node: one surrounded by a strong color.
NODE = PIXELS % """(data, { width, height, clientWidth }) => {
  const isStrong = (x, y) => {
    const at = 4 * (y * width + x);
    const parts = [data[at], data[at + 1], data[at + 2]];
    return data[at + 3] === 255 && Math.max(...parts) - Math.min(...parts) > 90;
  };
  for (let y = 4; y < height - 4; y++) for (let x = 4; x < width - 4; x++)
    if (isStrong(x - 2, y) && isStrong(x + 2, y) && isStrong(x, y - 2) && isStrong(x, y + 2))
      return [x * clientWidth / width, y * clientWidth / width];
  return null;
}"""


class Player(unittest.TestCase):
    def open(self, *arguments, name="quickstart", **options):
        page = Page(name, *arguments, **options)
        self.addCleanup(page.__exit__)
        self.addCleanup(lambda: self.assertEqual(page.errors, []))
        page.locator("#stage").scroll_into_view_if_needed()
        self.canvases = page.locator("#stage .canvas canvas")
        self.page = page
        page.settle()
        return page

    def ink(self, side=0):
        self.page.settle()
        return self.canvases.nth(side).evaluate(INK)

    def drag(self, right, down):
        """Drags the first canvas, then moves the pointer away."""
        box = self.canvases.first.bounding_box()
        self.page.mouse.move(box["x"] + 20, box["y"] + 20)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + 20 + right, box["y"] + 20 + down, steps=4)
        self.page.mouse.up()
        self.page.mouse.move(5, 5)

    def iteration(self):
        return int(self.page.locator("#stage output").inner_text().split()[1])

    def until(self, condition):
        """Waits until the condition holds; fails after half a minute."""
        for _ in range(600):
            if condition():
                return
            self.page.wait_for_timeout(50)
        self.fail("the condition did not become true")

    def point(self, side=0):
        found = self.canvases.nth(side).evaluate(NODE)
        self.assertIsNotNone(found)
        box = self.canvases.nth(side).bounding_box()
        return box["x"] + 1 + found[0], box["y"] + 1 + found[1]

    def test_shows_two_configurations_at_their_end(self):
        self.open()
        self.assertEqual(self.canvases.count(), 2)
        self.assertGreater(self.ink(0)[1], 500)
        self.assertGreater(self.ink(1)[1], 500)
        self.assertEqual(self.iteration(), 300)

    def test_plays_and_pauses(self):
        page = self.open()
        page.locator(".play").click()
        self.until(lambda: 20 < self.iteration() < 280)
        page.locator(".play").click()
        stopped, drawn = self.iteration(), self.ink()
        self.assertEqual(page.locator(".play").inner_text(), "Play")
        page.wait_for_timeout(200)
        self.assertEqual((self.iteration(), self.ink()), (stopped, drawn))

    def test_plays_to_the_end_at_speed(self):
        page = self.open()
        page.get_by_label("Speed").select_option("8")
        page.locator(".play").click()
        self.until(lambda: page.locator(".play").inner_text() == "Play")
        self.assertEqual(self.iteration(), 300)

    def test_scrubs_both_sides(self):
        page = self.open()
        end = [self.ink(0), self.ink(1)]
        page.get_by_role("slider").fill("40")
        self.assertEqual(self.iteration(), 40)
        middle = [self.ink(0), self.ink(1)]
        self.assertNotEqual(end[0], middle[0])
        self.assertNotEqual(end[1], middle[1])
        page.get_by_role("slider").fill("300")
        self.assertEqual([self.ink(0), self.ink(1)], end)

    def test_the_curve_shows_the_iteration_and_scrubs(self):
        page = self.open()
        curve = page.locator("#stage .curve")
        self.assertIn("against iteration", curve.get_attribute("aria-label"))
        box, drawn = curve.bounding_box(), curve.evaluate(INK)
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.assertTrue(100 < self.iteration() < 200)
        page.settle()
        self.assertNotEqual(curve.evaluate(INK), drawn)

    def test_shows_what_colors_mean(self):
        page = self.open()
        # In the order of the legend of drawings.
        entries = page.locator("#layouts .legend span").all_inner_texts()
        self.assertEqual(page.locator("#stage .legend span").all_inner_texts(), entries)

    def test_interpolates_between_frames(self):
        page = self.open()
        drawn = []
        for iteration in ("1", "1.5", "2", "2.5"):
            page.get_by_role("slider").fill(iteration)
            drawn.append(self.ink()[0])
        self.assertEqual(len(set(drawn)), 4)

    def test_does_not_interpolate_with_reduced_motion(self):
        page = self.open(reduced_motion="reduce")
        drawn = []
        for iteration in ("1", "1.5", "2", "2.5"):
            page.get_by_role("slider").fill(iteration)
            drawn.append(self.ink()[0])
        self.assertLess(len(set(drawn)), 4)

    def test_responds_to_keys(self):
        page = self.open()
        self.canvases.first.focus()
        page.keyboard.press("Home")
        self.assertEqual(self.iteration(), 0)
        page.keyboard.press("ArrowRight")
        first = self.iteration()
        self.assertGreater(first, 0)
        page.keyboard.press("ArrowRight")
        self.assertGreater(self.iteration(), first)
        page.keyboard.press("ArrowLeft")
        self.assertEqual(self.iteration(), first)
        page.keyboard.press("End")
        self.assertEqual(self.iteration(), 300)
        whole = self.ink()
        page.keyboard.press("+")
        self.assertNotEqual(self.ink(), whole)
        page.keyboard.press("-")
        self.assertEqual(self.ink()[1], whole[1])
        page.keyboard.press("Home")
        page.keyboard.press("Space")
        self.until(lambda: self.iteration() > 5)
        page.keyboard.press("Space")
        self.assertEqual(page.locator(".play").inner_text(), "Play")

    def test_the_wheel_zooms_only_after_a_click(self):
        page = self.open()
        whole = self.ink()
        x, y = self.point()
        page.mouse.move(x, y)
        page.mouse.wheel(0, -200)
        page.wait_for_timeout(200)
        page.mouse.move(5, 5)
        self.assertEqual(self.ink(), whole)
        self.canvases.first.scroll_into_view_if_needed()
        x, y = self.point()
        page.mouse.click(x, y)
        page.mouse.wheel(0, -300)
        page.mouse.move(5, 5)
        self.until(lambda: self.ink() != whole)
        page.get_by_role("button", name="Show all").click()
        self.assertEqual(self.ink(), whole)

    def test_drags(self):
        page = self.open()
        whole = self.ink()
        self.drag(70, 40)
        moved = self.ink()
        self.assertNotEqual(moved, whole)
        self.assertNotEqual(self.ink(1), whole)

    def test_shows_the_name_of_a_node_on_both_sides(self):
        page = self.open()
        names = page.locator("#stage .name")
        self.assertFalse(names.first.is_visible())
        page.mouse.move(*self.point())
        page.settle()
        self.assertRegex(names.first.inner_text(), r"^\S.* · \d+ neighbors?$")
        self.assertNotIn("node ", names.first.inner_text())
        self.assertEqual(names.first.inner_text(), names.nth(1).inner_text())
        page.mouse.move(5, 5)
        page.settle()
        self.assertFalse(names.first.is_visible())

    def test_chooses_trials(self):
        page = self.open()
        right = page.get_by_label("Trial on the right")
        before = self.ink(1)
        right.select_option(index=4)
        self.assertNotEqual(self.ink(1), before)
        right.select_option("-1")
        self.assertFalse(self.canvases.nth(1).is_visible())
        self.assertGreater(self.canvases.first.bounding_box()["width"], 900)

    def test_touch(self):
        page = self.open(390, has_touch=True, is_mobile=True)
        self.assertFalse(self.canvases.nth(1).is_visible())
        page.touchscreen.tap(*self.point())
        page.settle()
        self.assertIn("neighbor", page.locator("#stage .name").first.inner_text())
        before = self.ink()
        self.pinch(page)
        self.assertNotEqual(self.ink(), before)

    def pinch(self, page):
        box = self.canvases.first.bounding_box()
        session = page.context.new_cdp_session(page.page)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def touch(kind, *offsets):
            points = [{"x": x + offset, "y": y, "id": at} for at, offset in enumerate(offsets)]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", -20, 20)
        for span in (30, 45, 60):
            touch("touchMove", -span, span)
        touch("touchEnd")

    def test_uses_the_colors_of_the_theme(self):
        page = self.open()
        light = self.ink()
        page.locator("#theme").click()
        self.assertNotEqual(self.ink()[0], light[0])

    def test_marks_events_and_shows_nodes_that_come_and_go(self):
        page = self.open(name="growing")
        marks = page.locator("#stage .events button")
        self.assertEqual(
            [mark.get_attribute("aria-label").split(":")[0] for mark in marks.all()],
            ["Iteration 20", "Iteration 40"])
        shown = {}
        for iteration, nodes in (("10", "6 nodes"), ("30", "9 nodes"), ("50", "5 nodes")):
            page.get_by_role("slider").fill(iteration)
            shown[iteration] = self.ink()[1]
            self.assertIn(f"· {nodes}", page.locator("#stage output").inner_text())
            self.assertIn(f": {nodes}", self.canvases.first.get_attribute("aria-label"))
        self.assertEqual(len(set(shown.values())), 3)
        marks.first.click()
        self.assertEqual(self.iteration(), 20)
        self.assertIn("add-nodes", page.locator("#stage output").inner_text())

    def test_counts_neighbors_by_the_edges_that_there_are(self):
        page = self.open(name="rewired")
        for iteration, count in (("10", "1 neighbor"), ("30", "0 neighbors"), ("50", "1 neighbor")):
            page.get_by_role("slider").fill(iteration)
            page.settle()
            page.mouse.move(*self.point())
            page.settle()
            self.assertRegex(page.locator("#stage .name").first.inner_text(), f" · {count}$")
            page.mouse.move(5, 5)

    def test_a_scene_starts_at_its_start_and_counts_seconds_and_bodies(self):
        page = self.open(name="scene")
        output = page.locator("#stage output")
        self.assertEqual(output.inner_text(), "0.00 of 2.00 s · 2 bodies")
        self.assertNotIn("3D", page.locator("#stage").inner_text())
        self.assertIn("against time", page.locator("#stage .curve").get_attribute("aria-label"))
        start = self.ink()
        page.get_by_role("slider").fill("0.2")
        self.assertIn("0.20 of 2.00 s", output.inner_text())
        self.assertNotEqual(self.ink(), start)
        # The ball has left the scene, which stays as large as it was.
        page.get_by_role("slider").fill("1.5")
        shown = self.ink()
        page.get_by_role("slider").fill("2")
        self.assertEqual(self.ink(), shown)

    def test_an_animation_plays_in_a_page_of_its_own(self):
        page = self.open(name="solid", file=support.animation("quickstart"))
        self.assertEqual(page.locator(".play").inner_text(), "Pause")
        self.until(lambda: self.iteration() > 20)
        self.assertEqual(page.requests, [page.address])

    def test_shows_where_nodes_start(self):
        page = self.open(name="solid", file=support.animation("quickstart"))
        page.locator(".play").click()
        page.get_by_role("slider").fill("0")
        page.settle()
        self.assertEqual(self.canvases.first.evaluate(OUTSIDE), 0)

    def test_nothing_plays_or_turns_a_single_frame(self):
        page = self.open(file=support.animation("torn"))
        self.assertFalse(page.locator(".play").is_visible())
        self.assertIn("Keys: + and − zoom", page.locator("#stage").inner_text())
        self.assertIn("diverged", page.locator("#stage select").first.inner_text())

    def test_rotates_3d_layouts(self):
        page = self.open(name="solid")
        self.assertEqual(page.locator(".play").inner_text(), "Turn")
        before = self.ink()
        self.drag(100, 30)
        turned = self.ink()
        self.assertNotEqual(turned, before)
        page.locator(".play").click()
        self.until(lambda: self.ink() != turned)
        page.locator(".play").click()

    def test_a_large_graph_after_a_small_one_is_drawn_by_webgl(self):
        page = self.open()
        self.assertEqual(page.evaluate(
            "() => { const view = new drawing.GraphView({}); return [10, 5000].map((count) => {"
            " view.graph = { count, edgeCount: 0 }; view.choosePainter(); return Boolean(view.under); }); }"),
            [False, True])

    def test_the_title_of_a_narrow_curve_is_not_cut(self):
        page = self.open()
        end, width = page.evaluate("""() => {
          const curve = new drawing.Curve(() => [0, 9]);
          curve.canvas.style.width = '150px';
          document.body.append(curve.canvas);
          let end = 0;
          curve.context.fillText = function (text, left, top, room = Infinity) {
            if (text === curve.title) end = left + Math.min(room, this.measureText(text).width);
          };
          curve.show([{ name: 'fastest, pt/s', iterations: [0, 9], values: [1, 1e6], side: 'a' }]);
          curve.paint(null);
          return [end, curve.canvas.width];
        }""")
        self.assertLessEqual(end, width)


if __name__ == "__main__":
    unittest.main()
