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
    #expect(ending.error == "")
    #expect(ending.output.hasPrefix("rich.yaml: ok, 32 trials: 16 configurations × 2 repeats\n"))
    #expect(try place.names() == ["rich.yaml"])
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

  @Test func allErrorsAreReportedAtOnce() throws {
    try place.write(
      """
      name: wrong
      repeat: 0
      graph: {pth: {count: 6}}
      forces:
        - many-body: {strength: strong}
        - lnik
      stop: {iterations: -1}

      """, to: "wrong.yaml")
    let ending = try place.forcelab("validate", "wrong.yaml")
    #expect(ending.status == 2)
    #expect(ending.output == "")
    let found = ending.error.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(
      Set(found) == [
        "wrong.yaml:2:9:", "wrong.yaml:3:9:", "wrong.yaml:5:27:", "wrong.yaml:6:5:",
        "wrong.yaml:7:20:",
      ])
    #expect(ending.error.contains("unknown graph 'pth'; did you mean 'path'?"))
    #expect(ending.error.contains("unknown force 'lnik'; did you mean 'link'?"))
  }

  @Test func severalFiles() throws {
    try place.write(Example.tiny, to: "tiny.yaml")
    try place.write("name: [a]\n", to: "one.yaml")
    try place.write("name: two\nbogus: 1\n", to: "two.yaml")
    let ending = try place.forcelab("validate", "one.yaml", "tiny.yaml", "two.yaml")
    expectRefusal(ending, "one.yaml:1:7: error: ", "two.yaml:2:1: error: unknown key 'bogus'")
    #expect(ending.output == "tiny.yaml: ok, 1 trial: 1 configuration × 1 repeat\n")
  }

  @Test(arguments: shipped) func theExperimentsOfTheRepositoryAreGood(file: String) throws {
    let ending = try place.forcelab("validate", Self.folder + "/" + file, limit: 240)
    #expect(ending.status == 0, "\(ending.error)")
    #expect(ending.output.contains("\(file): ok, "))
  }

  private static let folder = checkout.appending(path: "Experiments").path

  private static let shipped =
    (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".yaml") && !$0.hasPrefix("corpora/") && !isHeavy($0) }.sorted()

  /// The graphs of the benchmarks take a debug build minutes to make.
  private static func isHeavy(_ file: String) -> Bool {
    #if DEBUG
      file.hasPrefix("benchmarks/")
    #else
      false
    #endif
  }
}
