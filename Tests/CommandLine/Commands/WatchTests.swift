import ForceLabTestSupport
import Foundation
import Testing

@Suite struct WatchTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// What `watch` of `file` prints while `steps` are taken in a shell, and its exit code; `wait_for
  /// N TEXT` waits until TEXT was printed N times.
  private func watched(_ steps: String, file: String = "tiny.yaml") throws -> Ending {
    try place.write(Example.tiny, to: file)
    return try place.shell(
      """
      wait_for() {
        for try in $(seq 300); do
          [ "$(cat log | grep -c "$2")" -ge "$1" ] && return
          sleep 0.1
        done
        echo "no '$2'"; kill -KILL $watch; exit 3
      }
      : > log
      "$FORCELAB" watch -- \(file) > log 2>&1 &
      watch=$!
      wait_for 1 'Waiting for changes'
      \(steps)
      kill -INT $watch
      wait $watch
      echo "exit $?"
      cat log
      """)
  }

  @Test func runsAgainWhenTheFileChanges() throws {
    let ending = try watched(
      """
      sed -i.bak 's/count: 6/count: 9/' tiny.yaml
      wait_for 2 'Waiting for changes'
      """)
    #expect(ending.outputLines[0] == "exit 130")
    #expect(ending.outputLines.filter { $0.hasPrefix("Results: Results/tiny/") }.count == 2)
    #expect(try place.names(in: "Results/tiny").count == 2)
    #expect(!ending.output.contains("stopping after the"))
  }

  @Test func theNameOfTheFileMayBeginWithAHyphen() throws {
    let ending = try watched("", file: "-tiny.yaml")
    #expect(ending.outputLines[0] == "exit 130")
    #expect(ending.outputLines.contains { $0.hasPrefix("Results: Results/tiny/") })
  }

  @Test func errorsAreReportedAndTheNextChangeIsAwaited() throws {
    let ending = try watched(
      """
      echo 'graf: miserables' >> tiny.yaml
      wait_for 2 'Waiting for changes'
      sed -i.bak '/graf/d' tiny.yaml
      wait_for 3 'Waiting for changes'
      """)
    #expect(ending.outputLines[0] == "exit 130")
    #expect(ending.output.contains("tiny.yaml:5:1: error: unknown key 'graf'"))
    #expect(ending.outputLines.filter { $0.hasPrefix("Results: ") }.count == 2)
  }

  @Test func watchesTheContentsOfAllFiles() throws {
    let ending = try watched(
      """
      printf '0 1\\n1 2\\n' > g.edges
      sed -i.bak 's/^graph:.*/graph: {file: g.edges}/' tiny.yaml
      wait_for 2 'Waiting for changes'
      sleep 0.3; touch tiny.yaml g.edges; sleep 0.7
      printf '0 1\\n1 2\\n2 3\\n' > g.edges
      wait_for 3 'Waiting for changes'
      """)
    #expect(ending.outputLines[0] == "exit 130")
    #expect(ending.outputLines.filter { $0.hasPrefix("Results: ") }.count == 3)
  }

  @Test func filesThatAreNoLongerNamedDoNotCount() throws {
    let ending = try watched(
      """
      printf '0 1\\n1 2\\n' | tee g.edges > h.edges
      sed -i.bak 's/^graph:.*/graph: {file: g.edges}/' tiny.yaml
      wait_for 2 'Waiting for changes'
      sed -i.bak 's/g.edges/h.edges/' tiny.yaml
      wait_for 3 'Waiting for changes'
      printf '0 1\\n1 2\\n2 3\\n' > g.edges
      sleep 0.7
      """)
    #expect(ending.outputLines[0] == "exit 130")
    #expect(ending.outputLines.filter { $0.hasPrefix("Results: ") }.count == 3)
  }

  /// One that was missing, and one of a corpus.
  @Test(arguments: [
    ("file: g.edges", "g.edges", 2), ("file: data/g.edges", "data/g.edges", 2),
    ("corpus: 'data/*.edges'", "data/a.edges", 2), ("corpus: 'gs/*.edges'", "gs/b.edges", 3),
  ])
  func runsWhenAnInputFileAppears(graph: String, file: String, runs: Int) throws {
    let ending = try watched(
      """
      mkdir gs data
      printf '0 1\\n1 2\\n' > gs/a.edges
      sed -i.bak "s,^graph:.*,graph: {\(graph)}," tiny.yaml
      wait_for 2 'Waiting for changes'
      printf '0 1\\n1 2\\n2 3\\n' > new
      mv new \(file)
      wait_for 3 'Waiting for changes'
      """)
    #expect(ending.outputLines[0] == "exit 130")
    #expect(ending.outputLines.filter { $0.hasPrefix("Results: ") }.count == runs)
  }
}
