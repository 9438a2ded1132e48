import ForceLabTestSupport
import Testing

/// A reader that closes its pipe, as `head` does, is not an error.
@Suite struct BrokenPipeTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test(arguments: ["list", "schema", "describe many-body", "run tiny.yaml"])
  func aClosedPipeEndsTheProgramQuietly(arguments: String) throws {
    try place.write(Example.tiny, to: "tiny.yaml")
    let ending = try place.shell("\"$FORCELAB\" \(arguments) 2>errors | head -n 1")
    #expect(ending.status == 0)
    #expect(ending.outputLines.count == 2)
    #expect(ending.error == "")
    #expect(!(try place.text(of: "errors").contains("Fatal error")))
  }

  /// With the signal ignored, as under many services, the write itself fails.
  @Test func aClosedStandardErrorKeepsTheExitCode() throws {
    let script = """
      trap '' PIPE
      mkfifo pipe
      ( exec 3<>pipe 4>pipe; exec 3<&-; "$FORCELAB" run none.yaml 2>&4; echo $? >status )
      """
    _ = try place.shell(script)
    #expect(try place.text(of: "status") == "2\n")
  }
}
