"""Every report: no errors, no requests, no horizontal scrolling, and enough contrast."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

import support
from support import SCHEMES, WIDTHS, Page

LEGIBILITY = (pathlib.Path(__file__).parent / "legibility.js").read_text()


class EveryPage(unittest.TestCase):
    def each(self, check):
        for name in support.RUNS:
            for width in WIDTHS:
                for scheme in SCHEMES:
                    with self.subTest(report=name, width=width, scheme=scheme):
                        with Page(name, width, scheme) as page:
                            page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
                            check(page, width)

    def test_has_no_errors_and_loads_nothing(self):
        def check(page, width):
            self.assertEqual(page.errors, [])
            loaded = [url for url in page.requests if not url.startswith("data:")]
            self.assertEqual(loaded, [page.address])

        self.each(check)

    def test_fits_the_screen(self):
        def check(page, width):
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)

        self.each(check)

    def test_texts_of_others_are_text(self):
        with Page("hostile") as page:
            page.locator(".legend").first.wait_for()
            self.assertEqual(page.evaluate("typeof owned"), "undefined")
            self.assertEqual(page.locator("img[src=x], [onload], [onerror], a[href^='javascript:' i]").count(), 0)
            self.assertNotRegex(page.content(), "[\u202a-\u202e\u2066-\u2069]")

    def test_has_enough_contrast(self):
        def check(page, width):
            self.assertEqual(page.evaluate(LEGIBILITY, 4.5), [])

        self.each(check)

    def test_links_are_files_of_the_run(self):
        for name in support.RUNS:
            with self.subTest(report=name), Page(name) as page:
                links = page.eval_on_selector_all(
                    "a[href]:not([href^='#'])", "links => links.map(link => link.getAttribute('href'))")
                self.assertIn("summary.csv", links)
                missing = [
                    link for link in links if not (support.report(name).parent / link).exists()]
                self.assertEqual(missing, [])
                # The menus of charts have buttons that are links without a target.
                targets = page.eval_on_selector_all(
                    "a[href^='#']:not(.vega-actions a)",
                    "links => links.filter(link => !document.querySelector(link.hash))")
                self.assertEqual(targets, [])

    def test_is_small(self):
        for name in support.RUNS:
            with self.subTest(report=name):
                self.assertLess(support.report(name).stat().st_size, 4_000_000)


class Table(unittest.TestCase):
    COLUMN = "rows => rows.map(row => row.cells[{0}].dataset.key ?? row.cells[{0}].textContent)"

    def column(self, page, number):
        rows = "#scoreboard tbody tr:not([hidden])"
        return page.eval_on_selector_all(rows, self.COLUMN.format(number))

    def heading(self, page, title):
        headings = page.locator("#scoreboard thead th")
        titles = [text.split("\n")[0] for text in headings.all_inner_texts()]
        number = next(at for at, text in enumerate(titles) if text.startswith(title))
        return headings.nth(number), number

    def test_sorts_numbers_with_a_click(self):
        with Page("quickstart") as page:
            heading, number = self.heading(page, "stress")
            before = [float(key) for key in self.column(page, number)]
            self.assertNotEqual(before, sorted(before))
            heading.get_by_role("button").click()
            self.assertEqual(heading.get_attribute("aria-sort"), "ascending")
            self.assertEqual([float(key) for key in self.column(page, number)], sorted(before))
            heading.get_by_role("button").click()
            self.assertEqual(heading.get_attribute("aria-sort"), "descending")
            self.assertEqual(
                [float(key) for key in self.column(page, number)], sorted(before, reverse=True))

    def test_sorts_words_with_the_keyboard(self):
        with Page("quickstart", 390) as page:
            heading, number = self.heading(page, "repulsion")
            words = self.column(page, number)
            self.assertNotEqual(words, sorted(words))
            heading.get_by_role("button").focus()
            page.keyboard.press("Enter")
            self.assertEqual(self.column(page, number), sorted(words))
            other, _ = self.heading(page, "stress")
            other.get_by_role("button").focus()
            page.keyboard.press("Space")
            self.assertEqual(heading.get_attribute("aria-sort"), "none")
            self.assertEqual(other.get_attribute("aria-sort"), "ascending")

    def test_with_five_hundred_rows_scrolls_below_its_headings(self):
        with Page("wide", 390) as page:
            scroll = page.locator(".first .scroll")
            self.assertLess(scroll.bounding_box()["height"], 800)
            scroll.evaluate("region => region.scrollTo(200, 5000)")
            top = scroll.bounding_box()
            heading = page.locator("#scoreboard thead th").first.bounding_box()
            self.assertAlmostEqual(heading["y"], top["y"], delta=2)
            self.assertAlmostEqual(heading["x"], top["x"], delta=2)

    def test_rows_are_filtered_by_words(self):
        with Page("wide") as page:
            self.assertEqual(len(self.column(page, 0)), 500)
            page.locator("#filter").fill("-100 0")
            self.assertEqual(self.column(page, 1), ["-100"] * len(self.column(page, 1)))
            shown = len(self.column(page, 0))
            self.assertTrue(0 < shown <= 25)
            self.assertEqual(page.locator("#shown").inner_text(), f"{shown} of 500 configurations")


class FirstScreen(unittest.TestCase):
    def test_has_the_answer_the_scoreboard_and_a_chart(self):
        with Page("graphs") as page:
            page.set_viewport_size({"width": 1280, "height": 800})
            page.locator(".first svg.marks").wait_for()
            for part in (".answer", "#scoreboard", ".first svg.marks"):
                box = page.locator(part).bounding_box()
                self.assertLessEqual(box["y"] + box["height"], 800, part)
            self.assertLessEqual(page.locator(".answer span").count(), 3)
            self.assertEqual(page.locator("#scoreboard tbody tr").count(), 3)
            self.assertEqual(page.locator(".first .mark-text.role-mark text").count(), 3)

    def test_layouts_are_a_matrix_of_graphs_and_algorithms(self):
        with Page("graphs") as page:
            self.assertEqual(page.locator(".matrix thead th").count(), 1 + 3)
            self.assertEqual(page.locator(".matrix tbody tr").count(), 6)
            self.assertEqual(page.locator(".matrix :is(svg, canvas)").count(), 18)

    def test_details_are_folded(self):
        with Page("graphs") as page:
            self.assertGreater(page.locator("#details > details").count(), 3)
            self.assertEqual(page.locator("#details > details[open]").count(), 0)
            self.assertFalse(page.locator("#details dl").is_visible())

    def test_every_report_prints_on_two_pages(self):
        for name in support.RUNS:
            with self.subTest(report=name), Page(name) as page:
                page.wait_for_timeout(500)
                pages = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
                self.assertLessEqual(len(pages), 2)

    def test_print_says_what_it_leaves_out(self):
        for name, items, shown in (
                ("quickstart", "#charts .charts", "2 charts"), ("failing", "#failures tbody", "5 rows"),
                ("blog-means", "#published tbody", "8 rows")):
            with self.subTest(report=name), Page(name) as page:
                page.emulate_media(media="print")
                note = page.locator(items).evaluate("""list => {
                  while (list.children.length < 9) list.append(list.lastElementChild.cloneNode(true));
                  return getComputedStyle(list.closest('.charts, .scroll'), '::after').content;
                }""")
                self.assertIn(f"The first {shown};", note)
                self.assertEqual(page.locator(f"{items} > :visible").count(), int(shown[0]))

    def test_says_that_charts_need_javascript(self):
        context = support.context(1280, "light", java_script_enabled=False)
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(support.report("quickstart").as_uri())
        for section in ("#asked", "#charts"):
            self.assertTrue(page.locator(f"{section} noscript").is_visible())
        self.assertFalse(page.locator(".hint").is_visible())

    def test_a_tuning_is_printed_as_a_whole(self):
        with Page("tuned", file=support.tuning()) as page:
            page.emulate_media(media="print")
            figures = page.locator("#charts figure").count()
            self.assertGreater(figures, 2)
            self.assertEqual(page.locator("#charts figure:visible").count(), figures)
            self.assertIn("the report of the test has each", page.locator("#asked .source").inner_text())


class Highlight(unittest.TestCase):
    def dimmed(self, page, selector):
        return [mark.evaluate("mark => mark.classList.contains('dim')")
                for mark in page.locator(selector).all()]

    def test_a_row_is_highlighted_in_the_tables_and_in_charts(self):
        with Page("graphs") as page:
            page.locator(".first svg.marks").wait_for()
            rows = page.locator("#scoreboard tbody tr")
            rows.nth(1).locator(".row-name").click()
            page.mouse.move(640, 5)
            self.assertEqual(self.dimmed(page, "#scoreboard tbody tr"), [True, False, True])
            self.assertEqual(self.dimmed(page, ".first .mark-text.role-mark text"), [True, False, True])
            self.assertEqual(self.dimmed(page, ".matrix thead th[data-configurations]"), [True, False, True])
            self.assertEqual(rows.nth(1).locator(".row-name").get_attribute("aria-pressed"), "true")
            page.keyboard.press("Escape")
            self.assertNotIn(True, self.dimmed(page, "#scoreboard tbody tr"))

    def test_a_mark_highlights_its_row_and_other_charts(self):
        with Page("graphs") as page:
            profile = page.locator("#chart-stress-profile")
            profile.scroll_into_view_if_needed()
            profile.locator("svg.marks").wait_for()
            page.locator(".first .mark-text.role-mark text").nth(2).hover(force=True)
            self.assertEqual(self.dimmed(page, "#scoreboard tbody tr"), [True, True, False])
            lines = self.dimmed(page, "#chart-stress-profile .mark-line path")
            self.assertEqual(lines.count(False), 1)
            profile.locator(".role-legend-label text").first.hover(force=True)
            self.assertEqual(self.dimmed(page, "#scoreboard tbody tr").count(False), 1)


class Theme(unittest.TestCase):
    def background(self, page):
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    def test_is_that_of_the_system_until_the_user_chooses(self):
        with Page("averages", scheme="dark") as page:
            dark = self.background(page)
            page.emulate_media(color_scheme="light")
            light = self.background(page)
            self.assertNotEqual(dark, light)
            page.locator("#theme").click()
            self.assertEqual(self.background(page), dark)
            page.reload()
            self.assertEqual(self.background(page), dark)
            page.emulate_media(color_scheme="dark")
            page.locator("#theme").click()
            self.assertEqual(self.background(page), light)

    def test_is_light_in_print(self):
        with Page("quickstart", scheme="dark") as page:
            page.emulate_media(media="print", color_scheme="dark")
            self.assertEqual(self.background(page), "rgb(255, 255, 255)")
            self.assertEqual(page.evaluate(LEGIBILITY, 4.5), [])
            self.assertFalse(page.locator(".top").is_visible())


class Charts(unittest.TestCase):
    def test_are_drawn_with_axes_and_marks(self):
        for name in ("quickstart", "shaded", "region-query", "growing"):
            for scheme in SCHEMES:
                with self.subTest(report=name, scheme=scheme), Page(name, scheme=scheme) as page:
                    figures = page.locator("figure.chart")
                    self.assertGreater(figures.count(), 0)
                    for figure in figures.all():
                        figure.scroll_into_view_if_needed()
                        figure.locator("svg.marks").wait_for()
                        self.assertGreater(figure.locator("svg.marks .role-mark").count(), 0)
                        self.assertNotIn("NaN", figure.inner_html())
                    self.assertEqual(page.errors, [])

    def test_points_have_tooltips(self):
        with Page("shaded") as page:
            page.locator("#chart-heatmap").scroll_into_view_if_needed()
            # The number on a cell has the tooltip of the cell.
            page.locator("#chart-heatmap .mark-rect path").first.hover(force=True)
            self.assertIn("stress", page.locator("#vg-tooltip-element").inner_text())

    def test_lines_have_tooltips(self):
        with Page("graphs") as page:
            page.locator("#chart-stress-profile").scroll_into_view_if_needed()
            line = page.locator("#chart-stress-profile .mark-line path").last
            x, y = line.evaluate(
                "line => { const at = line.getPointAtLength(line.getTotalLength() / 3)"
                ".matrixTransform(line.getScreenCTM()); return [at.x, at.y]; }")
            page.mouse.move(x, y + 3)
            self.assertIn("share of graphs", page.locator("#vg-tooltip-element.visible").inner_text())

    def test_bands_are_areas(self):
        with Page("quickstart") as page:
            page.locator("#chart-movement").scroll_into_view_if_needed()
            lines = page.locator("#chart-movement .mark-line path")
            lines.first.wait_for()
            bands = page.locator("#chart-movement .mark-area path:not([stroke-opacity])")
            self.assertTrue(0 < bands.count() <= lines.count())
            self.assertIn("L", bands.first.get_attribute("d"))

    def test_bars_between_ranks_have_no_tooltips(self):
        with Page("graphs") as page:
            page.locator("#chart-stress-ranks").scroll_into_view_if_needed()
            page.locator("#chart-stress-ranks .mark-text.role-mark text").first.hover(force=True)
            page.locator("#vg-tooltip-element.visible").wait_for()
            page.locator("#chart-stress-ranks .mark-symbol path").first.hover(force=True)
            page.locator("#vg-tooltip-element.visible").wait_for(state="detached")

    def test_texts_of_others_are_text_in_tooltips(self):
        with Page("hostile") as page:
            seen = ""
            for figure in page.locator("figure.chart").all():
                figure.scroll_into_view_if_needed()
                figure.locator("svg.marks").wait_for()
                for mark in figure.locator(".mark-symbol path, .mark-rect path, .mark-bar path").all()[:20]:
                    mark.hover(force=True)
                    seen += page.locator("#vg-tooltip-element").inner_text()
            for text in support.TEXTS[1:3]:
                self.assertIn(text[:10], seen)
            self.assertEqual(page.evaluate("typeof owned"), "undefined")
            self.assertEqual(page.locator("img[src=x], [onload], [onerror]").count(), 0)

    def test_are_drawn_before_the_page_is_printed(self):
        with Page("quickstart") as page:
            page.emulate_media(media="print")
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            count = page.locator("figure.chart").count()
            page.wait_for_function(
                "count => document.querySelectorAll('figure.chart svg.marks').length === count", arg=count)

    def test_are_legible_in_print(self):
        for width in WIDTHS:
            with self.subTest(width=width), Page("quickstart", width) as page:
                page.locator("#charts figure").first.scroll_into_view_if_needed()
                page.locator("#charts svg.marks").first.wait_for()
                widths = "marks => marks.slice(0, 3).map(svg => svg.getAttribute('width'))"
                before = page.eval_on_selector_all("svg.marks", widths)
                page.evaluate("dispatchEvent(new Event('beforeprint'))")
                page.emulate_media(media="print")
                # An A4 page without its margins.
                page.set_viewport_size({"width": 703, "height": 1000})
                page.settle()
                letters = page.eval_on_selector_all("svg.marks text", """texts => texts.map(text =>
                  parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a).filter(size => size > 0)""")
                self.assertGreater(min(letters), 8)
                page.emulate_media(media="screen")
                page.set_viewport_size({"width": width, "height": 900})
                page.evaluate("dispatchEvent(new Event('afterprint'))")
                page.settle()
                self.assertEqual(page.eval_on_selector_all("svg.marks", widths), before)

    def test_pictures_are_made_of_their_specifications(self):
        folder = support.report("shaded").parent
        path = pathlib.Path(sys.executable).parent
        environment = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}"}
        for format, start in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
            subprocess.run(
                [support.FORCELAB, "plot", folder, "--format", format], env=environment, check=True)
            picture = (folder / f"plots/heatmap.{format}").read_bytes()
            self.assertTrue(picture.startswith(start))
            self.assertGreater(len(picture), 2_000)


class Content(unittest.TestCase):
    def test_failures_and_limits(self):
        with Page("failing") as page:
            self.assertEqual(page.locator("#failures tbody tr").count(), 1)
            self.assertIn("7", page.locator("#failures tbody tr").inner_text())
            self.assertIn("not measured", page.locator("#limits tbody tr").inner_text())
            self.assertIn('Some <trials> do not give "their"', page.locator(".summary").inner_text())

    def test_layouts_explain_their_colors(self):
        with Page("quickstart") as page:
            entries = page.locator("#layouts .legend span").all_inner_texts()
            self.assertEqual(entries[0], "group")
            self.assertEqual(len(entries), 1 + 11)
            self.assertEqual(page.locator("#layouts .legend path").count(), 4)

    def test_layouts_on_canvases_have_the_shapes_of_drawings(self):
        with Page("crowded") as page:
            page.evaluate("""() => {
              window.polygons = 0;
              const close = CanvasRenderingContext2D.prototype.closePath;
              CanvasRenderingContext2D.prototype.closePath = function () {
                window.polygons += 1;
                close.call(this);
              };
            }""")
            page.locator("#layouts canvas").scroll_into_view_if_needed()
            page.set_viewport_size({"width": 1200, "height": 900})
            page.settle()
            graphs = page.evaluate("JSON.parse(document.getElementById('drawn-graphs').textContent)")
            graph = next(iter(graphs.values()))
            others = sum(graph["shapes"][color] != "circle" for color in graph["color"])
            self.assertGreater(others, 0)
            painted = page.evaluate("window.polygons")
            self.assertGreater(painted, 0)
            self.assertEqual(painted % others, 0)

    def test_claims(self):
        with Page("blog-means") as page:
            self.assertEqual(page.locator("#published tbody tr").count(), 3)


if __name__ == "__main__":
    unittest.main()
