import ForceLabReports
import Testing

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
