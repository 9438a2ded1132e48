import ForceLabTestSupport
import Testing

/// Command lines that are refused, in a folder with experiments and runs.
@Suite struct RefusalTests {
  private static let place = Result {
    let place = try Workplace()
    try place.write(Example.tiny + "repulsion: kd-tree\nforces: [many-body]\n", to: "tiny.yaml")
    for (text, name) in [
      (Example.swept, "base"), (Example.failing, "means"), (Example.tiny, "one"),
    ] {
      try place.write(text, to: "\(name).yaml")
      _ = try place.forcelab("run", "\(name).yaml", "--out", name, "--quiet", "--no-report")
    }
    return place
  }

  @Test(arguments: try ErrorCase.all(in: "Tests/CommandLine/References/refusals.txt"))
  func aWrongCommandLineIsRefused(_ it: ErrorCase) throws {
    let place = try Self.place.get()
    let files = try place.names()
    let ending = try place.shell(it.text.replacing(/^forcelab/, with: "\"$FORCELAB\""), limit: 30)
    for message in it.errors { expectRefusal(ending, message) }
    #expect(ending.output == "")
    #expect(try place.names() == files)
  }
}
