import Testing
import ForceLabSettings

@testable import ForceLabReports

@Suite struct TableTests {
  private let table = Table(
    [
      .init("#", isNumeric: true), .init("name"), .init("note"),
      .init("steps", isNumeric: true, importance: 1), .init("time", isNumeric: true, importance: 9),
      .init("heat", isNumeric: true, importance: 0),
    ],
    rows: [
      ["1", "a", "", "300", "1.5", "12"], ["10", "a longer name", "", "300", "22.25", "7"],
    ])

  @Test func numbersAreRightAlignedAndEmptyColumnsLeftOut() {
    expect(
      table.text(),
      is: """
         # name          steps  time heat
        -- ------------- ----- ----- ----
         1 a               300   1.5   12
        10 a longer name   300 22.25    7
        """)
  }

  @Test func aTableThatFitsIsUnchanged() {
    #expect(table.text(width: 33) == table.text())
    #expect(table.text(width: 32) != table.text())
  }

  @Test func constantColumnsMoveBelowTheTable() {
    expect(
      table.text(width: 32),
      is: """
         # name           time heat
        -- ------------- ----- ----
         1 a               1.5   12
        10 a longer name  22.25    7
        The same in every row: steps
        300.
        """.replacing("name  22", with: "name 22"))
  }

  @Test func narrowTablesCutTextsAndDropColumns() {
    var table = table
    table.source = "all.csv"
    expect(
      table.text(width: 20),
      is: """
         # name      time
        -- -------- -----
         1 a          1.5
        10 a longe… 22.25
        The same in every
        row: steps 300.
        Not shown, because
        the table is too
        wide: heat; see
        all.csv.
        """)
  }

  @Test func requiredColumnsStayAtAnyWidth() {
    let lines = table.text(width: 1).split(separator: "\n")
    #expect(lines[0] == " # name")
    #expect(lines[3] == "10 a longe…")
  }

  @Test func oneRowHasNoConstants() {
    var table = table
    table.rows = [table.rows[0]]
    #expect(
      table.text(width: 13).split(separator: "\n").dropFirst(3).joined(separator: " ")
        == "Not shown, because the table is too wide: heat, steps.")
  }

  @Test(arguments: 1..<60) func noLineIsWiderThanAsked(width: Int) {
    let widths = table.text(width: width).split(separator: "\n").prefix(4).map(\.count)
    #expect((widths.max() ?? 0) <= max(width, "10 a longe…".count))
  }

  @Test func withoutRowsOnlyHeadingsArePrinted() {
    #expect(Table([.init("a"), .init("b")]).text() == "a b")
    #expect(Table([]).text(width: 10) == "")
  }

  @Test func noLineEndsInSpaces() {
    let lines = Table([.init("name")], rows: [["long enough"], ["short"]]).text()
    expect(lines, is: "name\n-----------\nlong enough\nshort")
  }

  @Test func textOutsideASCIIKeepsColumnsStraight() {
    let text = Table(
      [.init("unit"), .init("n", isNumeric: true)], rows: [["µs²", "1"], ["°", "10"]])
    expect(
      text.text(),
      is: """
        unit  n
        ---- --
        µs²   1
        °    10
        """)
    let wide = Table([.init("unit"), .init("n")], rows: [["図表の名前", "1"], ["abc", "10"]])
    expect(
      wide.text(),
      is: """
        unit       n
        ---------- --
        図表の名前 1
        abc        10
        """)
    #expect("図表の名前".shortened(to: 6) == "図表…")
  }
}

@Suite struct WrappingTests {
  @Test func continuationLinesAreIndented() {
    expect(
      wrapped(
        """
        forces: Adds to the velocities of the nodes, in order.
          link    Pulls the ends of every edge towards its length.

          center  Short.
        """, width: 34),
      is: """
        forces: Adds to the velocities of
        the nodes, in order.
          link    Pulls the ends of every
                  edge towards its length.

          center  Short.
        """)
  }

  @Test func wideCharactersTakeTwoColumns() {
    let words = ["図表の名前", "図表の名前", "図表"]
    expect(
      wrapped("名前  " + words.joined(separator: " "), width: 26),
      is: "名前  \(words[0])\n      \(words[1]) 図表")
  }

  @Test func textThatFitsIsUnchanged() {
    let text = "  a  b\n\nc  d"
    #expect(wrapped(text, width: 6) == text)
    #expect(wrapped("", width: 1) == "")
    #expect(wrapped(text, width: .max) == text)
  }

  @Test func longWordsAndNarrowColumnsAreLeftWhole() {
    let word = String(repeating: "x", count: 30)
    #expect(wrapped("a \(word) b", width: 20) == "a\n\(word)\nb")
    let line = "name      " + word + " and more"
    #expect(wrapped(line, width: 25) == line)
  }
}
