import ForceLabTestSupport
import Foundation
import Testing

/// Interrupted runs: signals, a second run, a full or missing disk.
@Suite(.serialized) struct InterruptionTests {
  /// Thousands of short trials, more than a test runs.
  private static let long = """
    name: long
    repeat: 3000
    graph: {ring: {count: 12}}
    stop: {iterations: 100}
    record: {every: 50}

    """
  private static let run = "\"$FORCELAB\" run long.yaml --quiet --out out"
  private static let isUnderWay = "until [ -s out/layouts/2.csv ]; do sleep 0.01; done"

  private func place() throws -> Workplace {
    let place = try Workplace()
    try place.write(Self.long, to: "long.yaml")
    return place
  }

  @Test(arguments: ["INT", "TERM"])
  func theCurrentTrialEndsAndEverythingIsWritten(signal: String) throws {
    let place = try place()
    let ending = try place.shell(
      "\(Self.run) & pid=$!; \(Self.isUnderWay); kill -\(signal) $pid; wait $pid")
    #expect(ending.status == 130)
    #expect(
      ending.error.contains("stopping after the current trial; press Ctrl-C again to quit now"))
    let rows = try timeless(place.text(of: "out/trials.csv")).count - 1
    #expect((2..<3000).contains(rows))
    #expect(try place.names(in: "out/layouts").count == rows)
    let journal = try place.text(of: "out/journal.jsonl").split(separator: "\n")
    // The origin of the run, and the files that it wrote.
    #expect(journal.count == rows + 2)
    #expect(!place.has("out/run.lock"))
    let show = try place.forcelab("show", "out")
    #expect(show.outputLines.contains("Report:  forcelab report out"), "\(show.output)")
  }

  /// Not the backtracer of Swift, after which the program would go on.
  @Test func quitEndsTheProgram() throws {
    let ending = try place().shell(
      "ulimit -c 0; (\(Self.isUnderWay); kill -QUIT $$) & exec \(Self.run)")
    #expect(ending.isTrap && ending.status == SIGQUIT && !ending.error.contains("crashed"))
  }

  @Test func aSecondSignalQuitsTheRun() throws {
    let place = try place()
    // A step of this trial takes minutes.
    let slow = "--set 'graph={mesh: {rows: 200, columns: 200}}' --set repulsion=exact"
    // Only the run's own workers count: other programs on the machine may have workers too.
    let ending = try place.shell(
      """
      \(Self.run) \(slow) 2>log & pid=$!
      until [ -s out/trials.csv ]; do sleep 0.01; done
      until workers=$(pgrep -P $pid); do sleep 0.01; done
      kill -INT $pid
      until grep -q "press Ctrl-C again" log; do sleep 0.01; done
      kill -INT $pid; wait $pid; code=$?
      for worker in $workers; do
        for try in $(seq 100); do
          case $(ps -o stat= -p $worker) in ""|Z*) continue 2 ;; esac
          sleep 0.1
        done
        echo "worker $worker still runs"
      done
      exit $code
      """)
    #expect(ending.status == 130)
    #expect(ending.output == "")
    #expect(try timeless(place.text(of: "out/trials.csv")).count == 1)
  }

  /// The threads on which tests run block signals.
  @Test func childProcessesBlockNoSignals() throws {
    let ending = try Workplace().shell("kill -INT $$; echo alive")
    #expect(ending.isTrap && ending.status == SIGINT && ending.output == "")
  }

  @Test func aFolderThatDisappearsIsAnErrorThatNamesTheFile() throws {
    let place = try place()
    let ending = try place.shell(
      "\(Self.run) & pid=$!; \(Self.isUnderWay); until rm -rf out 2>/dev/null; do :; done; wait $pid"
    )
    expectRefusal(ending, "out/", "error: cannot ", "No such file or directory")
    let lines = ending.error.split(separator: "\n")
    #expect(lines.count { !$0.contains(": note: ") } == 1)
  }

  @Test func aFullDiskLosesNothingThatWasWritten() throws {
    let place = try place()
    let ending = try place.shell(
      """
      mkdir disk && mount -t tmpfs -o size=256k forcelab-test disk 2>/dev/null || exit 77
      \(Self.run.replacing("--out out", with: "--out disk/out")); echo $?
      cp -r disk/out full; df disk >&2
      umount disk
      """)
    // Filling a disk safely needs permission to mount one.
    guard ending.status != 77 else { return }
    #expect(ending.outputLines.first == "2")
    #expect(ending.error.contains("error: cannot write: No space left on device"))
    #expect(ending.error.contains("disk/out/"))
    // Tables may lag behind the journal, from which the run is resumed.
    let journal = try place.text(of: "full/journal.jsonl").split(separator: "\n")
    #expect(journal.count > 2)
    #expect(try timeless(place.text(of: "full/trials.csv")).count <= journal.count)
    // With free space, the run can be resumed.
    let rest = try place.forcelab(
      "run", "long.yaml", "--out", "full", "--resume-anyway", "--repeat", "\(journal.count + 2)",
      "--quiet")
    #expect(rest.status == 0, "\(rest.error)")
    #expect(try timeless(place.text(of: "full/trials.csv")).count == journal.count + 3)
  }
}
