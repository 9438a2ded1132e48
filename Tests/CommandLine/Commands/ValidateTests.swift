import ForceLabTestSupport
import Foundation
import Testing

@Suite struct ValidateTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test func aValidFile() throws {
    try place.write(Example.rich, to: "rich.yaml")
    let ending = try place.forcelab("validate", "rich.yaml")
    #expect(ending.status == 0)
    #expect(
      ending.error.hasSuffix(
        "differences over graphs are unknown: there are 2 graphs, and 13 are needed to compare 16 algorithms; "
          + "add graphs\n"))
    #expect(ending.output.hasPrefix("rich.yaml: ok, 32 trials: 16 configurations × 2 repeats\n"))
    #expect(try place.names() == ["rich.yaml"])
  }

  @Test(arguments: ["plan", "validate"])
  func tooFewRepeatsForAVerdictAreReportedBeforeTheRun(command: String) throws {
    let sweep = "placement: uniform\nsweep: {grid: {repulsion: [exact, kd-tree]}}\n"
    try place.write(Example.tiny + "repeat: 5\n" + sweep, to: "few.yaml")
    try place.write(Example.tiny + "repeat: 6\n" + sweep, to: "enough.yaml")
    let ending = try place.forcelab(command, "few.yaml")
    #expect(
      ending.error.hasSuffix(
        "note: differences between configurations are unknown: there are 5 repeats, and 6 are needed; use "
          + "'repeat: 6' or more\n"), "\(ending.error)")
    let enough = try place.forcelab(command, "enough.yaml")
    #expect(ending.status == 0 && enough.status == 0 && enough.error == "")
  }

  @Test(arguments: ["plan", "validate"])
  func aConstantLayoutBesideRandomOnesIsReportedBeforeTheRun(command: String) throws {
    try place.write(
      Example.tiny + "repeat: 6\nsweep: {grid: {placement: [uniform, phyllotaxis]}}\n",
      to: "mixed.yaml")
    let ending = try place.forcelab(command, "mixed.yaml")
    #expect(
      ending.error.contains(
        "note: only differences of times from configuration 2 will be known: unless nodes "
          + "coincide, it gives the same layout in every repeat, which counts once; add "
          + "'shuffle: true'"
      ), "\(ending.error)")
  }

  /// A pipe with a name would block until another program writes to it; standard input does not.
  @Test func aPipeWithANameIsRefusedAndStandardInputIsRead() throws {
    try place.write(Example.rich, to: "rich.yaml")
    let ending = try place.shell(
      """
      mkfifo pipe.yaml
      for command in validate run plan; do "$FORCELAB" $command pipe.yaml 2>&1; echo "exit $?"; done
      cat rich.yaml | "$FORCELAB" validate /dev/stdin
      "$FORCELAB" watch pipe.yaml > log 2>&1 &
      for try in $(seq 600); do grep -q Waiting log && break; sleep 0.1; done
      kill -INT $!; wait $!; cat log
      """)
    let refusal = "pipe.yaml: error: not a regular file; copy its contents to a file"
    #expect(ending.outputLines.filter { $0 == refusal }.count == 4)
    #expect(ending.outputLines.filter { $0 == "exit 2" }.count == 3)
    #expect(ending.output.contains("/dev/stdin: ok, 32 trials"))
    #expect(ending.output.contains("Waiting for changes to pipe.yaml"))
  }

  @Test func severalFiles() throws {
    try place.write(Example.tiny, to: "tiny.yaml")
    try place.write("name: [a]\n", to: "one.yaml")
    try place.write("name: two\nbogus: 1\n", to: "two.yaml")
    let ending = try place.forcelab("validate", "one.yaml", "tiny.yaml", "two.yaml")
    expectRefusal(ending, "one.yaml:1:7: error: ", "two.yaml:2:1: error: unknown key 'bogus'")
    #expect(ending.output == "tiny.yaml: ok, 1 trial: 1 configuration × 1 repeat\n")
  }

  @Test func manifestsOfEnginesAreCheckedAsSuch() throws {
    let manifest = "name: mine\nsummary: An engine.\ncommand: [python3, mine.py]\n"
    try place.write(manifest, to: "mine.engine.yaml")
    try place.write(
      manifest.replacing("mine", with: "other") + "bogus: 1\n", to: "other.engine.yaml")
    let right = try place.forcelab("validate", "mine.engine.yaml")
    #expect(right.status == 0)
    #expect(
      right.output
        == "mine.engine.yaml: ok, the manifest of the engine 'mine'; `forcelab engine check` tests engines\n"
    )
    let wrong = try place.forcelab("validate", "other.engine.yaml")
    expectRefusal(wrong, "other.engine.yaml:4:1: error: unknown key 'bogus' in 'engine manifest'")
  }
}
